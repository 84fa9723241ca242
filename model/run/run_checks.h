// Checks of a run's settings, before the simulation starts.
#pragma once

#include "model/run/setup.h"

namespace headstack {

// Throws ConfigError for a workload that does not fit a drive of `disk_blocks` blocks.
void check_workload(const Workload& workload, std::uint32_t disk_blocks);

// Throws ConfigError for an id that is above 15 or is used twice, and for a workload whose drive
// does not exist. Throws ConfigError too for a host's scheduler that decides in a comparator, and
// for closed loops that overflow a drive's queue.
void check_bus(const BusSetup& setup);

}  // namespace headstack
