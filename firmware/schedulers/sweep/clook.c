/* C-LOOK: upwards from the previous request's first block, then back to the lowest (Worthington
 * 1994, 3.1). A request for the previous first block itself counts as ahead. */
#include "sweep/sweep.h"

enum {
  LEVEL
};

static void clook_init(hs_scheduler* scheduler) { hs_sweep_init(scheduler, LEVEL); }

static uint32_t clook_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_sweep* sweep = scheduler->memory;
  return hs_sweep_upwards(scheduler, hs_sweep_from_start(sweep, view));
}

const hs_scheduler_ops hs_clook = {
    .name = "clook",
    .summary = "upwards, then back to the lowest request",
    .paper = "Worthington 1994, 3.1",
    .knowledge = HS_KNOWS_LBN,
    .parameters = {[LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_LBN)},
    .memory = hs_sweep_memory,
    .init = clook_init,
    .arrival = hs_sweep_arrival,
    .pick = clook_pick,
    .remove = hs_sweep_remove,
};
