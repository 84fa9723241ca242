// Conditional terms of commands as the firmware has them, and what their sums can come to.
#pragma once

#include <vector>

#include "model/config/drive_config.h"
#include "model/config/tick_clock.h"

namespace headstack {

// Precondition: at most HS_MOST_TERMS of them. In ticks of `clock`; without one, in ps.
hs_terms firmware_terms(const std::vector<TermConfig>& terms, const TickClock* clock);

}  // namespace headstack
