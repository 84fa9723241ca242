#include "limits/limits.h"

#include "limits/endangered.h"

/* --- memory ---------------------------------------------------------------------------------- */

size_t hs_limits_memory(uint32_t capacity) {
  return hs_second_memory(capacity) + hs_service_memory(capacity) + hs_age_list_memory(capacity);
}

/* After a read, the heads are free at the end of a sector (forecast.c). */
static hs_ticks longest_sector(const hs_geometry* geometry) {
  hs_ticks longest = 0;
  for (uint32_t i = 0; i < geometry->zone_count; ++i) {
    longest = hs_later(longest, hs_sector_offset(&geometry->zones[i], 1));
  }
  return longest;
}

void hs_limits_init(hs_limits* limits, const hs_scheduler* scheduler, hs_base_order base,
                    void* memory) {
  unsigned char* behind = (unsigned char*)memory + hs_second_memory(scheduler->capacity);
  const uint32_t patience = hs_fraction(scheduler, HS_PATIENCE);
  limits->base = base;
  hs_second_init(&limits->limited, memory);
  hs_service_init(&limits->service, scheduler->drive, behind);
  behind += hs_service_memory(scheduler->capacity);
  hs_age_list_init(&limits->ages, scheduler->tasks, behind);
  limits->longest =
      hs_service_longest(&limits->service) + longest_sector(&scheduler->drive->geometry);
  limits->patience = patience == scheduler->ops->parameters[HS_PATIENCE].maximum
                         ? UINT64_MAX
                         : hs_milliseconds(scheduler, HS_PATIENCE);
  limits->ahead = hs_whole(scheduler, HS_AHEAD);
}

/* --- tasks ----------------------------------------------------------------------------------- */

static bool has_limit(const hs_scheduler* scheduler, uint32_t task) {
  return hs_limit_of(scheduler, task) != HS_NO_DEADLINE;
}

void hs_limits_arrival(hs_limits* limits, hs_scheduler* scheduler, uint32_t task) {
  limits->base.enter(scheduler, task);
  hs_age_list_insert(&limits->ages, task);
  if (has_limit(scheduler, task)) {
    hs_service_arrival(&limits->service, scheduler->tasks, task);
    hs_second_insert(&limits->limited, scheduler->tasks, task, hs_limit_of(scheduler, task));
  }
}

void hs_limits_remove(hs_limits* limits, hs_scheduler* scheduler, uint32_t task) {
  limits->base.leave(scheduler, task);
  hs_age_list_remove(&limits->ages, task);
  if (has_limit(scheduler, task)) {
    hs_ordered_remove(&limits->limited.index, task);
  }
}

/* --- the decision ---------------------------------------------------------------------------- */

typedef struct decision {
  hs_limits* limits;
  hs_scheduler* scheduler;
  const hs_drive_view* view;
  hs_forecast now;
  hs_window window;
  hs_danger danger;
} decision;

/* Whether the drive will end the task by itself, because its limit is surely missed. */
static bool is_hopeless(const decision* d, uint32_t task) {
  return d->scheduler->facts[task].strict && has_limit(d->scheduler, task) &&
         !hs_forecast_can_meet(&d->now, task);
}

/* The oldest task that has waited for the patience. HS_NO_TASK: there is no such task. */
static uint32_t overdue(const decision* d) {
  const hs_age_list* ages = &d->limits->ages;
  for (uint32_t task = ages->oldest; task != HS_NO_TASK; task = ages->links[task].younger) {
    const hs_ticks arrival = ages->tasks[task].arrival;
    if (arrival > d->view->now || d->view->now - arrival < d->limits->patience) {
      return HS_NO_TASK;
    }
    if (!is_hopeless(d, task)) {
      return task;
    }
  }
  return HS_NO_TASK;
}

static bool passes(decision* d, uint32_t task) {
  if (is_hopeless(d, task)) {
    return false;
  }
  if (d->window.count != 0 && !has_limit(d->scheduler, task)) {
    hs_service_arrival(&d->limits->service, d->scheduler->tasks, task);
  }
  return !hs_endangers(&d->danger, task);
}

/* The base order's best task that passes, and in `*first` its best task of all. HS_NO_TASK: none of
 * the best HS_MOST_SKIPPED tasks passes. */
static uint32_t best_that_passes(decision* d, uint32_t* first) {
  const hs_base_order* base = &d->limits->base;
  uint32_t skipped[HS_MOST_SKIPPED];
  uint32_t count = 0;
  uint32_t task = base->best(d->scheduler, d->view);
  *first = task;
  while (task != HS_NO_TASK && !passes(d, task)) {
    base->leave(d->scheduler, task);
    skipped[count++] = task;
    task = count < HS_MOST_SKIPPED ? base->best(d->scheduler, d->view) : HS_NO_TASK;
  }
  while (count != 0) {
    base->enter(d->scheduler, skipped[--count]);
  }
  return task;
}

/* The first task of the window that passes, or else its first task. All of them can be met. */
static uint32_t most_urgent(decision* d) {
  for (uint32_t i = 0; i < d->window.count; ++i) {
    const uint32_t task = d->window.task[i];
    if (!hs_endangers(&d->danger, task)) {
      return task;
    }
  }
  return d->window.count == 0 ? HS_NO_TASK : d->window.task[0];
}

static uint32_t oldest_not_strict(const decision* d) {
  const hs_age_list* ages = &d->limits->ages;
  uint32_t task = ages->oldest;
  while (task != HS_NO_TASK && d->scheduler->facts[task].strict) {
    task = ages->links[task].younger;
  }
  return task;
}

static uint32_t choose(decision* d) {
  uint32_t task = overdue(d);
  if (task != HS_NO_TASK) {
    return task;
  }
  uint32_t best;
  task = best_that_passes(d, &best);
  if (task == HS_NO_TASK) {
    task = most_urgent(d);
  }
  if (task == HS_NO_TASK) {
    task = oldest_not_strict(d);
  }
  return task == HS_NO_TASK ? best : task;
}

/* Choose if no task has a limit. */
static uint32_t choose_without_limits(hs_limits* limits, hs_scheduler* scheduler,
                                      const hs_drive_view* view) {
  const uint32_t oldest = limits->ages.oldest;
  const hs_ticks arrival = scheduler->tasks[oldest].arrival;
  const bool overdue = arrival <= view->now && view->now - arrival >= limits->patience;
  return overdue ? oldest : limits->base.best(scheduler, view);
}

uint32_t hs_limits_pick(hs_limits* limits, hs_scheduler* scheduler, const hs_drive_view* view) {
  if (scheduler->waiting == 1) {
    scheduler->examined++;
    return limits->ages.oldest;
  }
  if (limits->limited.index.root == HS_NO_TASK) {
    return choose_without_limits(limits, scheduler, view);
  }
  decision d; /* set member by member, because the arrays need no value */
  d.limits = limits;
  d.scheduler = scheduler;
  d.view = view;
  d.now = hs_forecast_begin(scheduler, &limits->service, view);
  hs_window_open(&d.window, &limits->limited, &d.now, limits->ahead, limits->longest);
  hs_danger_begin(&d.danger, &d.now, &d.window, limits->longest);
  return choose(&d);
}
