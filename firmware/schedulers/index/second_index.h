/* A second order of waiting tasks, for a scheduler in the host whose tasks are in an index already.
 * This hs_ordered_index is linked through entries of its own instead of the tasks. An entry has the
 * number of its task. All functions of hs_ordered_index but hs_ordered_insert work on `index`. */
#ifndef HEADSTACK_SCHEDULERS_SECOND_INDEX_H
#define HEADSTACK_SCHEDULERS_SECOND_INDEX_H

#include "index/ordered_index.h"

typedef struct hs_second_index {
  hs_ordered_index index; /* index of the entries; its `tasks` are the entries */
} hs_second_index;

/* Bytes of memory that hs_second_init needs. */
static inline size_t hs_second_memory(uint32_t capacity) {
  return (size_t)capacity * sizeof(hs_task);
}

/* Prepare an empty index. `memory` is aligned for uint64_t. */
static inline void hs_second_init(hs_second_index* second, void* memory) {
  hs_ordered_init(&second->index, memory);
}

/* Enter `task` under `key`. */
static inline void hs_second_insert(hs_second_index* second, const hs_task* tasks, uint32_t task,
                                    uint64_t key) {
  second->index.tasks[task].order = tasks[task].order;
  hs_ordered_insert(&second->index, task, key);
}

#endif
