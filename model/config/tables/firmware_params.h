// Conversion of a drive description and a scheduler's specification into the firmware's parameters.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/tables/resolve.h"

extern "C" {
#include <disk/drive_params.h>
#include <schedulers/mimic.h>
#include <schedulers/mimic_learner.h>
#include <schedulers/scheduler.h>
}

namespace headstack {

// Returns the firmware's description of its drive. The pointers lead into `tables`, which must
// outlive the description.
hs_drive_params drive_params(const DriveConfig& drive, const DriveTables& tables);

// Returns the drive without the times that stand for the work of its firmware, for a firmware whose
// code takes time. These times are HS_FIRMWARE_TIMES, write.reconnect_preparation, and all of
// [processor].
DriveConfig without_firmware_times(const DriveConfig& drive);

// The owner of a table of operations that does not belong to the firmware. The firmware calls the
// operations, and exceptions must not cross the firmware. An operation that fails therefore keeps
// its error and pauses the simulation. Until the pause takes effect, its choices are valid.
class ForeignScheduler {
 public:
  virtual ~ForeignScheduler() = default;
  // Throws the error that an operation has kept. Called whenever the simulation has paused.
  virtual void check() = 0;
};

// The duration limits of a drive, as the firmware's configuration has them.
hs_duration_limits firmware_durations(const DurationLimitsConfig& config);

// The times of the task priorities in us, 0 for no deadline, as the firmware's configuration has
// them.
using PriorityTimes = std::array<std::uint32_t, HS_PRIORITIES>;
PriorityTimes firmware_priority_times(const PrioritiesConfig& config);

// A table of operations with its owner.
struct LoadedScheduler {
  const hs_scheduler_ops* ops = nullptr;
  std::shared_ptr<ForeignScheduler> owner;
};

// A scheduler and its parameters.
struct SchedulerSpec {
  const hs_scheduler_ops* ops = nullptr;
  std::array<std::uint32_t, HS_MAX_SCHEDULER_PARAMETERS> parameters{};
  std::shared_ptr<ForeignScheduler> foreign;  // owns `ops`; null: `ops` belongs to the firmware
  std::string file{};                         // library or image that has `ops`; empty: no file
  bool in_image = false;                      // `file` is an image: `ops` run on a core only
  std::vector<std::uint32_t> weights{};       // weights of the classes, in percent, Q16.16
  std::shared_ptr<const hs_mimic> mimic{};
  std::shared_ptr<hs_mimic_learner> learner{};  // of a scheduler in the host; changes during a run
  // room for learnt distances, in the memory of a scheduler that learns
  std::uint32_t learnt_distances = 1 << 18;

  // These pointers lead into this object.
  hs_scheduler_tables tables() const {
    return {weights.data(), static_cast<std::uint32_t>(weights.size()), mimic.get(), learner.get()};
  }

  void check() const {
    if (foreign != nullptr) {
      foreign->check();
    }
  }
};

// Parses "sptf", "clook(map)", "clook(level=map)", "asptf(6)", "mine.so:mine(6)",
// "mine.elf:mine(6)". Throws ConfigError for an unknown scheduler (with the nearest name), an
// unknown parameter, too many parameters, or a value out of range.
SchedulerSpec parse_scheduler(const std::string& text);

// Throws ConfigError if the scheduler lacks a table that it needs, or has one that it does not use.
void check_needs(const SchedulerSpec& scheduler);

// Throws ConfigError if the scheduler decides by distances that the disk exceeds.
void check_distances(const SchedulerSpec& scheduler, std::uint32_t disk_blocks);

// Returns the names of the schedulers that have one of these HS_NEEDS_* as text: "yfq or yfq_dor".
std::string names_in_need(unsigned needs);

// The specification in full: "clook(level=map)".
std::string to_string(const SchedulerSpec& spec);

}  // namespace headstack
