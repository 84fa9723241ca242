// Drives with 512-byte emulation: the head writes physical sectors of several blocks.
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/config/drive_config.h"

namespace headstack {

// Returns the drive with physical sectors of `blocks` blocks, a power of two. Each track keeps a
// whole number of them. The drive has no slips and no spares.
inline DriveConfig with_physical_sectors(DriveConfig drive, std::uint32_t blocks) {
  drive.layout.bytes_per_physical_sector = blocks * drive.layout.bytes_per_sector;
  drive.layout.blocks = 0;
  for (ZoneConfig& zone : drive.layout.zones) {
    zone.sectors_per_track = std::max(blocks, zone.sectors_per_track / blocks * blocks);
    if (zone.first_sector) {
      *zone.first_sector %= zone.sectors_per_track;
    }
    zone.spare_sectors = zone.spare_sectors_per_track = zone.spare_sectors_per_cylinder = 0;
    zone.spare_sectors_per_range = 0;
    zone.slipped_tracks.clear();
    zone.slipped_sectors.clear();
    zone.reallocated_tracks.clear();
    zone.reallocated_sectors.clear();
  }
  return drive;
}

}  // namespace headstack
