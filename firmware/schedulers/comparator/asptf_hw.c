/* ASPTF, decided by the comparator. The handicap of each entry is the task's credit for its age. */
#include "comparator/comparator.h"

enum {
  W
};

static void asptf_hw_init(hs_scheduler* scheduler) {
  hs_comparator_init(scheduler, hs_aging_by_wait(scheduler, W, HS_WEIGHS_POSITIONING), false);
}

const hs_scheduler_ops hs_asptf_hw = {
    .name = "asptf_hw",
    .summary = "ASPTF over the oldest waiting requests, decided in the comparator",
    .paper = "Worthington 1994, 5.3",
    .knowledge = HS_KNOWS_POSITION,
    .in_comparator = true,
    .parameters = {[W] = HS_CREDIT_PARAMETER},
    .memory = hs_comparator_memory,
    .init = asptf_hw_init,
    .arrival = hs_comparator_arrival,
    .take = hs_comparator_take,
    .remove = hs_comparator_remove,
};
