// What must be true of the comparator, whatever is written to it, and whenever it may be: a scan ends after the
// clocks that it states; its winner is a valid entry; no other valid entry has a smaller key, nor the same key and an
// older order; and if none won, there was none.
//
// The entries are free inputs, so these are any entries; `entry_i`, free but constant, is any of them.
module comparator_proof
  import sptf_comparator_pkg::*;
#(
    parameter int unsigned Entries = 4,
    parameter int unsigned Lanes = 1,
    localparam int unsigned TagWidth = $clog2(Entries),
    localparam int unsigned LaneWidth = $clog2(Lanes),
    localparam int unsigned Rows = Entries / Lanes
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  write_i,
    input logic   [TagWidth-1:0] write_tag_i,
    input entry_t                write_entry_i,
    input state_t                state_i,
    input logic                  start_i,
    input logic   [TagWidth-1:0] entry_i
);

  logic ready, done, found;
  logic [TagWidth-1:0] tag;
  key_t key;

  sptf_comparator #(
      .Entries(Entries),
      .Lanes(Lanes),
      .SeekEntries(2)
  ) i_comparator (
      .clk_i,
      .rst_ni,
      .write_i,
      .write_tag_i,
      .write_entry_i,
      .seek_write_i(1'b0),
      .seek_address_i('0),
      .seek_i('0),
      .mechanics_i('0),
      .state_i,
      .ready_o(ready),
      .start_i,
      .done_o(done),
      .found_o(found),
      .tag_o(tag),
      .key_o(key)
  );

  // Reset in the first clock only.
  logic running_q = 1'b0;
  state_t state_q;
  logic [TagWidth-1:0] entry_q;

  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    state_q   <= state_i;
    entry_q   <= entry_i;
  end

  entry_t entries_q[Entries];  // as written
  logic scanning_q = 1'b0;
  logic [7:0] clocks_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < Entries; ++i) entries_q[i] <= '0;
      scanning_q <= 1'b0;
    end else begin
      if (write_i) entries_q[write_tag_i] <= write_entry_i;
      clocks_q <= ready ? '0 : clocks_q + 1'b1;
      if (ready && start_i) scanning_q <= 1'b1;
      else if (done) scanning_q <= 1'b0;
    end
  end

  entry_t winner, other;

  assign winner = entries_q[tag];
  assign other  = entries_q[entry_q];

  always_comb begin
    assume (rst_ni == running_q);
    if (running_q) begin
      assume (entry_i == entry_q);
      assume (!scanning_q || state_i == state_q);
      assume (!write_i || ready);
    end

    if (rst_ni && done) begin
      in_time : assert (scanning_q && 32'(clocks_q) == Rows + 22 + 2 * LaneWidth);
      winner_is_valid : assert (!found || (winner.valid && winner.handicap == key));
      nothing_is_lost : assert (!other.valid || found);
      least : assert (!other.valid || key <= other.handicap);
      oldest_of_equals :
      assert (!other.valid || key != other.handicap ||
              winner.order - state_i.oldest <= other.order - state_i.oldest);
    end
    if (rst_ni && scanning_q) begin
      ends : assert (32'(clocks_q) <= Rows + 22 + 2 * LaneWidth);
    end
  end

endmodule
