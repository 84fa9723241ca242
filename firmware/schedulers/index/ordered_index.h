/* Waiting tasks in the order of a 64-bit key: a treap linked through the tasks. The older task
 * comes first if keys are equal.
 *
 * Contract: insert, remove and every search take O(log n) expected steps. The index uses `key`,
 * `left`, `right` and `parent` of the tasks, and no other memory. */
#ifndef HEADSTACK_SCHEDULERS_ORDERED_INDEX_H
#define HEADSTACK_SCHEDULERS_ORDERED_INDEX_H

#include "schedulers/scheduler.h"

typedef struct hs_ordered_index {
  hs_task* tasks;  /* the caller's table of tasks */
  uint32_t root;   /* root of the treap; HS_NO_TASK: the index is empty */
  uint32_t* sizes; /* [capacity]: tasks in each task's subtree; NULL: not kept */
} hs_ordered_index;

/* Prepare an empty index. */
void hs_ordered_init(hs_ordered_index* index, hs_task* tasks);

/* Keep the sizes that hs_ordered_rank needs. `sizes` has a number for each task and need not be
 * cleared. Precondition: the index is empty. */
static inline void hs_ordered_keep_sizes(hs_ordered_index* index, uint32_t* sizes) {
  index->sizes = sizes;
}

/* Enter `task` under `key`. Precondition: the task is in no such index. */
void hs_ordered_insert(hs_ordered_index* index, uint32_t task, uint64_t key);

void hs_ordered_remove(hs_ordered_index* index, uint32_t task);

/* The first task with a key of at least `key`, of equal keys the oldest. HS_NO_TASK if there is
 * none. */
uint32_t hs_ordered_at_least(const hs_ordered_index* index, uint64_t key);

/* The last task with a key below `key`, of equal keys the youngest. HS_NO_TASK if there is none. */
uint32_t hs_ordered_last_below(const hs_ordered_index* index, uint64_t key);

/* The task after `task`, and the task before it. HS_NO_TASK at the end. Precondition: `task` is in
 * the index. */
uint32_t hs_ordered_next(const hs_ordered_index* index, uint32_t task);
uint32_t hs_ordered_previous(const hs_ordered_index* index, uint32_t task);

/* How many tasks come before `task`. Precondition: `task` is in the index, which keeps sizes. */
uint32_t hs_ordered_rank(const hs_ordered_index* index, uint32_t task);

#endif
