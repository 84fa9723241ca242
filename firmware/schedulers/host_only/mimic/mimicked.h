/* The search that the mimicking schedulers share: the request with the shortest known time, outward
 * from the last block of the previous one until no bound lets a farther one be shorter. */
#ifndef HEADSTACK_SCHEDULERS_MIMICKED_H
#define HEADSTACK_SCHEDULERS_MIMICKED_H

#include "schedulers/mimic_learner.h"
#include "sweep/sweep.h"

/* What a task would take after the request of the view; HS_MIMIC_UNKNOWN: not known. */
typedef uint32_t hs_mimicked_ns(const hs_scheduler* scheduler, const hs_drive_view* view,
                                const hs_task* task);

/* The waiting task with the least such time, of equals the oldest; HS_NO_TASK: none is known. The
 * scheduler's memory begins with an hs_sweep by block. */
uint32_t hs_mimicked_pick(hs_scheduler* scheduler, const hs_drive_view* view,
                          const hs_mimic_reach* reach, hs_mimicked_ns* ns_of);

/* The type of request that a task is after the one of the view: row of the mimic's tables. */
static inline uint32_t hs_mimicked_kind(const hs_drive_view* view, const hs_task* task) {
  return hs_mimic_kind(view->last_write, task->write);
}

#endif
