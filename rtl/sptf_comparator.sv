// SPTF comparator: which entry can the heads be at first? Costs of all valid entries, Lanes of them
// a clock; the least wins, of equal ones the oldest.
//
// A scan begins with start_i while ready_o, and ends with done_o after
//   Entries / Lanes + 19 + 2 * log2(Lanes) + 1 clocks, and one more for each write in its first
//   Entries / Lanes clocks.
// Writes are taken at any time and hold a scan up for a clock. A scan sees each entry as it is when
// the scan comes to it, lane row by lane row. changed_o says that an entry was written behind that
// point, so that the result may be about what was there before: scan again, or look.
//
// After reset all entries are empty, and ready_o comes Entries / Lanes clocks later.
//
// Times are ticks, as in sptf_comparator_pkg. Keys are unsigned and compared as they are: who adds
// handicaps keeps them below 2^KeyWidth less the longest cost. Entry t is row t / Lanes of lane
// t % Lanes.
module sptf_comparator
  import sptf_comparator_pkg::*;
#(
    parameter int unsigned Entries = 256,
    parameter int unsigned Lanes = 1,  // candidates a clock: 1 is a serial scan, Entries a tree
    parameter int unsigned SeekEntries = 4096,
    localparam int unsigned TagWidth = Entries > 1 ? $clog2(Entries) : 1,
    localparam int unsigned SeekAddressWidth = $clog2(SeekEntries) + 1
) (
    input logic clk_i,
    input logic rst_ni,

    input logic                  write_i,
    input logic   [TagWidth-1:0] write_tag_i,
    input entry_t                write_entry_i,

    input logic                         seek_write_i,
    input logic  [SeekAddressWidth-1:0] seek_address_i,
    input seek_t                        seek_i,

    input mechanics_t mechanics_i,  // held from start_i to done_o
    input state_t     state_i,      // held from start_i to done_o

    output logic ready_o,
    input  logic start_i,

    output logic                done_o,    // for one clock; the result stays until the next start
    output logic                found_o,   // false: no entry is valid
    output logic [TagWidth-1:0] tag_o,
    output key_t                key_o,     // cost plus handicap
    output logic                changed_o
);

  localparam int unsigned Rows = Entries / Lanes;
  localparam int unsigned RowWidth = Rows > 1 ? $clog2(Rows) : 1;
  localparam int unsigned LaneWidth = $clog2(Lanes);
  localparam int unsigned Drain = 19 + 2 * LaneWidth;  // from the last read to its candidate
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
  logic read, last_row;

  assign last_row = row_q == RowWidth'(Rows - 1);
  assign read     = phase_q == Scan && !write_i;
  assign ready_o  = phase_q == Idle;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Clear;
      row_q   <= '0;
      drain_q <= '0;
    end else begin
      unique case (phase_q)
        Clear: begin
          row_q <= last_row ? '0 : row_q + 1'b1;
          if (last_row) phase_q <= Idle;
        end
        Idle: if (start_i) phase_q <= Scan;
        Scan:
        if (read) begin
          row_q <= last_row ? '0 : row_q + 1'b1;
          if (last_row) begin
            phase_q <= Finish;
            drain_q <= DrainWidth'(Drain);
          end
        end
        default: begin  // Finish
          drain_q <= drain_q - 1'b1;
          if (drain_q == '0) phase_q <= Idle;
        end
      endcase
    end
  end

  // Lanes. Clearing writes to all of them.
  logic [RowWidth-1:0] write_row;
  logic [Lanes-1:0] write_lane;
  logic clear;
  entry_t write_entry;

  assign clear = phase_q == Clear;
  assign write_row = clear ? row_q : RowWidth'(write_tag_i >> LaneWidth);

  always_comb begin
    write_entry = write_entry_i;
    write_entry.valid = write_entry_i.valid && !clear;
  end

  logic [Lanes-1:0] lane_valid;
  key_t [Lanes-1:0] lane_key;
  order_t [Lanes-1:0] lane_order;
  logic [Lanes-1:0][RowWidth-1:0] lane_row;
  logic [Lanes-1:0][TagWidth-1:0] lane_tag;

  for (genvar lane = 0; lane < Lanes; ++lane) begin : gen_lane
    assign write_lane[lane] = clear || (write_i && 32'(write_tag_i) % Lanes == lane);
    sptf_lane #(
        .Rows(Rows),
        .SeekEntries(SeekEntries)
    ) i_lane (
        .clk_i,
        .rst_ni,
        .write_i(write_lane[lane]),
        .write_row_i(write_row),
        .write_entry_i(write_entry),
        .seek_write_i,
        .seek_address_i,
        .seek_i,
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

  // In the first clock of a scan, the results of the last one go.
  logic begun_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begun_q <= 1'b0;
    else begun_q <= ready_o && start_i;
  end

  // The best so far. Of a single row there is nothing to compare with.
  order_t order_q;
  logic   better;

  assign better = best_valid &&
                  (Rows == 1 || !found_o || {best_key, best_order} < {key_o, order_q});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      found_o <= 1'b0;
      tag_o   <= '0;
      key_o   <= '0;
      order_q <= '0;
      done_o  <= 1'b0;
    end else begin
      done_o <= phase_q == Finish && drain_q == '0;
      if (begun_q) begin
        found_o <= 1'b0;
        tag_o   <= '0;
        key_o   <= '0;
      end else if (better) begin
        found_o <= 1'b1;
        tag_o   <= best_tag;
        key_o   <= best_key;
        order_q <= best_order;
      end
    end
  end

  // Was a row written that the scan had passed?
  logic passed;

  assign passed = phase_q == Finish || (phase_q == Scan && write_row < row_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) changed_o <= 1'b0;
    else if (begun_q) changed_o <= 1'b0;
    else if (write_i && passed) changed_o <= 1'b1;
  end

`ifndef SYNTHESIS
  initial begin
    assert (Lanes == 2 ** LaneWidth && Entries % Lanes == 0)
    else $fatal(1, "Lanes must be a power of 2 that divides Entries");
  end
`endif

endmodule
