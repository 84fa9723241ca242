// The longest service time of a request, computed from a drive's description. Admission control
// uses this bound.
#pragma once

#include "model/config/drive_config.h"

namespace headstack {

// Bound of the service time: fixed + n * per_block for a request of n blocks. The bound holds if
// the drive is at rest or reads ahead when it begins the request, after any earlier request.
struct ServiceBound {
  double fixed_s = 0.0;
  double per_block_s = 0.0;
};

// Returns the bound of a drive. Throws ConfigError for a drive without a bound. Such a drive has
// times that vary or a medium with errors, or writes to its medium after the end of the host's
// command.
ServiceBound service_bound(const DriveConfig& drive, bool write);

}  // namespace headstack
