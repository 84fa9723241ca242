// The rate of data on the bus. Drive and host together achieve a rate, and the agreed transfers
// limit it.
#pragma once

#include "model/config/drive_config.h"

namespace headstack {

constexpr std::uint32_t kNarrowBits = 8;

// Limits that the host sets on the bus. 0: the limit of the drive.
struct HostBus {
  std::uint32_t width_bits = 0;
  Picoseconds transfer_period{0};
};

// Returns the drive with the values on which drive and host agree: the narrower width and the
// longer period. Throws ConfigError for a width that is neither 0, 8 nor 16, and for a negative
// period.
DriveConfig negotiated(DriveConfig drive, const HostBus& host);

// Time of a block: the longer of the published time and the time of the block's transfers.
Picoseconds read_time_per_block(const DriveConfig& drive);
Picoseconds write_time_per_block(const DriveConfig& drive);

}  // namespace headstack
