// The use of the processor's cycles, for a processor that runs the image.
#pragma once

#include <cstdint>

#include "model/processor/cycle_histogram.h"

namespace headstack {

// Without the start-up.
struct CoreTimes {
  std::uint64_t cycles = 0;  // cycles awake
  // cycles of each decision; empty on a core that cannot stop at an address
  CycleHistogram decisions;
  std::uint64_t hidden = 0;  // decisions that ended before the active task ended
};

}  // namespace headstack
