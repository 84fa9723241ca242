// What must be true of each sptf_field.
module sptf_field_sva (
    input logic clk_i,
    input logic write_i,
    input logic read_i
);

  // Then the memory needs no rule for collisions: it is told so (no_rw_check).
  no_collision :
  assert property (@(posedge clk_i) !(read_i && write_i))
  else $error("a row is read in the clock of a write");

endmodule

bind sptf_field sptf_field_sva i_sva (.*);
