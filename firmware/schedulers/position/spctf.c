/* Shortest positioning time first with cache: a read that the buffer can answer takes none
 * (Worthington 1994, 6.3). */
#include "position/cached.h"

enum {
  WEIGHS
};

static size_t spctf_memory(const hs_drive_params* drive, uint32_t capacity) {
  return hs_cached_bytes(drive, capacity, sizeof(hs_cached), false);
}

static void spctf_init(hs_scheduler* scheduler) {
  hs_cached_init(scheduler, hs_aging_none(hs_weighed_by(scheduler, WEIGHS)), sizeof(hs_cached));
}

const hs_scheduler_ops hs_spctf = {
    .name = "spctf",
    .summary = "SPTF, with no positioning time for what is buffered",
    .paper = "Worthington 1994, 6.3",
    .knowledge = HS_KNOWS_CACHE,
    .parameters = {[WEIGHS] = HS_WEIGHS_PARAMETER(HS_WEIGHS_POSITIONING)},
    .memory = spctf_memory,
    .init = spctf_init,
    .arrival = hs_cached_arrival,
    .pick = hs_cached_pick,
    .remove = hs_cached_remove,
};
