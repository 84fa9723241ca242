// Costs of a scheduler's decisions, measured without a drive or a simulation.
#pragma once

#include <cstdint>

#include "model/config/tables/firmware_params.h"

namespace headstack {

struct DecisionCost {
  double ns = 0;          // CPU time of a decision, with the insertion and removal of a task
  double candidates = 0;  // tasks examined in a decision
};

// Measures `decisions` decisions on a queue with a constant number of `depth` random requests of 8
// KiB. Two of three requests are reads. The drive continues from each chosen request. 1 <= depth <=
// 2^24. Throws ConfigError for other depths.
DecisionCost decision_cost(const DriveConfig& drive, const SchedulerSpec& scheduler,
                           std::uint32_t depth, std::uint64_t decisions);

}  // namespace headstack
