#include "model/config/keys/drive_keys.h"

#include <iterator>

#include "model/config/keys/key_builders.h"
#include "model/config/keys/layout_limits.h"
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
constexpr Picoseconds kDays = std::chrono::hours{240};  // a run is shorter
constexpr TextKind kText{};
constexpr AngleKind kAngle{};

constexpr CountKind kBufferBlocks{1, kMostSectors};

Keys head_keys() {
  return {
      key(HEADSTACK_KEY(description), kText, "the drive in a few words"),
      key(HEADSTACK_KEY(source), kText, "where the numbers are from"),
      key(HEADSTACK_KEY(serial), kText, "serial number that INQUIRY tells, up to 16 characters",
          Need::optional),
      key(HEADSTACK_KEY(fitted), ListKind<TextKind>{kText},
          "keys whose values were fitted to a trace of the real drive, as in \"seek.write_settle\"",
          Need::optional),
      key(HEADSTACK_KEY(spindle.rotation), kRotation,
          "how fast the platters turn, or how long a revolution takes"),
      key(HEADSTACK_KEY_IN(spindle.correction, _thousandths), SignedThousandthsKind{"ppm", 100'000},
          "parts per million by which a revolution really takes longer", Need::optional),
      key(HEADSTACK_KEY(spindle.spin_up), kSpinUp, "from START UNIT until the drive is ready",
          Need::optional),
  };
}

Keys layout_keys() {
  return {
      shape(key(HEADSTACK_KEY(layout.surfaces), CountKind{1, kMostSurfaces},
                "surfaces with data, one head each")),
      shape(key(HEADSTACK_KEY(layout.cylinders), CountKind{1, kMostCylinders},
                "cylinders, from 0 at the outer edge")),
      shape(key(HEADSTACK_KEY(layout.bytes_per_sector), CountKind{128, 65'536},
                "data bytes in a sector, which is a block")),
      key(HEADSTACK_KEY(layout.head_skew), ListKind<AngleKind>{kAngle},
          "how much later a track begins than that of the head before, for each head but the "
          "first, and then the next cylinder's first track than the last; in all zones, instead of "
          "theirs",
          Need::optional),
      key(HEADSTACK_KEY(layout.left_out_cylinders),
          ChoiceKind<LeftOutCylinders>{{{"without skew", LeftOutCylinders::without_skew},
                                        {"with skew", LeftOutCylinders::with_skew}}},
          "zones may leave out cylinders between them; where the zone behind continues the skew, "
          "as if they were not there or were like those before",
          Need::optional),
      key(HEADSTACK_KEY(layout.left_out_cylinders_in_seeks), kSwitch,
          "cylinders left out have a number and are seeked over; otherwise the drive numbers its "
          "cylinders without them",
          Need::optional),
      key(HEADSTACK_KEY(layout.blocks), BlocksInUseKind{},
          "blocks in use; places beyond are spare ones at the end of the disk", Need::optional),
  };
}

Keys seek_keys() {
  return {
      key(HEADSTACK_KEY(seek.first), ListKind<DurationKind>{{Picoseconds{1}, seconds{1}}},
          "seek over 1, 2, ... cylinders: these go by table", Need::optional),
      key(HEADSTACK_KEY(seek.root.base), kTime,
          "longer ones: base + per_root_cylinder * sqrt(distance)", Need::optional),
      key(HEADSTACK_KEY(seek.root.per_root_cylinder), kTime,
          "factor of the root of the distance in cylinders", Need::optional),
      key(HEADSTACK_KEY(seek.root.up_to), CountOfKind{"cylinders", 0, kMostCylinders},
          "last distance that goes by the root", Need::optional),
      key(HEADSTACK_KEY(seek.linear.base), kTime,
          "still longer ones: base + per_cylinder * distance", Need::optional),
      key(HEADSTACK_KEY(seek.linear.per_cylinder), kTime, "factor of the distance in cylinders",
          Need::optional),
      key(HEADSTACK_KEY(seek.points), ListKind<SeekPointKind>{kSeekPoint},
          "measured seeks, by rising distance, in place of first, root and linear: straight lines "
          "between them, and on beyond the last",
          Need::optional),
      key(HEADSTACK_KEY(seek.dropped_points), ListKind<SeekPointKind>{kSeekPoint},
          "those of the points that make no sense, left out on purpose", Need::optional),
      key(HEADSTACK_KEY(seek.direction), ListKind<SeekPointKind>{kSeekDirection},
          "up to each distance: what a seek towards higher cylinders takes more at the start of a "
          "command, and one towards lower cylinders less",
          Need::optional),
      key(HEADSTACK_KEY(seek.head_switch), kTime,
          "from one head to another of the same cylinder; the least of any seek to another head"),
      key(HEADSTACK_KEY(seek.same_cylinder), kTime,
          "positioning at the start of a command that needs no seek", Need::optional),
      key(HEADSTACK_KEY(seek.cylinder_switch), kTime,
          "from a cylinder to the next in a transfer; left out: the seek over one cylinder",
          Need::optional),
      key(HEADSTACK_KEY(seek.go_on_at_track_end), kSwitch,
          "a request that ends with a track's last block waits until the heads have gone on to the "
          "next block's track; else they stay, and nothing waits",
          Need::optional),
      key(HEADSTACK_KEY(seek.read_settle), kSettle,
          "added to a positioning that moved, before a read", Need::optional),
      key(HEADSTACK_KEY(seek.write_settle), kSettle,
          "added to a positioning that moved, before a write"),
      key(HEADSTACK_KEY(seek.read_settle_turn), OptionalKind<AngleKind>{kAngle},
          "added to read_settle: a part of a revolution, as of a number of servo sectors",
          Need::optional),
      key(HEADSTACK_KEY(seek.write_settle_turn), OptionalKind<AngleKind>{kAngle},
          "the same for write_settle", Need::optional),
      key(HEADSTACK_KEY(seek.write_settle_steps),
          ListKind<SettleStepKind>{{kMostCylinders, seconds{1}}},
          "up to each distance: what a write settles longer after a movement at the start of a "
          "command; nothing beyond the last",
          Need::optional),
  };
}

Keys write_and_bus_keys() {
  return {
      key(HEADSTACK_KEY(write.minimum_positioning), kTime,
          "least time from command to medium of a non-sequential write", Need::optional),
      key(HEADSTACK_KEY(write.minimum_blocks), kBufferBlocks,
          "blocks in the buffer (or the whole request) before the medium is written"),
      key(HEADSTACK_KEY(write.minimum_blocks_large), kBufferBlocks, "the same for a large request"),
      key(HEADSTACK_KEY(write.large_request), CountOfKind{"blocks", 1, kMostBlocks},
          "a request of this many blocks or more is large"),
      key(HEADSTACK_KEY(write.reconnect_preparation), kTime,
          "after the medium is written, before the reselection", Need::optional),
      key(HEADSTACK_KEY_IN(write.ahead, _thousandths), ThousandthsKind{"blocks", 255},
          "blocks that the buffer must stay ahead of the medium until the request's end",
          Need::optional),
      key(HEADSTACK_KEY(write.ahead_delay), kTime, "from then until the medium is written",
          Need::optional),
      key(HEADSTACK_KEY(write.start),
          ChoiceKind<hs_write_start>{
              {{"first track", HS_START_FIRST_TRACK}, {"whole request", HS_START_WHOLE}}},
          "what must be in the buffer at least before the medium is written: what goes on the "
          "first track, or all (as much as a segment holds); left out: minimum_blocks",
          Need::optional),
      key(HEADSTACK_KEY(write.zero_latency), kSwitch,
          "what goes on a track is written from where the head arrives, once it is all in the "
          "buffer",
          Need::optional),
      key(HEADSTACK_KEY(write.seek_with_data), kSwitch,
          "the arm moves when the data are there that the medium waits for; else after the command",
          Need::optional),
      key(HEADSTACK_KEY(write.single_connection), kSwitch,
          "a non-sequential write after a write takes its data as other writes do, without the "
          "extra disconnect and its times",
          Need::optional),
      key(HEADSTACK_KEY_IN(write.room, _ppm), ShareKind{0, 100},
          "share of a segment that must be free before the host is asked for more of a write that "
          "is larger; 0 or left out: a quarter",
          Need::optional),
      key(HEADSTACK_KEY_IN(bus.read_rate, _as_block_time), kBlockTime,
          "data to the host, drive and host together"),
      key(HEADSTACK_KEY_IN(bus.write_rate, _as_block_time), kBlockTime,
          "data from the host, drive and host together"),
      key(HEADSTACK_KEY(bus.start_marks_per_revolution), CountKind{0, kMostSectors},
          "a transfer of data begins at the next of so many marks, as of the servo; 0: at any time",
          Need::optional),
      key(HEADSTACK_KEY(bus.read_marks_per_revolution), CountKind{0, kMostSectors},
          "the same for a read from the medium, in place of the other marks: they count from the "
          "first sector of the track on which the read begins",
          Need::optional),
      key(HEADSTACK_KEY(bus.underrun), kTime,
          "added to a transfer to the host that has had to wait for the medium", Need::optional),
      key(HEADSTACK_KEY(bus.underrun_resume), kTime,
          "a transfer to the host that comes to a block which is not there stops, and goes on so "
          "long after it has come",
          Need::optional),
      key(HEADSTACK_KEY(bus.release_reads), kSwitch,
          "a read gives the bus away after the blocks of the watermark, and comes back for the "
          "rest; else it holds the bus to its end",
          Need::optional),
      key(HEADSTACK_KEY(bus.release_at_track_end), kSwitch,
          "then it also gives it away after what lies on one track, and the watermark is one of "
          "what "
          "lies on the next",
          Need::optional),
      key(HEADSTACK_KEY_IN(bus.width, _bits), CountOfKind{"bits", 0, 16},
          "data lines of the drive's side: 8 bits, or wide with 16", Need::optional),
      key(HEADSTACK_KEY(bus.transfer_period), kTransferPeriod,
          "shortest period of its synchronous transfers, each as wide as the bus; data are no "
          "faster than that",
          Need::optional),
  };
}

Keys other_keys() {
  return {
      key(HEADSTACK_CONDITION(variation.seek), DurationKind{Picoseconds{0}, seconds{1}},
          "random time, more or less, of every movement at the start of a command: the scale of a "
          "logistic distribution",
          Need::optional),
      key(HEADSTACK_CONDITION_IN(variation.spindle, _ppm),
          CountOfKind{"parts per million", 0, 10'000},
          "how far the speed wanders: drawn anew every 128 revolutions", Need::optional),
      key(HEADSTACK_CONDITION(variation.seed), CountKind{0, 0xffff'ffff}, "of both",
          Need::optional),
      key(HEADSTACK_KEY(queue.depth), CountOfKind{"tasks", 1, 65'536},
          "commands that the drive can hold"),
  };
}

Keys destage_and_power_keys() {
  return {
      key(HEADSTACK_CONDITION(destage.start),
          ChoiceKind<hs_destage_start>{{{"at once", HS_DESTAGE_AT_ONCE},
                                        {"idle", HS_DESTAGE_IDLE},
                                        {"amount", HS_DESTAGE_AMOUNT},
                                        {"need", HS_DESTAGE_NEED}}},
          "when cached writes go to the medium: each when its status is sent, when the drive has "
          "been idle for so long, when so much waits, or when there is no room (left out: at once)",
          Need::optional),
      key(HEADSTACK_CONDITION(destage.idle_delay), kTime,
          "the idle time; with amount and need, idleness starts it too unless this is 0",
          Need::optional),
      key(HEADSTACK_CONDITION_IN(destage.amount, _ppm), ShareKind{0, 100},
          "the share of a segment that waits", Need::optional),
      key(HEADSTACK_CONDITION(destage.order),
          ChoiceKind<hs_destage_order>{
              {{"oldest", HS_DESTAGE_OLDEST}, {"ascending", HS_DESTAGE_ASCENDING}}},
          "in the order of their coming, or by rising address (left out: oldest)", Need::optional),
      key(HEADSTACK_CONDITION(destage.command_first), kSwitch,
          "a command interrupts destaging, which goes on later; not if at once", Need::optional),
      key(HEADSTACK_KEY(power.unit_attention), kSwitch,
          "every initiator is told of a loss of power", Need::optional),
  };
}

Keys defect_keys() {
  const ListKind<BadSectorKind> places{{kDays}};
  return {
      key(HEADSTACK_CONDITION(defects.unreadable), places,
          "sectors that cannot be read; a write does not notice", Need::optional),
      key(HEADSTACK_CONDITION(defects.unwritable), places,
          "sectors that can neither be read nor written", Need::optional),
      key(HEADSTACK_CONDITION(defects.correctable), places,
          "sectors that are read only with the help of the ECC", Need::optional),
      key(HEADSTACK_CONDITION_IN(defects.soft_rate, _ppm), ShareKind{0, 50},
          "share of the blocks read that fail at first, at random", Need::optional),
      key(HEADSTACK_CONDITION(defects.soft_retries), OptionalKind<CountKind>{{1, 255}},
          "the retry that reads such a block, the first when it is left out", Need::optional),
      key(HEADSTACK_CONDITION_IN(defects.soft_correctable, _ppm), ShareKind{0, 100},
          "share of these errors that the ECC can correct", Need::optional),
      key(HEADSTACK_CONDITION_IN(defects.growth_rate, _ppm), ShareKind{0, 50},
          "share of the blocks read or written whose sectors become unreadable then",
          Need::optional),
      key(HEADSTACK_CONDITION(defects.growth_interval), DurationKind{Picoseconds{0}, kDays},
          "mean time from one sector, anywhere, that becomes unreadable to the next",
          Need::optional),
      key(HEADSTACK_CONDITION(defects.seed), CountKind{0, 0xffff'ffff},
          "of what is random in these", Need::optional),
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
  append(all, destage_and_power_keys());
  append(all, decision_keys());
  return all;
}

// A path below `prefix`, quoted for a table.
template <class Owner>
std::string row(const std::string& prefix, const Key<Owner>& key) {
  return "| `" + prefix + key.path + "` | " + key.values + " | " + key.description +
         (key.optional ? " (may be left out: none) |\n" : " |\n");
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
