#include "limits/window.h"

/* `limit` less `time`, at least 0. No limit stays no limit. */
static hs_ticks before(hs_ticks limit, hs_ticks time) {
  if (limit == HS_NO_DEADLINE) {
    return limit;
  }
  return limit > time ? limit - time : 0;
}

static hs_ticks sooner(hs_ticks a, hs_ticks b) { return a < b ? a : b; }

/* From the last task of the window to the first. */
static void compute_latest(hs_window* window, const hs_forecast* now, hs_ticks longest) {
  hs_ticks latest = HS_NO_DEADLINE;
  for (uint32_t i = window->count; i-- > 0;) {
    const uint32_t task = window->task[i];
    const hs_task_facts* facts = &now->scheduler->facts[task];
    const hs_ticks most = hs_window_most(now->service, longest, task);
    latest = sooner(sooner(before(latest, most), before(facts->deadline, most)), facts->start_by);
    window->latest[i] = latest;
  }
}

void hs_window_open(hs_window* window, const hs_second_index* limited, const hs_forecast* now,
                    uint32_t ahead, hs_ticks longest) {
  window->count = 0;
  uint32_t task = hs_ordered_at_least(&limited->index, now->view.now);
  for (; task != HS_NO_TASK && window->count < ahead;
       task = hs_ordered_next(&limited->index, task)) {
    if (hs_forecast_can_meet(now, task)) {
      window->task[window->count++] = task;
    }
  }
  compute_latest(window, now, longest);
}
