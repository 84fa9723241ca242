#include "model/config/bus_timing.h"

#include <algorithm>
#include <string>

namespace headstack {

namespace {

Picoseconds transfers_of_a_block(const DriveConfig& drive) {
  const std::uint32_t bytes = std::max(drive.bus.width_bits, kNarrowBits) / 8;
  const std::uint32_t transfers = (drive.layout.bytes_per_sector + bytes - 1) / bytes;
  return transfers * drive.bus.transfer_period;
}

}  // namespace

DriveConfig negotiated(DriveConfig drive, const HostBus& host) {
  if (host.width_bits != 0 && host.width_bits != 8 && host.width_bits != 16) {
    throw ConfigError("host width: " + std::to_string(host.width_bits) + " bits; 8 or 16");
  }
  if (host.transfer_period.count() < 0) {
    throw ConfigError("host transfer period: " + std::to_string(host.transfer_period.count()) +
                      " ps; 0 or more");
  }
  if (host.width_bits != 0) {
    drive.bus.width_bits = std::min(std::max(drive.bus.width_bits, kNarrowBits), host.width_bits);
  }
  drive.bus.transfer_period = std::max(drive.bus.transfer_period, host.transfer_period);
  return drive;
}

Picoseconds read_time_per_block(const DriveConfig& drive) {
  return std::max(drive.bus.read_rate_as_block_time, transfers_of_a_block(drive));
}

Picoseconds write_time_per_block(const DriveConfig& drive) {
  return std::max(drive.bus.write_rate_as_block_time, transfers_of_a_block(drive));
}

}  // namespace headstack
