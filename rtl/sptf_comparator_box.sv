// The comparator with its registers (comparator_registers.rdl), for a CPU that reads and writes 64
// bits at a time. An access is answered in its third clock. An access that would disturb a scan or
// the previous command waits until the scan or the command is over. A read of RESULT waits in the
// same way. One entry, one removal or one seek time may be written during a scan. The access is then
// answered at once, and the command waits.
//
// The box chooses the entry of a task, and keeps the task's number. A read of RESULT removes the winner.
module sptf_comparator_box
  import sptf_comparator_pkg::*;
  import comparator_registers_pkg::*;
#(
    parameter int unsigned Entries = 256,  // up to 65,536
    parameter int unsigned Lanes = 1,  // candidates a clock, a power of 2 that divides Entries
    parameter int unsigned SeekEntries = 16384  // distances, up to 2^CylinderWidth
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        req_i,      // held, and what belongs to it, until the answer
    input  logic        write_i,    // else it is a read
    input  logic [ 7:0] address_i,  // of a byte; registers have eight
    input  logic [63:0] data_i,
    output logic        ack_o,      // the answer, for one clock
    output logic        error_o,    // no such register, or not for this direction
    output logic [63:0] data_o,

    // For waveforms.
    output logic        scanning_o,
    output logic        found_o,
    output logic [15:0] task_o,
    output logic [47:0] key_o
);

  localparam int unsigned TagWidth = Entries > 1 ? $clog2(Entries) : 1;
  localparam int unsigned SeekAddressWidth = $clog2(SeekEntries) + 1;
  localparam int unsigned CountWidth = $clog2(Entries + 1);

  hs_comparator__in_t  from;
  hs_comparator__out_t to;

  // An access is taken in its first clock, judged and decoded in the second, and done in the third: each has a long way
  // to go.
  logic accessed_q, held, goes, done_q, write_q, waits_q, waits_long_q;
  logic [ 7:0] address_q;
  logic [63:0] data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {accessed_q, done_q} <= '0;
    else begin
      accessed_q <= accessed_q ? !done_q : req_i;
      done_q     <= goes;
    end
  end

  assign goes = accessed_q && !done_q && !held;

  // Which registers no scan works on, those of commands and STATUS.
  localparam logic [7:0] Status = 8'h08, Seek = 8'h10, Place = 8'h40, Leave = 8'h60, Start = 8'h78;
  localparam logic [7:0] Result = 8'h80;

  always_ff @(posedge clk_i) begin
    if (!accessed_q) begin
      write_q <= write_i;
      address_q <= address_i;
      data_q <= data_i;
      waits_q <= write_i ? address_i != Status : address_i == Result;
      waits_long_q <= write_i ? address_i != Status && address_i != Start && address_i != Seek &&
                                !(address_i >= Place && address_i <= Leave) : address_i == Result;
    end
  end

  logic read_ack, read_error, write_ack, write_error;
  logic unused_stall_write, unused_stall_read;

  comparator_registers i_registers (
      .clk(clk_i),
      .arst_n(rst_ni),
      .s_cpuif_req(goes),
      .s_cpuif_req_is_wr(write_q),
      .s_cpuif_addr(address_q),
      .s_cpuif_wr_data(data_q),
      .s_cpuif_wr_biten('1),
      .s_cpuif_req_stall_wr(unused_stall_write),
      .s_cpuif_req_stall_rd(unused_stall_read),
      .s_cpuif_rd_ack(read_ack),
      .s_cpuif_rd_err(read_error),
      .s_cpuif_rd_data(data_o),
      .s_cpuif_wr_ack(write_ack),
      .s_cpuif_wr_err(write_error),
      .hwif_in(from),
      .hwif_out(to)
  );

  assign ack_o   = read_ack || write_ack;
  assign error_o = read_error || write_error;

  // A register has its new value in the clock after the write. The command in the register begins in
  // this clock. An entry takes five clocks, because the search for a free entry takes three. If a
  // command comes during a scan, or while the entries are being cleared, the command waits in its
  // registers for the end.
  logic enter_q, looks_q, looks_on_q, looked_q, room_q, judged, enters_q, entered_q;
  logic seek_q, seeks, seeks_q, sought_q, fits, start_q, prospect_q;
  logic leave_q, left_q, walk_q, scanning_q, ready, ready_q, rest, pending_q;

  // No scan runs, and no entries are looked through or cleared.
  assign rest   = ready_q && !scanning_q && !walk_q;
  assign seeks  = seek_q && !sought_q && rest;
  assign fits   = 32'(to.seek.distance.value) < SeekEntries;
  assign judged = looked_q && !entered_q && rest;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {enter_q, looks_q, looks_on_q, looked_q, enters_q, entered_q} <= '0;
      {seek_q, sought_q, seeks_q, start_q, prospect_q, leave_q, ready_q, pending_q} <= '0;
    end else begin
      enter_q    <= to.entry.lbn.swmod || (enter_q && !entered_q);
      looks_q    <= enter_q && !entered_q;
      looks_on_q <= looks_q && !entered_q;
      looked_q   <= looks_on_q && !entered_q;
      enters_q   <= judged && room_q;
      entered_q  <= judged;
      seek_q     <= to.seek.seek_time.swmod || (seek_q && !sought_q);
      sought_q   <= seeks;
      seeks_q    <= seeks && fits;
      start_q    <= to.start.now.swmod;
      prospect_q <= to.prospect.ticks.swmod;
      ready_q    <= ready;
      pending_q  <= enter_q || seek_q || leave_q;
      leave_q    <= to.leave.task_number.swmod || (leave_q && !left_q);
    end
  end

  // A write waits for the previous command. A write to a register that a scan uses, and a read of
  // RESULT, also wait for the end of the scan. Only STATUS, which has no command, is always written
  // at once. `pending_q` is a clock late, but early enough for the next access.
  assign held = (waits_q && pending_q) || (waits_long_q && !rest);

  // The first free entry. A choice among all entries is too slow for a clock. The first clock chooses
  // an entry in each group, the second clock an entry in each group of groups, and the third clock an
  // entry of all.
  localparam int unsigned GroupBits = 3;
  localparam int unsigned Group = 2 ** GroupBits;
  localparam int unsigned Groups = (Entries + Group - 1) / Group;
  localparam int unsigned Supers = (Groups + Group - 1) / Group;
  logic [Entries-1:0] occupied_q, vacant;
  logic [CountWidth-1:0] count_q;
  logic [Groups-1:0][Group-1:0] groups;
  logic [Supers-1:0][Group-1:0] supers;
  logic [Groups-1:0] some_q;
  logic [Supers-1:0] some_among_q;
  logic [Groups-1:0][GroupBits-1:0] first_q;
  logic [Supers-1:0][2*GroupBits-1:0] first_among_q;
  logic [TagWidth-1:0] free_q;

  function automatic logic [GroupBits-1:0] first(logic [Group-1:0] of);
    first = '0;
    for (int unsigned i = Group; i > 0; --i) if (of[i-1]) first = GroupBits'(i - 1);
  endfunction

  assign vacant = ~occupied_q;
  assign groups = (Groups * Group)'(vacant);
  assign supers = (Supers * Group)'(some_q);

  always_ff @(posedge clk_i) begin
    for (int unsigned g = 0; g < Groups; ++g) begin
      some_q[g]  <= groups[g] != '0;
      first_q[g] <= first(groups[g]);
    end
    for (int unsigned s = 0; s < Supers; ++s) begin
      some_among_q[s] <= supers[s] != '0;
      for (int unsigned i = Group; i > 0; --i) begin
        if (s * Group + i - 1 < Groups && supers[s][i-1]) begin
          first_among_q[s] <= {GroupBits'(i - 1), first_q[s*Group+i-1]};
        end
      end
    end
    room_q <= some_among_q != '0;
    for (int unsigned s = Supers; s > 0; --s) begin
      if (some_among_q[s-1]) free_q <= TagWidth'({32'(s - 1), first_among_q[s-1]});
    end
  end

  // The facts that the box keeps about each entry.
  typedef struct packed {
    logic        valid;
    logic        bound;
    logic [15:0] number;
  } known_t;

  // Removals. A winner is removed in the clock after the read of RESULT. For any other task, the box
  // looks through all entries. All entries are removed together, also after reset. Nothing is written
  // while entries are being read. The memory gives a row four clocks after the request for the row.
  // The comparison takes two clocks.
  localparam int unsigned Looks = 6;
  localparam int unsigned NumberParts = 4;
  logic takes, removes_q, clears_q, forgets_q, everyone_q, leaving_q, begins, asks_q, over;
  logic hit_q, known_valid_q;
  logic [Looks-1:0] asked_q;
  logic [NumberParts-1:0] other_q;
  logic [TagWidth-1:0] asks_row_q;
  logic [Looks-1:1][TagWidth-1:0] row_q;  // [n]: the row that was asked for n clocks ago
  logic [TagWidth-1:0] remove_q, hit_tag_q, winner;
  known_t known;
  logic done, found, found_q, taken_q, bound_q;
  logic [15:0] number_q;

  assign begins = leave_q && !left_q && rest;
  assign over   = walk_q && !asks_q && asked_q == '0 && !clears_q;
  assign takes  = to.result.task_number.swacc && found_q && !taken_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {walk_q, asks_q, everyone_q} <= '1;
      {asks_row_q, asked_q, leaving_q, left_q, hit_q, removes_q, clears_q, forgets_q} <= '0;
    end else begin
      walk_q     <= begins || (walk_q && !over);
      leaving_q  <= begins || (leaving_q && !over);
      left_q     <= leaving_q && over;
      asks_q     <= begins || (asks_q && asks_row_q != TagWidth'(Entries - 1));
      asked_q    <= {asked_q[Looks-2:0], asks_q && !everyone_q};
      asks_row_q <= asks_q ? asks_row_q + 1'b1 : '0;
      hit_q      <= !begins && (hit_q || (asked_q[4] && known_valid_q && other_q == '0));
      removes_q  <= takes || (over && hit_q && !everyone_q);
      clears_q   <= asks_q && everyone_q;
      everyone_q <= begins ? to.leave.everyone.value : everyone_q;
      forgets_q  <= begins && to.leave.everyone.value;
    end
  end

  always_ff @(posedge clk_i) begin
    row_q         <= {row_q[Looks-2:1], asks_row_q};
    known_valid_q <= known.valid;
    for (int unsigned p = 0; p < NumberParts; ++p) begin
      other_q[p] <= known.number[4*p+:4] != to.leave.task_number.value[4*p+:4];
    end
    if (asked_q[4] && known_valid_q && other_q == '0) hit_tag_q <= row_q[5];
    remove_q <= !walk_q ? winner : everyone_q ? asks_row_q : hit_tag_q;
  end

  // Registers before all writes, because a write goes far: to a memory, to the comparator, and to one
  // of many bits.
  logic writes_q, counts_q, sets_q;
  logic [TagWidth-1:0] tag_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {writes_q, counts_q} <= '0;
    else begin
      writes_q <= enters_q || removes_q || clears_q;
      counts_q <= enters_q || removes_q;
    end
  end

  always_ff @(posedge clk_i) begin
    sets_q <= enters_q;
    tag_q  <= enters_q ? free_q : remove_q;
  end

  logic reads_q;
  logic [TagWidth-1:0] reads_row_q;

  always_ff @(posedge clk_i) begin
    reads_q     <= done || (asks_q && !everyone_q);
    reads_row_q <= walk_q ? asks_row_q : winner;
  end

  sptf_field #(
      .Rows (Entries),
      .Width($bits(known_t))
  ) i_known (
      .clk_i,
      .write_i(writes_q),
      .write_row_i(tag_q),
      .write_data_i({sets_q, to.entry.bound.value, to.handicap.task_number.value}),
      .read_i(reads_q),
      .read_row_i(reads_row_q),
      .data_o(known)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      occupied_q <= '0;
      count_q    <= '0;
    end else if (forgets_q) begin
      occupied_q <= '0;
      count_q    <= '0;
    end else if (counts_q) begin
      occupied_q[tag_q] <= sets_q;
      count_q <= sets_q ? count_q + 1'b1 : count_q - 1'b1;
    end
  end

  entry_t entry;

  assign entry = '{
          valid: sets_q,
          write: to.entry.write.value,
          cached: to.entry.cached.value,
          cylinder: to.entry.cylinder.value,
          head: to.entry.head.value,
          lbn: to.entry.lbn.value,
          angle: to.place.angle.value,
          span: to.place.span.value,
          lead: to.claim.lead.value,
          order: to.claim.order.value,
          handicap: to.handicap.ticks.value
      };

  // Scans. At the start of a scan, the prospects of its situation are read, one a clock. The arm does
  // not start before the arm is free. The values of START are kept for the scan, so that another start
  // does not change these values.
  localparam int unsigned Prospects = 16;  // rows of a situation; some rows have no prospect
  localparam int unsigned StepWidth = $clog2(Prospects) + 1;
  localparam int unsigned Behind = 4;  // clocks from the request for a prospect to its register
  logic start, starts_q, load_q, go, later_q, changed_q;  // starts_q: the first clock of a scan
  logic [StepWidth-1:0] step_q, into;
  logic [2:0] situation_q;
  angle_t now_q;
  order_t oldest_q;
  time_t prospect, prospect_q4, prospect_q5;
  departure_t [1:0] read_q, departs_q;
  time_t [1:0] data_start_q;
  logic [3:0] looked_up_q;
  logic [31:0] clocks_q;
  mechanics_t mechanics;
  state_t state;

  assign start = start_q && rest;
  assign into = step_q - StepWidth'(Behind);
  assign go = load_q && 32'(step_q) == Prospects + Behind;

  sptf_field #(
      .Rows (8 * Prospects),
      .Width(TimeWidth)
  ) i_prospects (
      .clk_i,
      .write_i(prospect_q),
      .write_row_i({
        to.prospect.situation.value,
        to.prospect.write.value,
        to.prospect.sequential.value,
        to.prospect.instant.value
      }),
      .write_data_i(to.prospect.ticks.value),
      .read_i(load_q),
      .read_row_i({situation_q, step_q[StepWidth-2:0]}),
      .data_o(prospect)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {starts_q, load_q, step_q} <= '0;
    else begin
      starts_q <= start;
      load_q   <= starts_q || (load_q && !go);
      step_q   <= load_q ? step_q + 1'b1 : '0;
    end
  end

  assign prospect_q5 = into[1:0] == '0 && later_q ? to.free.ticks.value : prospect_q4;

  always_ff @(posedge clk_i) begin
    if (starts_q) begin
      now_q       <= to.start.now.value;
      situation_q <= to.start.situation.value;
      oldest_q    <= {~to.claim.order.value[OrderWidth-1], to.claim.order.value[OrderWidth-2:0]};
    end
    later_q     <= less(prospect, to.free.ticks.value);
    prospect_q4 <= prospect;
    if (load_q && !into[StepWidth-1]) begin
      if (into[1:0] == 2'd0 && !into[3]) read_q[into[2]].start <= prospect_q5;
      if (into[1:0] == 2'd1 && !into[3]) read_q[into[2]].ready <= prospect_q5;
      if (into[1:0] == 2'd0 && into[3]) departs_q[into[2]].start <= prospect_q5;
      if (into[1:0] == 2'd1 && into[3]) departs_q[into[2]].ready <= prospect_q5;
      if (into[1:0] == 2'd2 && into[3]) data_start_q[into[2]] <= prospect_q5;
    end
  end

  assign mechanics = '{
          same_cylinder: to.same_cylinder.ticks.value,
          head_switch: to.head_switch.ticks.value,
          read_settle: to.read_settle.ticks.value,
          write_settle: to.write_settle.ticks.value
      };
  assign state = '{
          cylinder: to.heads.cylinder.value,
          head: to.heads.head.value,
          now: now_q,
          last_end: to.heads.last_end.value,
          last_write: situation_q[2],
          read: read_q,
          write: departs_q,
          data: data_start_q,
          oldest: oldest_q
      };

  // The comparator's result is there in the clock of `done`. The number of the winner's task is there
  // four clocks later.
  assign scanning_o = scanning_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      scanning_q  <= 1'b0;
      looked_up_q <= '0;
      clocks_q    <= '0;
      {found_q, taken_q, bound_q, number_q} <= '0;
    end else begin
      looked_up_q <= {looked_up_q[2:0], done};
      // A winner that leaves before RESULT is read is no longer a winner.
      if (takes || (removes_q && remove_q == winner) || forgets_q) begin
        taken_q <= 1'b1;
      end
      scanning_q <= start || (scanning_q && !looked_up_q[3]);
      if (starts_q) {found_q, taken_q, bound_q, number_q} <= '0;
      else if (looked_up_q[3] && found)
        {found_q, bound_q, number_q} <= {1'b1, known.bound, known.number};
      if (scanning_q) clocks_q <= starts_q ? 32'd1 : clocks_q + 1'b1;
    end
  end

  // True: an entry or a removal has waited during the scan, so the scan has not seen this command.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) changed_q <= 1'b0;
    else if (starts_q) changed_q <= 1'b0;
    else if ((enter_q || leave_q) && scanning_o) changed_q <= 1'b1;
  end

  sptf_comparator #(
      .Entries(Entries),
      .Lanes(Lanes),
      .SeekEntries(SeekEntries)
  ) i_comparator (
      .clk_i,
      .rst_ni,
      .write_i(writes_q && ready),
      .write_tag_i(tag_q),
      .write_entry_i(entry),
      .seek_write_i(seeks_q),
      .seek_address_i({to.seek.up.value, to.seek.distance.value[SeekAddressWidth-2:0]}),
      .seek_i(to.seek.seek_time.value),
      .mechanics_i(mechanics),
      .state_i(state),
      .ready_o(ready),
      .start_i(go),
      .done_o(done),
      .found_o(found),
      .tag_o(winner),
      .key_o(key_o)
  );

  assign found_o = found_q;
  assign task_o = number_q;

  assign from = '{
          ident: '{
              entries: '{next: 16'(Entries)},
              lanes: '{next: 16'(Lanes)},
              distances: '{next: 32'(SeekEntries)}
          },
          status: '{
              busy: '{next: !rest || start_q || enter_q || seek_q || leave_q},
              full: '{next: count_q == CountWidth'(Entries)},
              overrun: '{hwset: entered_q && !enters_q},
              beyond: '{hwset: sought_q && !seeks_q},
              early: '{hwset: start_q && !rest},
              absent: '{hwset: left_q && !everyone_q && !hit_q}
          },
          result: '{
              task_number: '{next: number_q},
              found: '{next: found_q && !taken_q},
              bound: '{next: bound_q},
              changed: '{next: changed_q},
              clocks: '{next: clocks_q}
          },
          key: '{ticks: '{next: key_o}}
      };

`ifndef SYNTHESIS
  initial begin
    assert (Entries <= 65536 && SeekEntries <= 2 ** CylinderWidth)
    else $fatal(1, "task numbers have 16 bits, distances CylinderWidth");
  end
`endif

endmodule
