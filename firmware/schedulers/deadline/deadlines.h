/* The shared part of the schedulers with deadlines: the waiting requests in the order of their
 * deadlines. A request without a deadline comes after all requests with a deadline, and is served
 * when none of these waits. */
#ifndef HEADSTACK_SCHEDULERS_DEADLINES_H
#define HEADSTACK_SCHEDULERS_DEADLINES_H

#include "index/ordered_index.h"
#include "schedulers/parameters.h"
#include "schedulers/task_facts.h"

/* The operations of a scheduler whose memory begins with an hs_ordered_index, by deadline. */
size_t hs_deadlines_memory(const hs_drive_params* drive, uint32_t capacity);
void hs_deadlines_init(hs_scheduler* scheduler);
void hs_deadlines_arrival(hs_scheduler* scheduler, uint32_t task);
void hs_deadlines_remove(hs_scheduler* scheduler, uint32_t task);

/* The request with the earliest deadline, of equal deadlines the oldest. HS_NO_TASK: no request
 * waits. */
static inline uint32_t hs_deadlines_first(const hs_ordered_index* index) {
  return hs_ordered_at_least(index, 0);
}

/* Whether the task has a deadline. */
static inline bool hs_has_deadline(const hs_scheduler* scheduler, uint32_t task) {
  return scheduler->facts[task].deadline != HS_NO_DEADLINE;
}

/* Ticks from a task's arrival to its deadline, at least 0. HS_NO_DEADLINE: it has no deadline. */
static inline hs_ticks hs_relative_deadline(const hs_scheduler* scheduler, uint32_t task) {
  if (!hs_has_deadline(scheduler, task)) {
    return HS_NO_DEADLINE;
  }
  const hs_ticks deadline = scheduler->facts[task].deadline;
  const hs_ticks arrival = scheduler->tasks[task].arrival;
  return deadline > arrival ? deadline - arrival : 0;
}

#endif
