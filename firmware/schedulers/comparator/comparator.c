#include "comparator/comparator.h"

#include "comparator/entries.h"
#include "comparator/outside.h"
#include "comparator/tables.h"

static size_t align(size_t bytes) { return (bytes + 7u) & ~(size_t)7u; }

size_t hs_comparator_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  return align(sizeof(hs_comparator_queue)) + align(capacity);
}

size_t hs_comparator_hits_memory(const hs_drive_params* drive, uint32_t capacity) {
  return hs_comparator_memory(drive, capacity) + hs_block_index_memory(drive, capacity);
}

void hs_comparator_init(hs_scheduler* scheduler, hs_aging aging, bool with_hits) {
  const uint32_t capacity = scheduler->capacity;
  const hs_drive_params* drive = scheduler->drive;
  hs_comparator_queue* q = scheduler->memory;
  uint8_t* behind = (uint8_t*)scheduler->memory + align(sizeof *q);
  *q = (hs_comparator_queue){
      .youngest = HS_NO_TASK,
      .place = behind,
      .anywhere = {drive->cache.zero_latency_read || drive->cache.whole_track_read,
                   drive->write.zero_latency},
      .outside_oldest = HS_NO_TASK,
      .outside_youngest = HS_NO_TASK,
      .confirmed = HS_NO_TASK,
      .aging = aging,
      .departures = hs_departures_make(drive)};
  const bool simple = aging.kind == HS_AGING_NONE && !with_hits;
  q->plain[0] = simple && !q->anywhere[0];
  q->plain[1] = simple && !q->anywhere[1];
  q->lead_by_blocks = hs_lead_by_blocks(drive);
  for (uint32_t task = 0; task < capacity; ++task) {
    q->place[task] = PLACE_GONE;
  }
  if (with_hits) {
    q->care = CARE_HITS;
    hs_block_index_init(&q->reads, drive, capacity, behind + align(capacity));
  }
}

void hs_comparator_arrival(hs_scheduler* scheduler, uint32_t task) {
  const hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  if (q->used < q->entries) {
    hs_comparator_enter(scheduler, task);
  } else if (q->entries != 0) {
    hs_comparator_arrive_at_full(scheduler, task);
  } else {
    hs_comparator_set_up(scheduler);
    hs_comparator_enter(scheduler, task);
  }
}

void hs_comparator_remove(hs_scheduler* scheduler, uint32_t task) {
  if (hs_comparator_queue_of(scheduler)->place[task] == PLACE_OUTSIDE) {
    hs_comparator_take_from_outside(scheduler, task);
    return;
  }
  hs_comparator_leave(scheduler, task);
  hs_comparator_fill(scheduler);
}
