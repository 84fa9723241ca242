// The rate of data on the bus: the rate that drive and host achieve together, limited by the
// transfers that both ends agree on.
#pragma once

#include "model/config/drive_config.h"

namespace headstack {

constexpr std::uint32_t kNarrowBits = 8;

// The limits of the host's side of the bus. 0: the limit of the drive.
struct HostBus {
  std::uint32_t width_bits = 0;
  Picoseconds transfer_period{0};
};

// The drive with the values that drive and host agree on: the narrower width and the longer period.
// Throws ConfigError for a width that is neither 0, 8 nor 16, and for a negative period.
DriveConfig negotiated(DriveConfig drive, const HostBus& host);

// Time of a block: the published time, or the time of its transfers if that is longer.
Picoseconds read_time_per_block(const DriveConfig& drive);
Picoseconds write_time_per_block(const DriveConfig& drive);

}  // namespace headstack
