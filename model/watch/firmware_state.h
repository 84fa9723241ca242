// The observed part of the firmware's state, for firmware on the host or on a core. No box acts on
// this state.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

extern "C" {
#include <controller/firmware.h>
}

namespace headstack {

struct FirmwareState {
  std::uint64_t starts = 0;  // tasks begun so far
  bool busy = false;         // the firmware has an active task
  std::uint64_t tag = 0;     // tag of the active task
  // the port's number for the active task; empty: there is no active task, or the image does not
  // publish the number
  std::optional<std::uint32_t> slot{};
  bool hit = false;  // the buffer answers the active task
  // tick at which the scheduler expects the active task's first block on the medium; 0: no
  // expectation
  hs_ticks predicted_media = 0;
  std::uint32_t waiting = 0;    // number of waiting tasks, without the active task
  std::uint64_t decisions = 0;  // decisions of the scheduler so far
  std::uint64_t examined = 0;   // tasks that the scheduler has examined for these decisions

  // A run of blocks in the buffer, from `first` on. The run is empty if `end` is `first`.
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
