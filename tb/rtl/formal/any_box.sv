// Stands in for the comparator's box where its bus is proved: it answers after any number of clocks, anything. It says what the bus
// must keep to.
module sptf_comparator_box #(
    parameter int unsigned Entries = 4,
    parameter int unsigned Lanes = 1,
    parameter int unsigned SeekEntries = 4
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        req_i,
    input  logic        write_i,
    input  logic [ 7:0] address_i,
    input  logic [63:0] data_i,
    output logic        ack_o,
    output logic        error_o,
    output logic [63:0] data_o,
    output logic        scanning_o,
    output logic        found_o,
    output logic [15:0] task_o,
    output logic [47:0] key_o
);

  // Inputs of the proof: what is driven by nothing may be something else at each place where it is used.

  logic waits_q;
  logic [72:0] asked_q;

  assign ack_o   = waits_q && obi_proof.answers_i;
  assign error_o = obi_proof.error_i;
  assign data_o  = obi_proof.data_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waits_q <= 1'b0;
    else waits_q <= req_i && !ack_o;
  end

  always_ff @(posedge clk_i) asked_q <= {write_i, address_i, data_i};

  request_is_held :
  assert property (@(posedge clk_i) !waits_q || (req_i && {write_i, address_i, data_i} == asked_q));
  of_a_register :
  assert property (@(posedge clk_i) address_i[2:0] == '0);

endmodule
