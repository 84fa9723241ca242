/* Shortest seek and earliest deadline by value. The first m requests by deadline are the window.
 * The scheduler chooses the least alpha d + (1 - alpha) l, where d is the distance and l the slack.
 * A cylinder counts as much as a millisecond (Real-time paper, 2.2.5). With `distance`, the slack
 * is a length as in the paper: the time to or since the deadline. With `signed`, the slack is the
 * time to the deadline, and is below 0 for late requests. */
#include "deadline/seek_window.h"

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

/* Ticks that count as much as a cylinder or a block. */
static hs_ticks unit_of(const hs_scheduler* scheduler, bool in_blocks) {
  const hs_ticks cylinder = scheduler->drive->second / 1000;
  const hs_geometry* g = &scheduler->drive->geometry;
  const hs_ticks block = cylinder * g->cylinders / g->block_count;
  return !in_blocks ? cylinder : block != 0 ? block : 1;
}

/* The deadline itself serves as the signed slack, because `now` is common to all. */
static hs_ticks slack_of(const hs_scheduler* scheduler, uint32_t task, hs_ticks now) {
  const hs_ticks deadline = scheduler->facts[task].deadline;
  if (hs_choice(scheduler, SLACK) == SLACK_SIGNED) {
    return deadline;
  }
  return deadline > now ? deadline - now : now - deadline;
}

typedef struct search {
  hs_scheduler* scheduler;
  const hs_seek_window* window;
  hs_ticks now;
  hs_ticks unit;
  wide least;
  uint32_t best;
} search;

/* Take the task if its value is less than the best value. False: the weighted slack alone is more
 * than the best value. */
static bool consider(search* s, uint32_t task) {
  const hs_task* tasks = s->scheduler->tasks;
  const uint64_t alpha = hs_fraction(s->scheduler, ALPHA);
  const hs_ticks slack = s->window->with ? slack_of(s->scheduler, task, s->now) : 0;
  if (less(s->least, sum_of_products(0, 0, slack, HS_ONE - alpha))) {
    return false;
  }
  s->scheduler->examined++;
  const uint32_t distance = hs_seek_window_distance(s->window, task);
  const wide weight = sum_of_products(distance * s->unit, alpha, slack, HS_ONE - alpha);
  if (less(weight, s->least) ||
      (!less(s->least, weight) && tasks[task].order < tasks[s->best].order)) {
    s->best = task;
    s->least = weight;
  }
  return true;
}

/* Search outward from `now`, because slack grows on both sides. Each side ends when the weighted
 * slack alone exceeds the best value. */
static void search_outward(search* s) {
  const hs_ordered_index* index = s->window->index;
  uint32_t task = hs_ordered_at_least(index, s->now);
  while (task != HS_NO_TASK && hs_has_deadline(s->scheduler, task) && consider(s, task)) {
    task = hs_ordered_next(index, task);
  }
  task = hs_ordered_last_below(index, s->now);
  while (task != HS_NO_TASK && consider(s, task)) {
    task = hs_ordered_previous(index, task);
  }
}

static uint32_t ssedv_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const bool in_blocks = hs_choice(scheduler, IN) == HS_IN_BLOCKS;
  const uint32_t m = hs_whole(scheduler, M);
  hs_seek_window window = hs_seek_window_open(scheduler, m, in_blocks, view);
  search s = {.scheduler = scheduler,
              .window = &window,
              .now = view->now,
              .unit = unit_of(scheduler, in_blocks),
              .least = {UINT64_MAX, UINT64_MAX},
              .best = HS_NO_TASK};
  const bool by_distance = hs_choice(scheduler, SLACK) == SLACK_DISTANCE;
  if (m == HS_WHOLE_QUEUE && by_distance && window.with) {
    search_outward(&s);
    return s.best;
  }
  uint32_t task;
  while ((task = hs_seek_window_next(&window)) != HS_NO_TASK) {
    /* the other tasks have more slack */
    const bool later = scheduler->facts[task].deadline >= view->now;
    if (!consider(&s, task) && later) {
      break;
    }
  }
  return s.best;
}

const hs_scheduler_ops hs_ssedv = {
    .name = "ssedv",
    .summary = "least sum of seek distance and slack, weighted",
    .paper = "Real-time paper, 2.2.5",
    .knowledge = HS_KNOWS_MAP,
    .needs = HS_NEEDS_DEADLINES,
    .parameters = {[M] = HS_WINDOW_PARAMETER,
                   [ALPHA] = {.name = "alpha", .default_value = HS_ONE / 2, .maximum = HS_ONE},
                   [SLACK] = {.name = "slack",
                              .choices = slack_choices,
                              .default_value = SLACK_DISTANCE},
                   [IN] = HS_DISTANCE_PARAMETER},
    .memory = hs_deadlines_memory,
    .init = hs_deadlines_init,
    .arrival = hs_deadlines_arrival,
    .pick = ssedv_pick,
    .remove = hs_deadlines_remove,
};
