/* The shared part of the position schedulers: an exact search for the task with the least score.
 * The search goes outward by cylinder from the heads, and leaves out tasks that a lower bound shows
 * to be worse. The score is the task's time, changed by its wait (aging.h). The older task wins a
 * tie. */
#ifndef HEADSTACK_SCHEDULERS_POSITION_H
#define HEADSTACK_SCHEDULERS_POSITION_H

#include "disk/predict.h"
#include "position/aging.h"
#include "position/candidates.h"

struct hs_runs;

/* The memory of such a scheduler begins with an hs_position. */
typedef struct hs_position {
  hs_aging aging;           /* how a wait counts */
  hs_departures departures; /* the drive's prospects in every situation */
  hs_candidates candidates; /* the waiting tasks */
  /* HS_WEIGHS_IO: least time on the medium of all tasks since the queue was last empty. */
  hs_ticks least_on_medium;
  const struct hs_runs* runs; /* HS_AGING_RUNS: the runs of the waiting reads */
} hs_position;

/* The best task of a search so far. */
typedef struct hs_best {
  uint32_t task; /* the task; HS_NO_TASK: none yet */
  int64_t score; /* its score; the least score wins */
} hs_best;

/* Bytes of memory of a scheduler with an hs_position. `bytes`: the scheduler's own memory at the
 * front, the hs_position included. */
size_t hs_position_bytes(const hs_drive_params* drive, uint32_t capacity, size_t bytes, bool aged);

/* Prepare the hs_position at the start of a scheduler's memory. `bytes` as above. */
void hs_position_init(hs_scheduler* scheduler, hs_aging aging, size_t bytes);

/* The operations of a scheduler whose memory is one hs_position. */
size_t hs_position_memory(const hs_drive_params* drive, uint32_t capacity);
size_t hs_position_aged_memory(const hs_drive_params* drive, uint32_t capacity);
void hs_position_arrival(hs_scheduler* scheduler, uint32_t task);
void hs_position_remove(hs_scheduler* scheduler, uint32_t task);

/* The score of a task at `now`, if its time is `cost` ticks. */
int64_t hs_position_score(const hs_scheduler* scheduler, uint32_t task, hs_ticks cost,
                          hs_ticks now);

/* The task with the least score among `best` and the tasks on the cylinders `first` to `last`. With
 * aging: among `best` and all tasks. HS_NO_TASK if there is no such task. */
uint32_t hs_position_search(hs_scheduler* scheduler, const hs_drive_view* view, uint32_t first,
                            uint32_t last, hs_best best);

/* The task with the least score on the whole disk. */
uint32_t hs_position_pick(hs_scheduler* scheduler, const hs_drive_view* view);

#endif
