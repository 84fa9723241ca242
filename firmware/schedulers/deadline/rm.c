/* Rate monotonic: the shortest period first. A stream requests its next data at the deadline of its
 * last data. The period is therefore the time from a request's arrival to its deadline (Real-time
 * paper, 2.2), unless the request states its period. */
#include "deadline/deadlines.h"

static void rm_arrival(hs_scheduler* scheduler, uint32_t task) {
  const hs_ticks period = scheduler->facts[task].period;
  hs_ordered_insert(scheduler->memory, task,
                    period != 0 ? period : hs_relative_deadline(scheduler, task));
}

static uint32_t rm_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  (void)view;
  scheduler->examined++;
  return hs_deadlines_first(scheduler->memory);
}

const hs_scheduler_ops hs_rm = {
    .name = "rm",
    .summary = "rate monotonic: the shortest time from arrival to deadline first",
    .paper = "Real-time paper, 2.2",
    .knowledge = HS_KNOWS_NOTHING,
    .needs = HS_NEEDS_DEADLINES,
    .memory = hs_deadlines_memory,
    .init = hs_deadlines_init,
    .arrival = rm_arrival,
    .pick = rm_pick,
    .remove = hs_deadlines_remove,
};
