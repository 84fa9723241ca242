#pragma once

#include <vector>

extern "C" {
#include "schedulers/scheduler.h"
}

namespace headstack {

// Every scheduler that needs neither a comparator nor tables of the host.
inline std::vector<const hs_scheduler_ops*> in_software() {
  std::vector<const hs_scheduler_ops*> all;
  for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
    const bool bare = ((*ops)->needs & ~static_cast<std::uint32_t>(HS_NEEDS_DEADLINES)) == 0;
    if (!(*ops)->in_comparator && bare) {
      all.push_back(*ops);
    }
  }
  return all;
}

// Returns the schedulers that a drive can use, because SCSI commands carry all data that these
// schedulers need.
inline std::vector<const hs_scheduler_ops*> in_drive() {
  std::vector<const hs_scheduler_ops*> all;
  for (const hs_scheduler_ops* ops : in_software()) {
    if (ops->needs == 0) {
      all.push_back(ops);
    }
  }
  return all;
}

}  // namespace headstack
