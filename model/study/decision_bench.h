// What a scheduler's decisions cost, by themselves: no drive, no simulation around them.
#pragma once

#include <cstdint>

#include "model/config/tables/firmware_params.h"

namespace headstack {

struct DecisionCost {
  double ns = 0;          // of CPU time for a decision with the insertion and removal of a task
  double candidates = 0;  // looked at in a decision
};

// `decisions` decisions on a queue kept at `depth` random requests of 8 KiB, two reads to a write;
// the drive continues from each pick. 1 <= depth <= 2^24. Throws ConfigError for others.
DecisionCost decision_cost(const DriveConfig& drive, const SchedulerSpec& scheduler,
                           std::uint32_t depth, std::uint64_t decisions);

}  // namespace headstack
