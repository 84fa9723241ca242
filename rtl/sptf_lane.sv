// One lane of the comparator: its share of the entries, and a pipeline that gives the key of one
// entry a clock. The key is the time from now to the first sector, plus the handicap: the arm moves and
// settles, the request's own conditions are met, and then the platter turns until the sector comes by.
//
// A row that is asked for with read_i comes out Latency clocks later. A row must not be read in the
// clock in which it is written; neither memory then needs a rule for collisions.
module sptf_lane
  import sptf_comparator_pkg::*;
#(
    parameter int unsigned Rows = 256,
    parameter int unsigned SeekEntries = 4096,  // distances: 0 .. SeekEntries - 1
    localparam int unsigned RowWidth = Rows > 1 ? $clog2(Rows) : 1,
    localparam int unsigned SeekAddressWidth = $clog2(SeekEntries) + 1
) (
    input logic clk_i,
    input logic rst_ni,

    input logic                  write_i,
    input logic   [RowWidth-1:0] write_row_i,
    input entry_t                write_entry_i,

    // Seek times by distance; the highest address bit: towards higher cylinders.
    input logic                         seek_write_i,
    input logic  [SeekAddressWidth-1:0] seek_address_i,
    input seek_t                        seek_i,

    // Held while rows are under way.
    input mechanics_t mechanics_i,
    input state_t     state_i,

    input logic                read_i,
    input logic [RowWidth-1:0] read_row_i,

    output logic                  valid_o,
    output key_t                  key_o,
    output order_t                order_o,  // counted from the oldest
    output logic   [RowWidth-1:0] row_o
);

  localparam int unsigned DistanceWidth = SeekAddressWidth - 1;
  localparam int unsigned Latency = 15;

  (* no_rw_check *) entry_t entries[Rows];
  (* no_rw_check *) seek_t seeks[2 * SeekEntries];

  // What goes down the pipeline beside the times.
  typedef struct packed {
    logic                write;
    logic                cached;
    angle_t              angle;
    angle_t              span;
    angle_t              lead;
    order_t              order;
    key_t                handicap;
    logic [RowWidth-1:0] row;
  } passing_t;

  // A name that ends in _q4 is a register of stage 4: written at the end of the clock in which
  // the row is in stage 4. passing_q[4] and valid_q[4] belong to it.
  logic [Latency-1:0] valid_q;
  passing_t passing_q[2:Latency-1];

  // Stages 0 and 1: read the entry. The memory's own output is too slow to work on.
  entry_t entry_q0, entry_q1;
  logic [RowWidth-1:0] row_q0, row_q1;
  logic read_q0, read_q1;

  always_ff @(posedge clk_i) begin
    if (write_i) entries[write_row_i] <= write_entry_i;
    if (read_i) entry_q0 <= entries[read_row_i];
    row_q0   <= read_row_i;
    entry_q1 <= entry_q0;
    row_q1   <= row_q0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {read_q1, read_q0} <= '0;
    else {read_q1, read_q0} <= {read_q0, read_i};
  end

  // Stage 2: how far, both ways.
  logic [CylinderWidth:0] up_q2;
  cylinder_t down_q2;
  logic other_head_q2;

  always_ff @(posedge clk_i) begin
    up_q2         <= {1'b0, entry_q1.cylinder} - {1'b0, state_i.cylinder};
    down_q2       <= state_i.cylinder - entry_q1.cylinder;
    other_head_q2 <= entry_q1.head != state_i.head;
  end

  // Stage 3: which way.
  logic below, same_cylinder_q3, other_head_q3;
  cylinder_t distance;
  logic [SeekAddressWidth-1:0] seek_address_q3;

  assign below = up_q2[CylinderWidth];
  assign distance = below ? down_q2 : up_q2[CylinderWidth-1:0];

  always_ff @(posedge clk_i) begin
    seek_address_q3  <= {!below, distance[DistanceWidth-1:0]};
    same_cylinder_q3 <= distance == '0;
    other_head_q3    <= other_head_q2;
  end

  // Stages 4 and 5: look the seek up.
  seek_t seek_q4, seek_q5;
  logic same_cylinder_q4, same_cylinder_q5, other_head_q4, other_head_q5;

  always_ff @(posedge clk_i) begin
    if (seek_write_i) seeks[seek_address_i] <= seek_i;
    seek_q4                              <= seeks[seek_address_q3];
    seek_q5                              <= seek_q4;
    {same_cylinder_q4, same_cylinder_q5} <= {same_cylinder_q3, same_cylinder_q4};
    {other_head_q4, other_head_q5}       <= {other_head_q3, other_head_q4};
  end

  // Stage 6: the seek, or the time within a cylinder; is the head switch longer?
  time_t arm, arm_q6;
  logic switch_q6;

  assign arm = same_cylinder_q5 ? mechanics_i.same_cylinder : TimeWidth'(seek_q5) << SeekShift;

  always_ff @(posedge clk_i) begin
    arm_q6    <= arm;
    switch_q6 <= other_head_q5 && arm < mechanics_i.head_switch;
  end

  // Stage 7: the longer one; settling comes after any movement.
  time_t move, move_q7;
  logic [TimeWidth:0] settle_q7;

  assign move = switch_q6 ? mechanics_i.head_switch : arm_q6;

  always_ff @(posedge clk_i) begin
    move_q7   <= move;
    settle_q7 <= passing_q[6].write ? mechanics_i.write_settle : mechanics_i.read_settle;
  end

  // Stage 8: settled, and never less than nothing; what holds up its kind.
  logic [TimeWidth:0] settled;
  time_t settled_q8, data_q8;
  departure_t departure_q8;

  assign settled = {1'b0, move_q7} + settle_q7;

  always_ff @(posedge clk_i) begin
    settled_q8   <= move_q7 == '0 || settled[TimeWidth] ? '0 : settled[TimeWidth-1:0];
    departure_q8 <= passing_q[7].write ? state_i.write : state_i.read;
    data_q8      <= passing_q[7].write ? state_i.data + TimeWidth'(passing_q[7].lead) : '0;
  end

  // Stage 9: when the heads are there; when the request may begin.
  time_t over_q9, ready_q9;

  always_ff @(posedge clk_i) begin
    over_q9  <= departure_q8.start + settled_q8;
    ready_q9 <= departure_q8.ready < data_q8 ? data_q8 : departure_q8.ready;
  end

  // Stage 10: both.
  time_t eligible_q10;

  always_ff @(posedge clk_i) begin
    eligible_q10 <= over_q9 < ready_q9 ? ready_q9 : over_q9;
  end

  // Stage 11: the angle of the platter then.
  angle_t arrive_q11;
  time_t  eligible_q11;

  always_ff @(posedge clk_i) begin
    arrive_q11   <= state_i.now + eligible_q10[AngleWidth-1:0];
    eligible_q11 <= passing_q[10].cached ? '0 : eligible_q10;
  end

  // Stage 12: how long until the sector comes by, and since when it has been; the subtraction wraps
  // as the platter does.
  angle_t wait_q12, into_q12;
  key_t base_q12;

  always_ff @(posedge clk_i) begin
    wait_q12 <= passing_q[11].angle - arrive_q11;
    into_q12 <= arrive_q11 - passing_q[11].angle;
    base_q12 <= passing_q[11].handicap + KeyWidth'(eligible_q11);
  end

  // Stage 13: no wait within the span.
  angle_t wait_q13;
  key_t   base_q13;

  always_ff @(posedge clk_i) begin
    wait_q13 <= passing_q[12].cached || into_q12 <= passing_q[12].span ? '0 : wait_q12;
    base_q13 <= base_q12;
  end

  // Stage 14: the key.
  key_t   key_q14;
  order_t order_q14;

  always_ff @(posedge clk_i) begin
    key_q14   <= base_q13 + KeyWidth'(wait_q13);
    order_q14 <= passing_q[13].order - state_i.oldest;
  end

  // What passes along.
  always_ff @(posedge clk_i) begin
    passing_q[2] <= '{
        write: entry_q1.write,
        cached: entry_q1.cached,
        angle: entry_q1.angle,
        span: entry_q1.span,
        lead: entry_q1.lead,
        order: entry_q1.order,
        handicap: entry_q1.handicap,
        row: row_q1
    };
    for (int unsigned s = 3; s < Latency; ++s) passing_q[s] <= passing_q[s-1];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[Latency-2:2], read_q1 && entry_q1.valid, 2'b0};
  end

  assign valid_o = valid_q[Latency-1];
  assign key_o   = key_q14;
  assign order_o = order_q14;
  assign row_o   = passing_q[Latency-1].row;

`ifndef SYNTHESIS
  initial begin
    assert (Rows >= 1)
    else $fatal(1, "Rows must be at least 1");
    assert (SeekEntries >= 2 && SeekEntries <= 2 ** CylinderWidth)
    else $fatal(1, "SeekEntries must be 2 to 2^CylinderWidth");
  end

  always_ff @(posedge clk_i) begin
    assert (!(read_i && write_i && read_row_i == write_row_i))
    else $error("a row is read and written in the same clock");
    assert (!valid_q[2] || 32'(distance) < SeekEntries)
    else $error("a distance beyond the seek table");
  end
`endif

endmodule
