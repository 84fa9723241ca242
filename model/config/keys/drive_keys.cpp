#include "model/config/keys/drive_keys.h"

#include <iterator>

#include "model/config/keys/key_builders.h"
#include "model/config/tick_clock.h"

extern "C" {
#include <buffer/cache.h>
}

namespace headstack {
namespace {

using std::chrono::seconds;

constexpr DurationKind kSpinUp{Picoseconds{0}, seconds{300}};
constexpr DurationKind kTransferPeriod{Picoseconds{0}, std::chrono::milliseconds{1}};
constexpr RotationKind kRotation{TickClock::kShortestRevolution, TickClock::kLongestRevolution};
constexpr BlockTimeKind kBlockTime{Picoseconds{0}, seconds{1}};
constexpr std::uint32_t kMostCylinders = 65'536;
constexpr SeekPointKind kSeekPoint{kMostCylinders, Picoseconds{1}, seconds{1}};
constexpr SeekPointKind kSeekDirection{kMostCylinders, -seconds{1}, seconds{1}};
constexpr Picoseconds kDays = std::chrono::hours{240};  // a run is shorter
constexpr TextKind kText{};
constexpr SwitchKind kSwitch{};
constexpr CacheModeKind kCacheMode{};
constexpr DestageStartKind kDestageStart{};
constexpr DestageOrderKind kDestageOrder{};
constexpr ReadAheadReachKind kReadAheadReach{};
constexpr WriteStartKind kWriteStart{};
constexpr LeftOutCylindersKind kLeftOutCylinders{};
constexpr AngleKind kAngle{};

// What a channel extent holds (HS_RUN in registers.h).
constexpr std::uint32_t kMostSurfaces = 256;
constexpr std::uint32_t kMostSectors = 65'535;  // on a track, and in a buffer
constexpr std::uint32_t kMostTracks = kMostCylinders * kMostSurfaces;
constexpr std::uint32_t kMostBlocks = 1U << 24;
constexpr std::uint32_t kAnySector = 0xffff'fffe;  // of a zone
constexpr CountOfKind kSectors{"sectors", 0, kMostSectors};
constexpr CountKind kTracks{0, kMostTracks};
constexpr CountKind kBufferBlocks{1, kMostSectors};

// A number that says what disk it is, rather than how it behaves: nothing that is fitted.
template <class Owner>
Key<Owner> shape(Key<Owner> key) {
  key.number = false;
  return key;
}

// cylinders = [first, last]: the one key that fills two fields.
Key<ZoneConfig> cylinder_range_key() {
  const ListKind<CountKind> kind{{0, kMostCylinders - 1}};
  return {"cylinders",
          "first and last cylinder of the zone",
          kind.values(),
          false,
          false,
          [kind](const ValueSite& site, const toml::node& node, ZoneConfig& zone) {
            const std::vector<std::uint32_t> range = kind.read(site, node);
            if (range.size() != 2) {
              site.fail("must be a list of two, the first and the last cylinder");
            }
            if (range[0] > range[1]) {
              site.fail("the first cylinder, " + std::to_string(range[0]) +
                        ", is behind the last, " + std::to_string(range[1]));
            }
            zone.first_cylinder = range[0];
            zone.last_cylinder = range[1];
          },
          [kind](const ZoneConfig& zone) {
            return kind.write({zone.first_cylinder, zone.last_cylinder});
          }};
}

using D = DriveConfig;

Keys head_keys() {
  return {
      key("description", kText, &D::description, Need::required, "the drive in a few words"),
      key("source", kText, &D::source, Need::required, "where the numbers are from"),
      key("serial", kText, &D::serial, Need::optional,
          "serial number that INQUIRY tells, up to 16 characters"),
      key("fitted", ListKind<TextKind>{kText}, &D::fitted, Need::optional,
          "keys whose values were fitted to a trace of the real drive, as in "
          "\"seek.write_settle\""),
      key("spindle.rotation", kRotation, &D::spindle, &SpindleConfig::revolution,
          "how fast the platters turn, or how long a revolution takes"),
      key("spindle.correction", SignedThousandthsKind{"ppm", 100'000}, &D::spindle,
          &SpindleConfig::correction_thousandths,
          "parts per million by which a revolution really takes longer", Need::optional),
      key("spindle.spin_up", kSpinUp, &D::spindle, &SpindleConfig::spin_up,
          "from START UNIT until the drive is ready", Need::optional),
  };
}

Keys layout_keys() {
  using L = LayoutConfig;
  return {
      shape(key("layout.surfaces", CountKind{1, kMostSurfaces}, &D::layout, &L::surfaces,
                "surfaces with data, one head each")),
      shape(key("layout.cylinders", CountKind{1, kMostCylinders}, &D::layout, &L::cylinders,
                "cylinders, from 0 at the outer edge")),
      shape(key("layout.bytes_per_sector", CountKind{128, 65'536}, &D::layout, &L::bytes_per_sector,
                "data bytes in a sector, which is a block")),
      key("layout.head_skew", ListKind<AngleKind>{kAngle}, &D::layout, &L::head_skew,
          "how much later a track begins than that of the head before, for each head but the "
          "first, "
          "and then the next cylinder's first track than the last; in all zones, instead of theirs",
          Need::optional),
      key("layout.left_out_cylinders", kLeftOutCylinders, &D::layout, &L::left_out_cylinders,
          "zones may leave out cylinders between them; where the zone behind continues the skew, "
          "as "
          "if they were not there or were like those before",
          Need::optional),
      key("layout.left_out_cylinders_in_seeks", kSwitch, &D::layout,
          &L::left_out_cylinders_in_seeks,
          "cylinders left out have a number and are seeked over; otherwise the drive numbers its "
          "cylinders without them",
          Need::optional),
      key("layout.blocks", BlocksInUseKind{}, &D::layout, &L::blocks,
          "blocks in use; places beyond are spare ones at the end of the disk", Need::optional),
  };
}

Keys seek_keys() {
  using S = SeekConfig;
  return {
      key("seek.first", ListKind<DurationKind>{{Picoseconds{1}, seconds{1}}}, &D::seek, &S::first,
          "seek over 1, 2, ... cylinders: these go by table", Need::optional),
      key("seek.root.base", kTime, &D::seek, &S::root_base,
          "longer ones: base + per_root_cylinder * sqrt(distance)", Need::optional),
      key("seek.root.per_root_cylinder", kTime, &D::seek, &S::root_per_root_cylinder,
          "factor of the root of the distance in cylinders", Need::optional),
      key("seek.root.up_to", CountOfKind{"cylinders", 0, kMostCylinders}, &D::seek, &S::root_up_to,
          "last distance that goes by the root", Need::optional),
      key("seek.linear.base", kTime, &D::seek, &S::linear_base,
          "still longer ones: base + per_cylinder * distance", Need::optional),
      key("seek.linear.per_cylinder", kTime, &D::seek, &S::linear_per_cylinder,
          "factor of the distance in cylinders", Need::optional),
      key("seek.points", ListKind<SeekPointKind>{kSeekPoint}, &D::seek, &S::points,
          "measured seeks, by rising distance, in place of first, root and linear: straight lines "
          "between them, and on beyond the last",
          Need::optional),
      key("seek.dropped_points", ListKind<SeekPointKind>{kSeekPoint}, &D::seek, &S::dropped_points,
          "those of the points that make no sense, left out on purpose", Need::optional),
      key("seek.direction", ListKind<SeekPointKind>{kSeekDirection}, &D::seek, &S::direction,
          "up to each distance: what a seek towards higher cylinders takes more at the start of a "
          "command, and one towards lower cylinders less",
          Need::optional),
      key("seek.head_switch", kTime, &D::seek, &S::head_switch,
          "from one head to another of the same cylinder; the least of any seek to another head"),
      key("seek.same_cylinder", kTime, &D::seek, &S::same_cylinder,
          "positioning at the start of a command that needs no seek", Need::optional),
      key("seek.cylinder_switch", kTime, &D::seek, &S::cylinder_switch,
          "from a cylinder to the next in a transfer; left out: the seek over one cylinder",
          Need::optional),
      key("seek.go_on_at_track_end", kSwitch, &D::seek, &S::go_on_at_track_end,
          "a request that ends with a track's last block waits until the heads have gone on to the "
          "next block's track; else they stay, and nothing waits",
          Need::optional),
      key("seek.read_settle", kSettle, &D::seek, &S::read_settle,
          "added to a positioning that moved, before a read", Need::optional),
      key("seek.write_settle", kSettle, &D::seek, &S::write_settle,
          "added to a positioning that moved, before a write"),
      key("seek.read_settle_turn", OptionalKind<AngleKind>{kAngle}, &D::seek, &S::read_settle_turn,
          "added to read_settle: a part of a revolution, as of a number of servo sectors",
          Need::optional),
      key("seek.write_settle_turn", OptionalKind<AngleKind>{kAngle}, &D::seek,
          &S::write_settle_turn, "the same for write_settle", Need::optional),
  };
}

Keys write_and_bus_keys() {
  using W = WriteConfig;
  using B = BusConfig;
  return {
      key("write.minimum_positioning", kTime, &D::write, &W::minimum_positioning,
          "least time from command to medium of a non-sequential write"),
      key("write.minimum_blocks", kBufferBlocks, &D::write, &W::minimum_blocks,
          "blocks in the buffer (or the whole request) before the medium is written"),
      key("write.minimum_blocks_large", kBufferBlocks, &D::write, &W::minimum_blocks_large,
          "the same for a large request"),
      key("write.large_request", CountOfKind{"blocks", 1, kMostBlocks}, &D::write,
          &W::large_request, "a request of this many blocks or more is large"),
      key("write.reconnect_preparation", kTime, &D::write, &W::reconnect_preparation,
          "after the medium is written, before the reselection"),
      key("write.ahead", ThousandthsKind{"blocks", 255}, &D::write, &W::ahead_thousandths,
          "blocks that the buffer must stay ahead of the medium until the request's end",
          Need::optional),
      key("write.ahead_delay", kTime, &D::write, &W::ahead_delay,
          "from then until the medium is written", Need::optional),
      key("write.start", kWriteStart, &D::write, &W::start,
          "what must be in the buffer at least before the medium is written: what goes on the "
          "first track, or all (as much as a segment holds); left out: minimum_blocks",
          Need::optional),
      key("write.zero_latency", kSwitch, &D::write, &W::zero_latency,
          "what goes on a track is written from where the head arrives, once it is all in the "
          "buffer",
          Need::optional),
      key("write.seek_with_data", kSwitch, &D::write, &W::seek_with_data,
          "the arm moves when the data are there that the medium waits for; else after the command",
          Need::optional),
      key("write.single_connection", kSwitch, &D::write, &W::single_connection,
          "a non-sequential write after a write takes its data as other writes do, without the "
          "extra disconnect and its times",
          Need::optional),
      key("write.room", ShareKind{0, 100}, &D::write, &W::room_ppm,
          "share of a segment that must be free before the host is asked for more of a write that "
          "is "
          "larger; 0 or left out: a quarter",
          Need::optional),
      key("bus.read_rate", kBlockTime, &D::bus, &B::read_per_block,
          "data to the host, drive and host together"),
      key("bus.write_rate", kBlockTime, &D::bus, &B::write_per_block,
          "data from the host, drive and host together"),
      key("bus.start_marks_per_revolution", CountKind{0, kMostSectors}, &D::bus,
          &B::start_marks_per_revolution,
          "a transfer of data begins at the next of so many marks, as of the servo; 0: at any time",
          Need::optional),
      key("bus.underrun", kTime, &D::bus, &B::underrun,
          "added to a transfer to the host that has had to wait for the medium", Need::optional),
      key("bus.release_reads", kSwitch, &D::bus, &B::release_reads,
          "a read gives the bus away after the blocks of the watermark, and comes back for the "
          "rest; else it holds the bus to its end",
          Need::optional),
      key("bus.width", CountOfKind{"bits", 0, 16}, &D::bus, &B::width_bits,
          "data lines of the drive's side: 8 bits, or wide with 16", Need::optional),
      key("bus.transfer_period", kTransferPeriod, &D::bus, &B::transfer_period,
          "shortest period of its synchronous transfers, each as wide as the bus; data are no "
          "faster than that",
          Need::optional),
  };
}

Keys segment_keys() {
  using C = CacheConfig;
  return {
      key("cache.mode", kCacheMode, &D::cache, &C::mode,
          "a segmented cache with read-ahead, or a buffer that only evens out the rates"),
      key("cache.size", BlocksKind{1, kMostBlocks}, &D::cache, &C::size_blocks,
          "memory for data, all segments together"),
      key("cache.segments", CountKind{1, HS_CACHE_SEGMENTS}, &D::cache, &C::segments,
          "equal parts of the memory"),
      key("cache.write_segments", CountKind{0, HS_CACHE_SEGMENTS - 1}, &D::cache,
          &C::write_segments,
          "how many of them are for writes; 0 or left out: one, if there is more than one",
          Need::optional),
      key("cache.adapt_segments_after", CountOfKind{"reads", 0, 1'000'000}, &D::cache,
          &C::adapt_after,
          "so often the memory for reads is divided anew, into as many segments as there are "
          "sequential streams and one more: a power of two, or all",
          Need::optional),
      key("cache.hit_newest_segment_only", kSwitch, &D::cache, &C::hit_newest_segment_only,
          "reads hit only in the segment of the read before; else in all", Need::optional),
      key("cache.keep_reads_on_write", kSwitch, &D::cache, &C::keep_reads_on_write,
          "a write drops what it overlaps of the segments for reads; else all of them",
          Need::optional),
  };
}

Keys read_ahead_keys() {
  using C = CacheConfig;
  const BlocksKind any_blocks{0, kMostBlocks};
  return {
      key("cache.read_watermark", ShareKind{0, 100}, &D::cache, &C::read_watermark_ppm,
          "share of a read that is in the buffer when the drive reconnects"),
      key("cache.read_watermark_of_segment", kSwitch, &D::cache, &C::read_watermark_of_segment,
          "share of a segment instead, or the whole read if that is less", Need::optional),
      key("cache.prefetch_minimum", any_blocks, &D::cache, &C::prefetch_minimum_blocks,
          "read-ahead that a new request does not cut short"),
      key("cache.prefetch_maximum", any_blocks, &D::cache, &C::prefetch_maximum_blocks,
          "read-ahead at the most"),
      key("cache.prefetch_on_idle_hit", kSwitch, &D::cache, &C::prefetch_on_idle_hit,
          "a hit on an idle drive starts the read-ahead again"),
      key("cache.hit_on_written_data", kSwitch, &D::cache, &C::hit_on_written_data,
          "reads may find what a write left in the buffer"),
      key("cache.zero_latency_read", kSwitch, &D::cache, &C::zero_latency_read,
          "a read may start in the middle of its range and take the front one revolution later"),
      key("cache.hit_by_first_block", kSwitch, &D::cache, &C::hit_by_first_block,
          "a read hits if its first block is there or under way; else all its blocks must be",
          Need::optional),
      key("cache.partial_hit_waits", kSwitch, &D::cache, &C::partial_hit_waits,
          "a hit by its first block whose last ones had not been asked for disconnects as a miss "
          "does and comes back at the watermark; else its data go on at once",
          Need::optional),
      key("cache.read_ahead_reach", kReadAheadReach, &D::cache, &C::read_ahead_reach,
          "where a read-ahead stops before its length: at the end of the track, of the cylinder, "
          "or "
          "of the track unless the read has crossed to another",
          Need::optional),
      key("cache.read_ahead_after_sequential_only", kSwitch, &D::cache,
          &C::read_ahead_after_sequential_only,
          "only a read that goes on where one in the buffer had ended is read ahead of",
          Need::optional),
      key("cache.read_ahead_of_misses_only", kSwitch, &D::cache, &C::read_ahead_of_misses_only,
          "a hit does not make the read-ahead longer", Need::optional),
      key("cache.read_ahead_keeps_read", kSwitch, &D::cache, &C::read_ahead_keeps_read,
          "a read-ahead is as long as its segment has room beside the read; else it may overwrite "
          "what has been returned",
          Need::optional),
      key("cache.whole_track_read", kSwitch, &D::cache, &C::whole_track_read,
          "a miss reads all of its first and its last track, each from where the head arrives, if "
          "they fit a segment",
          Need::optional),
      key("cache.write_back", kSwitch, &D::cache, &C::write_back,
          "a write is over when its data are in the buffer, and goes to the medium behind its back",
          Need::optional),
  };
}

Keys other_keys() {
  return {
      key("variation.seek", DurationKind{Picoseconds{0}, seconds{1}}, &D::variation,
          &VariationConfig::seek,
          "random time, more or less, of every movement at the start of a command: the scale of a "
          "logistic distribution",
          Need::optional),
      key("variation.spindle", CountOfKind{"parts per million", 0, 10'000}, &D::variation,
          &VariationConfig::spindle_ppm,
          "how far the speed wanders: drawn anew every 128 revolutions", Need::optional),
      key("variation.seed", CountKind{0, 0xffff'ffff}, &D::variation, &VariationConfig::seed,
          "of both", Need::optional),
      key("queue.depth", CountOfKind{"tasks", 1, 65'536}, &D::queue, &QueueConfig::depth,
          "commands that the drive can hold"),
  };
}

Keys destage_and_power_keys() {
  using T = DestageConfig;
  using P = PowerConfig;
  return {
      key("destage.start", kDestageStart, &D::destage, &T::start,
          "when cached writes go to the medium: each when its status is sent, when the drive has "
          "been idle for so long, when so much waits, or when there is no room (left out: at once)",
          Need::optional),
      key("destage.idle_delay", kTime, &D::destage, &T::idle_delay,
          "the idle time; with amount and need, idleness starts it too unless this is 0",
          Need::optional),
      key("destage.amount", ShareKind{0, 100}, &D::destage, &T::amount_ppm,
          "the share of a segment that waits", Need::optional),
      key("destage.order", kDestageOrder, &D::destage, &T::order,
          "in the order of their coming, or by rising address (left out: oldest)", Need::optional),
      key("destage.command_first", kSwitch, &D::destage, &T::command_first,
          "a command interrupts destaging, which goes on later; not if at once", Need::optional),
      key("power.unit_attention", kSwitch, &D::power, &P::unit_attention,
          "every initiator is told of a loss of power", Need::optional),
  };
}

Keys defect_keys() {
  using F = DefectsConfig;
  const ListKind<BadSectorKind> places{{kDays}};
  return {
      key("defects.unreadable", places, &D::defects, &F::unreadable,
          "sectors that cannot be read; a write does not notice", Need::optional),
      key("defects.unwritable", places, &D::defects, &F::unwritable,
          "sectors that can neither be read nor written", Need::optional),
      key("defects.correctable", places, &D::defects, &F::correctable,
          "sectors that are read only with the help of the ECC", Need::optional),
      key("defects.soft_rate", ShareKind{0, 50}, &D::defects, &F::soft_ppm,
          "share of the blocks read that fail at first, at random", Need::optional),
      key("defects.soft_retries", OptionalKind<CountKind>{{1, 255}}, &D::defects, &F::soft_retries,
          "the retry that reads such a block, the first when it is left out", Need::optional),
      key("defects.soft_correctable", ShareKind{0, 100}, &D::defects, &F::soft_correctable_ppm,
          "share of these errors that the ECC can correct", Need::optional),
      key("defects.growth_rate", ShareKind{0, 50}, &D::defects, &F::growth_ppm,
          "share of the blocks read or written whose sectors become unreadable then",
          Need::optional),
      key("defects.growth_interval", DurationKind{Picoseconds{0}, kDays}, &D::defects,
          &F::growth_interval,
          "mean time from one sector, anywhere, that becomes unreadable to the next",
          Need::optional),
      key("defects.seed", CountKind{0, 0xffff'ffff}, &D::defects, &F::seed,
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
  append(all, segment_keys());
  append(all, read_ahead_keys());
  append(all, other_keys());
  append(all, defect_keys());
  append(all, destage_and_power_keys());
  append(all, decision_keys());
  return all;
}

std::vector<Key<ZoneConfig>> zone_angle_keys() {
  using Z = ZoneConfig;
  return {
      key("first_sector", OptionalKind<CountOfKind>{kSectors}, &Z::first_sector, Need::optional,
          "where the zone's first track begins, behind the index"),
      key("phase", OptionalKind<AngleKind>{kAngle}, &Z::phase, Need::optional,
          "the same as an angle; with layout.head_skew and neither of them, the zone goes on where "
          "the one before ends"),
      key("track_skew", OptionalKind<AngleKind>{kAngle}, &Z::track_skew, Need::optional,
          "how much later a track begins than that of the head before; needed without "
          "layout.head_skew"),
      key("cylinder_skew", OptionalKind<AngleKind>{kAngle}, &Z::cylinder_skew, Need::optional,
          "how much later a cylinder's first track begins than the last of the cylinder before; "
          "needed without layout.head_skew"),
  };
}

std::vector<Key<ZoneConfig>> zone_spare_keys() {
  using Z = ZoneConfig;
  const ListKind<CountKind> tracks{{0, kMostTracks}};
  const ListKind<CountKind> sectors{{0, kAnySector}};
  return {
      key("reserved_tracks", kTracks, &Z::reserved_tracks, Need::optional,
          "tracks before the first with data"),
      key("spare_tracks", kTracks, &Z::spare_tracks, Need::optional,
          "tracks at the end of the zone; those that slips used up count too"),
      key("spare_sectors_per_track", CountKind{0, kMostSectors}, &Z::spare_sectors_per_track,
          Need::optional, "sectors at the end of each track; slips on the track use them up"),
      key("spare_sectors_per_cylinder", CountKind{0, kMostSectors * kMostSurfaces},
          &Z::spare_sectors_per_cylinder, Need::optional,
          "sectors at the end of each cylinder; slips in the cylinder use them up"),
      shape(key("slipped_tracks", tracks, &Z::slipped_tracks, Need::optional,
                "tracks left out, counted from 0 at the zone's first track, reserved ones too")),
      shape(key("slipped_sectors", sectors, &Z::slipped_sectors, Need::optional,
                "sectors left out, counted from 0 at the zone's first sector, reserved ones too")),
      shape(key("reallocated_tracks", tracks, &Z::reallocated_tracks, Need::optional,
                "tracks, counted as slipped ones, whose blocks lie on a spare track instead")),
      shape(key("reallocated_sectors", sectors, &Z::reallocated_sectors, Need::optional,
                "sectors, counted as slipped ones, whose blocks lie on a spare sector instead")),
  };
}

std::vector<Key<ZoneConfig>> all_zone_keys() {
  std::vector<Key<ZoneConfig>> all = {
      cylinder_range_key(),
      shape(key("sectors_per_track", CountKind{1, kMostSectors}, &ZoneConfig::sectors_per_track,
                Need::required, "sectors on each track")),
  };
  for (std::vector<Key<ZoneConfig>> more : {zone_angle_keys(), zone_spare_keys()}) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
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

const std::vector<Key<ZoneConfig>>& zone_keys() {
  static const std::vector<Key<ZoneConfig>> keys = all_zone_keys();
  return keys;
}

std::string key_table_markdown() {
  std::string table = "| key | value | meaning |\n|---|---|---|\n";
  for (const Key<DriveConfig>& one : drive_keys()) {
    table += row("", one);
    if (one.path == "layout.blocks") {
      for (const Key<ZoneConfig>& zone : zone_keys()) {
        table += row(std::string(kZonePath) + ".", zone);
      }
    }
  }
  return table;
}

}  // namespace headstack
