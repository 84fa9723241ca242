// The comparator behind its registers (comparator_registers.rdl), for a CPU that reads and writes 64
// bits at a time. An access is answered in its third clock, but for a write that would disturb a scan or the command
// before it: that waits until it is over. An entry or a seek time, one of them, may be written during a scan; then it is
// the command that waits.
module sptf_comparator_box
  import sptf_comparator_pkg::*;
  import comparator_registers_pkg::*;
#(
    parameter int unsigned Entries = 256,  // up to 65,536
    parameter int unsigned Lanes = 1,  // candidates a clock, a power of 2 that divides Entries
    parameter int unsigned SeekEntries = 16384  // distances in the seek table, up to 65,536
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
    output logic [15:0] tag_o,
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
  localparam logic [7:0] Status = 8'h08, Seek = 8'h10, Place = 8'h38, Entry = 8'h50, Start = 8'h88;

  always_ff @(posedge clk_i) begin
    if (!accessed_q) begin
      write_q <= write_i;
      address_q <= address_i;
      data_q <= data_i;
      waits_q <= write_i && address_i != Status;
      waits_long_q <= write_i && address_i != Status && address_i != Start && address_i != Seek &&
                      !(address_i >= Place && address_i <= Entry);
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

  // A register has its new value in the clock after the write: then the command in it begins. To enter takes five
  // clocks, as three look up whether the entry is valid. One that comes during a scan, or while the entries are being
  // cleared, waits in its registers for the end.
  logic enter_q, looks_q, looks_on_q, looked_q, refused_q, judged, enters_q, entered_q;
  logic seek_q, seeks, seeks_q, sought_q, fits, start_q, ready;

  assign seeks  = seek_q && !sought_q && ready;
  assign fits   = 32'(to.seek.distance.value) < SeekEntries;
  assign judged = looked_q && !entered_q && ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {enter_q, looks_q, looks_on_q, looked_q, enters_q, entered_q} <= '0;
      {seek_q, sought_q, seeks_q, start_q} <= '0;
    end else begin
      enter_q    <= to.entry.tag.swmod || (enter_q && !entered_q);
      looks_q    <= enter_q && !entered_q;
      looks_on_q <= looks_q && !entered_q;
      looked_q   <= looks_on_q && !entered_q;
      enters_q   <= judged && !refused_q;
      entered_q  <= judged;
      seek_q     <= to.seek.seek_time.swmod || (seek_q && !sought_q);
      sought_q   <= seeks;
      seeks_q    <= seeks && fits;
      start_q    <= to.start.now.swmod;
    end
  end

  // A write waits for the command before it, and one of what a scan works on for its end. Only STATUS, where
  // there is no command, is always written at once.
  assign held = (waits_q && (enter_q || seek_q)) || (waits_long_q && !ready);

  // Entries, and which of them are valid.
  logic [Entries-1:0] occupied_q;
  logic [CountWidth-1:0] count_q;
  logic [TagWidth-1:0] tag;
  logic was_q, refuses_q;

  assign tag = to.entry.tag.value[TagWidth-1:0];

  // A choice among all entries is too slow for a clock: first one in each group, then a group in each group of
  // them, then that.
  localparam int unsigned GroupBits = 3;
  localparam int unsigned Group = 2 ** GroupBits;
  localparam int unsigned Groups = (Entries + Group - 1) / Group;
  localparam int unsigned Supers = (Groups + Group - 1) / Group;
  localparam int unsigned SuperWidth = Supers > 1 ? $clog2(Supers) : 1;
  logic [Groups-1:0][Group-1:0] groups;
  logic [Supers-1:0][Group-1:0] supers;
  logic [Groups-1:0] was_in_q;
  logic [Supers-1:0] was_among_q;
  logic was;

  assign groups = (Groups * Group)'(occupied_q);
  assign supers = (Supers * Group)'(was_in_q);
  assign was = was_among_q[SuperWidth'(to.entry.tag.value>>(2*GroupBits))];

  always_ff @(posedge clk_i) begin
    for (int unsigned g = 0; g < Groups; ++g) begin
      was_in_q[g] <= groups[g][to.entry.tag.value[GroupBits-1:0]];
    end
    for (int unsigned s = 0; s < Supers; ++s) begin
      was_among_q[s] <= supers[s][to.entry.tag.value[2*GroupBits-1:GroupBits]];
    end
    refuses_q <= 32'(to.entry.tag.value) >= Entries;
    was_q     <= was;
    refused_q <= refuses_q || (to.entry.valid.value && !to.entry.replace.value && was);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      occupied_q <= '0;
      count_q    <= '0;
    end else if (enters_q) begin
      occupied_q[tag] <= to.entry.valid.value;
      count_q <= count_q + CountWidth'(to.entry.valid.value) - CountWidth'(was_q);
    end
  end

  entry_t entry;

  assign entry = '{
          valid: to.entry.valid.value,
          write: to.entry.write.value,
          cached: to.entry.cached.value,
          cylinder: to.entry.cylinder.value,
          head: to.entry.head.value,
          angle: to.place.angle.value,
          span: to.place.span.value,
          lead: to.claim.lead.value,
          order: to.claim.order.value,
          handicap: to.handicap.ticks.value
      };

  // Scans.
  logic start, scanning_q, done, found, changed_q;
  angle_t now_q;  // of the scan that runs: another start does not change it
  logic [TagWidth-1:0] winner;
  logic [31:0] clocks_q;
  mechanics_t mechanics;
  state_t state;

  assign start = start_q && ready;
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
          read: '{start: to.read_start.ticks.value, ready: to.read_ready.ticks.value},
          write: '{start: to.write_start.ticks.value, ready: to.write_ready.ticks.value},
          data: to.write_data.ticks.value,
          oldest: to.heads.oldest.value
      };

  always_ff @(posedge clk_i) begin
    if (start) now_q <= to.start.now.value;
  end

  // The result is there in the clock of `done`.
  assign scanning_o = scanning_q && !done;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      scanning_q <= 1'b0;
      clocks_q   <= '0;
    end else if (start) begin
      scanning_q <= 1'b1;
      clocks_q   <= '0;
    end else if (scanning_q) begin
      scanning_q <= !done;
      clocks_q   <= done ? clocks_q : clocks_q + 1'b1;
    end
  end

  // Does an entry wait that the scan has not seen?
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) changed_q <= 1'b0;
    else if (start) changed_q <= 1'b0;
    else if (enter_q && scanning_o) changed_q <= 1'b1;
  end

  sptf_comparator #(
      .Entries(Entries),
      .Lanes(Lanes),
      .SeekEntries(SeekEntries)
  ) i_comparator (
      .clk_i,
      .rst_ni,
      .write_i(enters_q),
      .write_tag_i(tag),
      .write_entry_i(entry),
      .seek_write_i(seeks_q),
      .seek_address_i({to.seek.up.value, to.seek.distance.value[SeekAddressWidth-2:0]}),
      .seek_i(to.seek.seek_time.value),
      .mechanics_i(mechanics),
      .state_i(state),
      .ready_o(ready),
      .start_i(start),
      .done_o(done),
      .found_o(found),
      .tag_o(winner),
      .key_o(key_o)
  );

  assign found_o = found;
  assign tag_o = 16'(winner);

  assign from = '{
          ident: '{
              entries: '{next: 16'(Entries)},
              lanes: '{next: 16'(Lanes)},
              distances: '{next: 32'(SeekEntries)}
          },
          status: '{
              busy: '{next: !ready || start_q || scanning_o || enter_q || seek_q},
              full: '{next: count_q == CountWidth'(Entries)},
              overrun: '{hwset: entered_q && !enters_q},
              beyond: '{hwset: sought_q && !seeks_q},
              early: '{hwset: start_q && !ready}
          },
          result: '{
              tag: '{next: 16'(winner)},
              found: '{next: found},
              changed: '{next: changed_q},
              clocks: '{next: clocks_q}
          },
          key: '{ticks: '{next: key_o}}
      };

`ifndef SYNTHESIS
  initial begin
    assert (Entries <= 65536 && SeekEntries <= 65536)
    else $fatal(1, "tags and distances have 16 bits");
  end
`endif

endmodule
