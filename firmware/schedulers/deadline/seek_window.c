#include "deadline/seek_window.h"

const char* const hs_distance_choices[] = {"cylinders", "blocks", NULL};

/* The place from which distances count. As in `sstf`, this is the block after the last request, or
 * the cylinder of this block. */
static uint32_t place_of_arm(const hs_scheduler* scheduler, bool in_blocks,
                             const hs_drive_view* view) {
  if (in_blocks) {
    return view->last_end.value;
  }
  const hs_lbn last = {view->last_end.value == 0 ? 0 : view->last_end.value - 1};
  return hs_lbn_to_pbn(&scheduler->drive->geometry, last).cylinder.value;
}

hs_seek_window hs_seek_window_open(const hs_scheduler* scheduler, uint32_t m, bool in_blocks,
                                   const hs_drive_view* view) {
  const hs_ordered_index* index = scheduler->memory;
  const uint32_t first = hs_deadlines_first(index);
  return (hs_seek_window){.scheduler = scheduler,
                          .index = index,
                          .next = first,
                          .left = m == HS_WHOLE_QUEUE ? UINT32_MAX : m,
                          .with = hs_has_deadline(scheduler, first),
                          .in_blocks = in_blocks,
                          .here = place_of_arm(scheduler, in_blocks, view)};
}

uint32_t hs_seek_window_next(hs_seek_window* window) {
  const uint32_t task = window->next;
  if (task == HS_NO_TASK || window->left == 0 ||
      (window->with && !hs_has_deadline(window->scheduler, task))) {
    return HS_NO_TASK;
  }
  window->left--;
  window->next = hs_ordered_next(window->index, task);
  return task;
}

uint32_t hs_seek_window_distance(const hs_seek_window* window, uint32_t task) {
  const hs_task* t = &window->index->tasks[task];
  const uint32_t there = window->in_blocks ? t->lbn.value : t->track.cylinder.value;
  return there < window->here ? window->here - there : there - window->here;
}
