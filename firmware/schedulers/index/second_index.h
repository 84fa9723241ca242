/* A second order of waiting tasks, for a scheduler in the host whose tasks are in an index already:
 * an hs_ordered_index that is linked through entries of its own instead of the tasks. Numbers of
 * entries are those of tasks, and all but entering works on `index`. */
#ifndef HEADSTACK_SCHEDULERS_SECOND_INDEX_H
#define HEADSTACK_SCHEDULERS_SECOND_INDEX_H

#include "index/ordered_index.h"

typedef struct hs_second_index {
  hs_ordered_index index;
} hs_second_index;

/* Bytes behind the hs_second_index itself. */
static inline size_t hs_second_memory(uint32_t capacity) {
  return (size_t)capacity * sizeof(hs_task);
}

/* `memory` is aligned for uint64_t. */
static inline void hs_second_init(hs_second_index* second, void* memory) {
  hs_ordered_init(&second->index, memory);
}

static inline void hs_second_insert(hs_second_index* second, const hs_task* tasks, uint32_t task,
                                    uint64_t key) {
  second->index.tasks[task].order = tasks[task].order;
  hs_ordered_insert(&second->index, task, key);
}

#endif
