// The drives that the fuzz target attacks.
#pragma once

#include <cstddef>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/tables/firmware_params.h"

namespace headstack::fuzz {

struct AttackedDrive {
  DriveConfig config;
  SchedulerSpec scheduler;
};

// Returns the number of drives.
std::size_t drive_count();

// Returns a drive. Precondition: number < drive_count().
const AttackedDrive& drive_of(std::size_t number);

}  // namespace headstack::fuzz
