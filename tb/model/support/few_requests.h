// Runs of a few requests, one at a time. The times of the requests are computed by hand.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {

inline constexpr double kMs = 1e9;               // picoseconds
inline constexpr double kNear = 1e-5;            // ms
inline constexpr double kSector = kTurnMs / 96;  // of the outermost zone

using Request = ReplayWorkload::Request;

inline Picoseconds ms_of(double ms) { return Picoseconds{static_cast<std::int64_t>(ms * kMs)}; }

inline Request read(std::uint32_t lbn, std::uint32_t blocks, double wait_ms = 50) {
  return {lbn, blocks, false, static_cast<std::int64_t>(wait_ms * kMs)};
}
inline Request write(std::uint32_t lbn, std::uint32_t blocks, double wait_ms = 50) {
  return {lbn, blocks, true, static_cast<std::int64_t>(wait_ms * kMs)};
}

inline std::vector<RequestRecord> replay(const DriveConfig& drive,
                                         const std::vector<Request>& requests,
                                         const char* scheduler = "fcfs") {
  ReplayWorkload workload;
  workload.requests = requests;
  return run({drive, parse_scheduler(scheduler)}, workload).requests;
}

inline double took(const RequestRecord& row) {
  return static_cast<double>(row.finish - row.arrival) / kMs;
}

// The response of the last request, in ms.
inline double last(const DriveConfig& drive, const std::vector<Request>& requests) {
  return took(replay(drive, requests).back());
}

// Returns the time that a change of the drive adds to the last request.
inline double longer(const std::function<void(DriveConfig&)>& change,
                     const std::vector<Request>& requests) {
  DriveConfig changed = hp_c2247();
  change(changed);
  return last(changed, requests) - last(hp_c2247(), requests);
}

inline const std::vector<Request>& idle_hit() {
  static const std::vector<Request> requests = {read(0, 16), read(32, 8)};
  return requests;
}

// Returns the deviation from whole revolutions, in revolutions. A delay has no effect until a
// sector is missed, and then costs a revolution.
inline double whole_turns(double ms) { return std::abs(ms / kTurnMs - std::round(ms / kTurnMs)); }

}  // namespace headstack
