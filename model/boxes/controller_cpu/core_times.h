// Where the cycles of the processor that runs the image go.
#pragma once

#include <cstdint>

#include "model/processor/cycle_histogram.h"

namespace headstack {

// Without the start-up.
struct CoreTimes {
  std::uint64_t cycles = 0;  // cycles awake
  // cycles of each decision; none on a core that cannot stop at an address
  CycleHistogram decisions;
  std::uint64_t hidden = 0;  // decisions that ended before the task that was at work meanwhile
};

}  // namespace headstack
