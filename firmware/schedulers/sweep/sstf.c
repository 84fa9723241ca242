/* Shortest seek time first. Distances count from the block after the previous request (Worthington
 * 1994, 3.1), or from its first block, as in the scanning schedulers (6.2). Of equal distances, the
 * older request wins. */
#include "sweep/sweep.h"

enum {
  LEVEL,
  FROM = LEVEL + HS_LEVEL_PARAMETER_COUNT
};
enum {
  FROM_END = 0,
  FROM_START = 1
};
static const char* const from_choices[] = {"end", "start", NULL};

static void sstf_init(hs_scheduler* scheduler) { hs_sweep_init(scheduler, LEVEL); }

static uint32_t sstf_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_sweep* sweep = scheduler->memory;
  const hs_sweep_point from = hs_choice(scheduler, FROM) == FROM_START
                                  ? hs_sweep_from_start(sweep, view)
                                  : hs_sweep_from_end(sweep, view);
  return hs_sweep_nearest(scheduler, from, 1, 0);
}

const hs_scheduler_ops hs_sstf = {
    .name = "sstf",
    .summary = "shortest seek distance first",
    .paper = "Worthington 1994, 3.1",
    .knowledge = HS_KNOWS_LBN,
    .parameters = {[LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_LBN),
                   [FROM] = {.name = "from",
                             .choices = from_choices,
                             .default_value = FROM_END,
                             .minor = true}},
    .memory = hs_sweep_memory,
    .init = sstf_init,
    .arrival = hs_sweep_arrival,
    .pick = sstf_pick,
    .remove = hs_sweep_remove,
};
