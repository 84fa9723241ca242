/* The window of a decision: the waiting tasks with the earliest limits, in the order of their
 * limits. Tasks that are surely late are left out. For each place of the window, `latest` is an
 * instant from which the drive can surely serve this task and all later ones in time.
 *
 * Units: ticks. */
#ifndef HEADSTACK_SCHEDULERS_WINDOW_H
#define HEADSTACK_SCHEDULERS_WINDOW_H

#include "index/second_index.h"
#include "limits/forecast.h"

/* Most tasks of a window. */
#define HS_MOST_AHEAD 16u

typedef struct hs_window {
  uint32_t count;               /* tasks of the window */
  uint32_t task[HS_MOST_AHEAD]; /* [count]: the tasks, the earliest limit first */
  /* [count]: the tasks from this place on are in time if the drive is free by then. 0: none of the
   * bounds shows this. */
  hs_ticks latest[HS_MOST_AHEAD];
} hs_window;

/* Make the window of at most `ahead` of the tasks in `limited`, which has the tasks by limit. `now`
 * is the present state. `longest` is hs_service_longest, and the longest wait for the heads. */
void hs_window_open(hs_window* window, const hs_second_index* limited, const hs_forecast* now,
                    uint32_t ahead, hs_ticks longest);

/* The most ticks from the start of a task to its end, in any state. */
static inline hs_ticks hs_window_most(const hs_service* service, hs_ticks longest, uint32_t task) {
  return longest + service->own[task].ahead + service->own[task].behind;
}

/* Whether the window has the task. */
static inline bool hs_window_has(const hs_window* window, uint32_t task) {
  for (uint32_t i = 0; i < window->count; ++i) {
    if (window->task[i] == task) {
      return true;
    }
  }
  return false;
}

#endif
