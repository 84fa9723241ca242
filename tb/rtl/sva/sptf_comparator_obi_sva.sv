// What must be true of each sptf_comparator_obi: the bus keeps to OBI's rules, on both sides, words are those of one register,
// and what the box is asked is held.
module sptf_comparator_obi_sva (
    input logic clk_i,
    input logic rst_ni,

    input logic        req_i,
    input logic        gnt_o,
    input logic [ 7:0] addr_i,
    input logic        we_i,
    input logic [ 3:0] be_i,
    input logic [31:0] wdata_i,
    input logic        rvalid_o,
    input logic [31:0] rdata_o,
    input logic        err_o,

    // The box's side.
    input logic        asks_q,
    input logic        write_q,
    input logic [ 4:0] register_q,
    input logic [31:0] high_q,
    input logic        ack,
    input logic        error,
    input logic [63:0] data,

    // What is kept: whether it is there, of which register, the word.
    input logic [37:0] loaded,
    input logic [37:0] stored
);

  typedef struct packed {
    logic [4:0]  register_of;
    logic        high;
    logic [1:0]  byte_of;
    logic        we;
    logic [3:0]  be;
    logic [31:0] wdata;
  } request_t;

  typedef struct packed {
    logic write;
    logic [4:0] register_of;
    logic [63:0] data;
  } asked_t;

  typedef struct packed {
    logic waits, granted, asks, ack, error;
    request_t request;
    asked_t asked;
    logic [63:0] data;
    logic [37:0] loaded, stored;
  } past_t;

  // What there was a clock ago; `owed_q`: an access was granted before this clock, and not answered before it.
  past_t past_q;
  logic live_q, owed_q;
  request_t request;
  asked_t   asked;

  assign request = {addr_i, we_i, be_i, wdata_i};
  assign asked   = {write_q, register_q, high_q, stored[31:0]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {live_q, owed_q} <= '0;
    else begin
      live_q <= 1'b1;
      owed_q <= (req_i && gnt_o) || (owed_q && !rvalid_o);
    end
  end

  always_ff @(posedge clk_i) begin
    past_q <= '{
        waits: req_i && !gnt_o,
        granted: req_i && gnt_o,
        asks: asks_q,
        ack: ack,
        error: error,
        request: request,
        asked: asked,
        data: data,
        loaded: loaded,
        stored: stored
    };
  end

  // The manager's rule.
  request_is_held :
  assert property (@(posedge clk_i) !live_q || !past_q.waits ||
                   (req_i && request == past_q.request))
  else $error("a request has changed, or is gone, before its grant");

  // No answer without a grant, none twice, none lost: what is owed is answered now, or the box is asked.
  answer_is_owed :
  assert property (@(posedge clk_i) !live_q || owed_q == (rvalid_o || asks_q))
  else $error("an answer to nothing, or none");
  answer_or_question :
  assert property (@(posedge clk_i) !live_q || !(rvalid_o && asks_q))
  else $error("an answer before the box's");
  one_at_a_time :
  assert property (@(posedge clk_i) !live_q || gnt_o == (!owed_q || rvalid_o))
  else $error("a grant while another access is under way, or none at rest");

  // The box wants a question held; its answer is passed on.
  question_is_held :
  assert property (@(posedge clk_i) !live_q || !past_q.asks ||
                   (past_q.ack ? !asks_q : asks_q && asked == past_q.asked))
  else $error("what the box is asked has changed before its answer, or after it goes on");
  answer_is_the_boxs :
  assert property (@(posedge clk_i) !live_q || !(past_q.asks && past_q.ack) ||
                   (rvalid_o && err_o == past_q.error &&
                    rdata_o == (past_q.error || past_q.asked.write ? '0 : past_q.data[31:0])))
  else $error("the box's answer is not passed on");

  // What becomes of an access that was granted.
  logic whole, has_loaded, has_stored, keeps, asks, fails;

  always_comb begin
    whole = past_q.request.be == '1 && past_q.request.byte_of == '0;
    has_loaded = past_q.loaded[37:32] == {1'b1, past_q.request.register_of};
    has_stored = past_q.stored[37:32] == {1'b1, past_q.request.register_of};
    keeps = past_q.granted && whole && past_q.request.we && !past_q.request.high;
    asks = past_q.granted && whole &&
           (past_q.request.we ? past_q.request.high && has_stored : !past_q.request.high);
    fails = past_q.granted && !asks && !keeps && !(whole && !past_q.request.we && has_loaded);
  end

  asked_for_a_register :
  assert property (@(posedge clk_i) !live_q || past_q.asks ||
                   (asks_q == asks && (!asks || {write_q, register_q} ==
                    {past_q.request.we, past_q.request.register_of})))
  else $error("the box is asked for what is no register, or not asked");
  written_as_given :
  assert property (@(posedge clk_i) !live_q || past_q.asks || !(asks_q && write_q) ||
                   asked.data == {past_q.request.wdata, past_q.stored[31:0]})
  else $error("the words that are written are others");
  answered_at_once :
  assert property (@(posedge clk_i) !live_q || !past_q.granted || asks ||
                   (rvalid_o && err_o == fails &&
                    rdata_o == (fails || keeps ? '0 : past_q.loaded[31:0])))
  else $error("a word that is kept is answered wrong");

  // What is kept.
  low_word_is_kept :
  assert property (@(posedge clk_i) !live_q || stored == (keeps ?
                   {1'b1, past_q.request.register_of, past_q.request.wdata} : past_q.stored))
  else $error("a low word is lost");
  high_word_is_kept :
  assert property (@(posedge clk_i) !live_q || loaded ==
                   (past_q.asks && past_q.ack && !past_q.asked.write ?
                    {!past_q.error, past_q.asked.register_of, past_q.data[63:32]} : past_q.loaded))
  else $error("a high word is lost");

endmodule

bind sptf_comparator_obi sptf_comparator_obi_sva i_sva (
    .loaded(loaded_q),
    .stored(stored_q),
    .*
);
