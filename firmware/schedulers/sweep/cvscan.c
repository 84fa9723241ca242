/* CVSCAN(N,R) is VSCAN with another distance: the average distance of the N nearest requests on
 * each side (Geist, Reynolds and Pittard 1987; Worthington 1994, 3.1). CVSCAN(1,R) is VSCAN(R). */
#include "sweep/sweep.h"

enum {
  N,
  R,
  LEVEL
};

static void cvscan_init(hs_scheduler* scheduler) { hs_sweep_init(scheduler, LEVEL); }

static uint32_t cvscan_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_sweep* sweep = scheduler->memory;
  return hs_sweep_nearest(scheduler, hs_sweep_from_start(sweep, view), hs_whole(scheduler, N),
                          hs_level_share(&sweep->level, hs_fraction(scheduler, R)));
}

const hs_scheduler_ops hs_cvscan = {
    .name = "cvscan",
    .summary = "VSCAN by the average of the N nearest on each side",
    .paper = "Worthington 1994, 3.1",
    .knowledge = HS_KNOWS_LBN,
    .parameters = {[N] = HS_WHOLE_PARAMETER("N", 3, 1, 1024),
                   [R] = HS_TURN_PARAMETER,
                   [LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_LBN)},
    .memory = hs_sweep_memory,
    .init = cvscan_init,
    .arrival = hs_sweep_arrival,
    .pick = cvscan_pick,
    .remove = hs_sweep_remove,
};
