/* YFQ: batches of four requests by virtual finish time, each in C-SCAN order (the share
 * paper, 2.1). */
#include "share/fair_queue.h"

static uint32_t yfq_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  (void)view;
  const hs_fair_queue* fair = scheduler->memory;
  if (fair->first == HS_NO_TASK) {
    hs_fair_batch(scheduler);
  }
  return hs_fair_pick(scheduler);
}

const hs_scheduler_ops hs_yfq = {
    .name = "yfq",
    .summary = "classes by weight: batches of four in C-SCAN order",
    .paper = "Share paper, 2.1",
    .knowledge = HS_KNOWS_LBN,
    .needs = HS_NEEDS_WEIGHTS,
    .memory = hs_fair_memory,
    .init = hs_fair_init,
    .arrival = hs_fair_arrival,
    .pick = yfq_pick,
    .remove = hs_fair_remove,
    .completion = hs_fair_completion,
};
