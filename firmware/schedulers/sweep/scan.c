/* SCAN as in Seltzer 1990, 4.3. The arm serves all requests of a cylinder, and then the next
 * cylinder in the direction of movement. A scheduler picks requests, and cannot move the arm
 * without a request. The arm therefore turns at the last request, and the schedule is that of
 * LOOK. */
#include "sweep/sweep.h"

enum {
  LEVEL
};

static void scan_init(hs_scheduler* scheduler) { hs_sweep_init(scheduler, LEVEL); }

static uint32_t scan_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_sweep* sweep = scheduler->memory;
  return hs_sweep_nearest(scheduler, hs_sweep_from_start(sweep, view), 1,
                          hs_level_places(&sweep->level));
}

const hs_scheduler_ops hs_scan = {
    .name = "scan",
    .summary = "cylinder after cylinder in one direction, then back",
    .paper = "Seltzer 1990, 4.3",
    .knowledge = HS_KNOWS_LBN,
    .parameters = {[LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_MAP)},
    .memory = hs_sweep_memory,
    .init = scan_init,
    .arrival = hs_sweep_arrival,
    .pick = scan_pick,
    .remove = hs_sweep_remove,
};
