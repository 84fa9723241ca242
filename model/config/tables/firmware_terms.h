// Conditional terms of commands in the firmware's form, with the range of their sums.
#pragma once

#include <vector>

#include "model/config/drive_config.h"
#include "model/config/tick_clock.h"

namespace headstack {

// Precondition: at most HS_MOST_TERMS terms. Times are in ticks of `clock`; without a clock, in ps.
hs_terms firmware_terms(const std::vector<TermConfig>& terms, const TickClock* clock);

}  // namespace headstack
