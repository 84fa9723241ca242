// The longest service time of a request, computed from a drive's description. Admission control
// uses this bound.
#pragma once

#include "model/config/drive_config.h"

namespace headstack {

// A request of n blocks that the drive begins when it is at rest, or reading ahead, is over within
// fixed + n * per_block, whatever request came before.
struct ServiceBound {
  double fixed_s = 0.0;
  double per_block_s = 0.0;
};

// Throws ConfigError for a drive without such a bound: a drive whose times vary, whose medium has
// errors, or that writes to its medium later than the host's command.
ServiceBound service_bound(const DriveConfig& drive, bool write);

}  // namespace headstack
