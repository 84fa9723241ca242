/* SPTF, decided in the comparator. */
#include "comparator/comparator.h"

static void sptf_hw_init(hs_scheduler* scheduler) {
  hs_comparator_init(scheduler, (hs_aging){.kind = HS_AGING_NONE}, false);
}

const hs_scheduler_ops hs_sptf_hw = {
    .name = "sptf_hw",
    .summary = "SPTF over the oldest waiting requests, decided in the comparator",
    .paper = "Worthington 1994, 3.2",
    .knowledge = HS_KNOWS_POSITION,
    .in_comparator = true,
    .memory = hs_comparator_memory,
    .init = sptf_hw_init,
    .arrival = hs_comparator_arrival,
    .take = hs_comparator_take,
    .remove = hs_comparator_remove,
};
