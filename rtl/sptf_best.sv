// The best of candidates that come one a clock: the least key, of equal ones the least order, of those
// the least tag. Candidates come in the order of their tags.
//
// A comparison and the choice that follows from it have a clock each. So there are two bests, of the even and
// of the odd clocks, which go round in turn: each is back when the next candidate of its kind comes.
// The better of the two is taken three clocks after the last candidate.
module sptf_best
  import sptf_comparator_pkg::*;
#(
    parameter int unsigned TagWidth = 8  // bits of a candidate's number
) (
    input logic clk_i,
    input logic rst_ni,

    input logic forget_i,  // for two clocks or more: the bests are of candidates after that
    input logic clear_i,   // the result is none

    input logic                  valid_i,  // a candidate comes
    input key_t                  key_i,
    input order_t                order_i,
    input logic   [TagWidth-1:0] tag_i,

    input logic take_i,  // the result is the best

    output logic                found_o,  // there was a candidate
    output logic [TagWidth-1:0] tag_o,
    output key_t                key_o
);

  typedef struct packed {
    key_t                key;
    order_t              order;
    logic [TagWidth-1:0] tag;
  } candidate_t;

  localparam int unsigned RankWidth = KeyWidth + OrderWidth;

  // What came in the same clock two clocks ago, or the best before that.
  logic best_valid_q, old_valid_q, new_valid_q, new_less;
  candidate_t best_q, old_q, new_q;

  sptf_less #(
      .Width(RankWidth)
  ) i_new_less (
      .clk_i,
      .a_i({best_q.key, best_q.order}),
      .b_i({key_i, order_i}),
      .less_o(new_less)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {old_valid_q, new_valid_q, best_valid_q} <= '0;
    else begin
      old_valid_q  <= best_valid_q && !forget_i;
      new_valid_q  <= valid_i;
      best_valid_q <= old_valid_q || new_valid_q;
    end
  end

  always_ff @(posedge clk_i) begin
    old_q  <= best_q;
    new_q  <= '{key: key_i, order: order_i, tag: tag_i};
    best_q <= new_valid_q && (!old_valid_q || new_less) ? new_q : old_q;
  end

  // That best and the one of the clock before.
  typedef struct packed {
    logic                valid;
    key_t                key;
    logic [TagWidth-1:0] tag;
  } result_t;

  candidate_t last_q;
  result_t last_result_q, last_result_q2, result_q;
  logic last_valid_q, last_less;

  sptf_less #(
      .Width(RankWidth + TagWidth)
  ) i_last_less (
      .clk_i,
      .a_i(best_q),
      .b_i(last_q),
      .less_o(last_less)
  );

  always_ff @(posedge clk_i) begin
    last_q         <= best_q;
    last_valid_q   <= best_valid_q;
    last_result_q2 <= last_result_q;
  end

  assign last_result_q = '{valid: last_valid_q, key: last_q.key, tag: last_q.tag};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) result_q <= '0;
    else if (clear_i) result_q <= '0;
    else if (take_i) begin
      if (last_result_q2.valid && (!last_result_q.valid || last_less)) result_q <= last_result_q2;
      else if (last_result_q.valid) result_q <= last_result_q;
    end
  end

  assign found_o = result_q.valid;
  assign tag_o   = result_q.tag;
  assign key_o   = result_q.key;

endmodule
