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
  localparam int unsigned High = Width - Half;

  // Each is the borrow of a subtraction, which a carry chain has ready for the register beside it; behind a comparison
  // there is logic, and a net to it.
  logic [High-1:0] high_a, high_b;
  logic [Half-1:0] low_a, low_b;

  assign {high_a, low_a} = a_i;
  assign {high_b, low_b} = b_i;

  logic high_less_q, high_at_most_q, low_less_q;

  always_ff @(posedge clk_i) begin
    high_less_q    <= 1'(({1'b0, high_b} - {1'b0, high_a}) >> High);
    high_at_most_q <= 1'(({1'b0, high_b, 1'b0} - {1'b0, high_a, 1'b1}) >> (High + 1));
    low_less_q     <= 1'(({1'b0, low_b} - {1'b0, low_a}) >> Half);
  end

  assign less_o = low_less_q ? high_at_most_q : high_less_q;

endmodule
