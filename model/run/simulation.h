// A whole run: a host, a bus, a drive, a workload, and the rows that come of it.
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

// Called now and then with the number of requests served; false stops the run.
using Progress = std::function<bool(std::uint64_t)>;

// Takes rows while a run goes on, in order of completion; false stops the run.
using RowTaker = std::function<bool(std::vector<RequestRecord>&&)>;

// What a processor of the firmware's own has done, in cycles.
struct CoreOutput {
  std::int64_t cycle_ps = 0;    // 0: its code took no time
  std::uint64_t cycles = 0;     // awake
  std::uint64_t decisions = 0;  // timed; none but on the simulator
  std::uint64_t hidden = 0;     // of them, over before the task that was at work meanwhile
  std::uint64_t decision_sum = 0;
  std::uint64_t decision_p95 = 0;  // right to a 64th
  std::uint64_t decision_most = 0;
  std::uint32_t rom_bytes = 0;  // code and constants
  std::uint32_t parameter_bytes = 0;
  std::uint32_t ram_bytes = 0;    // variables and tables; 0: the image does not say
  std::uint32_t stack_bytes = 0;  // at its deepest
  FoldedStacks profile{};         // empty: not asked for
};

struct RunOutput {
  std::vector<RequestRecord> requests;  // in order of completion; those that nobody has taken
  double wall_s = 0.0;                  // of the simulation, without set-up and takers of rows
  std::uint64_t decisions = 0;          // of the drive's scheduler
  std::uint64_t examined = 0;
  std::uint64_t host_decisions = 0;  // of the host's, if it has one
  std::uint64_t host_examined = 0;
  std::optional<CoreOutput> core{};                  // none: the firmware ran on this machine
  std::int64_t bus_held_ps = 0;                      // by whomever
  bool stopped = false;                              // by `progress` or the taker of rows
  std::shared_ptr<const hs_mimic_learner> learnt{};  // by the scheduler; null: it does not learn
};

// Run `workload` to its end. What the drive's queue has no room for waits in the host. Throws
// ConfigError for a workload that does not fit the drive, RunError for a run that did not serve
// every request exactly once. With `rows` the output has none: all are given there, some 65,536 at
// a time and the rest at the end, so that a run of any length takes the memory of a short one.
RunOutput run(const Setup& setup, const Workload& workload, const Progress& progress = nullptr,
              const RowTaker& rows = nullptr);

// Run all streams to their ends; an output a stream. `wall_s`, `bus_held_ps` and `stopped` are
// those of the whole, `decisions` and `examined` those of the stream's drive. Throws as `run` does,
// and ConfigError for ids that are taken twice or above 15.
std::vector<RunOutput> run_bus(const BusSetup& setup, const Progress& progress = nullptr);

// Timed notifications of one SC_METHOD per second of wall time: the machine's own unit.
double notifications_per_second(std::uint64_t count);

}  // namespace headstack
