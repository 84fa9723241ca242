#include "model/config/keys/drive_keys.h"

#include <iterator>

#include "model/config/keys/duration_limit_kind.h"
#include "model/config/keys/key_builders.h"
#include "model/config/keys/layout_limits.h"
#include "model/config/keys/priority_time_kind.h"
#include "model/config/keys/term_kind.h"
#include "model/config/tick_clock.h"

namespace headstack {
namespace {

using std::chrono::seconds;

constexpr DurationKind kSpinUp{Picoseconds{0}, seconds{300}};
constexpr DurationKind kTransferPeriod{Picoseconds{0}, std::chrono::milliseconds{1}};
constexpr RotationKind kRotation{TickClock::kShortestRevolution, TickClock::kLongestRevolution};
constexpr BlockTimeKind kBlockTime{Picoseconds{0}, seconds{1}};
constexpr SeekPointKind kSeekPoint{kMostCylinders, Picoseconds{1}, seconds{1}};
constexpr SeekPointKind kSeekDirection{kMostCylinders, -seconds{1}, seconds{1}};
constexpr Picoseconds kDays = std::chrono::hours{240};  // a run is always shorter than this
constexpr TextKind kText{};
constexpr AngleKind kAngle{};

constexpr CountKind kBufferBlocks{1, kMostSectors};

Keys head_keys() {
  return {
      key(HEADSTACK_KEY(description), kText, "short description of the drive"),
      key(HEADSTACK_KEY(source), kText, "sources of the numbers"),
      key(HEADSTACK_KEY(serial), kText, "serial number that INQUIRY reports, up to 16 characters",
          Need::optional),
      key(HEADSTACK_KEY(fitted), ListKind<TextKind>{kText},
          "keys whose values were fitted to a trace of the real drive, such as "
          "\"seek.write_settle\"",
          Need::optional),
      key(HEADSTACK_KEY(think),
          ChoiceKind<ThinkTimes>{{{"after", ThinkTimes::after}, {"before", ThinkTimes::before}}},
          "whether the think times of that trace come after their requests or before; "
          "`headstack validate` reads a trace of this drive accordingly",
          Need::optional),
      key(HEADSTACK_KEY(spindle.rotation), kRotation, "rotational speed, or time of a revolution"),
      key(HEADSTACK_KEY_IN(spindle.correction, _thousandths), SignedThousandthsKind{"ppm", 100'000},
          "parts per million by which a real revolution is longer than spindle.rotation; negative: "
          "shorter",
          Need::optional),
      key(HEADSTACK_KEY(spindle.spin_up), kSpinUp, "time from START UNIT until the drive is ready",
          Need::optional),
  };
}

Keys layout_keys() {
  return {
      shape(key(HEADSTACK_KEY(layout.surfaces), CountKind{1, kMostSurfaces},
                "number of surfaces with data; each surface has one head")),
      shape(key(HEADSTACK_KEY(layout.cylinders), CountKind{1, kMostCylinders},
                "number of cylinders, including cylinders that belong to no zone; cylinder 0 is at "
                "the outer edge")),
      shape(key(HEADSTACK_KEY(layout.bytes_per_sector), CountKind{128, 65'536},
                "number of data bytes in a sector; a sector is a block")),
      shape(key(HEADSTACK_KEY(layout.bytes_per_physical_sector), CountKind{128, 65'536},
                "number of data bytes in a physical sector, which the head writes as a whole: "
                "bytes_per_sector times a power of two. A write that begins or ends inside a "
                "physical sector reads this physical sector first, and writes it a revolution "
                "later; left out: a sector is a physical sector",
                Need::optional)),
      key(HEADSTACK_KEY(layout.head_skew), ListKind<AngleKind>{kAngle},
          "angle by which each head's track begins later than the track of the previous head. The "
          "list begins with head 1. The last entry is the skew from the last track of a cylinder "
          "to the next cylinder. The list replaces the skews of all zones. With "
          "layout.serpentine, a second list may follow, for the cylinders from the last head to "
          "head 0",
          Need::optional),
      key(HEADSTACK_KEY(layout.serpentine),
          ChoiceKind<Serpentine>{{{"in each zone", Serpentine::in_each_zone},
                                  {"on odd cylinders", Serpentine::on_odd_cylinders}}},
          "cylinders whose blocks run from the last head to head 0. \"in each zone\": every other "
          "cylinder, from the zone's second cylinder on; \"on odd cylinders\": the cylinders with "
          "an odd number; left out: none",
          Need::optional),
      key(HEADSTACK_KEY(layout.cylinder_gaps),
          ChoiceKind<CylinderGaps>{{{"without skew", CylinderGaps::without_skew},
                                    {"with skew", CylinderGaps::with_skew}}},
          "effect of the cylinders between two zones on the start of the second zone, if this zone "
          "has no first_sector or phase. \"without skew\": the cylinders add no skew; \"with "
          "skew\": the cylinders add the skew of the first zone; left out: every cylinder belongs "
          "to a zone",
          Need::optional),
      key(HEADSTACK_KEY(layout.gaps_in_seeks), kSwitch,
          "true: cylinders that belong to no zone have numbers, and seeks cross these cylinders; "
          "false: the drive does not number these cylinders",
          Need::optional),
      key(HEADSTACK_KEY(layout.blocks), BlocksInUseKind{},
          "number of blocks in use; the places after these blocks are spare places at the end of "
          "the disk; 0 or left out: all blocks of the zones",
          Need::optional),
  };
}

Keys seek_keys() {
  return {
      key(HEADSTACK_KEY(seek.first), ListKind<DurationKind>{{Picoseconds{1}, seconds{1}}},
          "seek times over 1, 2, ... cylinders; for longer seeks, root and linear hold",
          Need::optional),
      key(HEADSTACK_KEY(seek.root.base), kTime,
          "constant part of the seek time for distances beyond seek.first: base + "
          "per_root_cylinder * sqrt(distance)",
          Need::optional),
      key(HEADSTACK_KEY(seek.root.per_root_cylinder), kTime,
          "factor of the square root of the distance in cylinders", Need::optional),
      key(HEADSTACK_KEY(seek.root.up_to), CountOfKind{"cylinders", 0, kMostCylinders},
          "greatest distance for which seek.root holds", Need::optional),
      key(HEADSTACK_KEY(seek.linear.base), kTime,
          "constant part of the seek time for distances beyond root.up_to: base + per_cylinder * "
          "distance",
          Need::optional),
      key(HEADSTACK_KEY(seek.linear.per_cylinder), kTime, "factor of the distance in cylinders",
          Need::optional),
      key(HEADSTACK_KEY(seek.points), ListKind<SeekPointKind>{kSeekPoint},
          "measured seek times by rising distance, instead of first, root and linear. Straight "
          "lines connect the points; the last line continues to longer distances",
          Need::optional),
      key(HEADSTACK_KEY(seek.dropped_points), ListKind<SeekPointKind>{kSeekPoint},
          "entries of seek.points that the seek curve leaves out on purpose, because these entries "
          "make no sense",
          Need::optional),
      key(HEADSTACK_KEY(seek.direction), ListKind<SeekPointKind>{kSeekDirection},
          "time added to seeks towards higher cylinders, and subtracted from seeks towards lower "
          "cylinders, at the start of a command. Each time holds up to its distance; after the "
          "last distance, the time is 0",
          Need::optional),
      key(HEADSTACK_KEY(seek.head_switch), kTime,
          "time of a switch to another head of the same cylinder; least time of any seek to "
          "another head"),
      key(HEADSTACK_KEY(seek.same_cylinder), kTime,
          "positioning time at the start of a command without a seek", Need::optional),
      key(HEADSTACK_KEY(seek.cylinder_switch), kTime,
          "time of a move to the next cylinder within a transfer; 0 or left out: the seek time "
          "over one cylinder",
          Need::optional),
      key(HEADSTACK_KEY(seek.advance_at_track_end), kSwitch,
          "true: a request that ends with the last block of a track completes after the heads have "
          "moved to the next block's track; false: the heads stay, and the request does not wait",
          Need::optional),
      key(HEADSTACK_KEY(seek.read_settle), kSettle,
          "time added to each positioning before a read, if the positioning takes time",
          Need::optional),
      key(HEADSTACK_KEY(seek.write_settle), kSettle,
          "time added to each positioning before a write, if the positioning takes time"),
      key(HEADSTACK_KEY(seek.read_settle_angle), OptionalKind<AngleKind>{kAngle},
          "part of a revolution added to read_settle, such as a number of servo sectors",
          Need::optional),
      key(HEADSTACK_KEY(seek.write_settle_angle), OptionalKind<AngleKind>{kAngle},
          "part of a revolution added to write_settle, such as a number of servo sectors",
          Need::optional),
      key(HEADSTACK_KEY(seek.write_settle_steps),
          ListKind<SettleStepKind>{{kMostCylinders, seconds{1}}},
          "time added to write_settle, for movements at the start of a command. Each time holds up "
          "to its distance; after the last distance, the time is 0",
          Need::optional),
  };
}

Keys write_and_bus_keys() {
  return {
      key(HEADSTACK_KEY(write.minimum_positioning), kTime,
          "least time from the end of the command of a non-sequential write to the start of the "
          "medium write",
          Need::optional),
      key(HEADSTACK_KEY(write.minimum_blocks), kBufferBlocks,
          "number of blocks that must be in the buffer before the medium write starts; a shorter "
          "request must be in the buffer as a whole"),
      key(HEADSTACK_KEY(write.minimum_blocks_large), kBufferBlocks,
          "value of minimum_blocks for a large request"),
      key(HEADSTACK_KEY(write.large_request), CountOfKind{"blocks", 1, kMostBlocks},
          "least number of blocks of a large request"),
      key(HEADSTACK_KEY(write.reconnect_preparation), kTime,
          "time from the end of the medium write to the reselection", Need::optional),
      key(HEADSTACK_KEY_IN(write.ahead, _thousandths), ThousandthsKind{"blocks", 255},
          "number of blocks by which the buffer must stay ahead of the medium until the end of the "
          "request; 0 or left out: no such rule",
          Need::optional),
      key(HEADSTACK_KEY(write.ahead_delay), kTime,
          "time from the moment when the buffer is far enough ahead (write.ahead) to the start of "
          "the medium write",
          Need::optional),
      key(HEADSTACK_KEY(write.start),
          ChoiceKind<hs_write_start>{
              {{"first track", HS_START_FIRST_TRACK}, {"whole request", HS_START_WHOLE}}},
          "blocks that must be in the buffer before the medium write starts: all blocks for the "
          "first track, or the whole request, but at most a segment; left out: minimum_blocks",
          Need::optional),
      key(HEADSTACK_KEY(write.zero_latency), kSwitch,
          "true: once all blocks for a track are in the buffer, the drive writes these blocks from "
          "the sector at which the head arrives",
          Need::optional),
      key(HEADSTACK_KEY(write.seek_with_data), kSwitch,
          "true: the arm moves when the required data are in the buffer; false: the arm moves "
          "after the command",
          Need::optional),
      key(HEADSTACK_KEY(write.single_connection), kSwitch,
          "true: a non-sequential write after a write receives its data as other writes do; false: "
          "such a write makes an extra disconnect, with the times for this disconnect",
          Need::optional),
      key(HEADSTACK_KEY_IN(write.room, _ppm), ShareKind{0, 100},
          "for a write larger than a segment: share of a segment that must be free before the "
          "drive asks the host for more data; 0 or left out: a quarter",
          Need::optional),
      key(HEADSTACK_KEY_IN(bus.read_rate, _as_block_time), kBlockTime,
          "rate of data to the host that drive and host achieve together"),
      key(HEADSTACK_KEY_IN(bus.write_rate, _as_block_time), kBlockTime,
          "rate of data from the host that drive and host achieve together"),
      key(HEADSTACK_KEY(bus.start_marks_per_revolution), CountKind{0, kMostSectors},
          "number of marks in a revolution, such as servo marks; a data phase begins at the next "
          "mark; 0 or left out: a data phase begins at any time",
          Need::optional),
      key(HEADSTACK_KEY(bus.read_marks_per_revolution), CountKind{0, kMostSectors},
          "number of marks for a read from the medium, instead of start_marks_per_revolution. The "
          "marks count from the first sector of the track on which the read begins; 0 or left out: "
          "start_marks_per_revolution holds",
          Need::optional),
      key(HEADSTACK_KEY(bus.underrun), kTime,
          "time added once to a transfer to the host that waits for the medium", Need::optional),
      key(HEADSTACK_KEY(bus.underrun_resume), kTime,
          "time from the arrival of a late block until the transfer to the host continues; 0 or "
          "left out: the transfer does not stop",
          Need::optional),
      key(HEADSTACK_KEY(bus.release_reads), kSwitch,
          "true: a read releases the bus after the blocks of each watermark, and reconnects for "
          "the rest; false: a read holds the bus to its end",
          Need::optional),
      key(HEADSTACK_KEY(bus.release_at_track_end), kSwitch,
          "true, with release_reads: a read also releases the bus after the blocks of each track, "
          "and each watermark counts within one track",
          Need::optional),
      key(HEADSTACK_KEY_IN(bus.width, _bits), CountOfKind{"bits", 0, 16},
          "number of data lines of the drive: 8 bits, or 16 bits for a wide drive; 0 or left out: "
          "8 bits",
          Need::optional),
      key(HEADSTACK_KEY(bus.transfer_period), kTransferPeriod,
          "shortest period of a synchronous transfer. Each transfer has the width of the bus, so "
          "the period limits the rate of data; 0 or left out: no limit",
          Need::optional),
  };
}

Keys other_keys() {
  return {
      key(HEADSTACK_CONDITION(variation.seek), DurationKind{Picoseconds{0}, seconds{1}},
          "scale of a logistic distribution around 0; each movement at the start of a command "
          "takes longer or shorter by a random time of this distribution",
          Need::optional),
      key(HEADSTACK_CONDITION_IN(variation.spindle, _ppm),
          CountOfKind{"parts per million", 0, 10'000},
          "greatest deviation of the rotational speed; the speed is drawn again every 128 "
          "revolutions",
          Need::optional),
      key(HEADSTACK_CONDITION(variation.seed), CountKind{0, 0xffff'ffff},
          "seed of the random times and speeds", Need::optional),
      key(HEADSTACK_KEY(queue.depth), CountOfKind{"tasks", 1, 65'536},
          "number of commands that the drive can hold"),
  };
}

Keys destage_and_unit_keys() {
  return {
      key(HEADSTACK_CONDITION(destage.start),
          ChoiceKind<hs_destage_start>{{{"at once", HS_DESTAGE_AT_ONCE},
                                        {"idle", HS_DESTAGE_IDLE},
                                        {"amount", HS_DESTAGE_AMOUNT},
                                        {"need", HS_DESTAGE_NEED}}},
          "event that sends cached writes to the medium: the status of each write, an idle time, "
          "an amount of waiting data, or lack of room; left out: \"at once\"",
          Need::optional),
      key(HEADSTACK_CONDITION(destage.idle_delay), kTime,
          "idle time after which cached writes go to the medium; 0 with \"amount\" or \"need\": "
          "idleness does not start destaging",
          Need::optional),
      key(HEADSTACK_CONDITION_IN(destage.amount, _ppm), ShareKind{0, 100},
          "share of a segment that must wait before cached writes go to the medium",
          Need::optional),
      key(HEADSTACK_CONDITION(destage.order),
          ChoiceKind<hs_destage_order>{
              {{"oldest", HS_DESTAGE_OLDEST}, {"ascending", HS_DESTAGE_ASCENDING}}},
          "order in which cached writes go to the medium: by arrival, or by rising address; left "
          "out: \"oldest\"",
          Need::optional),
      key(HEADSTACK_CONDITION(destage.command_first), kSwitch,
          "true: a command interrupts destaging, and the destaging continues later; not with \"at "
          "once\"",
          Need::optional),
      key(HEADSTACK_KEY(interface.standard),
          ChoiceKind<hs_standard>{
              {{"SCSI-2", HS_SCSI_2}, {"SPC-4", HS_SPC_4}, {"SPC-6", HS_SPC_6}}},
          "standard that the drive claims; \"SPC-4\": also SBC-3; \"SPC-6\": also command duration "
          "limits. Commands, pages and bits follow the standard; left out: \"SCSI-2\"",
          Need::optional),
      key(HEADSTACK_KEY(power.unit_attention), OptionalKind<SwitchKind>{},
          "true: after a loss of power, the first command of each initiator ends with a unit "
          "attention; left out: true if power.start is \"power-on\"",
          Need::optional),
      key(HEADSTACK_CONDITION(power.start),
          ChoiceKind<PowerStart>{
              {{"ready", PowerStart::ready}, {"power-on", PowerStart::power_on}}},
          "start of a run or session. \"ready\": the hosts have seen the power-on; \"power-on\": "
          "the first command of each host ends with a unit attention, unless power.unit_attention "
          "is false; left out: \"ready\"",
          Need::optional),
      key(HEADSTACK_CONDITION(duration_limits.reads), ListKind<DurationLimitKind>{},
          "limits for reads from the factory, from number 1 on, at most seven. Each limit has up "
          "to "
          "three "
          "times (waiting, working, whole), and each time a policy: earliest, unavailable or "
          "abort, "
          "and for whole also next and without. Needs interface.standard \"SPC-6\"; left out: no "
          "limits are set",
          Need::optional),
      key(HEADSTACK_CONDITION(duration_limits.writes), ListKind<DurationLimitKind>{},
          "the same for writes", Need::optional),
      key(HEADSTACK_CONDITION(priorities.deadlines), OptionalKind<ListKind<PriorityTimeKind>>{},
          "times from the arrival of a command to its deadline, for the task priorities 1 (the "
          "most "
          "urgent) to 15; priorities past the end of the list have no deadline. Only a scheduler "
          "that uses deadlines uses the times; left out: priority p has p times 50 ms",
          Need::optional),
  };
}

Keys defect_keys() {
  const ListKind<BadSectorKind> places{{kDays}};
  return {
      key(HEADSTACK_CONDITION(defects.unreadable), places,
          "sectors that cannot be read; a write to such a sector reports no error", Need::optional),
      key(HEADSTACK_CONDITION(defects.unwritable), places,
          "sectors that can be neither read nor written", Need::optional),
      key(HEADSTACK_CONDITION(defects.correctable), places,
          "sectors that can be read only with the help of the ECC", Need::optional),
      key(HEADSTACK_CONDITION_IN(defects.soft_rate, _ppm), ShareKind{0, 50},
          "share of the blocks read for which the first attempt fails, at random", Need::optional),
      key(HEADSTACK_CONDITION(defects.soft_retries), OptionalKind<CountKind>{{1, 255}},
          "number of the first retry that can read a block after a soft error; left out: 1",
          Need::optional),
      key(HEADSTACK_CONDITION_IN(defects.soft_correctable, _ppm), ShareKind{0, 100},
          "share of the soft errors that the ECC can correct", Need::optional),
      key(HEADSTACK_CONDITION_IN(defects.growth_rate, _ppm), ShareKind{0, 50},
          "share of the blocks read or written whose sectors become unreadable at that moment",
          Need::optional),
      key(HEADSTACK_CONDITION(defects.growth_interval), DurationKind{Picoseconds{0}, kDays},
          "mean time until another sector of the disk becomes unreadable; 0 or left out: no sector "
          "becomes unreadable",
          Need::optional),
      key(HEADSTACK_CONDITION(defects.seed), CountKind{0, 0xffff'ffff},
          "seed of the random defects", Need::optional),
  };
}

void append(Keys& all, Keys more) {
  for (Key<DriveConfig>& one : more) {
    all.push_back(std::move(one));
  }
}

Keys all_drive_keys() {
  Keys all = head_keys();
  append(all, layout_keys());
  append(all, seek_keys());
  append(all, overhead_keys());
  append(all, write_and_bus_keys());
  append(all, cache_keys());
  append(all, other_keys());
  append(all, defect_keys());
  append(all, destage_and_unit_keys());
  append(all, decision_keys());
  return all;
}

// A row of the table of keys; `prefix` precedes the path.
template <class Owner>
std::string row(const std::string& prefix, const Key<Owner>& key) {
  return "| `" + prefix + key.path + "` | " + key.values + " | " + key.description +
         (key.optional ? " (optional) |\n" : " |\n");
}

}  // namespace

const std::vector<Key<DriveConfig>>& drive_keys() {
  static const std::vector<Key<DriveConfig>> keys = all_drive_keys();
  return keys;
}

std::string key_table_markdown(bool conditions) {
  std::string table = "| key | value | meaning |\n|---|---|---|\n";
  for (const Key<DriveConfig>& one : drive_keys()) {
    table += one.condition == conditions ? row("", one) : "";
    if (!conditions && one.path == "layout.blocks") {
      for (const Key<ZoneConfig>& zone : zone_keys()) {
        table += row(std::string(kZonePath) + ".", zone);
      }
    }
  }
  return table;
}

}  // namespace headstack
