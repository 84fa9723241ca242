/* Aged shortest positioning time first: less W milliseconds for each second of waiting (Worthington
 * 1994, 5.3; ASATF of Jacobson and Wilkes 1991). */
#include "position/position.h"

enum {
  W,
  WEIGHS
};

static void asptf_init(hs_scheduler* scheduler) {
  hs_position_init(scheduler, hs_aging_by_wait(scheduler, W, hs_weighed_by(scheduler, WEIGHS)),
                   sizeof(hs_position));
}

const hs_scheduler_ops hs_asptf = {
    .name = "asptf",
    .summary = "SPTF less a credit for waiting",
    .paper = "Worthington 1994, 5.3",
    .knowledge = HS_KNOWS_POSITION,
    .parameters =
        {[W] = HS_CREDIT_PARAMETER, [WEIGHS] = HS_WEIGHS_PARAMETER(HS_WEIGHS_POSITIONING)},
    .memory = hs_position_aged_memory,
    .init = asptf_init,
    .arrival = hs_position_arrival,
    .pick = hs_position_pick,
    .remove = hs_position_remove,
};
