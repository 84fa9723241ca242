// The longest that a request can take, worked out from a drive's own facts: what admission control
// reckons with.
#pragma once

#include "model/config/drive_config.h"

namespace headstack {

// A request of n blocks that the drive takes up when it is at rest, or reading ahead, is over
// within fixed + n * per_block, whatever came before it.
struct ServiceBound {
  double fixed_s = 0.0;
  double per_block_s = 0.0;
};

// Throws ConfigError for a drive for which nothing can be promised: one whose times vary, whose
// medium has errors, or that writes to its medium behind the host's back.
ServiceBound service_bound(const DriveConfig& drive, bool write);

}  // namespace headstack
