// One request, from its issue by the workload to its completion at the host: a row of the results.
#pragma once

#include <cstdint>
#include <limits>

namespace headstack {

constexpr std::int64_t kNoTime = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kNoDeadline = kNoTime;

// Times are in ps of simulated time. columns.h describes each member. finish - arrival = queue +
// overhead + seek + rotation + transfer + bus, exactly. Every instant counts once. The order of
// precedence is seek, rotation, transfer, bus, overhead.
struct RequestRecord {
  std::uint64_t id = 0;
  std::int64_t arrival = 0;
  std::int64_t start = 0;
  std::int64_t finish = 0;
  std::int64_t queue = 0;
  std::int64_t overhead = 0;
  std::int64_t seek = 0;
  std::int64_t rotation = 0;
  std::int64_t transfer = 0;
  std::int64_t bus = 0;
  std::int64_t not_ready = 0;
  std::int64_t seek_at = kNoTime;
  std::int64_t rotation_at = kNoTime;
  std::int64_t transfer_at = kNoTime;
  std::int64_t deadline = kNoDeadline;
  std::uint64_t predicted_media =
      0;  // tick at which the scheduler expected the first block; 0: no expectation
  std::uint64_t actual_media = 0;  // tick at which the first block passed; 0: no block passed
  std::uint32_t lbn = 0;
  std::uint32_t blocks = 0;
  std::uint32_t tag = 0;
  std::uint32_t retries = 0;
  std::uint32_t sense = 0;
  std::uint32_t decision = 0;
  std::uint32_t picked_from = 0;
  std::uint16_t class_id = 0;
  std::uint16_t limit = 0;
  std::uint16_t priority = 0;
  bool write = false;
  bool inserted = false;
  bool hit = false;
  bool failed = false;
};

}  // namespace headstack
