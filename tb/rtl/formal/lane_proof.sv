// What must be true of a lane: whatever it held before and whichever rows are read before and after, the key of a row,
// and its order, are what the drive's arithmetic says (hs_positioning, hs_rotation_wait), for any entry, any seek times
// and any state of the drive. There is no reset: it begins in any state, so it is true at any time.
module lane_proof
  import sptf_comparator_pkg::*;
#(
    parameter int unsigned SeekEntries = 4,
    parameter int unsigned Case = 0  // shows that this one exists: then the proof must fail
) (
    input logic clk_i,
    input logic read_i,
    input logic [1:0] read_row_i,
    input entry_t entry_i,
    input logic [1:0] row_i,
    input seek_t up_i,  // the seek over the entry's distance, towards higher cylinders,
    input seek_t down_i,  // and towards lower ones
    input mechanics_t mechanics_i,
    input state_t state_i
);

  localparam int unsigned Latency = 19;
  localparam int unsigned DistanceWidth = $clog2(SeekEntries);
  localparam int unsigned Start = 2;  // the writes before are over

  // Any values that stay the same, but for the rows that are read.
  logic running_q = 1'b0;
  logic [4:0] clock_q = '0;
  entry_t entry_q;
  logic [1:0] row_q;
  seek_t up_q, down_q;
  mechanics_t mechanics_q;
  state_t state_q;
  logic read_q;  // was the row read?

  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    clock_q <= clock_q == '1 ? clock_q : clock_q + 1'b1;
    {entry_q, row_q, up_q, down_q} <= {entry_i, row_i, up_i, down_i};
    {mechanics_q, state_q} <= {mechanics_i, state_i};
    if (32'(clock_q) == Start) read_q <= read_i;
  end

  cylinder_t distance;
  logic up;

  assign up = entry_i.cylinder >= state_i.cylinder;
  assign distance = up ? entry_i.cylinder - state_i.cylinder : state_i.cylinder - entry_i.cylinder;

  logic valid;
  key_t key;
  order_t order;
  logic [1:0] row;

  sptf_lane #(
      .Rows(4),
      .SeekEntries(SeekEntries)
  ) i_lane (
      .clk_i,
      .rst_ni(1'b1),
      .write_i(clock_q == 0),
      .write_row_i(row_i),
      .write_entry_i(entry_i),
      .seek_write_i(clock_q == 0 || clock_q == 1),
      .seek_address_i({clock_q == 0, distance[DistanceWidth-1:0]}),
      .seek_i(clock_q == 0 ? up_i : down_i),
      .mechanics_i,
      .state_i,
      .read_i,
      .read_row_i,
      .valid_o(valid),
      .key_o(key),
      .order_o(order),
      .row_o(row)
  );

  // The reference, in one go, wide enough to see an overflow.
  localparam int unsigned Wide = TimeWidth + 3;
  typedef logic signed [Wide-1:0] wide_t;
  wide_t arm, move, settle, settled, over, data, eligible;
  departure_t departure;
  logic sequential;
  angle_t into, wanted;
  key_t reference;

  always_comb begin
    arm = distance == '0 ? wide_t'({1'b0, mechanics_i.same_cylinder})
                         : wide_t'({1'b0, up ? up_i : down_i}) <<< SeekShift;
    move = arm;
    if (entry_i.head != state_i.head && move < wide_t'({1'b0, mechanics_i.head_switch})) begin
      move = wide_t'({1'b0, mechanics_i.head_switch});
    end
    settle = wide_t'($signed(entry_i.write ? mechanics_i.write_settle : mechanics_i.read_settle));
    settled = move == 0 || move + settle < 0 ? 0 : move + settle;
    sequential = entry_i.lbn == state_i.last_end && entry_i.write == state_i.last_write;
    departure = entry_i.write ? state_i.write[sequential] : state_i.read[sequential];
    over = wide_t'({1'b0, departure.start}) + settled;
    data = entry_i.write ? wide_t'({1'b0, state_i.data[sequential]}) + wide_t'({1'b0, entry_i.lead}) : 0;
    eligible = over;
    if (eligible < wide_t'({1'b0, departure.ready})) eligible = wide_t'({1'b0, departure.ready});
    if (eligible < data) eligible = data;
    into = state_i.now + eligible[AngleWidth-1:0] - entry_i.angle;
    wanted = into <= entry_i.span ? '0 : -into;
    reference = entry_i.handicap + (entry_i.cached ? '0 : KeyWidth'(eligible) + KeyWidth'(wanted));
  end

  always_comb begin
    if (running_q) begin
      assume ({entry_i, row_i, up_i, down_i} == {entry_q, row_q, up_q, down_q});
      assume ({mechanics_i, state_i} == {mechanics_q, state_q});
    end
    // What sptf_comparator_pkg asks for: no sum exceeds a time, no distance the table.
    assume (32'(distance) < SeekEntries);
    assume (move < 2 ** TimeWidth && settled < 2 ** TimeWidth);
    assume (over < 2 ** TimeWidth && data < 2 ** TimeWidth);
    assume (32'(clock_q) != Start || !read_i || read_row_i == row_i);

    if (32'(clock_q) == Start + Latency && Case == 0) begin
      validity : assert (valid == (read_q && entry_i.valid));
      if (valid) begin
        the_key : assert (key == reference);
        the_order : assert (order == order_t'(entry_i.order - state_i.oldest));
        the_row : assert (row == row_i);
      end
    end
    // Nothing of that is true for want of cases.
    if (32'(clock_q) == Start + Latency && Case != 0) begin
      turns : assert (Case != 1 || !(valid && !entry_i.cached && wanted != '0));
      in_span : assert (Case != 2 || !(valid && !entry_i.cached && wanted == '0 && into != '0));
      switches : assert (Case != 3 || !(valid && move != arm));
      below_nothing : assert (Case != 4 || !(valid && move != 0 && move + settle < 0));
      data_late :
      assert (Case != 5 || !(valid && entry_i.write && eligible == data && data > over));
      empty : assert (Case != 6 || valid);
      goes_on : assert (Case != 7 || !(valid && sequential));
    end
  end

endmodule
