// Arithmetic on a drive file's [layout], and the readings of published tables on which it rests; to
// read one differently, change its line here (and the key's description).
#pragma once

#include <cstdint>
#include <vector>

#include "model/config/drive_config.h"

extern "C" {
#include <disk/geometry.h>
}

namespace headstack {

// Where the sectors of a zone are that hold blocks, as the firmware is told.
struct ZoneMap {
  std::vector<hs_segment> segments;
  std::vector<hs_slip> slips;
  std::uint32_t block_count;  // if the whole zone is in use
  std::uint32_t place_count;
  std::uint32_t group_sectors;
  std::uint32_t group_blocks;
};

// Preconditions: fewer than 2^32 sectors in all, slips inside the zone.
ZoneMap make_zone_map(const ZoneConfig& zone, std::uint32_t surfaces);

// Where groups of sectors end before their spare ones, in blocks from the zone's first.
std::vector<std::uint32_t> group_ends(const hs_zone& zone);

// All tracks of the zone.
constexpr std::uint64_t zone_tracks(const ZoneConfig& zone, std::uint32_t surfaces) {
  return (std::uint64_t{zone.last_cylinder} - zone.first_cylinder + 1) * surfaces;
}

// All sectors, whatever they are for.
constexpr std::uint64_t zone_sectors(const ZoneConfig& zone, std::uint32_t surfaces) {
  return zone_tracks(zone, surfaces) * zone.sectors_per_track;
}

// Where a zone lies on the disk.
struct ZonePlace {
  std::uint32_t left_out;     // cylinders before it that have no number
  hs_fine_angle first_angle;  // where its first track begins
  hs_fine_angle cylinder_skew;
  std::vector<hs_fine_angle> head_skew;
  hs_fine_angle range_turn;    // added after each range of cylinders
  std::vector<hs_turn> turns;  // by slips
};

// The place of each zone. The skew over a cylinder is that of its heads and the one to the next
// cylinder.
std::vector<ZonePlace> place_zones(const LayoutConfig& layout);

// Cylinders that have a number.
std::uint32_t numbered_cylinders(const LayoutConfig& layout);

}  // namespace headstack
