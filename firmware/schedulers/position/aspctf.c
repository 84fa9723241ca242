/* Aged shortest positioning time first with cache: ASPTF, where a read that the buffer can answer
 * takes no positioning time (Worthington 1994, 6.3). */
#include "position/cached.h"

enum {
  W,
  WEIGHS
};

static size_t aspctf_memory(const hs_drive_params* drive, uint32_t capacity) {
  return hs_cached_bytes(drive, capacity, sizeof(hs_cached), true);
}

static void aspctf_init(hs_scheduler* scheduler) {
  hs_cached_init(scheduler, hs_aging_by_wait(scheduler, W, hs_weighed_by(scheduler, WEIGHS)),
                 sizeof(hs_cached));
}

const hs_scheduler_ops hs_aspctf = {
    .name = "aspctf",
    .summary = "ASPTF, with no positioning time for what is buffered",
    .paper = "Worthington 1994, 6.3",
    .knowledge = HS_KNOWS_CACHE,
    .parameters =
        {[W] = HS_CREDIT_PARAMETER, [WEIGHS] = HS_WEIGHS_PARAMETER(HS_WEIGHS_POSITIONING)},
    .memory = aspctf_memory,
    .init = aspctf_init,
    .arrival = hs_cached_arrival,
    .pick = hs_cached_pick,
    .remove = hs_cached_remove,
};
