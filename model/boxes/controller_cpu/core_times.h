// The use of the processor's cycles, for a processor that runs the image.
#pragma once

#include <cstdint>
#include <optional>

#include "model/processor/cycle_histogram.h"

namespace headstack {

// Without the start-up.
struct CoreTimes {
  std::uint64_t cycles = 0;  // cycles awake
  // cycles of each decision; empty on a core that cannot stop at an address
  CycleHistogram decisions;
  std::uint64_t hidden = 0;  // decisions that ended before the active task ended
  // decisions among two tasks or more that lock-step has compared; none: no lock-step
  std::optional<std::uint64_t> compared;
};

}  // namespace headstack
