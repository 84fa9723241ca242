// The properties of each sptf_comparator_box. Flags are sticky. No entry, removal, seek time, winner or answer is lost.
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

    // The access under way.
    input logic        done_q,
    input logic        write_q,
    input logic [ 7:0] address_q,
    input logic [11:8] data_q,     // the flags in STATUS

    input hs_comparator__in_t  from,
    input hs_comparator__out_t to,

    input entry_t entry,      // the entry in the registers
    input logic   enter_q,    // an entry waits, from the write of ENTRY
    input logic   enters_q,   // the entry is written to the comparator
    input logic   entered_q,  // the entry is over: written or refused
    input logic   seek_q,     // a seek time waits
    input logic   sought_q,   // the seek time is over
    input logic   seeks_q,    // the seek time is written to the table
    input logic   leave_q,    // a removal waits, from the write of LEAVE
    input logic   begins,     // the search for the task begins
    input logic   left_q,     // the removal is over
    input logic   rest,       // no scan runs, and no entries are looked through

    input logic starts_q,    // first clock of a scan
    input logic scanning_o,  // a scan runs
    input logic takes,       // the winner is read
    input logic taken_q,     // the winner has been read, or has left
    input logic found_q,     // the scan found a winner

    input logic                  removes_q,   // an entry is removed
    input logic [  TagWidth-1:0] remove_q,    // number of the removed entry
    input logic [  TagWidth-1:0] free_q,      // number of the next entry to enter
    input logic [   Entries-1:0] occupied_q,
    input logic [CountWidth-1:0] count_q
);

  localparam logic [7:0] Status = 8'h08;
  localparam int unsigned NumberBits = 16;
  localparam int unsigned SeekBits = 53;

  logic [SeekBits-1:0] seek_time;

  assign seek_time = {to.seek.up.value, to.seek.distance.value, to.seek.seek_time.value};

  logic [3:0] flags, sets, clears;

  assign flags = {
    to.status.overrun.value, to.status.beyond.value, to.status.early.value, to.status.absent.value
  };
  assign sets = {
    from.status.overrun.hwset,
    from.status.beyond.hwset,
    from.status.early.hwset,
    from.status.absent.hwset
  };
  assign clears = {4{done_q && write_q && address_q == Status}} &
                  {data_q[8], data_q[9], data_q[10], data_q[11]};

  // A bit for each kind of command.
  typedef struct packed {logic entry, seek, leave;} commands_t;

  commands_t waits, written, over, changes;

  assign waits   = {enter_q, seek_q, leave_q};
  assign written = {to.entry.lbn.swmod, to.seek.seek_time.swmod, to.leave.task_number.swmod};
  assign over    = {entered_q, sought_q, left_q};

  // The signals of the previous clock.
  typedef struct packed {
    logic [3:0] flags, sets, clears;
    commands_t waits, written, over;
    logic accessed, scans, starts, changed, takes;
  } past_t;

  past_t past_q;
  logic live_q;  // the previous clock was not a reset
  logic [2:0] soon_q;  // the clocks that an entry has waited at rest

  // The entry that is entered, without its valid bit.
  typedef struct packed {
    logic [NumberBits-1:0] number;
    logic bound;
    entry_t entry;
  } entered_t;

  entered_t entered, past_entered_q;
  logic [NumberBits:0] leaves, leaves_q;
  logic [SeekBits-1:0] seek_time_q;

  always_comb begin
    entered = {to.handicap.task_number.value, to.entry.bound.value, entry};
    entered.entry.valid = 1'b1;
  end

  assign leaves  = {to.leave.everyone.value, to.leave.task_number.value};
  assign changes = {entered != past_entered_q, seek_time != seek_time_q, leaves != leaves_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q <= 1'b0;
      soon_q <= '0;
    end else begin
      live_q <= 1'b1;
      soon_q <= enter_q && rest ? soon_q + 1'b1 : '0;
    end
  end

  always_ff @(posedge clk_i) begin
    past_q <= '{
        flags: flags,
        sets: sets,
        clears: clears,
        waits: waits,
        written: written,
        over: over,
        accessed: ack_o,
        scans: scanning_o,
        starts: starts_q,
        changed: from.result.changed.next,
        takes: takes
    };
    past_entered_q <= entered;
    leaves_q <= leaves;
    seek_time_q <= seek_time;
  end

  // OVERRUN, BEYOND, EARLY and ABSENT stay until a 1 is written to them. If a flag is set and cleared in one clock, the
  // flag is set.
  flags_are_sticky :
  assert property (@(posedge clk_i) !live_q ||
                   flags == (past_q.flags & ~past_q.clears | past_q.sets))
  else $error("a flag is lost, or set for nothing");

  // An answer takes one clock, and belongs to an access.
  answers :
  assert property (@(posedge clk_i) !live_q || !ack_o || !past_q.accessed)
  else $error("an answer of two clocks");

  // A command waits from the write of its register until it is over. An entry is over when it is entered, or refused with
  // a flag.
  command_waits :
  assert property (@(posedge clk_i) !live_q ||
                   waits == (past_q.written | (past_q.waits & ~past_q.over)))
  else $error("a command is lost");
  command_stays :
  assert property (@(posedge clk_i) !live_q || (waits & past_q.waits & changes) == '0)
  else $error("a command that waits is written over");
  command_once :
  assert property (@(posedge clk_i) !live_q || (over & past_q.over) == '0)
  else $error("a command is carried out twice");
  one_command :
  assert property (@(posedge clk_i) !live_q || $countones(waits) <= 1)
  else $error("two commands at a time");
  entry_in_its_time :
  assert property (@(posedge clk_i) !live_q || !enters_q || (entered_q && rest))
  else $error("an entry is entered during a scan");
  seek_in_its_time :
  assert property (@(posedge clk_i) !live_q || !seeks_q || (sought_q && rest))
  else $error("a seek time is written during a scan");
  leave_in_its_time :
  assert property (@(posedge clk_i) !live_q || !begins || (leave_q && rest))
  else $error("a task leaves during a scan");
  refusal_is_told :
  assert property (@(posedge clk_i) !live_q ||
                   from.status.overrun.hwset == (entered_q && !enters_q))
  else $error("a refusal is not told");

  // A task is refused if all entries are taken, and only then. Else it goes to a free entry.
  refused_if_full :
  assert property (@(posedge clk_i) !live_q || !entered_q || enters_q == (occupied_q != '1))
  else $error("an entry is refused for nothing, or entered where there is no room");
  written_over_none :
  assert property (@(posedge clk_i) !live_q || !enters_q || !occupied_q[free_q])
  else $error("an entry is written over another");
  // An entry that waits at rest is over in its fifth clock.
  entered_soon :
  assert property (@(posedge clk_i) !live_q || soon_q <= 3'd5)
  else $error("an entry waits for nothing");
  change_is_told :
  assert property (@(posedge clk_i) !live_q ||
                   from.result.changed.next ==
                   (!past_q.starts && (past_q.changed ||
                    ((past_q.waits.entry || past_q.waits.leave) && past_q.scans))))
  else $error("a change is not told, or for nothing");

  // A winner is read at rest, once, and is then removed. All other removals are of tasks that leave.
  taken_at_rest :
  assert property (@(posedge clk_i) !live_q || !takes ||
                   (rest && !write_q && found_q && !taken_q && waits == '0))
  else $error("a winner is read before it is known, or twice");
  taken_is_removed :
  assert property (@(posedge clk_i) !live_q || !past_q.takes || (removes_q && taken_q))
  else $error("a winner that was read stays");
  removed_for_a_reason :
  assert property (@(posedge clk_i) !live_q || !removes_q || past_q.takes || left_q)
  else $error("an entry is removed for nothing");
  removes_what_is_there :
  assert property (@(posedge clk_i) !live_q || !removes_q || occupied_q[remove_q])
  else $error("an entry is removed that is none");

  // FULL counts the entries that are taken.
  counted :
  assert property (@(posedge clk_i) !live_q || 32'(count_q) == $countones(occupied_q))
  else $error("entries are counted wrong");

endmodule

bind sptf_comparator_box sptf_comparator_box_sva #(
    .Entries(Entries),
    .TagWidth(TagWidth),
    .CountWidth(CountWidth)
) i_sva (
    .data_q(data_q[11:8]),
    .*
);
