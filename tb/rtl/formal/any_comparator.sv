// Stands in for the comparator where its box is proved: a scan, and the clearing after reset, take any number of clocks, and
// find anything. It says what the box must keep to.
module sptf_comparator
  import sptf_comparator_pkg::*;
#(
    parameter int unsigned Entries = 4,
    parameter int unsigned Lanes = 1,
    parameter int unsigned SeekEntries = 4,
    localparam int unsigned TagWidth = $clog2(Entries),
    localparam int unsigned SeekAddressWidth = $clog2(SeekEntries) + 1
) (
    input  logic                              clk_i,
    input  logic                              rst_ni,
    input  logic                              write_i,
    input  logic       [        TagWidth-1:0] write_tag_i,
    input  entry_t                            write_entry_i,
    input  logic                              seek_write_i,
    input  logic       [SeekAddressWidth-1:0] seek_address_i,
    input  seek_t                             seek_i,
    input  mechanics_t                        mechanics_i,
    input  state_t                            state_i,
    output logic                              ready_o,
    input  logic                              start_i,
    output logic                              done_o,
    output logic                              found_o,
    output logic       [        TagWidth-1:0] tag_o,
    output key_t                              key_o
);

  // Driven by nothing, so that they may be anything.
  logic over;  // the scan ends in this clock, or the clearing
  typedef struct packed {
    logic                found;
    logic [TagWidth-1:0] tag;
    key_t                key;
  } result_t;

  result_t result;
  logic [Entries-1:0] valid_q;  // the entries that can win

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else if (write_i) valid_q[write_tag_i] <= write_entry_i.valid;
  end

  always_comb assume (!result.found || valid_q[result.tag]);

  logic scans_q, begun_q;
  mechanics_t mechanics_q;
  state_t state_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_o <= 1'b0;
      {scans_q, begun_q, done_o} <= '0;
      {found_o, tag_o, key_o} <= '0;
    end else begin
      ready_o <= ready_o ? !start_i : over && !begun_q;
      scans_q <= ready_o ? start_i : scans_q;
      begun_q <= ready_o && start_i;
      done_o  <= !ready_o && scans_q && over && !begun_q;
      if (!ready_o && over && !begun_q) {found_o, tag_o, key_o} <= result;
    end
  end

  always_ff @(posedge clk_i) {mechanics_q, state_q} <= {mechanics_i, state_i};

  nothing_is_written :
  assert property (@(posedge clk_i) !(write_i || seek_write_i) || (ready_o && !start_i));
  state_is_held :
  assert property (@(posedge clk_i) ready_o || !scans_q || begun_q ||
                   {mechanics_i, state_i} == {mechanics_q, state_q});
  no_start_is_lost :
  assert property (@(posedge clk_i) !start_i || ready_o);

endmodule
