// What must be true of each sptf_lane.
module sptf_lane_sva #(
    parameter int unsigned Last = 14,  // stage in which the last part of an entry is asked for
    parameter int unsigned SeekEntries = 4096,
    parameter int unsigned DistanceWidth = 16
) (
    input logic clk_i,
    input logic write_i,
    input logic read_i,
    input logic [Last:0] read_q,  // rows under way, by stage
    input logic seek_write_i,
    input logic [3:2] valid_q,  // the row in that stage is valid
    input logic [DistanceWidth-1:0] distance  // of the row in stage 3
);

  entries_stay :
  assert property (@(posedge clk_i) !(write_i && {read_q, read_i} != '0))
  else $error("an entry is written while rows are under way");

  // A seek is looked up in stage 4: the memory needs no rule for collisions either.
  seeks_stay :
  assert property (@(posedge clk_i) !(seek_write_i && valid_q[3:2] != '0))
  else $error("a seek time is written while rows are under way");

  in_the_table :
  assert property (@(posedge clk_i) !valid_q[2] || 32'(distance) < SeekEntries)
  else $error("a distance beyond the seek table");

endmodule

bind sptf_lane sptf_lane_sva #(
    .Last(Last),
    .SeekEntries(SeekEntries),
    .DistanceWidth(CylinderWidth)
) i_sva (
    .valid_q(valid_q[3:2]),
    .*
);
