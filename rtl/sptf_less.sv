// Is b less than a? The answer comes in the clock after the question.
module sptf_less #(
    parameter int unsigned Width = 80  // of what is compared, an unsigned number
) (
    input logic clk_i,

    input logic [Width-1:0] a_i,
    input logic [Width-1:0] b_i,

    output logic less_o  // of the clock before
);

  // A carry chain of all bits is too long for a clock: two halves. The high one is compared for both answers that
  // the low one can give, as a test for equal would take more levels of logic.
  localparam int unsigned Half = Width / 2;

  logic high_less_q, high_at_most_q, low_less_q;

  always_ff @(posedge clk_i) begin
    high_less_q    <= b_i[Width-1:Half] < a_i[Width-1:Half];
    high_at_most_q <= {b_i[Width-1:Half], 1'b0} < {a_i[Width-1:Half], 1'b1};
    low_less_q     <= b_i[Half-1:0] < a_i[Half-1:0];
  end

  assign less_o = low_less_q ? high_at_most_q : high_less_q;

endmodule
