/* Waiting tasks in the order of a 64-bit key, ties by arrival: a treap linked through the tasks.
 * Insert, remove and every search take O(log n) expected steps; memory is the tasks' own links. */
#ifndef HEADSTACK_SCHEDULERS_ORDERED_INDEX_H
#define HEADSTACK_SCHEDULERS_ORDERED_INDEX_H

#include "schedulers/scheduler.h"

typedef struct hs_ordered_index {
  hs_task* tasks;
  uint32_t root;
  uint32_t* sizes; /* [capacity]: of each task's subtree; NULL: not kept */
} hs_ordered_index;

void hs_ordered_init(hs_ordered_index* index, hs_task* tasks);

/* Keep what hs_ordered_rank needs, in these numbers, one for each task; not cleared. Precondition:
 * the index is empty. */
static inline void hs_ordered_keep_sizes(hs_ordered_index* index, uint32_t* sizes) {
  index->sizes = sizes;
}

/* Enter `task` under `key`. It must not be in an index already. */
void hs_ordered_insert(hs_ordered_index* index, uint32_t task, uint64_t key);

void hs_ordered_remove(hs_ordered_index* index, uint32_t task);

/* The first task with a key of at least `key`; HS_NO_TASK if there is none. Of equal keys the
 * oldest comes first. */
uint32_t hs_ordered_at_least(const hs_ordered_index* index, uint64_t key);

/* The last task with a key below `key`, of equal keys the youngest; HS_NO_TASK if there is none. */
uint32_t hs_ordered_last_below(const hs_ordered_index* index, uint64_t key);

/* The task behind or before this one, which is in the index; HS_NO_TASK at the end. */
uint32_t hs_ordered_next(const hs_ordered_index* index, uint32_t task);
uint32_t hs_ordered_previous(const hs_ordered_index* index, uint32_t task);

/* How many tasks come before this one, which is in the index. Precondition: it keeps sizes. */
uint32_t hs_ordered_rank(const hs_ordered_index* index, uint32_t task);

#endif
