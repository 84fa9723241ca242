// The box and its registers keep the properties that are bound to it (tb/rtl/sva/sptf_comparator_box_sva.sv), and what a
// comparator asks for (any_comparator.sv), whatever is read and written and however long scans are. By induction: they hold
// for some clocks from reset; and if they hold for so many clocks they hold in the next one.
module box_proof (
    input logic        clk_i,
    input logic        req_i,
    input logic        write_i,
    input logic [ 7:0] address_i,
    input logic [63:0] data_i
);

  logic running_q = 1'b0;
  logic ack, error, scanning, found;
  logic [63:0] data;
  logic [15:0] tag;
  logic [47:0] key;

  sptf_comparator_box #(
      .Entries(4),
      .Lanes(1),
      .SeekEntries(4)
  ) i_box (
      .clk_i,
      .rst_ni(running_q),
      .req_i,
      .write_i,
      .address_i,
      .data_i,
      .ack_o(ack),
      .error_o(error),
      .data_o(data),
      .scanning_o(scanning),
      .found_o(found),
      .tag_o(tag),
      .key_o(key)
  );

  // An access is held until it is answered.
  logic waits_q = 1'b0;
  logic write_q;
  logic [7:0] address_q;
  logic [63:0] data_q;

  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    waits_q <= running_q && req_i && !ack;
    {write_q, address_q, data_q} <= {write_i, address_i, data_i};
  end

  always_comb begin
    if (waits_q) begin
      assume (req_i && {write_i, address_i, data_i} == {write_q, address_q, data_q});
    end
  end

endmodule
