/* Whether a task, served next, endangers the limits of others: the comparison of two chains.
 *
 * A chain serves the tasks of a window in the order of their limits, and leaves out the tasks that
 * it cannot serve in time. One chain begins now, without the task. The other one begins after the
 * task. The task endangers others if the first chain meets a limit that the second one misses.
 *
 * The first chain meets a limit if the task is not surely late, the second one if the estimate is
 * in time (forecast.h). A task that ends no later in the second chain than in the first is met in
 * both: then it would not help to serve it sooner. */
#ifndef HEADSTACK_SCHEDULERS_ENDANGERED_H
#define HEADSTACK_SCHEDULERS_ENDANGERED_H

#include "limits/window.h"

/* A chain from now, as far as it has been needed. */
typedef struct hs_chain_from_now {
  hs_forecast at; /* the state after the tasks so far */
  uint32_t known; /* places of the window that the chain has passed */
  /* [known]: end of each task whose limit the chain meets; HS_NO_DEADLINE: not met, or left out */
  hs_ticks end[HS_MOST_AHEAD];
} hs_chain_from_now;

/* A decision. */
typedef struct hs_danger {
  const hs_forecast* now;  /* the present state */
  const hs_window* window; /* the tasks whose limits count */
  hs_ticks longest;        /* as for hs_window_open */
  hs_chain_from_now all;   /* the chain of all tasks of the window */
} hs_danger;

/* Prepare the comparisons of a decision. `now` and `window` must outlive `danger`. */
void hs_danger_begin(hs_danger* danger, const hs_forecast* now, const hs_window* window,
                     hs_ticks longest);

/* Whether `task` endangers others. Precondition: the service times have the task's own. */
bool hs_endangers(hs_danger* danger, uint32_t task);

#endif
