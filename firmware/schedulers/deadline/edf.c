/* Earliest deadline first, without preemption: the request under the head is finished (Real-time
 * paper, 2.2). */
#include "deadline/deadlines.h"

static uint32_t edf_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  (void)view;
  scheduler->examined++;
  return hs_deadlines_first(scheduler->memory);
}

const hs_scheduler_ops hs_edf = {
    .name = "edf",
    .summary = "earliest deadline first",
    .paper = "Real-time paper, 2.2",
    .knowledge = HS_KNOWS_NOTHING,
    .needs = HS_NEEDS_DEADLINES,
    .memory = hs_deadlines_memory,
    .init = hs_deadlines_init,
    .arrival = hs_deadlines_arrival,
    .pick = edf_pick,
    .remove = hs_deadlines_remove,
};
