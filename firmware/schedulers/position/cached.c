#include "position/cached.h"

size_t hs_cached_bytes(const hs_drive_params* drive, uint32_t capacity, size_t bytes, bool aged) {
  return hs_position_bytes(drive, capacity, bytes, aged) + hs_block_index_memory(drive, capacity);
}

void hs_cached_init(hs_scheduler* scheduler, hs_aging aging, size_t bytes) {
  hs_cached* cached = scheduler->memory;
  const hs_drive_params* drive = scheduler->drive;
  const uint32_t capacity = scheduler->capacity;
  const bool aged = aging.kind != HS_AGING_NONE;
  hs_position_init(scheduler, aging, bytes);
  uint8_t* behind = (uint8_t*)scheduler->memory + hs_position_bytes(drive, capacity, bytes, aged);
  hs_block_index_init(&cached->reads, drive, capacity, behind);
}

void hs_cached_arrival(hs_scheduler* scheduler, uint32_t task) {
  hs_cached* cached = scheduler->memory;
  hs_position_arrival(scheduler, task);
  if (!scheduler->tasks[task].write) {
    hs_block_index_insert(&cached->reads, scheduler->tasks, task);
  }
}

void hs_cached_remove(hs_scheduler* scheduler, uint32_t task) {
  hs_cached* cached = scheduler->memory;
  hs_position_remove(scheduler, task);
  if (!scheduler->tasks[task].write) {
    hs_block_index_remove(&cached->reads, scheduler->tasks, task);
  }
}

uint32_t hs_cached_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_cached* cached = scheduler->memory;
  hs_best best = {hs_block_index_oldest_hit(&cached->reads, scheduler), 0};
  if (best.task != HS_NO_TASK) {
    best.score = hs_position_score(scheduler, best.task, 0, view->now);
  }
  return hs_position_search(scheduler, view, 0, scheduler->drive->geometry.cylinders - 1, best);
}
