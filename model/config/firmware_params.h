// A drive description and a scheduler's specification as what the firmware is given.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "model/config/drive_config.h"
#include "model/config/resolve.h"

extern "C" {
#include <headstack/drive_params.h>
#include <headstack/scheduler.h>
}

namespace headstack {

// What the firmware knows of its drive. The pointers lead into `tables`, which must outlive it.
hs_drive_params drive_params(const DriveConfig& drive, const DriveTables& tables);

// A scheduler and its parameters.
struct SchedulerSpec {
  const hs_scheduler_ops* ops = nullptr;
  std::array<std::uint32_t, HS_MAX_SCHEDULER_PARAMETERS> parameters{};
};

// Parse "sptf", "clook(map)", "clook(level=map)", "asptf(6)". Throws ConfigError for an unknown
// scheduler (with the nearest), an unknown parameter, too many, or a value out of range.
SchedulerSpec parse_scheduler(const std::string& text);

// The specification in full: "clook(level=map)".
std::string to_string(const SchedulerSpec& spec);

}  // namespace headstack
