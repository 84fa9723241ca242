/* Shortest positioning time first (Worthington 1994, 3.2; STF in Seltzer 1990). */
#include "position/position.h"

enum {
  WEIGHS
};

static void sptf_init(hs_scheduler* scheduler) {
  hs_position_init(scheduler, hs_aging_none(hs_weighed_by(scheduler, WEIGHS)), sizeof(hs_position));
}

const hs_scheduler_ops hs_sptf = {
    .name = "sptf",
    .summary = "shortest positioning time (overhead, seek and rotation) first",
    .paper = "Worthington 1994, 3.2",
    .knowledge = HS_KNOWS_POSITION,
    .parameters = {[WEIGHS] = HS_WEIGHS_PARAMETER(HS_WEIGHS_POSITIONING)},
    .memory = hs_position_memory,
    .init = sptf_init,
    .arrival = hs_position_arrival,
    .pick = hs_position_pick,
    .remove = hs_position_remove,
};
