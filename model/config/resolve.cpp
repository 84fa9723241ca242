#include "model/config/resolve.h"

#include <algorithm>
#include <limits>
#include <string>

#include "model/config/layout_math.h"
#include "model/config/seek_curve.h"
#include "model/config/uint128.h"

namespace headstack {
namespace {

// The angle that `sectors` sectors take, rounded down; whole turns fall away.
hs_angle angle_of(std::uint64_t sectors, std::uint32_t sectors_per_track) {
  return static_cast<hs_angle>((sectors % sectors_per_track << 32) / sectors_per_track);
}

// floor(2^48 / sectors): the length of a sector in 2^-16 ticks.
std::uint64_t pitch_of(std::uint32_t sectors_per_track) {
  return (std::uint64_t{1} << 48) / sectors_per_track;
}

// A seek in the table's unit of 2^HS_SEEK_SHIFT ticks, to the nearest, with one rounding only.
std::uint32_t seek_entry(const DriveConfig& drive, std::uint32_t cylinders, Picoseconds time) {
  const auto count = static_cast<Uint128>(static_cast<std::uint64_t>(time.count()));
  const auto revolution = static_cast<std::uint64_t>(drive.spindle.revolution.count());
  const Uint128 entry = divide_to_nearest(count << (32 - HS_SEEK_SHIFT), revolution);
  if (entry > std::numeric_limits<std::uint32_t>::max()) {
    throw ConfigError(drive.name + ": a seek over " + std::to_string(cylinders) +
                      " cylinders takes 256 revolutions or more");
  }
  return static_cast<std::uint32_t>(entry);
}

}  // namespace

DriveTables::DriveTables(const DriveConfig& drive) : clock_(drive.spindle.revolution) {
  make_angles(drive.layout);
  make_slips(drive.layout);
  make_zones(drive.layout);
  make_seek(drive);
}

void DriveTables::make_angles(const LayoutConfig& layout) {
  head_skew_.reserve(layout.zones.size() * layout.surfaces);
  for (const ZoneConfig& zone : layout.zones) {
    for (std::uint64_t head = 0; head < layout.surfaces; ++head) {
      head_skew_.push_back(angle_of(head * zone.track_skew, zone.sectors_per_track));
    }
  }
}

// A slipped track as the number of good data tracks before it. One among the spare tracks that
// nothing slipped into moves no data and is left out.
void DriveTables::make_slips(const LayoutConfig& layout) {
  for (const ZoneConfig& zone : layout.zones) {
    const std::uint64_t data_tracks = zone_data_tracks(zone, layout.surfaces);
    std::uint64_t before = zone.reserved_tracks;
    for (const std::uint32_t slip : zone.slipped_tracks) {
      const std::uint64_t good = first_numbered_track(zone) + slip - before;
      if (good >= data_tracks) {
        break;
      }
      slips_.push_back(static_cast<std::uint32_t>(good));
      ++before;
    }
    slips_end_.push_back(slips_.size());
  }
}

void DriveTables::make_zones(const LayoutConfig& layout) {
  std::uint32_t first_lbn = 0;
  std::size_t slips_begin = 0;
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    const ZoneConfig& from = layout.zones[i];
    const std::uint32_t sectors = from.sectors_per_track;
    hs_zone zone{};
    zone.first_cylinder.value = from.first_cylinder;
    zone.last_cylinder.value = from.last_cylinder;
    zone.sectors_per_track = sectors;
    zone.first_lbn.value = first_lbn;
    zone.block_count = static_cast<std::uint32_t>(zone_blocks(from, layout.surfaces));
    zone.front_tracks = from.reserved_tracks;
    zone.slips = slips_.data() + slips_begin;
    zone.slip_count = static_cast<std::uint32_t>(slips_end_[i] - slips_begin);
    zone.first_angle = angle_of(from.first_sector, sectors);
    zone.cylinder_skew = angle_of(cylinder_advance(from, layout.surfaces), sectors);
    zone.head_skew = head_skew_.data() + i * layout.surfaces;
    zone.pitch_q16 = pitch_of(sectors);
    zones_.push_back(zone);
    first_lbn += zone.block_count;
    slips_begin = slips_end_[i];
  }
  geometry_.zones = zones_.data();
  geometry_.zone_count = static_cast<std::uint32_t>(zones_.size());
  geometry_.heads = layout.surfaces;
  geometry_.cylinders = layout.cylinders;
  geometry_.block_count = first_lbn;
}

void DriveTables::make_seek(const DriveConfig& drive) {
  const std::uint32_t cylinders = drive.layout.cylinders;
  for (auto* table : {&seek_, &seek_up_, &seek_down_, &seek_bound_}) {
    table->reserve(cylinders);
  }
  for (std::uint32_t distance = 0; distance < cylinders; ++distance) {
    const Picoseconds time = seek_time(drive.seek, distance);
    const Picoseconds more = distance == 0 ? Picoseconds{0} : seek_direction(drive.seek, distance);
    seek_.push_back(seek_entry(drive, distance, time));
    seek_up_.push_back(seek_entry(drive, distance, time + more));
    seek_down_.push_back(seek_entry(drive, distance, time - more));
    seek_bound_.push_back(std::min(seek_up_.back(), seek_down_.back()));
  }
  for (std::size_t i = seek_bound_.size() - 1; i > 0; --i) {
    seek_bound_[i - 1] = std::min(seek_bound_[i - 1], seek_bound_[i]);
  }
  mechanics_.seek = seek_.data();
  mechanics_.seek_up = seek_up_.data();
  mechanics_.seek_down = seek_down_.data();
  mechanics_.seek_bound = seek_bound_.data();
  mechanics_.head_switch = clock_.duration_ticks(drive.seek.head_switch);
  mechanics_.same_cylinder = clock_.duration_ticks(drive.seek.same_cylinder);
  mechanics_.read_settle = clock_.signed_ticks(drive.seek.read_settle);
  mechanics_.write_settle = clock_.signed_ticks(drive.seek.write_settle);
}

}  // namespace headstack
