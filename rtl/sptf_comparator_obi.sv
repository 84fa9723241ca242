// The comparator on a bus of 32 bits: a subordinate of OBI 1 (OpenHW's Open Bus Interface), of whose optional signals it has
// err alone. There is no rready: an answer is taken when it comes.
//
// A register of 64 bits is two words, low first. A read of the low word reads the register and keeps the high word for
// the read that follows; a write of the low word is kept for that of the high word, which writes the register. A
// high word may be read, or written, again.
//
// An access is answered with err, and does nothing, if it is not a whole aligned word, if its register is not there or
// not for this direction, or if it is a high word and the last low word, of that direction, was another register's or none.
// Of a register that is written the high word tells.
//
// There is one access at a time. The next access is granted when the previous access is answered, in the same clock at
// the soonest. An access that only keeps a word, or that has an error found here, is answered in the clock after its
// grant. An access to the register itself is answered in the fourth clock. If the access waits for a scan or for the
// previous command, as the box describes, the answer comes after the wait.
module sptf_comparator_obi #(
    parameter int unsigned Entries = 256,  // up to 65,536
    parameter int unsigned Lanes = 1,  // candidates a clock, a power of 2 that divides Entries
    parameter int unsigned SeekEntries = 16384  // distances in the seek table, up to 2^20
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        req_i,     // held, and what belongs to it, until the grant
    output logic        gnt_o,     // does not depend on req_i
    input  logic [ 7:0] addr_i,    // of a byte, within the comparator's page of 256
    input  logic        we_i,
    input  logic [ 3:0] be_i,
    input  logic [31:0] wdata_i,
    output logic        rvalid_o,  // one clock for each grant
    output logic [31:0] rdata_o,   // 0 with a write or an error
    output logic        err_o,

    // For waveforms.
    output logic        scanning_o,
    output logic        found_o,
    output logic [15:0] task_o,
    output logic [47:0] key_o
);

  // Which register a word is of.
  typedef logic [4:0] register_t;

  // What is kept between two words.
  typedef struct packed {
    logic            valid;
    register_t from;
    logic [31:0]     word;
  } kept_t;

  kept_t loaded_q, stored_q;

  // An access that is granted, and how it ends if the box is not asked.
  logic taken, high, refused, asks;
  register_t register_of;

  assign taken       = req_i && gnt_o;
  assign high        = addr_i[2];
  assign register_of = addr_i[7:3];

  always_comb begin
    refused = be_i != '1 || addr_i[1:0] != '0;
    if (high && we_i) refused |= !stored_q.valid || stored_q.from != register_of;
    if (high && !we_i) refused |= !loaded_q.valid || loaded_q.from != register_of;
    asks = !refused && we_i == high;
  end

  // What the box is asked, held until its answer.
  logic asks_q, write_q, ack, error;
  register_t register_q;
  logic [31:0] high_q;
  logic [63:0] data;

  assign gnt_o = !asks_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asks_q   <= 1'b0;
      rvalid_o <= 1'b0;
    end else begin
      asks_q   <= asks_q ? !ack : taken && asks;
      rvalid_o <= asks_q ? ack : taken && !asks;
    end
  end

  always_ff @(posedge clk_i) begin
    if (taken) begin
      write_q    <= we_i;
      register_q <= register_of;
      high_q     <= wdata_i;
    end
    if (asks_q) begin
      err_o   <= error;
      rdata_o <= write_q || error ? '0 : data[31:0];
    end else begin
      err_o   <= refused;
      rdata_o <= we_i || refused ? '0 : loaded_q.word;
    end
  end

  // A low word that could not be read has no high one.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loaded_q <= '0;
      stored_q <= '0;
    end else begin
      if (asks_q && ack && !write_q) loaded_q <= '{!error, register_q, data[63:32]};
      if (taken && we_i && !high && !refused) stored_q <= '{1'b1, register_of, wdata_i};
    end
  end

  sptf_comparator_box #(
      .Entries(Entries),
      .Lanes(Lanes),
      .SeekEntries(SeekEntries)
  ) i_box (
      .clk_i,
      .rst_ni,
      .req_i(asks_q),
      .write_i(write_q),
      .address_i({register_q, 3'b000}),
      .data_i({high_q, stored_q.word}),
      .ack_o(ack),
      .error_o(error),
      .data_o(data),
      .scanning_o,
      .found_o,
      .task_o,
      .key_o
  );

endmodule
