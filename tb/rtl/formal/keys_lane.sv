// Stands in for the lane in the comparator's proof: the same ports and latency, but an entry's key is
// its handicap, which is any number. What a lane makes of an entry is proved by itself (lane_proof.sv).
module sptf_lane
  import sptf_comparator_pkg::*;
#(
    parameter int unsigned Rows = 256,
    parameter int unsigned SeekEntries = 4096,
    localparam int unsigned RowWidth = Rows > 1 ? $clog2(Rows) : 1,
    localparam int unsigned SeekAddressWidth = $clog2(SeekEntries) + 1
) (
    input logic clk_i,
    input logic rst_ni,

    input logic                  write_i,
    input logic   [RowWidth-1:0] write_row_i,
    input entry_t                write_entry_i,

    input logic                         seek_write_i,
    input logic  [SeekAddressWidth-1:0] seek_address_i,
    input seek_t                        seek_i,

    input mechanics_t mechanics_i,
    input state_t     state_i,

    input logic                read_i,
    input logic [RowWidth-1:0] read_row_i,

    output logic                  valid_o,
    output key_t                  key_o,
    output order_t                order_o,
    output logic   [RowWidth-1:0] row_o
);

  localparam int unsigned Latency = 19;

  typedef struct packed {
    logic                valid;
    key_t                key;
    order_t              order;
    logic [RowWidth-1:0] row;
  } passing_t;

  entry_t entries[Rows];
  passing_t passing_q[Latency];
  logic [Latency-1:0] under_way;  // valid rows: for the proof
  entry_t entry;

  assign entry = entries[read_row_i];

  always_ff @(posedge clk_i) begin
    if (write_i) entries[write_row_i] <= write_entry_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned s = 0; s < Latency; ++s) passing_q[s] <= '0;
    end else begin
      passing_q[0] <= '{
          valid: read_i && entry.valid,
          key: entry.handicap,
          order: entry.order - state_i.oldest,
          row: read_row_i
      };
      for (int unsigned s = 1; s < Latency; ++s) passing_q[s] <= passing_q[s-1];
    end
  end

  for (genvar s = 0; s < Latency; ++s) begin : gen_stage
    assign under_way[s] = passing_q[s].valid;
  end

  assign {valid_o, key_o, order_o, row_o} = passing_q[Latency-1];

endmodule
