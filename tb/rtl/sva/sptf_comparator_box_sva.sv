// What must be true of each sptf_comparator_box: flags are sticky, and no entry, seek time or answer is lost.
module sptf_comparator_box_sva
  import sptf_comparator_pkg::*;
  import comparator_registers_pkg::*;
#(
    parameter int unsigned Entries = 256,
    parameter int unsigned TagWidth = 8,
    parameter int unsigned CountWidth = 9
) (
    input logic clk_i,
    input logic rst_ni,
    input logic ack_o,

    // An access that is being done.
    input logic        done_q,
    input logic        write_q,
    input logic [ 7:0] address_q,
    input logic [10:8] data_q,     // the flags in STATUS

    input hs_comparator__in_t  from,
    input hs_comparator__out_t to,

    input entry_t entry,      // as its registers have it
    input logic   enter_q,    // an entry waits, from the write of ENTRY
    input logic   enters_q,   // it is written to the comparator
    input logic   entered_q,  // it is over, written or refused
    input logic   seek_q,     // a seek time waits
    input logic   sought_q,   // it is over
    input logic   seeks_q,    // it is written to the table
    input logic   ready,      // no scan runs, and nothing is being cleared

    input logic start,      // a scan begins
    input logic scanning_o, // it runs

    input logic [   Entries-1:0] occupied_q,
    input logic [CountWidth-1:0] count_q
);

  localparam logic [7:0] Status = 8'h08;
  localparam int unsigned TagBits = 16;
  localparam int unsigned SeekBits = 49;

  logic [SeekBits-1:0] seek_time;

  assign seek_time = {to.seek.up.value, to.seek.distance.value, to.seek.seek_time.value};

  logic [2:0] flags, sets, clears;

  assign flags = {to.status.overrun.value, to.status.beyond.value, to.status.early.value};
  assign sets = {from.status.overrun.hwset, from.status.beyond.hwset, from.status.early.hwset};
  assign clears = {3{done_q && write_q && address_q == Status}} &
                  {data_q[8], data_q[9], data_q[10]};

  // What there was a clock ago.
  typedef struct packed {
    logic [2:0] flags, sets, clears;
    logic accessed, entered, sought, waits, waits_seek, scans, starts, changed;
    logic of_entry, of_seek;
  } past_t;

  past_t past_q;
  logic live_q;  // that was not reset
  logic [2:0] soon_q;  // the clocks that an entry has waited at rest
  logic taken;

  assign taken = 32'(to.entry.tag.value) >= Entries ||
                 (to.entry.valid.value && !to.entry.replace.value &&
                  occupied_q[TagWidth'(to.entry.tag.value)]);

  entry_t entry_q;
  logic [TagBits-1:0] tag_q;
  logic [SeekBits-1:0] seek_time_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q <= 1'b0;
      soon_q <= '0;
    end else begin
      live_q <= 1'b1;
      soon_q <= enter_q && ready ? soon_q + 1'b1 : '0;
    end
  end

  always_ff @(posedge clk_i) begin
    past_q <= '{
        flags: flags,
        sets: sets,
        clears: clears,
        accessed: ack_o,
        entered: entered_q,
        sought: sought_q,
        waits: enter_q,
        waits_seek: seek_q,
        scans: scanning_o,
        starts: start,
        changed: from.result.changed.next,
        of_entry: to.entry.tag.swmod,
        of_seek: to.seek.seek_time.swmod
    };
    entry_q <= entry;
    tag_q <= to.entry.tag.value;
    seek_time_q <= seek_time;
  end

  // OVERRUN, BEYOND and EARLY stay until a 1 is written to them, and what sets them wins.
  flags_are_sticky :
  assert property (@(posedge clk_i) !live_q ||
                   flags == (past_q.flags & ~past_q.clears | past_q.sets))
  else $error("a flag is lost, or set for nothing");

  // An answer is one clock, and to an access.
  answers :
  assert property (@(posedge clk_i) !live_q || !ack_o || !past_q.accessed)
  else $error("an answer of two clocks");

  // An entry waits from the write of ENTRY until it is over: entered, or refused with a flag.
  entry_waits :
  assert property (@(posedge clk_i) !live_q ||
                   enter_q == (past_q.of_entry || (past_q.waits && !past_q.entered)))
  else $error("an entry is lost");
  entry_once :
  assert property (@(posedge clk_i) !live_q || !(entered_q && past_q.entered))
  else $error("an entry is entered twice");
  entry_in_its_time :
  assert property (@(posedge clk_i) !live_q || !enters_q || (entered_q && ready))
  else $error("an entry is entered during a scan");
  refusal_is_told :
  assert property (@(posedge clk_i) !live_q ||
                   from.status.overrun.hwset == (entered_q && !enters_q))
  else $error("a refusal is not told");
  entry_stays :
  assert property (@(posedge clk_i) !live_q ||
                   !(enter_q && past_q.waits) ||
                   {to.entry.tag.value, entry} == {tag_q, entry_q})
  else $error("an entry that waits is written over");

  // It is refused if there is no such entry, or a valid one that it is not to replace; and for nothing else.
  refused_if_taken :
  assert property (@(posedge clk_i) !live_q || !entered_q || enters_q == !taken)
  else $error("an entry is refused for nothing, or written over another");
  // At rest it is over in its fifth clock.
  entered_soon :
  assert property (@(posedge clk_i) !live_q || soon_q <= 3'd5)
  else $error("an entry waits for nothing");
  change_is_told :
  assert property (@(posedge clk_i) !live_q ||
                   from.result.changed.next ==
                   (!past_q.starts && (past_q.changed || (past_q.waits && past_q.scans))))
  else $error("a change is not told, or for nothing");

  // The same for a seek time.
  seek_waits :
  assert property (@(posedge clk_i) !live_q ||
                   seek_q == (past_q.of_seek || (past_q.waits_seek && !past_q.sought)))
  else $error("a seek time is lost");
  seek_in_its_time :
  assert property (@(posedge clk_i) !live_q || !seeks_q || (sought_q && ready))
  else $error("a seek time is written during a scan");
  seek_stays :
  assert property (@(posedge clk_i) !live_q ||
                   !(seek_q && past_q.waits_seek) ||
                   seek_time == seek_time_q)
  else $error("a seek time that waits is written over");

  // FULL counts the valid entries.
  counted :
  assert property (@(posedge clk_i) !live_q || 32'(count_q) == $countones(occupied_q))
  else $error("entries are counted wrong");

endmodule

bind sptf_comparator_box sptf_comparator_box_sva #(
    .Entries(Entries),
    .TagWidth(TagWidth),
    .CountWidth(CountWidth)
) i_sva (
    .data_q(data_q[10:8]),
    .*
);
