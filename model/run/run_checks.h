// What a run is asked for, checked before anything is simulated.
#pragma once

#include "model/run/setup.h"

namespace headstack {

// Throws ConfigError for a workload that a drive of so many blocks cannot have.
void check_workload(const Workload& workload, std::uint32_t disk_blocks);

// Throws ConfigError for a scheduler that decides by distances in blocks, on a drive with longer
// ones than its table can have.
void check_distances(const SchedulerSpec& scheduler, std::uint32_t disk_blocks);

// Throws ConfigError for ids that are taken twice or above 15, a workload for a drive that is not
// there, a host that is to schedule in a comparator, and closed loops that overflow a drive's
// queue.
void check_bus(const BusSetup& setup);

}  // namespace headstack
