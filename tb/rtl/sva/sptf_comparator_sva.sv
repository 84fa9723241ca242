// What must be true of each sptf_comparator: who drives it keeps to its rules, and it keeps its time.
module sptf_comparator_sva
  import sptf_comparator_pkg::*;
#(
    parameter int unsigned Entries = 256,
    parameter int unsigned Lanes = 1,
    parameter int unsigned TagWidth = 8
) (
    input logic clk_i,
    input logic rst_ni,
    input logic write_i,
    input logic seek_write_i,
    input mechanics_t mechanics_i,
    input state_t state_i,
    input logic ready_o,
    input logic start_i,
    input logic done_o,
    input logic found_o,
    input logic [TagWidth-1:0] tag_o,
    input key_t key_o
);

  localparam int unsigned Clocks = Entries / Lanes + 2 * $clog2(Lanes) + 22;
  localparam int unsigned CountWidth = $clog2(Clocks + 2);

  // The clocks since the one behind a start, of a scan that runs; and what there was a clock ago.
  logic scans_q;
  logic [CountWidth-1:0] count_q;
  logic live_q;  // not reset, since a clock ago
  logic begun_q, cleared_q;
  mechanics_t mechanics_q;
  state_t state_q;
  logic found_q;
  logic [TagWidth-1:0] tag_q;
  key_t key_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {live_q, scans_q, begun_q, cleared_q, count_q} <= '0;
    else begin
      live_q    <= 1'b1;
      begun_q   <= ready_o && start_i;
      cleared_q <= begun_q;
      if (ready_o && start_i) begin
        scans_q <= 1'b1;
        count_q <= '0;
      end else if (scans_q) begin
        scans_q <= !done_o;
        count_q <= count_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    {mechanics_q, state_q}  <= {mechanics_i, state_i};
    {found_q, tag_q, key_q} <= {found_o, tag_o, key_o};
  end

  nothing_is_written :
  assert property (@(posedge clk_i) !live_q || !(write_i || seek_write_i) || (ready_o && !start_i))
  else $error("an entry or a seek time is written during a scan, or as it starts");

  // The first clock of a scan is that behind its start.
  state_is_held :
  assert property (@(posedge clk_i) !live_q ||
                   !scans_q || begun_q || done_o ||
                   {mechanics_i, state_i} == {mechanics_q, state_q})
  else $error("what a scan works on has changed");

  in_time :
  assert property (@(posedge clk_i) !live_q ||
                   done_o == (scans_q && count_q == CountWidth'(Clocks)))
  else $error("a scan ends too early or too late");

  not_ready_before :
  assert property (@(posedge clk_i) !live_q || !scans_q || ready_o == done_o)
  else $error("ready during a scan, or not at its end");

  result_stays :
  assert property (@(posedge clk_i) !live_q ||
                   cleared_q || done_o || {found_o, tag_o, key_o} == {found_q, tag_q, key_q})
  else $error("a result has changed");

endmodule

bind sptf_comparator sptf_comparator_sva #(
    .Entries (Entries),
    .Lanes   (Lanes),
    .TagWidth(TagWidth)
) i_sva (.*);
