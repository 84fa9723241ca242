// Checks of a run's settings, before the simulation starts.
#pragma once

#include "model/run/setup.h"

namespace headstack {

// Throws ConfigError for a workload that does not fit a drive of so many blocks.
void check_workload(const Workload& workload, std::uint32_t disk_blocks);

// Throws ConfigError for a scheduler that decides by distances in blocks, on a drive with longer
// distances than the scheduler's table can have.
void check_distances(const SchedulerSpec& scheduler, std::uint32_t disk_blocks);

// Throws ConfigError for ids that are used twice or above 15, and for a workload for a drive that
// does not exist. Also for a host whose scheduler decides in a comparator, and for closed loops
// that overflow a drive's queue.
void check_bus(const BusSetup& setup);

}  // namespace headstack
