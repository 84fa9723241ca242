// Some bits of each entry of a lane. A row that is asked for comes out two clocks later, as it was
// in the clock in which it was asked for. It must not be written in that clock.
module sptf_field #(
    parameter int unsigned Rows = 256,
    parameter int unsigned Width = 8,
    localparam int unsigned RowWidth = Rows > 1 ? $clog2(Rows) : 1
) (
    input logic clk_i,

    input logic                write_i,
    input logic [RowWidth-1:0] write_row_i,
    input logic [   Width-1:0] write_data_i,

    input  logic                read_i,
    input  logic [RowWidth-1:0] read_row_i,
    output logic [   Width-1:0] data_o
);

  if (Rows == 1) begin : gen_register
    // What is there all the time need not be read: it is written as late as it would come out.
    logic [1:0] write_q;
    logic [Width-1:0] data_q0, data_q1;
    logic unused_rows;

    assign unused_rows = ^{write_row_i, read_i, read_row_i};

    always_ff @(posedge clk_i) begin
      write_q <= {write_q[0], write_i};
      data_q0 <= write_data_i;
      data_q1 <= data_q0;
      if (write_q[1]) data_o <= data_q1;
    end
  end else begin : gen_memory
    (* no_rw_check *) logic [Width-1:0] rows[Rows];
    logic [Width-1:0] data_q0;

    // The memory's own output is too slow to work on.
    always_ff @(posedge clk_i) begin
      if (write_i) rows[write_row_i] <= write_data_i;
      if (read_i) data_q0 <= rows[read_row_i];
      data_o <= data_q0;
    end
  end

endmodule
