#include "mimic/mimicked.h"

typedef struct search {
  hs_scheduler* scheduler;
  const hs_drive_view* view;
  const hs_mimic_reach* reach;
  hs_mimicked_ns* ns_of;
  uint32_t best;
  uint32_t best_ns;
} search;

/* False: neither this task nor a task beyond it can win. */
static bool examine(search* s, uint32_t task) {
  const hs_task* tasks = s->scheduler->tasks;
  const hs_task* t = &tasks[task];
  const int32_t distance = hs_mimic_distance(s->view->last_end, t->lbn);
  if (s->best != HS_NO_TASK &&
      hs_mimic_bound(s->reach, s->view->last_write, distance) > s->best_ns) {
    return false;
  }
  s->scheduler->examined++;
  const uint32_t ns = s->ns_of(s->scheduler, s->view, t);
  if (ns == HS_MIMIC_UNKNOWN) {
    return true;
  }
  if (s->best == HS_NO_TASK || ns < s->best_ns ||
      (ns == s->best_ns && t->order < tasks[s->best].order)) {
    s->best = task;
    s->best_ns = ns;
  }
  return true;
}

uint32_t hs_mimicked_pick(hs_scheduler* scheduler, const hs_drive_view* view,
                          const hs_mimic_reach* reach, hs_mimicked_ns* ns_of) {
  const hs_ordered_index* index = &((const hs_sweep*)scheduler->memory)->index;
  search s = {scheduler, view, reach, ns_of, HS_NO_TASK, HS_MIMIC_UNKNOWN};
  const uint64_t here = hs_sweep_key(view->last_end.value, (hs_lbn){0});
  uint32_t above = hs_ordered_at_least(index, here);
  uint32_t below = hs_ordered_last_below(index, here);
  /* both sides alternately, because a short time nearby ends the search on both sides */
  while (above != HS_NO_TASK || below != HS_NO_TASK) {
    if (above != HS_NO_TASK) {
      above = examine(&s, above) ? hs_ordered_next(index, above) : HS_NO_TASK;
    }
    if (below != HS_NO_TASK) {
      below = examine(&s, below) ? hs_ordered_previous(index, below) : HS_NO_TASK;
    }
  }
  return s.best;
}
