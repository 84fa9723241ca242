/* The shared part of the schedulers with knowledge of the cache: a read that the buffer can answer
 * has a positioning time of zero (Worthington 1994, 6.3). Of several such reads, the oldest has the
 * least score. */
#ifndef HEADSTACK_SCHEDULERS_CACHED_H
#define HEADSTACK_SCHEDULERS_CACHED_H

#include "index/block_index.h"
#include "position/position.h"

typedef struct hs_cached {
  hs_position position; /* all waiting tasks */
  hs_block_index reads; /* waiting reads, by block */
} hs_cached;

/* The operations of such a scheduler. `bytes`: the scheduler's own memory, which begins with an
 * hs_cached. */
size_t hs_cached_bytes(const hs_drive_params* drive, uint32_t capacity, size_t bytes, bool aged);
void hs_cached_init(hs_scheduler* scheduler, hs_aging aging, size_t bytes);
void hs_cached_arrival(hs_scheduler* scheduler, uint32_t task);
uint32_t hs_cached_pick(hs_scheduler* scheduler, const hs_drive_view* view);
void hs_cached_remove(hs_scheduler* scheduler, uint32_t task);

#endif
