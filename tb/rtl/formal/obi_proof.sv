// The comparator's bus keeps the properties that are bound to it (tb/rtl/sva/sptf_comparator_obi_sva.sv), and what the box asks
// for (any_box.sv), whatever is read and written and however long the box takes. By induction, as the box's proof.
module obi_proof (
    input logic        clk_i,
    input logic        req_i,
    input logic [ 7:0] addr_i,
    input logic        we_i,
    input logic [ 3:0] be_i,
    input logic [31:0] wdata_i,
    input logic        answers_i,  // the box answers, with error_i and data_i
    input logic        error_i,
    input logic [63:0] data_i
);

  logic running_q = 1'b0;
  logic gnt, rvalid, err, scanning, found;
  logic [31:0] rdata;
  logic [15:0] number;
  logic [47:0] key;

  sptf_comparator_obi #(
      .Entries(4),
      .Lanes(1),
      .SeekEntries(4)
  ) i_obi (
      .clk_i,
      .rst_ni(running_q),
      .req_i,
      .gnt_o(gnt),
      .addr_i,
      .we_i,
      .be_i,
      .wdata_i,
      .rvalid_o(rvalid),
      .rdata_o(rdata),
      .err_o(err),
      .scanning_o(scanning),
      .found_o(found),
      .task_o(number),
      .key_o(key)
  );

  // The manager holds a request until it is granted.
  logic waits_q = 1'b0;
  logic [44:0] request_q;

  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    waits_q   <= running_q && req_i && !gnt;
    request_q <= {addr_i, we_i, be_i, wdata_i};
  end

  always_comb begin
    if (waits_q) assume (req_i && {addr_i, we_i, be_i, wdata_i} == request_q);
  end

endmodule
