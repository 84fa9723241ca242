#include "index/block_index.h"

#include "buffer/cache.h"

/* With this number few tasks share a list. A drive with a short queue has enough memory for the
 * lists. */
#define LISTS_PER_TASK 32u
#define MOST_LISTS 65536u

static uint32_t shift_for(const hs_drive_params* drive, uint32_t capacity) {
  const uint32_t most =
      capacity < MOST_LISTS / LISTS_PER_TASK ? LISTS_PER_TASK * capacity : MOST_LISTS;
  uint32_t shift = 0;
  while ((drive->geometry.block_count - 1) >> shift >= most) {
    ++shift;
  }
  return shift;
}

static uint32_t lists_for(const hs_drive_params* drive, uint32_t capacity) {
  return ((drive->geometry.block_count - 1) >> shift_for(drive, capacity)) + 1;
}

size_t hs_block_index_memory(const hs_drive_params* drive, uint32_t capacity) {
  return sizeof(uint32_t) * ((size_t)lists_for(drive, capacity) + (size_t)2 * capacity);
}

void hs_block_index_init(hs_block_index* index, const hs_drive_params* drive, uint32_t capacity,
                         void* memory) {
  const uint32_t lists = lists_for(drive, capacity);
  index->shift = shift_for(drive, capacity);
  index->count = lists;
  index->lists = memory;
  index->next = index->lists + lists;
  index->previous = index->next + capacity;
  for (uint32_t i = 0; i < lists; ++i) {
    index->lists[i] = HS_NO_TASK;
  }
}

void hs_block_index_insert(hs_block_index* index, const hs_task* tasks, uint32_t task) {
  uint32_t* list = &index->lists[tasks[task].lbn.value >> index->shift];
  index->previous[task] = HS_NO_TASK;
  index->next[task] = *list;
  if (*list != HS_NO_TASK) {
    index->previous[*list] = task;
  }
  *list = task;
}

void hs_block_index_remove(hs_block_index* index, const hs_task* tasks, uint32_t task) {
  const uint32_t next = index->next[task];
  const uint32_t previous = index->previous[task];
  if (previous == HS_NO_TASK) {
    index->lists[tasks[task].lbn.value >> index->shift] = next;
  } else {
    index->next[previous] = next;
  }
  if (next != HS_NO_TASK) {
    index->previous[next] = previous;
  }
}

uint32_t hs_block_index_near(const hs_block_index* index, uint64_t block) {
  const uint64_t list = block >> index->shift;
  return list < index->count ? index->lists[list] : HS_NO_TASK;
}

/* The oldest task among `found` and the hits in a list. */
static uint32_t oldest_in(const hs_block_index* index, hs_scheduler* scheduler, uint32_t list,
                          uint32_t found) {
  const hs_task* tasks = scheduler->tasks;
  for (uint32_t i = index->lists[list]; i != HS_NO_TASK; i = index->next[i]) {
    scheduler->examined++;
    if ((found == HS_NO_TASK || tasks[i].order < tasks[found].order) &&
        hs_cache_look_up(scheduler->cache, tasks[i].lbn, tasks[i].blocks) != HS_CACHE_MISS) {
      found = i;
    }
  }
  return found;
}

uint32_t hs_block_index_oldest_hit(const hs_block_index* index, hs_scheduler* scheduler) {
  uint32_t found = HS_NO_TASK;
  hs_lbn first;
  hs_lbn end;
  if (scheduler->cache == NULL) {
    return HS_NO_TASK;
  }
  for (uint32_t i = 0; hs_cache_range(scheduler->cache, i, &first, &end); ++i) {
    if (first.value == end.value) {
      continue;
    }
    const uint32_t last = (end.value - 1) >> index->shift;
    for (uint32_t list = first.value >> index->shift; list <= last; ++list) {
      found = oldest_in(index, scheduler, list, found);
    }
  }
  return found;
}
