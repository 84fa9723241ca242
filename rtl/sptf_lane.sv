// One lane of the comparator: its share of the entries, and a pipeline that gives the key of one
// entry a clock. The key is the time from the state's start to the first sector, plus the handicap.
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

    input logic                write_i,
    input logic [RowWidth-1:0] write_row_i,
    input entry_t              write_entry_i,

    // Seek times by distance; the highest address bit: towards higher cylinders.
    input logic                        seek_write_i,
    input logic [SeekAddressWidth-1:0] seek_address_i,
    input seek_t                       seek_i,

    // Held while rows are under way.
    input mechanics_t mechanics_i,
    input state_t     state_i,

    input logic                read_i,
    input logic [RowWidth-1:0] read_row_i,

    output logic                valid_o,
    output key_t                key_o,
    output order_t              order_o,  // counted from the oldest
    output logic [RowWidth-1:0] row_o
);

  localparam int unsigned DistanceWidth = SeekAddressWidth - 1;
  localparam int unsigned Latency = 9;

  (* no_rw_check *) entry_t entries[Rows];
  (* no_rw_check *) seek_t seeks[2 * SeekEntries];

  // What goes down the pipeline beside the times. Stage 0 is the entry memory's output.
  typedef struct packed {
    logic                write;
    logic                cached;
    angle_t              angle;
    order_t              order;
    key_t                handicap;
    logic [RowWidth-1:0] row;
  } passing_t;

  // Stage s's registers are [s]: written at the end of clock s.
  logic [Latency-1:0] valid_q;
  passing_t passing_q[1:Latency-1];

  // Stage 0: read the entry.
  entry_t entry_q;
  logic [RowWidth-1:0] row_q;
  logic read_q;

  always_ff @(posedge clk_i) begin
    if (write_i) entries[write_row_i] <= write_entry_i;
    if (read_i) entry_q <= entries[read_row_i];
    row_q <= read_row_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) read_q <= 1'b0;
    else read_q <= read_i;
  end

  // Stage 1: how far, and which way.
  logic up, same_cylinder_q, other_head_q;
  logic [CylinderWidth-1:0] distance;
  logic [SeekAddressWidth-1:0] seek_address_q;

  assign up = entry_q.cylinder > state_i.cylinder;
  assign distance = up ? entry_q.cylinder - state_i.cylinder : state_i.cylinder - entry_q.cylinder;

  always_ff @(posedge clk_i) begin
    seek_address_q  <= {up, distance[DistanceWidth-1:0]};
    same_cylinder_q <= entry_q.cylinder == state_i.cylinder;
    other_head_q    <= entry_q.head != state_i.head;
  end

  // Stage 2: look the seek up.
  seek_t seek_q;
  logic same_cylinder_q2, other_head_q2;

  always_ff @(posedge clk_i) begin
    if (seek_write_i) seeks[seek_address_i] <= seek_i;
    seek_q           <= seeks[seek_address_q];
    same_cylinder_q2 <= same_cylinder_q;
    other_head_q2    <= other_head_q;
  end

  // Stage 3: the seek, or the time within a cylinder; is the head switch longer?
  time_t arm, arm_q;
  logic switch_q;

  assign arm = same_cylinder_q2 ? mechanics_i.same_cylinder : TimeWidth'(seek_q) << SeekShift;

  always_ff @(posedge clk_i) begin
    arm_q    <= arm;
    switch_q <= other_head_q2 && arm < mechanics_i.head_switch;
  end

  // Stage 4: the longer one; settling comes after any movement.
  time_t move, move_q;
  logic [TimeWidth:0] settle_q;

  assign move = switch_q ? mechanics_i.head_switch : arm_q;

  always_ff @(posedge clk_i) begin
    move_q   <= move;
    settle_q <= passing_q[3].write ? mechanics_i.write_settle : mechanics_i.read_settle;
  end

  // Stage 5: settled, and never less than nothing.
  logic [TimeWidth:0] settled;
  time_t settled_q;

  assign settled = {1'b0, move_q} + settle_q;

  always_ff @(posedge clk_i) begin
    settled_q <= move_q == '0 || settled[TimeWidth] ? '0 : settled[TimeWidth-1:0];
  end

  // Stage 6: the angle at which the heads arrive.
  angle_t arrive_q;
  time_t settled_q2;

  always_ff @(posedge clk_i) begin
    arrive_q   <= state_i.start + settled_q[AngleWidth-1:0];
    settled_q2 <= settled_q;
  end

  // Stage 7: how long until the sector comes by; the subtraction wraps as the platter does.
  angle_t wait_q;
  time_t settled_q3;

  always_ff @(posedge clk_i) begin
    wait_q     <= passing_q[6].angle - arrive_q;
    settled_q3 <= settled_q2;
  end

  // Stage 8: the key.
  key_t   key_q;
  order_t order_q;

  always_ff @(posedge clk_i) begin
    key_q <= passing_q[7].handicap +
        (passing_q[7].cached ? '0 : KeyWidth'(settled_q3) + KeyWidth'(wait_q));
    order_q <= passing_q[7].order - state_i.oldest;
  end

  // What passes along.
  always_ff @(posedge clk_i) begin
    passing_q[1] <= '{
        write: entry_q.write,
        cached: entry_q.cached,
        angle: entry_q.angle,
        order: entry_q.order,
        handicap: entry_q.handicap,
        row: row_q
    };
    for (int unsigned s = 2; s < Latency; ++s) passing_q[s] <= passing_q[s-1];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[Latency-2:1], read_q && entry_q.valid, 1'b0};
  end

  assign valid_o = valid_q[Latency-1];
  assign key_o   = key_q;
  assign order_o = order_q;
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
    assert (!read_q || !entry_q.valid || 32'(distance) < SeekEntries)
    else $error("a distance beyond the seek table");
  end
`endif

endmodule
