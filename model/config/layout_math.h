// Arithmetic on a drive file's [layout], and the two readings of published tables on which it
// rests; to read one differently, change its line here (and the key's description).
#pragma once

#include <cstdint>

#include "model/config/drive_config.h"

namespace headstack {

// Which physical track of the zone has number 0 in slipped_tracks: the first, so that reserved
// tracks count too.
constexpr std::uint64_t first_numbered_track(const ZoneConfig& /*zone*/) { return 0; }

// By how many sectors a cylinder's first track begins later than the first track of the cylinder
// before: the track skew adds up over the heads, and the cylinder skew lies between the last head's
// track and the next cylinder's first.
constexpr std::uint64_t cylinder_advance(const ZoneConfig& zone, std::uint32_t surfaces) {
  return zone.cylinder_skew + std::uint64_t{surfaces - 1} * zone.track_skew;
}

// All tracks of the zone.
constexpr std::uint64_t zone_tracks(const ZoneConfig& zone, std::uint32_t surfaces) {
  return (std::uint64_t{zone.last_cylinder} - zone.first_cylinder + 1) * surfaces;
}

// Tracks with data. Precondition: reserved and spare tracks fit the zone.
constexpr std::uint64_t zone_data_tracks(const ZoneConfig& zone, std::uint32_t surfaces) {
  return zone_tracks(zone, surfaces) - zone.reserved_tracks - zone.spare_tracks;
}

// Logical blocks. Same precondition.
constexpr std::uint64_t zone_blocks(const ZoneConfig& zone, std::uint32_t surfaces) {
  return zone_data_tracks(zone, surfaces) * zone.sectors_per_track;
}

}  // namespace headstack
