/* Priority SCAN. A request has one of three levels, by the time from its arrival to its deadline.
 * SCAN decides within a level (Real-time paper, 2.2.1). LB and UB are the bounds of this time. The
 * level is high up to (LB + UB) / 4, medium up to (LB + UB) / 2, and low above (figure 1). */
#include "deadline/deadlines.h"
#include "sweep/sweep.h"

enum {
  LB,
  UB,
  LEVEL
};
enum {
  HIGH,
  MEDIUM,
  LOW,
  BEST_EFFORT, /* without a deadline */
  LEVELS
};

typedef struct pscan {
  hs_sweep sweep; /* its index holds the level that the next decision is about */
  hs_ordered_index level[LEVELS];
  hs_ticks lower, upper; /* bounds of the time that requests are given */
  /* the bounds are parameters; otherwise they are the bounds of all requests so far */
  bool given;
} pscan;

static size_t pscan_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  return sizeof(pscan) + capacity; /* the level of each task */
}

static uint8_t* levels_of(const hs_scheduler* scheduler) {
  return (uint8_t*)((pscan*)scheduler->memory + 1);
}

static void pscan_init(hs_scheduler* scheduler) {
  pscan* p = scheduler->memory;
  hs_sweep_init(scheduler, LEVEL); /* the memory begins with the sweep */
  for (uint32_t i = 0; i < LEVELS; ++i) {
    hs_ordered_init(&p->level[i], scheduler->tasks);
  }
  p->given = hs_fraction(scheduler, LB) != 0 || hs_fraction(scheduler, UB) != 0;
  p->lower = p->given ? hs_milliseconds(scheduler, LB) : UINT64_MAX;
  p->upper = hs_milliseconds(scheduler, UB);
}

static uint8_t level_for(const hs_scheduler* scheduler, uint32_t task) {
  pscan* p = scheduler->memory;
  if (!hs_has_deadline(scheduler, task)) {
    return BEST_EFFORT;
  }
  const hs_ticks given = hs_relative_deadline(scheduler, task);
  if (!p->given) {
    p->lower = given < p->lower ? given : p->lower;
    p->upper = given > p->upper ? given : p->upper;
  }
  const hs_ticks sum = p->lower + p->upper;
  return given <= sum / 4 ? HIGH : given <= sum / 2 ? MEDIUM : LOW;
}

static void pscan_arrival(hs_scheduler* scheduler, uint32_t task) {
  pscan* p = scheduler->memory;
  const hs_task* t = &scheduler->tasks[task];
  const uint8_t level = level_for(scheduler, task);
  levels_of(scheduler)[task] = level;
  const uint32_t place = hs_level_place(&p->sweep.level, t->lbn, t->track.cylinder);
  hs_ordered_insert(&p->level[level], task, hs_sweep_key(place, t->lbn));
}

static uint32_t pscan_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  pscan* p = scheduler->memory;
  uint32_t level = HIGH;
  while (p->level[level].root == HS_NO_TASK) {
    ++level;
  }
  p->sweep.index = p->level[level];
  return hs_sweep_nearest(scheduler, hs_sweep_from_start(&p->sweep, view), 1,
                          hs_level_places(&p->sweep.level));
}

static void pscan_remove(hs_scheduler* scheduler, uint32_t task) {
  pscan* p = scheduler->memory;
  hs_ordered_remove(&p->level[levels_of(scheduler)[task]], task);
}

#define BOUND_PARAMETER(called) \
  { .name = (called), .default_value = 0, .minimum = 0, .maximum = 65535 * HS_ONE, .unit = "ms" }

const hs_scheduler_ops hs_pscan = {
    .name = "pscan",
    .summary = "three priorities by the time that a request is given, SCAN within each",
    .paper = "Real-time paper, 2.2.1",
    .knowledge = HS_KNOWS_LBN,
    .needs = HS_NEEDS_DEADLINES,
    .parameters = {[LB] = BOUND_PARAMETER("LB"),
                   [UB] = BOUND_PARAMETER("UB"),
                   [LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_MAP)},
    .memory = pscan_memory,
    .init = pscan_init,
    .arrival = pscan_arrival,
    .pick = pscan_pick,
    .remove = pscan_remove,
};
