/* VSCAN(R) serves the nearest request. A request against the direction of movement counts as R
 * disks farther (Geist and Daniel 1987; Worthington 1994, 3.1). VSCAN(0) is SSTF, VSCAN(1) is
 * LOOK. */
#include "sweep/sweep.h"

enum {
  R,
  LEVEL
};

static void vscan_init(hs_scheduler* scheduler) { hs_sweep_init(scheduler, LEVEL); }

static uint32_t vscan_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_sweep* sweep = scheduler->memory;
  return hs_sweep_nearest(scheduler, hs_sweep_from_start(sweep, view), 1,
                          hs_level_share(&sweep->level, hs_fraction(scheduler, R)));
}

const hs_scheduler_ops hs_vscan = {
    .name = "vscan",
    .summary = "the nearest; turning back counts as R times the disk",
    .paper = "Worthington 1994, 3.1",
    .knowledge = HS_KNOWS_LBN,
    .parameters = {[R] = HS_TURN_PARAMETER, [LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_LBN)},
    .memory = hs_sweep_memory,
    .init = vscan_init,
    .arrival = hs_sweep_arrival,
    .pick = vscan_pick,
    .remove = hs_sweep_remove,
};
