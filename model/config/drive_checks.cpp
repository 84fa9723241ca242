#include "model/config/drive_checks.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "model/config/layout_math.h"
#include "model/config/quantity.h"
#include "model/config/seek_curve.h"

extern "C" {
#include <headstack/registers.h>
}

namespace headstack {
namespace {

constexpr std::uint64_t kMostBlocks = 0xffff'ffff;  // so that a count of blocks fits 32 bits

std::string text(std::uint64_t number) { return std::to_string(number); }

// Zones follow each other without overlap or gap, from cylinder 0 to the last.
void check_zone_order(const DriveFile& file, const LayoutConfig& layout) {
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    const ZoneConfig& zone = layout.zones[i];
    if (zone.first_cylinder != next) {
      file.zone_site(i, "cylinders")
          .fail("the zone begins at cylinder " + text(zone.first_cylinder) + ", which " +
                (zone.first_cylinder < next ? "overlaps the zone before" : "leaves a gap") +
                "; it must begin at " + text(next));
    }
    next = zone.last_cylinder + 1;
  }
  if (next != layout.cylinders) {
    file.zone_site(layout.zones.size() - 1, "cylinders")
        .fail("the last zone ends at cylinder " + text(next - 1) +
              ", but layout.cylinders makes the last one " + text(layout.cylinders - 1));
  }
}

// An offset on a track is less than the track.
void check_offsets(const DriveFile& file, std::size_t index, const ZoneConfig& zone) {
  struct Offset {
    const char* key;
    std::uint32_t sectors;
  };
  for (const Offset& offset :
       {Offset{"first_sector", zone.first_sector}, Offset{"track_skew", zone.track_skew},
        Offset{"cylinder_skew", zone.cylinder_skew}}) {
    if (offset.sectors >= zone.sectors_per_track) {
      file.zone_site(index, offset.key)
          .fail(text(offset.sectors) + " sectors do not fit on a track of " +
                text(zone.sectors_per_track));
    }
  }
}

void check_slips(const DriveFile& file, std::size_t index, const ZoneConfig& zone,
                 std::uint64_t tracks) {
  const ValueSite site = file.zone_site(index, "slipped_tracks");
  if (zone.slipped_tracks.size() > zone.spare_tracks) {
    site.fail(text(zone.slipped_tracks.size()) + " slipped tracks need as many spare tracks, and " +
              "spare_tracks is " + text(zone.spare_tracks));
  }
  const std::uint64_t numbered = first_numbered_track(zone);
  for (std::size_t i = 0; i < zone.slipped_tracks.size(); ++i) {
    const std::uint32_t slip = zone.slipped_tracks[i];
    if (i > 0 && slip <= zone.slipped_tracks[i - 1]) {
      site.fail("the tracks must rise, and " + text(slip) + " comes after " +
                text(zone.slipped_tracks[i - 1]));
    }
    if (numbered + slip < zone.reserved_tracks) {
      site.fail("track " + text(slip) + " is one of the zone's " + text(zone.reserved_tracks) +
                " reserved tracks");
    }
    if (numbered + slip >= tracks) {
      site.fail("track " + text(slip) + " is behind the zone's last, " +
                text(tracks - 1 - numbered));
    }
  }
}

void check_zone(const DriveFile& file, std::size_t index, const LayoutConfig& layout) {
  const ZoneConfig& zone = layout.zones[index];
  const std::uint64_t tracks = zone_tracks(zone, layout.surfaces);
  const std::uint64_t taken = std::uint64_t{zone.reserved_tracks} + zone.spare_tracks;
  if (taken >= tracks) {
    file.zone_site(index,
                   zone.spare_tracks > zone.reserved_tracks ? "spare_tracks" : "reserved_tracks")
        .fail(text(zone.reserved_tracks) + " reserved and " + text(zone.spare_tracks) +
              " spare tracks leave none for data: the zone has " + text(tracks));
  }
  check_offsets(file, index, zone);
  check_slips(file, index, zone, tracks);
}

void check_layout(const DriveFile& file, const LayoutConfig& layout) {
  check_zone_order(file, layout);
  std::uint64_t blocks = 0;
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    check_zone(file, i, layout);
    blocks += zone_blocks(layout.zones[i], layout.surfaces);
    if (blocks > kMostBlocks) {
      file.zone_site(i, "sectors_per_track")
          .fail("up to here the drive has " + text(blocks) + " blocks; the most is " +
                text(kMostBlocks));
    }
  }
}

// The key of [seek] that a distance goes by.
const char* seek_key(const SeekConfig& seek, std::uint32_t cylinders) {
  if (!seek.points.empty()) {
    return "seek.points";
  }
  if (cylinders <= seek.first.size()) {
    return "seek.first";
  }
  return cylinders <= seek.root_up_to ? "seek.root" : "seek.linear";
}

void check_rising(const DriveFile& file, const char* key, const std::vector<SeekPoint>& points) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].cylinders <= points[i - 1].cylinders) {
      file.site(key).fail("the distances must rise, and " + text(points[i].cylinders) +
                          " comes after " + text(points[i - 1].cylinders));
    }
  }
}

// One curve, not two.
void check_one_curve(const DriveFile& file, const SeekConfig& seek) {
  const bool formula = !seek.first.empty() || seek.root_up_to != 0 ||
                       seek.root_base != Picoseconds{0} || seek.linear_base != Picoseconds{0};
  if (!seek.points.empty() && formula) {
    file.site("seek.points").fail("stand in place of seek.first, seek.root and seek.linear: give "
                                  "either");
  }
}

void check_seek(const DriveFile& file, const DriveConfig& drive) {
  check_one_curve(file, drive.seek);
  check_rising(file, "seek.points", drive.seek.points);
  check_rising(file, "seek.direction", drive.seek.direction);
  const std::uint32_t longest = drive.layout.cylinders - 1;
  if (drive.seek.first.size() > longest) {
    file.site("seek.first")
        .fail("has " + text(drive.seek.first.size()) + " distances, but the longest seek is over " +
              text(longest) + " cylinders");
  }
  for (std::uint32_t cylinders = 1; cylinders <= longest; ++cylinders) {
    const Picoseconds time = seek_time(drive.seek, cylinders);
    const Picoseconds more = seek_direction(drive.seek, cylinders);
    const Picoseconds least = time - (more < Picoseconds{0} ? -more : more);
    if (least <= Picoseconds{0} || time > std::chrono::seconds{1}) {
      file.site(seek_key(drive.seek, cylinders))
          .fail("a seek over " + text(cylinders) + " cylinders would take " +
                format_duration(time) + "; it must be more than 0 ms and at most 1000 ms");
    }
  }
}

void check_buffers(const DriveFile& file, const WriteConfig& write, const CacheConfig& cache) {
  const std::uint32_t segment = cache.size_blocks / cache.segments;
  if (segment == 0) {
    file.site("cache.segments")
        .fail(text(cache.segments) + " segments of at least a block do " +
              "not fit into cache.size, " + text(cache.size_blocks) + " blocks");
  }
  const auto fits = [&](const char* key, std::uint32_t blocks) {
    if (blocks > segment) {
      file.site(key).fail(text(blocks) + " blocks never are in the buffer: a segment of the " +
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

// A segment and the read-ahead behind it must fit a program of the head channel: an extent a track,
// and one more at either end.
void check_program(const DriveFile& file, const DriveConfig& drive) {
  std::uint32_t shortest = drive.layout.zones.front().sectors_per_track;
  for (const ZoneConfig& zone : drive.layout.zones) {
    shortest = std::min(shortest, zone.sectors_per_track);
  }
  const std::uint32_t segment = drive.cache.size_blocks / drive.cache.segments;
  const std::uint64_t most = std::uint64_t{HS_CHANNEL_EXTENTS - 2} * shortest;
  if (std::uint64_t{segment} + drive.cache.prefetch_maximum_blocks > most) {
    file.site("cache.size")
        .fail("a segment of " + text(segment) + " blocks and " +
              text(drive.cache.prefetch_maximum_blocks) + " blocks of read-ahead are more than " +
              text(most) + " blocks, which is what the head channel can be told at once on tracks " +
              "of " + text(shortest) + " sectors");
  }
}

}  // namespace

void check_drive(const DriveFile& file, const DriveConfig& drive) {
  check_layout(file, drive.layout);
  check_seek(file, drive);
  check_buffers(file, drive.write, drive.cache);
  check_program(file, drive);
}

}  // namespace headstack
