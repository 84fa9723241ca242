// The best of some candidates: the least key, of equal ones the least order. A tree of registered
// comparisons; the best comes out 2 * $clog2(Candidates) clocks after its candidates went in.
module sptf_minimum
  import sptf_comparator_pkg::*;
#(
    parameter  int unsigned Candidates = 4,                  // a power of 2
    parameter  int unsigned TagWidth   = 8,
    localparam int unsigned Levels     = $clog2(Candidates)
) (
    input logic clk_i,
    input logic rst_ni,

    input logic   [Candidates-1:0]               valid_i,  // of candidates that come in this clock
    input key_t   [Candidates-1:0]               key_i,
    input order_t [Candidates-1:0]               order_i,
    input logic   [Candidates-1:0][TagWidth-1:0] tag_i,

    output logic                  valid_o,  // one of them was valid
    output key_t                  key_o,
    output order_t                order_o,
    output logic   [TagWidth-1:0] tag_o
);

  typedef struct packed {
    logic                valid;
    key_t                key;
    order_t              order;
    logic [TagWidth-1:0] tag;
  } candidate_t;

  // Node 1 is the root, node n's children are 2n and 2n + 1, the leaves are the last ones.
  candidate_t node[2*Candidates];

  for (genvar i = 0; i < Candidates; ++i) begin : gen_leaf
    assign node[Candidates+i] = '{valid_i[i], key_i[i], order_i[i], tag_i[i]};
  end

  for (genvar n = 1; n < Candidates; ++n) begin : gen_node
    // One clock to compare and one to choose.
    candidate_t a, b, a_q, b_q, node_q;
    logic b_less;

    assign a = node[2*n];
    assign b = node[2*n+1];

    sptf_less #(
        .Width(KeyWidth + OrderWidth)
    ) i_less (
        .clk_i,
        .a_i({a.key, a.order}),
        .b_i({b.key, b.order}),
        .less_o(b_less)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {a_q, b_q, node_q} <= '0;
      else begin
        a_q    <= a;
        b_q    <= b;
        node_q <= b_q.valid && (!a_q.valid || b_less) ? b_q : a_q;
      end
    end
    assign node[n] = node_q;
  end

  assign node[0] = '0;
  assign {valid_o, key_o, order_o, tag_o} = node[1];

`ifndef SYNTHESIS
  initial begin
    assert (Candidates == 2 ** Levels)
    else $fatal(1, "Candidates must be a power of 2");
  end
`endif

endmodule
