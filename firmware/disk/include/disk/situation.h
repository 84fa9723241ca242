/* The conditional terms that apply to a request (terms.h).
 *
 * Contract: pure functions. Units: times are in ticks, distances in cylinders. */
#ifndef HEADSTACK_SITUATION_H
#define HEADSTACK_SITUATION_H

#include "disk/drive_params.h"
#include "disk/task.h"

/* The situation at a view. Only `last_write` and `last_end` are set for a drive without conditional
 * terms. */
hs_situation hs_situation_of(const hs_drive_params* drive, const hs_drive_view* view);

/* The stream of reads after a request. `before` is the stream before the request. `hit`: the
 * request was a read that hit. `sequential`: the request began where the request before, of its
 * kind, had ended. `since_read`: ticks from the last read's end to the start of the request. */
hs_stream hs_stream_after(hs_stream before, bool write, bool hit, bool sequential,
                          hs_ticks since_read);

/* Changes the parts of `view` that tell of the request before: they become those after `task`.
 * `hit`: the task is a read that hits. `since_read` as above. */
static inline void hs_view_after(const hs_drive_params* drive, const hs_task* task, bool hit,
                                 hs_ticks since_read, hs_drive_view* view) {
  const bool sequential =
      task->write == view->last_write && task->lbn.value == view->last_end.value;
  view->last_first = task->lbn;
  view->last_end = (hs_lbn){task->lbn.value + task->blocks};
  view->last_write = task->write;
  view->last_hit = hit;
  view->last_sequential = sequential;
  if (drive->terms.by_stream) {
    view->stream = hs_stream_after(view->stream, task->write, hit, sequential, since_read);
  }
}

/* Whether a drive's times depend on the arm's cylinder. */
static inline bool hs_looks_at_arm(const hs_drive_params* drive) {
  return (drive->terms.looked_at & HS_IF_ARM_THERE) != 0;
}

/* Sum of the terms for `target` that apply to a request of `blocks` blocks from `lbn`, in ticks. */
int64_t hs_situation_terms(const hs_drive_params* drive, const hs_situation* situation,
                           hs_term_target target, hs_lbn lbn, uint32_t blocks, bool write);

/* Sum of the terms for `target` whose limits and conditions hold, in ticks. `conditions` are the
 * HS_IF_* that hold, `distance` is in cylinders. */
int64_t hs_terms_sum(const hs_terms* terms, hs_term_target target, uint32_t conditions,
                     uint32_t distance, hs_gaps gaps);

#endif
