/* CSCAN as in Seltzer 1990, 4.3. The arm serves cylinder after cylinder upwards, and then returns
 * to the lowest cylinder with a request. The arm turns at the last request, so the schedule is that
 * of C-LOOK. */
#include "sweep/sweep.h"

enum {
  LEVEL
};

static void cscan_init(hs_scheduler* scheduler) { hs_sweep_init(scheduler, LEVEL); }

static uint32_t cscan_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_sweep* sweep = scheduler->memory;
  return hs_sweep_upwards(scheduler, hs_sweep_from_start(sweep, view));
}

const hs_scheduler_ops hs_cscan = {
    .name = "cscan",
    .summary = "cylinder after cylinder upwards, then back to the lowest",
    .paper = "Seltzer 1990, 4.3",
    .knowledge = HS_KNOWS_LBN,
    .parameters = {[LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_MAP)},
    .memory = hs_sweep_memory,
    .init = cscan_init,
    .arrival = hs_sweep_arrival,
    .pick = cscan_pick,
    .remove = hs_sweep_remove,
};
