// What must be true of the comparator, whatever its entries are: a scan ends after the clocks that it states; its winner
// is a valid entry; no other valid entry has a smaller key, nor the same key and an older order, nor the same of both and a
// smaller tag; and if none won, there was none.
//
// There is no reset: it begins in any state in which the comparator is ready and nothing is under way (`at_rest`), and shows
// that the next such state comes, at the clock after if no scan is started, else at its end. So it is true of any
// number of scans. That reset leads to one is a case of its own (FromReset).
module comparator_proof
  import sptf_comparator_pkg::*;
#(
    parameter int unsigned Entries = 4,
    parameter int unsigned Lanes = 1,
    parameter bit FromReset = 0,
    parameter int unsigned Case = 0,  // shows that this one exists: then the proof must fail
    localparam int unsigned TagWidth = $clog2(Entries),
    localparam int unsigned LaneWidth = $clog2(Lanes),
    localparam int unsigned Rows = Entries / Lanes
) (
    input logic                  clk_i,
    input logic                  write_i,
    input logic   [TagWidth-1:0] write_tag_i,
    input entry_t                write_entry_i,
    input state_t                state_i,
    input logic                  start_i,
    input logic   [TagWidth-1:0] entry_i
);

  localparam int unsigned Clocks = Rows + 22 + 2 * LaneWidth;

  logic [6:0] clock_q = '0;
  logic ready, done, found;
  logic [TagWidth-1:0] tag;
  key_t key;

  sptf_comparator #(
      .Entries(Entries),
      .Lanes(Lanes),
      .SeekEntries(2)
  ) i_comparator (
      .clk_i,
      .rst_ni(!FromReset || clock_q != '0),
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

  // Ready, and no row under way; the best of the last scan may be anything.
  logic [Lanes-1:0] lane_at_rest;
  logic [Lanes-1:0] node_at_rest;
  logic at_rest;

  for (genvar lane = 0; lane < Lanes; ++lane) begin : gen_lane
    assign lane_at_rest[lane] = i_comparator.gen_lane[lane].i_lane.under_way == '0;
    if (lane == 0) begin : gen_no_node
      assign node_at_rest[lane] = 1'b1;
    end else begin : gen_node
      assign node_at_rest[lane] = !i_comparator.gen_tree.i_minimum.gen_node[lane].a_q.valid &&
                                  !i_comparator.gen_tree.i_minimum.gen_node[lane].b_q.valid &&
                                  !i_comparator.gen_tree.i_minimum.gen_node[lane].node_q.valid;
    end
  end
  assign at_rest = ready && &lane_at_rest && &node_at_rest && 32'(i_comparator.write_row_q) < Rows &&
                   !i_comparator.i_best.new_valid_q && !i_comparator.begun_q && !i_comparator.take_q;

  // The entries that the scan begins with: what was written in the clock before is on its way still.
  entry_t entries[Entries];
  entry_t entries_q[Entries];
  logic started_q = 1'b0;
  logic stays_q, early_q;  // at rest in the second clock; ready or done before the end
  state_t state_q;
  logic [TagWidth-1:0] entry_q;

  logic [Entries-1:0] there;

  for (genvar i = 0; i < Entries; ++i) begin : gen_entry
    assign there[i] = entries[i].valid;
    assign entries[i] = i_comparator.write_q[i%Lanes] && 32'(i_comparator.write_row_q) == i / Lanes ?
                        i_comparator.write_entry_q :
                        i_comparator.gen_lane[i%Lanes].i_lane.entries[i/Lanes];
  end

  always_ff @(posedge clk_i) begin
    clock_q <= clock_q == '1 ? clock_q : clock_q + 1'b1;
    state_q <= state_i;
    entry_q <= entry_i;
    stays_q <= clock_q == 7'd1 ? at_rest : stays_q;
    early_q <= clock_q != '0 && (early_q || ready || done);
    if (clock_q == '0) begin
      started_q <= start_i;
      for (int unsigned i = 0; i < Entries; ++i) entries_q[i] <= entries[i];
    end
  end

  entry_t winner, other;
  order_t winner_order, other_order;

  assign winner = entries_q[tag];
  assign other = entries_q[entry_i];
  assign winner_order = winner.order - state_i.oldest;
  assign other_order = other.order - state_i.oldest;

  always_comb begin
    assume (!write_i || (ready && !start_i));
    if (FromReset) begin
      assume (!write_i && !start_i);
      if (32'(clock_q) == Rows + 1) begin
        cleared : assert (at_rest && there == '0);
      end
    end else if (clock_q == '0) begin
      assume (at_rest);
    end else begin
      assume (entry_i == entry_q);
      assume (state_i == state_q || clock_q == 7'd1);
    end

    if (!FromReset && !started_q && 32'(clock_q) == Clocks + 1) begin
      stays : assert (stays_q);
    end
    if (!FromReset && started_q && 32'(clock_q) == Clocks + 1 && Case == 0) begin
      in_time : assert (done && !early_q && at_rest);
      winner_is_valid : assert (!found || (winner.valid && winner.handicap == key));
      nothing_is_lost : assert (!other.valid || found);
      least : assert (!other.valid || key <= other.handicap);
      oldest_of_equals :
      assert (!other.valid || key != other.handicap || winner_order <= other_order);
      first_of_those :
      assert (!other.valid || key != other.handicap || winner_order != other_order ||
              tag <= entry_i);
    end
    // Nothing of that is true for want of cases.
    if (!FromReset && started_q && 32'(clock_q) == Clocks + 1 && Case != 0) begin
      first_wins : assert (Case != 1 || !(found && tag == '0 && other.valid && entry_i != '0));
      last_wins : assert (Case != 2 || !(found && tag == '1 && other.valid && entry_i == '0));
      tie :
      assert (Case != 3 || !(found && entry_i > tag && other.valid && key == other.handicap &&
                                   winner_order == other_order));
      none : assert (Case != 4 || found);
    end
  end

endmodule
