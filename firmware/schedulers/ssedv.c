/* Shortest seek and earliest deadline by value: of the first m requests by deadline, the least
 * alpha d + (1 - alpha) l, d being its distance and l its slack, a cylinder counting as much as a
 * millisecond (Real-time paper, 2.2.5). The paper's slack is a length, so one that is late by so
 * much has as much as one with so much time left (`distance`); `signed` counts what is left. */
#include "schedulers/seek_window.h"

enum {
  M,
  ALPHA,
  SLACK,
  IN
};
enum {
  SLACK_DISTANCE = 0,
  SLACK_SIGNED = 1
};
static const char* const slack_choices[] = {"distance", "signed", NULL};

/* high * 2^32 + low, with low < 2^32. */
typedef struct wide {
  uint64_t high;
  uint64_t low;
} wide;

static wide sum_of_products(uint64_t a, uint64_t f, uint64_t b, uint64_t g) { /* f + g <= 2^16 */
  const uint64_t low = (a & UINT32_MAX) * f + (b & UINT32_MAX) * g;
  return (wide){(a >> 32) * f + (b >> 32) * g + (low >> 32), low & UINT32_MAX};
}

static bool less(wide a, wide b) { return a.high != b.high ? a.high < b.high : a.low < b.low; }

/* Ticks that a cylinder, or a block, counts as much as. */
static hs_ticks unit_of(const hs_scheduler* scheduler, bool in_blocks) {
  const hs_ticks cylinder = scheduler->drive->second / 1000;
  const hs_geometry* g = &scheduler->drive->geometry;
  const hs_ticks block = cylinder * g->cylinders / g->block_count;
  return !in_blocks ? cylinder : block != 0 ? block : 1;
}

/* Signed slack is told by the deadline itself: `now` is in everybody's. */
static hs_ticks slack_of(const hs_scheduler* scheduler, const hs_task* task, hs_ticks now) {
  if (scheduler->parameters[SLACK] == SLACK_SIGNED) {
    return task->deadline;
  }
  return task->deadline > now ? task->deadline - now : now - task->deadline;
}

static uint32_t ssedv_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const uint64_t alpha = scheduler->parameters[ALPHA];
  const bool in_blocks = scheduler->parameters[IN] == HS_IN_BLOCKS;
  const hs_ticks unit = unit_of(scheduler, in_blocks);
  hs_seek_window window =
      hs_seek_window_open(scheduler, scheduler->parameters[M] >> 16, in_blocks, view);
  const hs_task* tasks = scheduler->tasks;
  wide least = {UINT64_MAX, UINT64_MAX};
  uint32_t best = HS_NO_TASK;
  uint32_t task;
  while ((task = hs_seek_window_next(&window)) != HS_NO_TASK) {
    const hs_ticks slack = window.with ? slack_of(scheduler, &tasks[task], view->now) : 0;
    const wide at_least = sum_of_products(0, 0, slack, HS_ONE - alpha);
    if (tasks[task].deadline >= view->now && less(least, at_least)) {
      break; /* the others have more slack */
    }
    scheduler->examined++;
    const uint32_t distance = hs_seek_window_distance(&window, task);
    const wide weight = sum_of_products(distance * unit, alpha, slack, HS_ONE - alpha);
    if (less(weight, least) || (!less(least, weight) && tasks[task].order < tasks[best].order)) {
      best = task;
      least = weight;
    }
  }
  return best;
}

const hs_scheduler_ops hs_ssedv = {
    .name = "ssedv",
    .summary = "least sum of seek distance and slack, weighted",
    .paper = "Real-time paper, 2.2.5",
    .knowledge = HS_KNOWS_MAP,
    .needs = HS_NEEDS_DEADLINES,
    .parameters = {HS_WINDOW_PARAMETER,
                   {.name = "alpha", .default_value = HS_ONE / 2, .maximum = HS_ONE},
                   {.name = "slack", .choices = slack_choices, .default_value = SLACK_DISTANCE},
                   HS_DISTANCE_PARAMETER},
    .memory = hs_deadlines_memory,
    .init = hs_deadlines_init,
    .arrival = hs_deadlines_arrival,
    .pick = ssedv_pick,
    .remove = hs_deadlines_remove,
};
