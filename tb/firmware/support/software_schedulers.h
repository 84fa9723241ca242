#pragma once

#include <vector>

extern "C" {
#include "headstack/scheduler.h"
}

namespace headstack {

// Every scheduler that needs no comparator.
inline std::vector<const hs_scheduler_ops*> in_software() {
  std::vector<const hs_scheduler_ops*> all;
  for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
    if (!(*ops)->in_comparator) {
      all.push_back(*ops);
    }
  }
  return all;
}

// Those of them that a drive takes: what SCSI commands say is all that they need.
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
