// What is watched of the firmware's state, wherever the firmware runs. Instrumentation: nobody acts
// on it.
#pragma once

#include <array>
#include <cstdint>

extern "C" {
#include <controller/firmware.h>
}

namespace headstack {

struct FirmwareState {
  std::uint64_t starts = 0;      // tasks taken up so far
  bool busy = false;             // with a task,
  std::uint64_t tag = 0;         // of this tag,
  bool hit = false;              // served from the buffer,
  hs_ticks predicted_media = 0;  // expected to meet the medium then; 0: nothing was
  std::uint32_t waiting = 0;     // tasks, beside that one
  std::uint64_t decisions = 0;   // of the scheduler, so far
  std::uint64_t examined = 0;    // tasks that it has looked at for them

  // A stretch of blocks in the buffer, from `first` on; none if `end` is `first`.
  struct Segment {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };
  std::array<Segment, HS_CACHE_SEGMENTS> segments{};
  std::uint32_t segment_count = 0;
  std::uint32_t filling = HS_NO_SEGMENT;  // the one that is being read into
};

FirmwareState state_of(const hs_firmware& firmware);

}  // namespace headstack
