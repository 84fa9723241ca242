// SPTF comparator: which entry can the heads be at first? Costs of all valid entries, Lanes of them
// a clock; the least wins, of equal ones the oldest.
//
// A scan begins with start_i while ready_o, and ends with done_o after
//   Entries / Lanes + 2 * log2(Lanes) + 22 clocks.
// Entries and seek times are written while ready_o, before the clock of start_i: they are there a clock later. So a
// scan sees them as they were when it began.
//
// After reset all entries are empty, and ready_o comes Entries / Lanes clocks later.
//
// Times are ticks, as in sptf_comparator_pkg. Keys are unsigned and compared as they are: who adds
// handicaps keeps them below 2^KeyWidth less the longest cost. Entry t is row t / Lanes of lane
// t % Lanes.
module sptf_comparator
  import sptf_comparator_pkg::*;
#(
    parameter int unsigned Entries = 256,  // Lanes times any number
    parameter int unsigned Lanes = 1,  // candidates a clock: 1 is a serial scan, Entries a tree
    parameter int unsigned SeekEntries = 4096,  // distances in the seek table: 0 .. SeekEntries - 1
    localparam int unsigned TagWidth = Entries > 1 ? $clog2(Entries) : 1,
    localparam int unsigned SeekAddressWidth = $clog2(SeekEntries) + 1
) (
    input logic clk_i,
    input logic rst_ni,

    input logic                  write_i,       // while ready_o, and not start_i
    input logic   [TagWidth-1:0] write_tag_i,
    input entry_t                write_entry_i,

    input logic                         seek_write_i,    // while ready_o, and not start_i
    input logic  [SeekAddressWidth-1:0] seek_address_i,
    input seek_t                        seek_i,

    input mechanics_t mechanics_i,  // held from start_i to done_o
    input state_t     state_i,      // held from start_i to done_o

    output logic ready_o,
    input  logic start_i,

    output logic                done_o,   // for one clock; the result stays until the next start
    output logic                found_o,  // false: no entry is valid
    output logic [TagWidth-1:0] tag_o,
    output key_t                key_o     // cost plus handicap
);

  localparam int unsigned Rows = Entries / Lanes;
  localparam int unsigned RowWidth = Rows > 1 ? $clog2(Rows) : 1;
  localparam int unsigned LaneWidth = $clog2(Lanes);
  // From the last read to its candidate, and to the best of all.
  localparam int unsigned Drain = 19 + 2 * LaneWidth + 2;
  localparam int unsigned DrainWidth = $clog2(Drain + 1);

  typedef enum logic [1:0] {
    Clear,
    Idle,
    Scan,
    Finish
  } phase_e;

  phase_e phase_q;
  logic [RowWidth-1:0] row_q;
  logic [DrainWidth-1:0] drain_q;
  logic read, last_row, take_q;

  assign last_row = row_q == RowWidth'(Rows - 1);
  assign read     = phase_q == Scan;
  assign ready_o  = phase_q == Idle;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Clear;
      row_q   <= '0;
      drain_q <= '0;
      take_q  <= 1'b0;
    end else begin
      unique case (phase_q)
        Clear: begin
          row_q <= row_q + 1'b1;
          if (last_row) phase_q <= Idle;
        end
        Idle: begin
          row_q <= '0;
          if (start_i) phase_q <= Scan;
        end
        Scan: begin
          row_q <= row_q + 1'b1;
          if (last_row) begin
            phase_q <= Finish;
            drain_q <= DrainWidth'(Drain);
          end
        end
        default: begin  // Finish
          drain_q <= drain_q - 1'b1;
          take_q  <= drain_q == DrainWidth'(1);
          if (take_q) phase_q <= Idle;
        end
      endcase
    end
  end

  // What is written has a register before the lanes: it has a long way to go to all their memories, and a write enable
  // has a decoder before that and one behind. Clearing writes to all lanes. Its last row, too, is there before a
  // scan could read it.
  logic clear;
  logic [Lanes-1:0] write_q;
  logic [RowWidth-1:0] write_row_q;
  entry_t write_entry_q;
  logic seek_write_q;
  logic [SeekAddressWidth-1:0] seek_address_q;
  seek_t seek_q;

  assign clear = phase_q == Clear;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {write_q, seek_write_q} <= '0;
    else begin
      for (int unsigned lane = 0; lane < Lanes; ++lane) begin
        write_q[lane] <= clear || (write_i && 32'(write_tag_i) % Lanes == lane);
      end
      seek_write_q <= seek_write_i;
    end
  end

  always_ff @(posedge clk_i) begin
    write_row_q         <= clear ? row_q : RowWidth'(write_tag_i >> LaneWidth);
    write_entry_q       <= write_entry_i;
    write_entry_q.valid <= write_entry_i.valid && !clear;
    seek_address_q      <= seek_address_i;
    seek_q              <= seek_i;
  end

  logic [Lanes-1:0] lane_valid;
  key_t [Lanes-1:0] lane_key;
  order_t [Lanes-1:0] lane_order;
  logic [Lanes-1:0][RowWidth-1:0] lane_row;
  logic [Lanes-1:0][TagWidth-1:0] lane_tag;

  for (genvar lane = 0; lane < Lanes; ++lane) begin : gen_lane
    sptf_lane #(
        .Rows(Rows),
        .SeekEntries(SeekEntries)
    ) i_lane (
        .clk_i,
        .rst_ni,
        .write_i(write_q[lane]),
        .write_row_i(write_row_q),
        .write_entry_i(write_entry_q),
        .seek_write_i(seek_write_q),
        .seek_address_i(seek_address_q),
        .seek_i(seek_q),
        .mechanics_i,
        .state_i,
        .read_i(read),
        .read_row_i(row_q),
        .valid_o(lane_valid[lane]),
        .key_o(lane_key[lane]),
        .order_o(lane_order[lane]),
        .row_o(lane_row[lane])
    );
    assign lane_tag[lane] = TagWidth'(TagWidth'(lane_row[lane]) << LaneWidth) | TagWidth'(lane);
  end

  logic best_valid;
  key_t best_key;
  order_t best_order;
  logic [TagWidth-1:0] best_tag;

  if (Lanes == 1) begin : gen_serial
    assign best_valid = lane_valid[0];
    assign best_key   = lane_key[0];
    assign best_order = lane_order[0];
    assign best_tag   = lane_tag[0];
  end else begin : gen_tree
    sptf_minimum #(
        .Candidates(Lanes),
        .TagWidth  (TagWidth)
    ) i_minimum (
        .clk_i,
        .rst_ni,
        .valid_i(lane_valid),
        .key_i  (lane_key),
        .order_i(lane_order),
        .tag_i  (lane_tag),
        .valid_o(best_valid),
        .key_o  (best_key),
        .order_o(best_order),
        .tag_o  (best_tag)
    );
  end

  // In the first clock of a scan, the result of the last one goes.
  logic begun_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {begun_q, done_o} <= '0;
    else begin
      begun_q <= ready_o && start_i;
      done_o  <= take_q;
    end
  end

  sptf_best #(
      .TagWidth(TagWidth)
  ) i_best (
      .clk_i,
      .rst_ni,
      .forget_i(ready_o || begun_q),
      .clear_i (begun_q),
      .valid_i (best_valid),
      .key_i   (best_key),
      .order_i (best_order),
      .tag_i   (best_tag),
      .take_i  (take_q),
      .found_o,
      .tag_o,
      .key_o
  );

`ifndef SYNTHESIS
  initial begin
    assert (Lanes == 2 ** LaneWidth && Entries % Lanes == 0)
    else $fatal(1, "Lanes must be a power of 2 that divides Entries");
  end
`endif

endmodule
