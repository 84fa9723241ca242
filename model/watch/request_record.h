// One request, from the workload's wish to the host's completion: a row of the results.
#pragma once

#include <cstdint>
#include <limits>

namespace headstack {

constexpr std::int64_t kNoDeadline = std::numeric_limits<std::int64_t>::max();

// Times in ps of simulated time. finish - arrival = queue + overhead + seek + rotation + transfer +
// bus, exactly: every instant counts once, in the order seek, rotation, transfer, bus, overhead.
struct RequestRecord {
  std::uint64_t id = 0;  // in the order in which the workload made them
  std::int64_t arrival = 0;
  std::int64_t start = 0;   // taken from the queue, wherever that was
  std::int64_t finish = 0;  // status at the host
  std::int64_t queue = 0;
  std::int64_t overhead = 0;
  std::int64_t seek = 0;                // arm and head movement, with settling
  std::int64_t rotation = 0;            // waiting for the sector, and a write for its data
  std::int64_t transfer = 0;            // requested blocks under the head
  std::int64_t bus = 0;                 // data phases while none of the above
  std::int64_t deadline = kNoDeadline;  // by which it is wanted
  std::uint64_t predicted_media =
      0;  // tick at which the scheduler expected the first block; 0: did not say
  std::uint64_t actual_media = 0;  // tick at which it passed; 0: none did
  std::uint32_t lbn = 0;
  std::uint32_t blocks = 0;
  std::uint32_t tag = 0;
  std::uint32_t retries = 0;   // revolutions spent on trying blocks again
  std::uint32_t sense = 0;     // key 0-7, code 8-15, qualifier 16-23; 0: none
  std::uint16_t class_id = 0;  // the part of the workload that it belongs to
  bool write = false;
  bool inserted = false;  // out of its class's turn, to save a seek
  bool hit = false;
  bool failed = false;  // for an error of the medium
};

}  // namespace headstack
