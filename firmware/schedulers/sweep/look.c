/* LOOK serves requests in the direction of movement, and turns back when no request is left there
 * (Worthington 1994, 3.1). A turn adds the distance of the whole disk, which is farther than any
 * request. */
#include "sweep/sweep.h"

enum {
  LEVEL
};

static void look_init(hs_scheduler* scheduler) { hs_sweep_init(scheduler, LEVEL); }

static uint32_t look_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_sweep* sweep = scheduler->memory;
  return hs_sweep_nearest(scheduler, hs_sweep_from_start(sweep, view), 1,
                          hs_level_places(&sweep->level));
}

const hs_scheduler_ops hs_look = {
    .name = "look",
    .summary = "on in one direction, back when nothing is left there",
    .paper = "Worthington 1994, 3.1",
    .knowledge = HS_KNOWS_LBN,
    .parameters = {[LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_LBN)},
    .memory = hs_sweep_memory,
    .init = look_init,
    .arrival = hs_sweep_arrival,
    .pick = look_pick,
    .remove = hs_sweep_remove,
};
