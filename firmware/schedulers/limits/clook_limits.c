/* C-LOOK with limits: the next task upwards that makes no limit late (limits/limits.h). Without
 * limits, and with endless patience: C-LOOK. */
#include "limits/limits.h"
#include "sweep/sweep.h"

enum {
  LEVEL = HS_BASE_PARAMETERS
};

typedef struct clook_limits {
  hs_sweep sweep;
  hs_limits limits; /* its memory follows */
} clook_limits;

static size_t clook_limits_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  return sizeof(clook_limits) + hs_limits_memory(capacity);
}

static uint32_t next_upwards(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_sweep* sweep = scheduler->memory;
  return hs_sweep_upwards(scheduler, hs_sweep_from_start(sweep, view));
}

/* The level has its own knowledge. The limits need the position at any level. */
static void clook_limits_init(hs_scheduler* scheduler) {
  static const hs_base_order base = {next_upwards, hs_sweep_arrival, hs_sweep_remove};
  clook_limits* c = scheduler->memory;
  hs_sweep_init(scheduler, LEVEL);
  scheduler->knowledge = HS_KNOWS_POSITION;
  hs_limits_init(&c->limits, scheduler, base, c + 1);
}

static void clook_limits_arrival(hs_scheduler* scheduler, uint32_t task) {
  clook_limits* c = scheduler->memory;
  hs_limits_arrival(&c->limits, scheduler, task);
}

static uint32_t clook_limits_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  clook_limits* c = scheduler->memory;
  return hs_limits_pick(&c->limits, scheduler, view);
}

static void clook_limits_remove(hs_scheduler* scheduler, uint32_t task) {
  clook_limits* c = scheduler->memory;
  hs_limits_remove(&c->limits, scheduler, task);
}

const hs_scheduler_ops hs_clook_limits = {
    .name = "clook_limits",
    .summary = "upwards, then back to the lowest, if all limits that can be met stay met",
    .paper = "headstack",
    .knowledge = HS_KNOWS_POSITION,
    .needs = HS_NEEDS_DEADLINES,
    .parameters = {[HS_PATIENCE] = HS_PATIENCE_PARAMETER,
                   [HS_AHEAD] = HS_AHEAD_PARAMETER,
                   [LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_LBN)},
    .memory = clook_limits_memory,
    .init = clook_limits_init,
    .arrival = clook_limits_arrival,
    .pick = clook_limits_pick,
    .remove = clook_limits_remove,
};
