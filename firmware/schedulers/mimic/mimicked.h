/* Search for the request with the shortest known time, shared by the mimicking schedulers. The
 * search proceeds outward from the last block of the previous request. The search ends when the
 * bounds show that no farther request takes a shorter time. */
#ifndef HEADSTACK_SCHEDULERS_MIMICKED_H
#define HEADSTACK_SCHEDULERS_MIMICKED_H

#include "schedulers/mimic_learner.h"
#include "sweep/sweep.h"

/* A function that gives the time of a task after the last request of the view, in ns.
 * HS_MIMIC_UNKNOWN: the time is not known. */
typedef uint32_t hs_mimicked_ns(const hs_scheduler* scheduler, const hs_drive_view* view,
                                const hs_task* task);

/* The waiting task with the least time by `ns_of`, of equal times the oldest. HS_NO_TASK: no time
 * is known. Precondition: the scheduler's memory begins with an hs_sweep by block. */
uint32_t hs_mimicked_pick(hs_scheduler* scheduler, const hs_drive_view* view,
                          const hs_mimic_reach* reach, hs_mimicked_ns* ns_of);

/* The kind of a task after the last request of the view: row of the mimic's tables. */
static inline uint32_t hs_mimicked_kind(const hs_drive_view* view, const hs_task* task) {
  return hs_mimic_kind(view->last_write, task->write);
}

#endif
