// How fast data are on the bus: what drive and host manage together, and no faster than what their
// ends agree on.
#pragma once

#include "model/config/drive_config.h"

namespace headstack {

constexpr std::uint32_t kNarrowBits = 8;

// What the host's side of the bus can do; 0: as much as the drive's.
struct HostBus {
  std::uint32_t width_bits = 0;
  Picoseconds transfer_period{0};
};

// The drive with what it and the host agree on: the narrower width, the longer period. Throws
// ConfigError for a width that is neither 0, 8 nor 16 and for a negative period.
DriveConfig negotiated(DriveConfig drive, const HostBus& host);

// The time of a block: the published one, or that of its transfers if they take longer.
Picoseconds read_time_per_block(const DriveConfig& drive);
Picoseconds write_time_per_block(const DriveConfig& drive);

}  // namespace headstack
