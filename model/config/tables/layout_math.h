// Arithmetic on a drive file's [layout]. Published tables can be read in several ways. Each choice
// is one line here. To read a table differently, change its line and the key's description.
#pragma once

#include <cstdint>
#include <vector>

#include "model/config/drive_config.h"

extern "C" {
#include <disk/geometry.h>
}

namespace headstack {

// The sectors of a zone that hold blocks, in the firmware's form.
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

// Ends of the groups of sectors before their spare sectors, in blocks from the zone's first block.
std::vector<std::uint32_t> group_ends(const hs_zone& zone);

// Tracks of the zone in each cylinder. `surfaces` are those of the drive, here and below.
constexpr std::uint32_t zone_heads(const ZoneConfig& zone, std::uint32_t surfaces) {
  return zone.surface ? 1 : surfaces;
}

// All tracks of the zone.
constexpr std::uint64_t zone_tracks(const ZoneConfig& zone, std::uint32_t surfaces) {
  return (std::uint64_t{zone.last_cylinder} - zone.first_cylinder + 1) * zone_heads(zone, surfaces);
}

// Number of all sectors of the zone, whatever their use.
constexpr std::uint64_t zone_sectors(const ZoneConfig& zone, std::uint32_t surfaces) {
  return zone_tracks(zone, surfaces) * zone.sectors_per_track;
}

// Place of a zone on the disk.
struct ZonePlace {
  std::uint32_t left_out;     // cylinders without a number before the zone
  hs_fine_angle first_angle;  // angle at which its first track begins
  hs_fine_angle cylinder_skew;
  std::vector<hs_fine_angle> head_skew;
  hs_fine_angle descending_cylinder_skew;  // of the cylinders from the last head to head 0
  std::vector<hs_fine_angle> descending_head_skew;
  hs_fine_angle range_turn;    // added after each range of cylinders
  std::vector<hs_turn> turns;  // turns by slips
};

// Returns the place of each zone. The skew of a cylinder is the sum of the skews between its heads
// and the skew to the next cylinder.
std::vector<ZonePlace> place_zones(const LayoutConfig& layout);

// True: the zone has the cylinders of the zone before it, on another surface.
constexpr bool beside_zone_before(const ZoneConfig& zone, const ZoneConfig& before) {
  return zone.surface && before.surface && zone.first_cylinder == before.first_cylinder;
}

// 1: the zone's second, fourth ... cylinder descends from the last head to head 0; 0: the first,
// third ... cylinder. Without a serpentine order, the result has no meaning.
constexpr std::uint32_t descending_of(const LayoutConfig& layout, const ZoneConfig& zone) {
  return layout.serpentine == Serpentine::on_odd_cylinders && zone.first_cylinder % 2 == 1 ? 0 : 1;
}

// Returns the number of cylinders that have a number.
std::uint32_t numbered_cylinders(const LayoutConfig& layout);

}  // namespace headstack
