// A whole run of a host, a bus, a drive and a workload, with the resulting rows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "model/base/run_error.h"
#include "model/processor/profile/call_profile.h"
#include "model/run/setup.h"
#include "model/watch/request_record.h"

namespace headstack {

// Function that a run calls from time to time with the number of served requests. False stops the
// run.
using Progress = std::function<bool(std::uint64_t)>;

// Function that gets rows during a run, in order of completion. False stops the run.
using RowTaker = std::function<bool(std::vector<RequestRecord>&&)>;

// Totals of a processor that runs the firmware, in cycles.
struct CoreOutput {
  std::int64_t cycle_ps = 0;    // 0: code took no time
  std::uint64_t cycles = 0;     // cycles awake
  std::uint64_t decisions = 0;  // decisions that were timed; only the simulator times decisions
  std::uint64_t hidden = 0;     // number of these decisions that ended before the active task ended
  // decisions that lock-step has compared; none: no lock-step
  std::optional<std::uint64_t> compared;
  std::uint64_t decision_sum = 0;
  std::uint64_t decision_p95 = 0;  // accurate to 1/64
  std::uint64_t decision_most = 0;
  std::uint32_t rom_bytes = 0;  // code and constants
  std::uint32_t parameter_bytes = 0;
  std::uint32_t ram_bytes = 0;    // variables and tables; 0: the image does not publish it
  std::uint32_t stack_bytes = 0;  // at its greatest depth
  FoldedStacks profile{};         // empty: not requested
};

struct RunOutput {
  std::vector<RequestRecord> requests;  // in order of completion; empty if `rows` got the rows
  // wall time of the simulation, without set-up and without the receivers of rows
  double wall_s = 0.0;
  std::uint64_t decisions = 0;  // decisions of the drive's scheduler
  std::uint64_t examined = 0;
  std::uint64_t host_decisions = 0;  // decisions of the host's scheduler, if there is one
  std::uint64_t host_examined = 0;
  std::optional<CoreOutput> core{};  // empty: the firmware ran on this machine
  std::int64_t bus_held_ps = 0;      // total time of the bus, for all drives and hosts
  bool stopped = false;              // `progress` or the receiver of rows has stopped the run
  // times that the scheduler has learnt; null: the scheduler does not learn
  std::shared_ptr<const hs_mimic_learner> learnt{};
};

// Runs `workload` to its end. Requests for which the drive's queue has no room wait in the host.
// Throws ConfigError for a workload that does not fit the drive, and RunError for a run that did
// not serve every request exactly once. With `rows`, the output has no rows. `rows` gets about
// 65,536 rows at a time, and the rest at the end. A long run then needs no more memory than a short
// run.
RunOutput run(const Setup& setup, const Workload& workload, const Progress& progress = nullptr,
              const RowTaker& rows = nullptr);

// Runs all streams to their ends, and returns one output for each stream. `wall_s`, `bus_held_ps`
// and `stopped` belong to the whole run, and `decisions` and `examined` to the stream's drive.
// Throws as `run` does, and ConfigError for an id that is above 15 or is used twice.
std::vector<RunOutput> run_bus(const BusSetup& setup, const Progress& progress = nullptr);

// Returns the number of timed notifications of one SC_METHOD in a second of wall time. This number
// is a unit of speed of this machine.
double notifications_per_second(std::uint64_t count);

}  // namespace headstack
