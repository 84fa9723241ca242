#include "model/watch/firmware_state.h"

namespace headstack {

FirmwareState state_of(const hs_firmware& firmware) {
  FirmwareState state;
  state.starts = firmware.starts;
  state.busy = firmware.active.task != HS_NO_TASK;
  if (state.busy) {
    const hs_task& task = firmware.queue.tasks[firmware.active.task];
    state.tag = task.tag.value;
    state.slot = task.slot;
  }
  state.hit = firmware.active.hit;
  state.predicted_media = firmware.active.predicted_media;
  state.waiting = firmware.queue.held - (state.busy ? 1U : 0U);
  state.decisions = firmware.queue.scheduler.decisions;
  state.examined = firmware.queue.scheduler.examined;
  state.segment_count = firmware.cache.count;
  state.filling = firmware.cache.filling;
  for (std::uint32_t i = 0; i < state.segment_count; ++i) {
    state.segments.at(i) = {firmware.cache.segments[i].first, firmware.cache.segments[i].end};
  }
  return state;
}

}  // namespace headstack
