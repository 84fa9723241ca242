#include "limits/endangered.h"

/* End of the task at `place` in the chain from now, which leaves out `without`. HS_NO_DEADLINE: the
 * chain does not meet the task's limit. */
static hs_ticks end_from_now(hs_chain_from_now* chain, const hs_window* window, uint32_t without,
                             uint32_t place) {
  for (; chain->known <= place; ++chain->known) {
    const uint32_t task = window->task[chain->known];
    chain->end[chain->known] = HS_NO_DEADLINE;
    if (task == without) {
      continue;
    }
    const hs_ticks end = hs_forecast_end(&chain->at, task);
    if (hs_forecast_may_meet(&chain->at, task, end)) {
      chain->end[chain->known] = end;
      hs_forecast_serve(&chain->at, task, end);
    }
  }
  return chain->end[place];
}

/* Prepare the chain from now. The function sets each member alone, because `end` needs no value. */
static void begin(hs_chain_from_now* chain, const hs_forecast* now) {
  chain->at = *now;
  chain->known = 0;
}

void hs_danger_begin(hs_danger* danger, const hs_forecast* now, const hs_window* window,
                     hs_ticks longest) {
  danger->now = now;
  danger->window = window;
  danger->longest = longest;
  begin(&danger->all, now);
}

/* Compare the chains. `after` is the state after `task`. */
static bool misses_more(hs_danger* danger, hs_forecast* after, uint32_t task) {
  const hs_window* window = danger->window;
  hs_chain_from_now own;
  hs_chain_from_now* without = &danger->all;
  if (hs_window_has(window, task)) {
    begin(&own, danger->now);
    without = &own;
  }
  for (uint32_t i = 0; i < window->count && after->view.now > window->latest[i]; ++i) {
    const uint32_t other = window->task[i];
    if (other == task) {
      continue;
    }
    const hs_ticks end = hs_forecast_end(after, other);
    if (!hs_forecast_meets(after, other, end)) {
      const hs_ticks sooner = end_from_now(without, window, task, i);
      if (sooner == HS_NO_DEADLINE) {
        continue;
      }
      if (end > sooner || after->view.now > after->scheduler->facts[other].start_by) {
        return true;
      }
    }
    hs_forecast_serve(after, other, end);
  }
  return false;
}

bool hs_endangers(hs_danger* danger, uint32_t task) {
  const hs_forecast* now = danger->now;
  const hs_ticks wait = hs_later(now->view.free_at, now->view.now) - now->view.now;
  const hs_ticks most = hs_window_most(now->service, danger->longest, task);
  if (danger->window->count == 0 || now->view.now + wait + most <= danger->window->latest[0]) {
    return false;
  }
  hs_forecast after = *now;
  hs_forecast_serve(&after, task, hs_forecast_end(now, task));
  return misses_more(danger, &after, task);
}
