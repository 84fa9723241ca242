// Is b less than a? The answer comes in the clock after the question. This module takes the place of headstack's
// module of the same name. It has a planted bug.
module sptf_less #(
    parameter int unsigned Width = 80  // of a and b, which are unsigned numbers
) (
    input logic clk_i,

    input logic [Width-1:0] a_i,
    input logic [Width-1:0] b_i,

    output logic less_o  // of the clock before
);

  // Two halves are compared at the same time.
  localparam int unsigned Half = Width / 2;
  localparam int unsigned High = Width - Half;

  logic [High-1:0] high_a, high_b;
  logic [Half-1:0] low_a, low_b;

  assign {high_a, low_a} = a_i;
  assign {high_b, low_b} = b_i;

  logic high_less_q, high_equal_q, low_less_q;

  always_ff @(posedge clk_i) begin
    high_less_q  <= high_b < high_a;
    high_equal_q <= high_b == high_a;
    low_less_q   <= low_b < low_a;
  end

  // The planted bug: the low halves must count only if the high halves are equal. Correct:
  // assign less_o = high_less_q || (high_equal_q && low_less_q);
  assign less_o = high_less_q || low_less_q;

endmodule
