/* Least slack first. With `service`, the slack is the time until the deadline, less the service
 * time of a start now (Abbott and Garcia-Molina). With `plain`, the service time is not subtracted,
 * and the scheduler is EDF. With `distance`, the slack is the time to or since the deadline. The
 * Real-time paper, 2.2.5, calls it the "length between the current time and the absolute
 * deadline". */
#include "deadline/deadlines.h"
#include "disk/service_time.h"

enum {
  SLACK
};
enum {
  SLACK_SERVICE = 0,
  SLACK_PLAIN = 1,
  SLACK_DISTANCE = 2
};
static const char* const slack_choices[] = {"service", "plain", "distance", NULL};

/* The key is the deadline. If slack counts the service time, the constant part of this time is
 * subtracted. */
typedef struct lsf {
  hs_ordered_index index;
  hs_service service;
} lsf;

static bool with_service(const hs_scheduler* scheduler) {
  return hs_choice(scheduler, SLACK) == SLACK_SERVICE;
}

static size_t lsf_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  return sizeof(lsf) + hs_service_memory(capacity);
}

static void lsf_init(hs_scheduler* scheduler) {
  lsf* l = scheduler->memory;
  hs_ordered_init(&l->index, scheduler->tasks);
  hs_service_init(&l->service, scheduler->drive, l + 1);
}

static void lsf_arrival(hs_scheduler* scheduler, uint32_t task) {
  lsf* l = scheduler->memory;
  uint64_t key = scheduler->facts[task].deadline;
  if (with_service(scheduler) && key != HS_NO_DEADLINE) {
    hs_service_arrival(&l->service, scheduler->tasks, task);
    const hs_own_time* own = &l->service.own[task];
    const hs_ticks most = own->ahead + own->behind;
    key = key > most ? key - most : 0;
  }
  hs_ordered_insert(&l->index, task, key);
}

static int64_t difference(hs_ticks a, hs_ticks b) { return (int64_t)(a - b); }

/* Examine tasks in the order of keys, until no later task can have less slack. */
static uint32_t least_slack(hs_scheduler* scheduler, const hs_drive_view* view) {
  const lsf* l = scheduler->memory;
  const hs_task* tasks = scheduler->tasks;
  const hs_service_view at = hs_service_at(&l->service, tasks, view);
  uint32_t best = HS_NO_TASK;
  int64_t least = INT64_MAX;
  for (uint32_t task = hs_deadlines_first(&l->index);
       task != HS_NO_TASK && hs_has_deadline(scheduler, task);
       task = hs_ordered_next(&l->index, task)) {
    if (best != HS_NO_TASK && tasks[task].key != 0 && /* a key of 0 was cut off there */
        difference(tasks[task].key, view->now) - (int64_t)at.longest > least) {
      break;
    }
    scheduler->examined++;
    const int64_t slack = difference(scheduler->facts[task].deadline, view->now) -
                          (int64_t)hs_service_time(&at, task);
    if (best == HS_NO_TASK || slack < least ||
        (slack == least && tasks[task].order < tasks[best].order)) {
      best = task;
      least = slack;
    }
  }
  return best == HS_NO_TASK ? hs_deadlines_first(&l->index) : best;
}

/* The oldest task that has the deadline of `task`. */
static uint32_t oldest_like(const hs_ordered_index* index, uint32_t task) {
  return hs_ordered_at_least(index, index->tasks[task].key);
}

/* The nearest deadline, past or future. */
static uint32_t nearest_deadline(hs_scheduler* scheduler, hs_ticks now) {
  const hs_ordered_index* index = scheduler->memory;
  const hs_task* tasks = scheduler->tasks;
  const uint32_t coming = hs_ordered_at_least(index, now);
  const uint32_t last = hs_ordered_last_below(index, now);
  scheduler->examined += 2;
  if (last == HS_NO_TASK) {
    return coming;
  }
  const uint32_t past = oldest_like(index, last);
  if (coming == HS_NO_TASK || !hs_has_deadline(scheduler, coming)) {
    return past;
  }
  const hs_ticks to = tasks[coming].key - now;
  const hs_ticks since = now - tasks[past].key;
  const bool older = tasks[past].order < tasks[coming].order;
  return since < to || (since == to && older) ? past : coming;
}

static uint32_t lsf_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  switch (hs_choice(scheduler, SLACK)) {
    case SLACK_DISTANCE:
      return nearest_deadline(scheduler, view->now);
    case SLACK_PLAIN:
      scheduler->examined++;
      return hs_deadlines_first(scheduler->memory);
    default:
      return least_slack(scheduler, view);
  }
}

const hs_scheduler_ops hs_lsf = {
    .name = "lsf",
    .summary = "least slack first",
    .paper = "Real-time paper, 2.2",
    .knowledge = HS_KNOWS_POSITION,
    .needs = HS_NEEDS_DEADLINES,
    .parameters = {[SLACK] = {.name = "slack",
                              .choices = slack_choices,
                              .default_value = SLACK_SERVICE}},
    .memory = lsf_memory,
    .init = lsf_init,
    .arrival = lsf_arrival,
    .pick = lsf_pick,
    .remove = hs_deadlines_remove,
};
