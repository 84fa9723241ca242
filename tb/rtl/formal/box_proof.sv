// The box and its registers keep the properties that are bound to the box (tb/rtl/sva/sptf_comparator_box_sva.sv), and
// the preconditions of a comparator (any_comparator.sv). This holds for any reads and writes, and for any length of
// scans. The proof is by induction. The properties hold for some clocks from reset. If the properties hold for this
// number of clocks, they also hold in the next clock.
//
// The proof has four further properties. The box knows the entries of the comparator, and their tasks. A winner is such
// an entry until RESULT is read or the winner leaves. A removal finds the task that must leave, unless this task is not
// entered. A scan uses the prospects of its situation.
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
  logic [15:0] number;
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
      .task_o(number),
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

  // The contents of the box.
  localparam int unsigned Entries = 4;
  localparam int unsigned Prospects = 16;
  logic everyone_leaves;
  logic [Entries-1:0] known_valid, named, still_there;

  assign everyone_leaves = i_box.walk_q && i_box.everyone_q;

  for (genvar i = 0; i < Entries; ++i) begin : gen_entry
    logic [17:0] row;
    assign row = i_box.i_known.gen_memory.rows[i];
    assign known_valid[i] = row[17];
    assign named[i] = row[17] && row[15:0] == i_box.to.leave.task_number.value;
    // While all entries are removed, this entry's turn has not come yet.
    assign still_there[i] = (i_box.asks_q && i_box.asks_row_q <= 2'(i)) || (i_box.clears_q && i_box.remove_q == 2'(i)) ||
                            (i_box.writes_q && i_box.tag_q == 2'(i));
  end

  logic [39:0] loaded[Prospects];

  for (genvar i = 0; i < 4; ++i) begin : gen_kind
    assign loaded[4*i]   = i >= 2 ? i_box.departs_q[i%2].start : i_box.read_q[i%2].start;
    assign loaded[4*i+1] = i >= 2 ? i_box.departs_q[i%2].ready : i_box.read_q[i%2].ready;
    assign loaded[4*i+2] = i_box.data_start_q[i%2];
    assign loaded[4*i+3] = '0;
  end

  for (genvar i = 0; i < Prospects; ++i) begin : gen_prospect
    if (i % 4 != 3 && (i % 4 != 2 || i >= 8)) begin : gen_instant
      logic [39:0] prospect;
      assign prospect = i_box.i_prospects.gen_memory.rows[{i_box.situation_q, 4'(i)}];
      always_comb begin
        if (running_q && i_box.load_q && 32'(i_box.step_q) > i + 4) begin
          prospects :
          assert (loaded[i] == (i % 4 == 0 && prospect < i_box.to.free.ticks.value ?
                                i_box.to.free.ticks.value : prospect));
        end
      end
    end
  end

  // The entry of the previous clock.
  logic enters_q;
  logic [1:0] tag_q;
  logic [16:0] task_q;

  always_ff @(posedge clk_i) begin
    enters_q <= running_q && i_box.writes_q && i_box.sets_q;
    tag_q <= i_box.tag_q;
    task_q <= {i_box.to.entry.bound.value, i_box.to.handicap.task_number.value};
  end

  always_comb begin
    if (running_q) begin
      kept : assert (!enters_q || i_box.i_known.gen_memory.rows[tag_q] == {1'b1, task_q});
      same_entries :
      assert (everyone_leaves ? i_box.occupied_q == '0 || i_box.forgets_q :
              i_box.i_comparator.valid_q == i_box.occupied_q && known_valid == i_box.occupied_q);
      cleared :
      assert (!everyone_leaves || ((i_box.i_comparator.valid_q | known_valid) & ~still_there) == '0);
      loads_at_rest :
      assert (!(i_box.load_q || i_box.starts_q) || (i_box.scanning_q && i_box.ready));
      walks_at_rest : assert (!i_box.walk_q || !i_box.leaving_q || i_box.ready);
      leaving : assert (!i_box.leaving_q || (i_box.walk_q && i_box.leave_q));
      // The address of an access decides whether the access may have to wait.
      waits :
      assert (!i_box.accessed_q || i_box.waits_q ==
                      (i_box.write_q ? i_box.address_q != 8'h08 : i_box.address_q == 8'h80));
      waits_long : assert (!i_box.accessed_q || !i_box.waits_long_q || i_box.waits_q);
      looks_for_one : assert (!i_box.walk_q || i_box.everyone_q || i_box.leaving_q);
      asks_while_it_walks : assert (i_box.walk_q || !(i_box.asks_q || i_box.asked_q != '0));
      clears_while_it_walks : assert (everyone_leaves || !i_box.clears_q);
      no_scan_while_it_walks : assert (!(i_box.walk_q && i_box.scanning_q));
      winner_is_there :
      assert (!i_box.found_q || i_box.taken_q || i_box.scanning_q || i_box.occupied_q[i_box.winner]);
      winner_is_known :
      assert (!i_box.found_q || i_box.taken_q || i_box.scanning_q ||
              {1'b1, i_box.bound_q, i_box.number_q} == i_box.i_known.gen_memory.rows[i_box.winner]);
      looked_up_once :
      assert (i_box.looked_up_q == '0 || (i_box.ready && i_box.scanning_q && !i_box.load_q));
      found_is_there :
      assert (i_box.looked_up_q == '0 || !i_box.found || i_box.occupied_q[i_box.winner]);
      // A removal has found its task, or the task is not entered.
      left : assert (!i_box.left_q || i_box.everyone_q || i_box.hit_q == (named != '0));
    end
    if (waits_q) begin
      assume (req_i && {write_i, address_i, data_i} == {write_q, address_q, data_q});
    end
  end

endmodule
