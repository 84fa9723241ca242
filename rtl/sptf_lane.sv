// One lane of the comparator: its share of the entries, and a pipeline that gives the key of one
// entry a clock. The key is the time from now to the first sector, plus the handicap: the arm moves and
// settles, the request's own conditions are met, and then the platter turns until the sector comes by.
//
// A row that is asked for with read_i comes out Latency clocks later. Nothing is written while a row is under
// way, so that each part of an entry is read when it is needed, rather than carried there.
module sptf_lane
  import sptf_comparator_pkg::*;
#(
    parameter int unsigned Rows = 256,  // entries of this lane
    parameter int unsigned SeekEntries = 4096,  // distances: 0 .. SeekEntries - 1
    localparam int unsigned RowWidth = Rows > 1 ? $clog2(Rows) : 1,
    localparam int unsigned SeekAddressWidth = $clog2(SeekEntries) + 1
) (
    input logic clk_i,
    input logic rst_ni, // nothing is under way then; entries and seek times stay

    input logic                  write_i,       // the entry of this row
    input logic   [RowWidth-1:0] write_row_i,
    input entry_t                write_entry_i,

    // Seek times by distance; the highest address bit: towards higher cylinders.
    input logic                         seek_write_i,
    input logic  [SeekAddressWidth-1:0] seek_address_i,
    input seek_t                        seek_i,

    // Held while rows are under way, and the entries and seek times as well.
    input mechanics_t mechanics_i,
    input state_t     state_i,

    input logic                read_i,     // the key of this row
    input logic [RowWidth-1:0] read_row_i,

    output logic                  valid_o,  // a row was asked for, and its entry is valid
    output key_t                  key_o,
    output order_t                order_o,  // counted from the oldest
    output logic   [RowWidth-1:0] row_o
);

  localparam int unsigned DistanceWidth = SeekAddressWidth - 1;
  localparam int unsigned Latency = 19;
  localparam int unsigned Last = 14;  // stage in which the last part of an entry is asked for

  // A name that ends in _q4 is a register of stage 4: written at the end of the clock in which
  // the row is in stage 4. row_q[4], read_q[4] and so on belong to it.
  logic [Last:0] read_q;
  logic [Latency-1:2] valid_q;
  logic [10:2] kind_q;  // a write
  logic [9:4] sequential_q;  // the entry begins where the last request ended, of the same kind
  logic [16:2] cached_q;
  logic [RowWidth-1:0] row_q[Latency];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) read_q <= '0;
    else read_q <= {read_q[Last-1:0], read_i};
  end

  always_ff @(posedge clk_i) begin
    row_q[0] <= read_row_i;
    for (int unsigned s = 1; s < Latency; ++s) row_q[s] <= row_q[s-1];
  end

  // Stages 0 and 1: read where the entry is.
  typedef struct packed {
    logic      valid;
    logic      write;
    logic      cached;
    cylinder_t cylinder;
    head_t     head;
  } place_t;

  place_t place_q1;

  sptf_field #(
      .Rows(Rows),
      .Width($bits(place_t)),
      .Latency(2)
  ) i_place (
      .clk_i,
      .write_i,
      .write_row_i,
      .write_data_i({
        write_entry_i.valid,
        write_entry_i.write,
        write_entry_i.cached,
        write_entry_i.cylinder,
        write_entry_i.head
      }),
      .read_i,
      .read_row_i,
      .data_o(place_q1)
  );

  // Stage 2: how far, both ways.
  logic [CylinderWidth:0] up_q2;
  cylinder_t down_q2;
  head_t heads_q2;  // what differs in them

  always_ff @(posedge clk_i) begin
    up_q2    <= {1'b0, place_q1.cylinder} - {1'b0, state_i.cylinder};
    down_q2  <= state_i.cylinder - place_q1.cylinder;
    heads_q2 <= place_q1.head ^ state_i.head;
    kind_q   <= {kind_q[9:2], place_q1.write};
    cached_q <= {cached_q[15:2], place_q1.cached};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[Latency-2:2], read_q[1] && place_q1.valid};
  end

  // In the same clocks: does the entry begin where the last request ended? A test of all bits takes two clocks.
  localparam int unsigned PartWidth = 4;
  localparam int unsigned LbnParts = (LbnWidth + PartWidth - 1) / PartWidth;
  lbn_t lbn_q2;
  logic [LbnParts-1:0] other_q3;

  sptf_field #(
      .Rows (Rows),
      .Width(LbnWidth)
  ) i_lbn (
      .clk_i,
      .write_i,
      .write_row_i,
      .write_data_i(write_entry_i.lbn),
      .read_i,
      .read_row_i,
      .data_o(lbn_q2)
  );

  always_ff @(posedge clk_i) begin
    for (int unsigned p = 0; p < LbnParts; ++p)
    other_q3[p] <= PartWidth'((lbn_q2 ^ state_i.last_end) >> p * PartWidth) != '0;
    sequential_q <= {sequential_q[8:4], other_q3 == '0 && kind_q[3] == state_i.last_write};
  end

  // Stage 3: which way.
  logic below, same_cylinder_q3, other_head_q3;
  cylinder_t distance;
  logic [SeekAddressWidth-1:0] seek_address_q3;

  assign below = up_q2[CylinderWidth];
  assign distance = below ? down_q2 : up_q2[CylinderWidth-1:0];

  always_ff @(posedge clk_i) begin
    seek_address_q3  <= {!below, distance[DistanceWidth-1:0]};
    same_cylinder_q3 <= up_q2 == '0;
    other_head_q3    <= heads_q2 != '0;
  end

  // Stages 4 and 5: look the seek up.
  (* no_rw_check *) seek_t seeks[2 * SeekEntries];
  seek_t seek_q4, seek_q5;
  logic same_cylinder_q4, same_cylinder_q5, other_head_q4, other_head_q5, other_head_q6;

  always_ff @(posedge clk_i) begin
    if (seek_write_i) seeks[seek_address_i] <= seek_i;
    seek_q4                                       <= seeks[seek_address_q3];
    seek_q5                                       <= seek_q4;
    {same_cylinder_q4, same_cylinder_q5}          <= {same_cylinder_q3, same_cylinder_q4};
    {other_head_q4, other_head_q5, other_head_q6} <= {other_head_q3, other_head_q4, other_head_q5};
  end

  // From here on a comparison and the choice that follows from it have a stage each: a carry chain
  // and a net to all bits are too much for one clock.

  // Stage 6: the seek, or the time within a cylinder.
  time_t arm_q6;

  always_ff @(posedge clk_i) begin
    arm_q6 <= same_cylinder_q5 ? mechanics_i.same_cylinder : TimeWidth'(seek_q5) << SeekShift;
  end

  // Stages 7 and 8: the longer of that and the head switch.
  // Is it a movement? A test of all bits takes two of the clocks; and what is longer than another time is not 0.
  localparam int unsigned MovePartWidth = 8;
  localparam int unsigned Parts = (TimeWidth + MovePartWidth - 1) / MovePartWidth;
  logic shorter_q7, other_head_q7, moved_q8;
  logic [Parts-1:0] some_q7;
  time_t arm_q7, move_q8;

  always_ff @(posedge clk_i) begin
    shorter_q7    <= less(arm_q6, mechanics_i.head_switch);
    other_head_q7 <= other_head_q6;
    arm_q7        <= arm_q6;
    for (int unsigned p = 0; p < Parts; ++p)
    some_q7[p] <= MovePartWidth'(arm_q6 >> p * MovePartWidth) != '0;
    moved_q8 <= (other_head_q7 && shorter_q7) || some_q7 != '0;
    move_q8  <= other_head_q7 && shorter_q7 ? mechanics_i.head_switch : arm_q7;
  end

  // Stages 9 and 10: settling comes after any movement, but never leaves less than nothing.
  logic [TimeWidth:0] settle_q8, settled_q9;
  logic  moved_q9;
  time_t settled_q10;

  always_ff @(posedge clk_i) begin
    settle_q8   <= kind_q[7] ? mechanics_i.write_settle : mechanics_i.read_settle;
    settled_q9  <= {1'b0, move_q8} + settle_q8;
    moved_q9    <= moved_q8;
    settled_q10 <= !moved_q9 || settled_q9[TimeWidth] ? '0 : settled_q9[TimeWidth-1:0];
  end

  // Beside them: what holds up its kind, and a write's data.
  time_t ready_of_write, ready_of_read, start_of_write, start_of_read;

  assign ready_of_write = state_i.write[sequential_q[8]].ready;
  assign ready_of_read  = state_i.read[sequential_q[8]].ready;
  assign start_of_write = state_i.write[sequential_q[9]].start;
  assign start_of_read  = state_i.read[sequential_q[9]].start;

  angle_t lead_q8;
  time_t ready_q9, data_q9, ready_q10, data_q10;
  logic data_later_q10;

  sptf_field #(
      .Rows (Rows),
      .Width(AngleWidth)
  ) i_lead (
      .clk_i,
      .write_i,
      .write_row_i,
      .write_data_i(write_entry_i.lead),
      .read_i(read_q[5]),
      .read_row_i(row_q[5]),
      .data_o(lead_q8)
  );

  always_ff @(posedge clk_i) begin
    data_q9        <= state_i.data[sequential_q[8]] + TimeWidth'(lead_q8);
    ready_q9       <= kind_q[8] ? ready_of_write : ready_of_read;
    data_later_q10 <= less(ready_q9, data_q9);
    data_q10       <= data_q9;
    ready_q10      <= ready_q9;
  end

  // Stage 11: when the heads are there; when the request may begin.
  time_t start_q10, over_q11, ready_q11;

  always_ff @(posedge clk_i) begin
    start_q10 <= kind_q[9] ? start_of_write : start_of_read;
    over_q11  <= settled_q10 + start_q10;
    ready_q11 <= kind_q[10] && data_later_q10 ? data_q10 : ready_q10;
  end

  // Stages 12 and 13: both.
  logic ready_later_q12;
  time_t over_q12, ready_q12, eligible_q13;

  always_ff @(posedge clk_i) begin
    ready_later_q12 <= less(over_q11, ready_q11);
    over_q12        <= over_q11;
    ready_q12       <= ready_q11;
    eligible_q13    <= ready_later_q12 ? ready_q12 : over_q12;
  end

  // Stage 14: the angle of the platter then.
  angle_t arrive_q14;
  time_t  eligible_q14;

  always_ff @(posedge clk_i) begin
    arrive_q14   <= state_i.now + eligible_q13[AngleWidth-1:0];
    eligible_q14 <= cached_q[13] ? '0 : eligible_q13;
  end

  // Stage 15: since when the sector has been there; the subtraction wraps as the platter does.
  typedef struct packed {
    angle_t angle;
    key_t   handicap;
  } target_t;

  target_t target_q14;
  angle_t into_q15;
  key_t base_q15;

  sptf_field #(
      .Rows (Rows),
      .Width($bits(target_t))
  ) i_target (
      .clk_i,
      .write_i,
      .write_row_i,
      .write_data_i({write_entry_i.angle, write_entry_i.handicap}),
      .read_i(read_q[11]),
      .read_row_i(row_q[11]),
      .data_o(target_q14)
  );

  always_ff @(posedge clk_i) begin
    into_q15 <= arrive_q14 - target_q14.angle;
    base_q15 <= target_q14.handicap + KeyWidth'(eligible_q14);
  end

  // Stages 16 and 17: no wait within the span; else the rest of the turn, which is what `into` lacks.
  angle_t span_q15, into_q16;
  key_t base_q16, base_q17;
  logic beyond_q16;
  logic signed [AngleWidth:0] lack_q17;

  sptf_field #(
      .Rows (Rows),
      .Width(AngleWidth)
  ) i_span (
      .clk_i,
      .write_i,
      .write_row_i,
      .write_data_i(write_entry_i.span),
      .read_i(read_q[12]),
      .read_row_i(row_q[12]),
      .data_o(span_q15)
  );

  always_ff @(posedge clk_i) begin
    beyond_q16 <= less(TimeWidth'(span_q15), TimeWidth'(into_q15));
    into_q16   <= into_q15;
    base_q16   <= base_q15;
    lack_q17   <= cached_q[16] || !beyond_q16 ? '0 : {1'b1, into_q16};
    base_q17   <= base_q16;
  end

  // Stage 18: the key.
  key_t key_q18;
  order_t order_q17, order_q18;

  sptf_field #(
      .Rows (Rows),
      .Width(OrderWidth)
  ) i_order (
      .clk_i,
      .write_i,
      .write_row_i,
      .write_data_i(write_entry_i.order),
      .read_i(read_q[14]),
      .read_row_i(row_q[14]),
      .data_o(order_q17)
  );

  always_ff @(posedge clk_i) begin
    key_q18   <= base_q17 - KeyWidth'(lack_q17);
    order_q18 <= order_q17 - state_i.oldest;
  end

  assign valid_o = valid_q[Latency-1];
  assign key_o   = key_q18;
  assign order_o = order_q18;
  assign row_o   = row_q[Latency-1];

`ifndef SYNTHESIS
  initial begin
    assert (Rows >= 1)
    else $fatal(1, "Rows must be at least 1");
    assert (SeekEntries >= 2 && SeekEntries <= 2 ** CylinderWidth)
    else $fatal(1, "SeekEntries must be 2 to 2^CylinderWidth");
  end
`endif

endmodule
