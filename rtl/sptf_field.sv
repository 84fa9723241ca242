// Some bits of each entry of a lane. A row that is asked for comes out Latency clocks later. Nothing is written in a
// clock in which a row is asked for, so that the memory needs no rule for collisions.
module sptf_field #(
    parameter int unsigned Rows = 256,  // 1: a register
    parameter int unsigned Width = 8,  // bits of an entry
    parameter int unsigned Latency = 3,  // 2, or 3 for what goes a long way from the memory
    localparam int unsigned RowWidth = Rows > 1 ? $clog2(Rows) : 1
) (
    input logic clk_i,

    input logic                write_i,
    input logic [RowWidth-1:0] write_row_i,
    input logic [   Width-1:0] write_data_i,

    input  logic                read_i,
    input  logic [RowWidth-1:0] read_row_i,
    output logic [   Width-1:0] data_o       // Latency clocks after read_i
);

  if (Rows == 1) begin : gen_register
    // What is there all the time need not be read.
    logic unused_rows;

    assign unused_rows = ^{write_row_i, read_i, read_row_i};

    always_ff @(posedge clk_i) begin
      if (write_i) data_o <= write_data_i;
    end
  end else begin : gen_memory
    (* no_rw_check *) logic [Width-1:0] rows[Rows];
    logic [Width-1:0] data_q0, data_q1;

    // The memory's own output is too slow to work on.
    always_ff @(posedge clk_i) begin
      if (write_i) rows[write_row_i] <= write_data_i;
      if (read_i) data_q0 <= rows[read_row_i];
      data_q1 <= data_q0;
    end

    if (Latency == 2) begin : gen_near
      assign data_o = data_q1;
    end else begin : gen_far
      always_ff @(posedge clk_i) data_o <= data_q1;
    end
  end

`ifndef SYNTHESIS
  initial begin
    assert (Latency == 2 || Latency == 3)
    else $fatal(1, "Latency must be 2 or 3");
  end
`endif

endmodule
