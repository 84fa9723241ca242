#include "model/config/file/drive_checks.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "model/config/file/layout_checks.h"
#include "model/config/keys/key_paths.h"
#include "model/config/quantity.h"
#include "model/config/tables/comparator_shape.h"
#include "model/config/tables/firmware_terms.h"
#include "model/config/tables/layout_math.h"
#include "model/config/tables/seek_curve.h"
#include "model/config/tick_clock.h"

extern "C" {
#include <hal/registers.h>
}

namespace headstack {
namespace {

// Greatest number of revolutions that fits an entry of the firmware's seek table.
constexpr int kMostTurnsOfASeek = 255;

std::string text(std::uint64_t number) { return std::to_string(number); }

// Returns the key of [seek] that gives the time of a distance.
const char* seek_key(const SeekConfig& seek, std::uint32_t cylinders) {
  if (!seek.points.empty()) {
    return "seek.points";
  }
  if (cylinders <= seek.first.size()) {
    return "seek.first";
  }
  return cylinders <= seek.root.up_to ? "seek.root" : "seek.linear";
}

void check_rising(const DriveFile& file, const char* key, const std::vector<SeekPoint>& points) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].cylinders <= points[i - 1].cylinders) {
      file.site(key).fail("the distances must rise, and " + text(points[i].cylinders) +
                          " comes after " + text(points[i - 1].cylinders));
    }
  }
}

// Checks for points far below both their neighbours, or far above both, which are errors of the
// extraction. The drive file must name such points in dropped_points. The first and the last point
// have only one neighbour, and are not checked.
void check_points_make_sense(const DriveFile& file, const SeekConfig& seek) {
  const std::vector<SeekPoint> used = used_points(seek);
  for (std::size_t i = 1; i + 1 < used.size(); ++i) {
    const std::int64_t time = used[i].time.count();
    const auto [low, high] = std::minmax({used[i - 1].time.count(), used[i + 1].time.count()});
    if (time * 4 < low * 3 || high * 4 < time * 3) {
      file.site("seek.points")
          .fail("the seek over " + text(used[i].cylinders) + " cylinders, " +
                format_duration(used[i].time) + ", makes no sense between " +
                format_duration(used[i - 1].time) + " and " + format_duration(used[i + 1].time) +
                "; correct it, or name it in seek.dropped_points");
    }
  }
  for (const SeekPoint& dropped : seek.dropped_points) {
    const bool there =
        std::any_of(seek.points.begin(), seek.points.end(), [&dropped](const SeekPoint& point) {
          return point.cylinders == dropped.cylinders && point.time == dropped.time;
        });
    if (!there) {
      file.site("seek.dropped_points")
          .fail("the seek over " + text(dropped.cylinders) + " cylinders, " +
                format_duration(dropped.time) + ", is not one of seek.points");
    }
  }
}

// Checks that the file gives the seek curve in only one way.
void check_one_curve(const DriveFile& file, const SeekConfig& seek) {
  const bool formula = !seek.first.empty() || seek.root.up_to != 0 ||
                       seek.root.base != Picoseconds{0} || seek.linear.base != Picoseconds{0};
  if (!seek.points.empty() && formula) {
    file.site("seek.points")
        .fail("replace seek.first, seek.root and seek.linear; give only one of the two");
  }
}

void check_seek(const DriveFile& file, const DriveConfig& drive) {
  check_one_curve(file, drive.seek);
  check_rising(file, "seek.points", drive.seek.points);
  check_rising(file, "seek.direction", drive.seek.direction);
  check_points_make_sense(file, drive.seek);
  const std::uint32_t longest = numbered_cylinders(drive.layout) - 1;
  if (drive.seek.first.size() > longest) {
    file.site("seek.first")
        .fail("has " + text(drive.seek.first.size()) + " distances, but the longest seek is over " +
              text(longest) + " cylinders");
  }
  const SeekCurve curve(drive.seek);
  const Picoseconds most = std::min<Picoseconds>(std::chrono::seconds{1},
                                                 kMostTurnsOfASeek * revolution_of(drive.spindle));
  for (std::uint32_t cylinders = 1; cylinders <= longest; ++cylinders) {
    const Picoseconds time = curve.time(cylinders);
    const Picoseconds more = std::chrono::abs(curve.direction(cylinders));
    if (time - more <= Picoseconds{0} || time + more > most) {
      file.site(seek_key(drive.seek, cylinders))
          .fail("a seek over " + text(cylinders) + " cylinders would take " +
                format_duration(time - more <= Picoseconds{0} ? time - more : time + more) +
                "; it must be more than 0 ms and at most " + format_duration(most));
    }
  }
}

// Checks the sum of a command's fixed time and its least terms. `conditional`: least sum of the
// terms that depend on the situation.
void check_terms(const DriveFile& file, const DriveConfig& drive, const char* key,
                 Picoseconds fixed, const CommandTerms& terms, std::int64_t conditional) {
  const Picoseconds none{0};
  std::uint32_t fewest = drive.layout.zones.front().sectors_per_track;
  for (const ZoneConfig& zone : drive.layout.zones) {
    fewest = std::min(fewest, zone.sectors_per_track);
  }
  const std::int64_t sector = revolution_of(drive.spindle).count() / fewest + 1;
  const Picoseconds sectors{sector * std::min(terms.sector_times_thousandths, 0) / 1000};
  const Picoseconds least = fixed + std::min(terms.after_write, none) +
                            std::min(terms.sequential, none) + sectors +
                            std::min(Picoseconds{conditional}, none);
  if (least < none) {
    file.site(key).fail("with its negative terms, the command would take " +
                        format_duration(least));
  }
}

void check_overheads(const DriveFile& file, const DriveConfig& drive) {
  const OverheadConfig& o = drive.overhead;
  const Picoseconds none{0};
  if (o.terms.size() > HS_MOST_TERMS) {
    file.site("overhead.terms")
        .fail("there are " + text(o.terms.size()) + "; the most allowed is " + text(HS_MOST_TERMS));
  }
  const hs_terms terms = firmware_terms(o.terms, nullptr);
  const auto least = [&terms](hs_term_target target) { return terms.least[target]; };
  check_terms(file, drive, "overhead.read_hit_command",
              o.read_hit_command + std::min(o.read_hit_without_read_ahead, none), o.read_hit,
              least(HS_TERM_READ_HIT));
  check_terms(file, drive, "overhead.read_miss_command", o.read_miss_command, o.read_miss,
              least(HS_TERM_READ_MISS));
  check_terms(file, drive, "overhead.write_command", o.write_command, o.write,
              least(HS_TERM_WRITE) + std::min<std::int64_t>(least(HS_TERM_WRITE_DATA), 0));
  if (!drive.write.single_connection) {
    check_terms(file, drive, "overhead.write_command_non_sequential",
                o.write_command_non_sequential, o.write,
                least(HS_TERM_WRITE) + std::min<std::int64_t>(least(HS_TERM_WRITE_DATA), 0));
  }
  check_terms(file, drive, "overhead.write_cached_command", o.write_cached_command, o.write_cached,
              least(HS_TERM_WRITE_CACHED));
}

// Checks that the passing sectors leave some of the processor's time for commands.
void check_processor(const DriveFile& file, const DriveConfig& drive) {
  std::uint32_t most = 0;
  for (const ZoneConfig& zone : drive.layout.zones) {
    most = std::max(most, zone.sectors_per_track);
  }
  const Picoseconds sector = revolution_of(drive.spindle) / most;
  if (drive.processor.per_sector >= sector) {
    file.site("processor.per_sector")
        .fail(format_duration(drive.processor.per_sector) +
              " leave nothing for a command: a sector passes in " + format_duration(sector) +
              " on a track of " + text(most));
  }
}

void check_write_steps(const DriveFile& file, const SeekConfig& seek) {
  const std::vector<SettleStep>& steps = seek.write_settle_steps;
  if (steps.size() > HS_MOST_SETTLE_STEPS) {
    file.site("seek.write_settle_steps")
        .fail("there are " + text(steps.size()) + "; the most allowed is " +
              text(HS_MOST_SETTLE_STEPS));
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0 && steps[i].cylinders <= steps[i - 1].cylinders) {
      file.site("seek.write_settle_steps")
          .fail("the distances must rise, and " + text(steps[i].cylinders) + " comes after " +
                text(steps[i - 1].cylinders));
    }
  }
}

void check_turns(const DriveFile& file, const SeekConfig& seek) {
  for (const auto& [key, turn] : {std::pair{"seek.read_settle_angle", seek.read_settle_angle},
                                  std::pair{"seek.write_settle_angle", seek.write_settle_angle}}) {
    if (turn && turn->denominator == 0) {
      file.site(key).fail("must be a part of a revolution, as in \"1/78 rev\"");
    }
  }
}

void check_spindle(const DriveFile& file, const SpindleConfig& spindle) {
  const Picoseconds revolution = revolution_of(spindle);
  if (revolution < TickClock::kShortestRevolution || revolution > TickClock::kLongestRevolution) {
    file.site("spindle.correction")
        .fail("makes a revolution of " + format_duration(revolution) + "; " +
              format_duration(TickClock::kShortestRevolution) + " to " +
              format_duration(TickClock::kLongestRevolution) + " are allowed");
  }
}

// Checks that a segment holds a physical sector, which is written as a whole.
void check_physical_fits(const DriveFile& file, const LayoutConfig& layout,
                         const CacheConfig& cache) {
  const std::uint32_t segment = cache.size_blocks / cache.segments;
  if (segment < physical_blocks(layout)) {
    file.site("cache.segments")
        .fail("a segment of the cache holds " + text(segment) + " blocks; it must hold a " +
              "physical sector, " + text(physical_blocks(layout)));
  }
}

void check_buffers(const DriveFile& file, const WriteConfig& write, const CacheConfig& cache) {
  const std::uint32_t segment = cache.size_blocks / cache.segments;
  if (segment == 0) {
    file.site("cache.segments")
        .fail(text(cache.segments) + " segments of at least a block do " +
              "not fit into cache.size, " + text(cache.size_blocks) + " blocks");
  }
  if (cache.write_segments >= cache.segments) {
    file.site("cache.write_segments")
        .fail(text(cache.write_segments) + " segments for writes leave none of " +
              text(cache.segments) + " for reads");
  }
  const auto fits = [&](const char* key, std::uint32_t blocks) {
    if (blocks > segment) {
      file.site(key).fail(text(blocks) + " blocks do not fit in the buffer: a segment of the " +
                          "cache holds " + text(segment));
    }
  };
  fits("write.minimum_blocks", write.minimum_blocks);
  fits("write.minimum_blocks_large", write.minimum_blocks_large);
  if (cache.prefetch_minimum_blocks > cache.prefetch_maximum_blocks) {
    file.site("cache.prefetch_minimum")
        .fail("is more than cache.prefetch_maximum, " + text(cache.prefetch_maximum_blocks) +
              " blocks");
  }
  if (cache.prefetch_maximum_blocks > cache.size_blocks) {
    file.site("cache.prefetch_maximum")
        .fail("is more than cache.size, " + text(cache.size_blocks) + " blocks");
  }
}

// Checks that a segment and its read-ahead fit a program of the head channel. The program needs an
// extent for each track, one more at either end, and one for each slip or reallocation in the
// middle of a track.
void check_program(const DriveFile& file, const DriveConfig& drive) {
  const std::uint32_t shortest = fewest_blocks_on_a_track(drive.layout);
  const std::uint32_t segment = largest_segment(drive.cache);
  const std::uint64_t program = std::uint64_t{segment} + drive.cache.prefetch_maximum_blocks;
  const std::uint64_t breaks = most_breaks_within(drive.layout, program);
  const std::uint64_t extents = HS_CHANNEL_EXTENTS - 2;
  const std::uint64_t most = breaks < extents ? (extents - breaks) * shortest : 0;
  if (program > most) {
    file.site("cache.size")
        .fail("a segment of " + text(segment) + " blocks and " +
              text(drive.cache.prefetch_maximum_blocks) + " blocks of read-ahead are more than " +
              text(most) + " blocks, the most that a program of the head channel holds on tracks " +
              "of " + text(shortest) + " sectors" +
              (breaks == 0 ? ""
                           : " that slips and reallocations break up " + text(breaks) + " times"));
  }
}

void check_bad_sectors(const DriveFile& file, const char* key, const LayoutConfig& layout,
                       const std::vector<BadSector>& sectors) {
  for (const BadSector& one : sectors) {
    const std::string name =
        "[" + text(one.cylinder) + ", " + text(one.head) + ", " + text(one.sector) + "]";
    const auto zone =
        std::find_if(layout.zones.begin(), layout.zones.end(), [&one](const ZoneConfig& each) {
          return one.cylinder >= each.first_cylinder && one.cylinder <= each.last_cylinder;
        });
    if (zone == layout.zones.end()) {
      file.site(key).fail(name + ": no zone has this cylinder");
    }
    if (one.head >= layout.surfaces) {
      file.site(key).fail(name + ": the last head is " + text(layout.surfaces - 1));
    }
    if (one.sector >= zone->sectors_per_track) {
      file.site(key).fail(name + ": the last sector of this track is " +
                          text(zone->sectors_per_track - 1));
    }
  }
}

void check_medium(const DriveFile& file, const DriveConfig& drive) {
  const DefectsConfig& defects = drive.conditions.defects;
  check_bad_sectors(file, "defects.unreadable", drive.layout, defects.unreadable);
  check_bad_sectors(file, "defects.unwritable", drive.layout, defects.unwritable);
  check_bad_sectors(file, "defects.correctable", drive.layout, defects.correctable);
}

FoundKey fitted_key(const ValueSite& site, const DriveConfig& drive, const std::string& name) {
  try {
    return find_key(drive, name);
  } catch (const ConfigError& error) {
    site.fail(error.what());
  }
}

// Checks the fitted keys. A fitted key must be a number, must be named once, and must not describe
// the disk's layout.
void check_fitted(const DriveFile& file, const DriveConfig& drive) {
  const std::vector<std::string>& fitted = drive.fitted;
  const ValueSite site = file.site("fitted");
  for (auto name = fitted.begin(); name != fitted.end(); ++name) {
    if (!fitted_key(site, drive, *name).key->number) {
      site.fail("`" + *name + "` is not a time, a rate, an angle or a number of blocks");
    }
    if (std::find(fitted.begin(), name, *name) != name) {
      site.fail("`" + *name + "` is named twice");
    }
  }
}

void check_identity_and_bus(const DriveFile& file, const DriveConfig& drive) {
  constexpr std::size_t kSerial = 16;
  if (drive.serial.size() > kSerial) {
    file.site("serial").fail("\"" + drive.serial + "\" has " + std::to_string(drive.serial.size()) +
                             " characters; INQUIRY has room for 16");
  }
  const std::uint32_t width = drive.bus.width_bits;
  if (width != 0 && width != 8 && width != 16) {
    file.site("bus.width").fail(text(width) + " bits: a bus has 8 bits or 16 bits");
  }
}

// Checks the limits of a kind, and that the drive has duration limits.
void check_limits(const DriveFile& file, const char* key, const DriveConfig& drive,
                  const std::vector<hs_duration_limit>& limits) {
  if (limits.empty()) {
    return;
  }
  if (drive.interface.standard != HS_SPC_6) {
    file.site(key).fail(
        "only a drive that claims SPC-6 has duration limits; set "
        "interface.standard to \"SPC-6\"");
  }
  if (limits.size() > HS_DURATION_LIMITS) {
    file.site(key).fail(text(limits.size()) + " limits; at most 7");
  }
  const std::uint8_t last = limits.back().whole_policy;
  if (limits.size() == HS_DURATION_LIMITS &&
      (last == HS_DURATION_NEXT || last == HS_DURATION_WITHOUT)) {
    file.site(key).fail("the seventh limit cannot have the policy next or without");
  }
}

// A read with a limit gets its status after its data. The least times to the status count from the
// medium, and need the status together with the data.
void check_durations(const DriveFile& file, const DriveConfig& drive) {
  const DurationLimitsConfig& limits = drive.conditions.duration_limits;
  check_limits(file, "duration_limits.reads", drive, limits.reads);
  check_limits(file, "duration_limits.writes", drive, limits.writes);
  const OverheadConfig& o = drive.overhead;
  const bool least =
      o.read_track_end_least.count() != 0 || o.read_cylinder_end_least.count() != 0 ||
      o.read_near_track_end_least.count() != 0 || o.read_near_cylinder_end_least.count() != 0;
  if (drive.interface.standard == HS_SPC_6 && least) {
    file.site("interface.standard")
        .fail(
            "duration limits are not possible with a least time from the last block of a read to "
            "its status (overhead.read_track_end_least and the like)");
  }
}

void check_priorities(const DriveFile& file, const PrioritiesConfig& priorities) {
  const std::size_t count = priorities.deadlines ? priorities.deadlines->size() : 1;
  if (count == 0 || count > HS_PRIORITIES) {
    file.site("priorities.deadlines")
        .fail(text(count) +
              " times; give 1 to 15, for the priorities from 1 on, or leave the key out");
  }
}

void check_comparator(const DriveFile& file, const ComparatorConfig& comparator) {
  const ComparatorShape shape = comparator_shape(comparator);
  if ((shape.lanes & (shape.lanes - 1)) != 0 || shape.entries % shape.lanes != 0) {
    file.site("comparator.lanes")
        .fail(text(shape.lanes) + " lanes do not divide " + text(shape.entries) +
              " entries into rows; give a power of 2 that divides the entries");
  }
}

}  // namespace

void check_drive(const DriveFile& file, const DriveConfig& drive) {
  check_layout(file, drive.layout);
  check_fitted(file, drive);
  check_seek(file, drive);
  check_write_steps(file, drive.seek);
  check_turns(file, drive.seek);
  check_spindle(file, drive.spindle);
  check_overheads(file, drive);
  check_processor(file, drive);
  check_buffers(file, drive.write, drive.cache);
  check_physical_fits(file, drive.layout, drive.cache);
  check_program(file, drive);
  check_identity_and_bus(file, drive);
  check_medium(file, drive);
  check_comparator(file, drive.conditions.comparator);
  check_durations(file, drive);
  check_priorities(file, drive.conditions.priorities);
}

}  // namespace headstack
