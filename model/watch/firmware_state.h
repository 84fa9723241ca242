// The observed part of the firmware's state, for any place where the firmware runs. For observation
// only: no box acts on it.
#pragma once

#include <array>
#include <cstdint>

extern "C" {
#include <controller/firmware.h>
}

namespace headstack {

struct FirmwareState {
  std::uint64_t starts = 0;  // tasks begun so far
  bool busy = false;         // the firmware has a task,
  std::uint64_t tag = 0;     // with this tag,
  bool hit = false;          // served from the buffer,
  // tick at which its first block is expected on the medium; 0: no expectation
  hs_ticks predicted_media = 0;
  std::uint32_t waiting = 0;    // tasks waiting beside this task
  std::uint64_t decisions = 0;  // decisions of the scheduler so far
  std::uint64_t examined = 0;   // tasks that the scheduler has examined for them

  // A run of blocks in the buffer, from `first` on; empty if `end` is `first`.
  struct Segment {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };
  std::array<Segment, HS_CACHE_SEGMENTS> segments{};
  std::uint32_t segment_count = 0;
  std::uint32_t filling = HS_NO_SEGMENT;  // the segment that is being filled
};

FirmwareState state_of(const hs_firmware& firmware);

}  // namespace headstack
