// Setups with one scheduler, in the drive or in the host.
#pragma once

#include <cstdint>
#include <string>

#include "model/config/tables/firmware_params.h"
#include "model/run/setup.h"

namespace headstack {

enum class Placement : std::uint8_t {
  drive,
  host
};

// Places a scheduler in the drive or in the host. With a scheduler in the host, the drive serves
// its requests in order of arrival.
inline Setup placed(const DriveConfig& drive, const std::string& scheduler,
                    Placement placement = Placement::drive, std::uint32_t outstanding = 1) {
  if (placement == Placement::drive) {
    return {drive, parse_scheduler(scheduler)};
  }
  return {drive, parse_scheduler("fcfs"), HostQueue{parse_scheduler(scheduler), outstanding}};
}

}  // namespace headstack
