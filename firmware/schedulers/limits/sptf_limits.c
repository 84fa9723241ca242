/* SPTF with limits: the shortest positioning time among the tasks that make no limit late
 * (limits/limits.h). Without limits, and with endless patience: SPTF. */
#include "limits/limits.h"
#include "position/position.h"

enum {
  WEIGHS = HS_BASE_PARAMETERS
};

typedef struct sptf_limits {
  hs_position position;
  hs_limits limits; /* its memory follows, then the memory of the position */
} sptf_limits;

static size_t own_bytes(uint32_t capacity) {
  return sizeof(sptf_limits) + hs_limits_memory(capacity);
}

static size_t sptf_limits_memory(const hs_drive_params* drive, uint32_t capacity) {
  return hs_position_bytes(drive, capacity, own_bytes(capacity), false);
}

static void sptf_limits_init(hs_scheduler* scheduler) {
  static const hs_base_order base = {hs_position_pick, hs_position_arrival, hs_position_remove};
  sptf_limits* s = scheduler->memory;
  hs_position_init(scheduler, hs_aging_none(hs_weighed_by(scheduler, WEIGHS)),
                   own_bytes(scheduler->capacity));
  hs_limits_init(&s->limits, scheduler, base, s + 1);
}

static void sptf_limits_arrival(hs_scheduler* scheduler, uint32_t task) {
  sptf_limits* s = scheduler->memory;
  hs_limits_arrival(&s->limits, scheduler, task);
}

static uint32_t sptf_limits_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  sptf_limits* s = scheduler->memory;
  return hs_limits_pick(&s->limits, scheduler, view);
}

static void sptf_limits_remove(hs_scheduler* scheduler, uint32_t task) {
  sptf_limits* s = scheduler->memory;
  hs_limits_remove(&s->limits, scheduler, task);
}

const hs_scheduler_ops hs_sptf_limits = {
    .name = "sptf_limits",
    .summary = "shortest positioning time first, if all limits that can be met stay met",
    .paper = "headstack",
    .knowledge = HS_KNOWS_POSITION,
    .needs = HS_NEEDS_DEADLINES,
    .parameters = {[HS_PATIENCE] = HS_PATIENCE_PARAMETER,
                   [HS_AHEAD] = HS_AHEAD_PARAMETER,
                   [WEIGHS] = HS_WEIGHS_PARAMETER(HS_WEIGHS_POSITIONING)},
    .memory = sptf_limits_memory,
    .init = sptf_limits_init,
    .arrival = sptf_limits_arrival,
    .pick = sptf_limits_pick,
    .remove = sptf_limits_remove,
};
