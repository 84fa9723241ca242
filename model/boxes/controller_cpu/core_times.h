// What the cycles of the processor that runs the image have gone into.
#pragma once

#include <cstdint>

#include "model/processor/cycle_histogram.h"

namespace headstack {

// Without the start-up.
struct CoreTimes {
  std::uint64_t cycles = 0;  // awake
  CycleHistogram decisions;  // each; none on a core that does not stop where it is told to
  std::uint64_t hidden = 0;  // decisions that were over before the task that they were made behind
};

}  // namespace headstack
