/* SPCTF, decided in the comparator: the firmware finds the oldest hit, and enters it as cached. */
#include "comparator/comparator.h"

static void spctf_hw_init(hs_scheduler* scheduler) {
  hs_comparator_init(scheduler, (hs_aging){.kind = HS_AGING_NONE}, true);
}

const hs_scheduler_ops hs_spctf_hw = {
    .name = "spctf_hw",
    .summary = "SPCTF over the oldest waiting requests, decided in the comparator",
    .paper = "Worthington 1994, 6.3",
    .knowledge = HS_KNOWS_CACHE,
    .in_comparator = true,
    .memory = hs_comparator_hits_memory,
    .init = spctf_hw_init,
    .arrival = hs_comparator_arrival,
    .take = hs_comparator_take,
    .remove = hs_comparator_remove,
};
