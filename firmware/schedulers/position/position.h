/* What the position schedulers share: an exact search for the task with the least score, outward by
 * cylinder from where the heads are, that leaves out what a lower bound shows to be worse. The
 * score is the task's time, changed by how long it has waited. Ties: the older task. */
#ifndef HEADSTACK_SCHEDULERS_POSITION_H
#define HEADSTACK_SCHEDULERS_POSITION_H

#include "disk/predict.h"
#include "position/aging.h"
#include "position/candidates.h"

struct hs_runs;

/* A scheduler's memory begins with it. */
typedef struct hs_position {
  hs_aging aging;
  hs_departures departures;
  hs_candidates candidates;
  hs_ticks least_on_medium;   /* HS_WEIGHS_IO: of all tasks since the queue was last empty */
  const struct hs_runs* runs; /* HS_AGING_RUNS: of the waiting reads */
} hs_position;

typedef struct hs_best {
  uint32_t task; /* HS_NO_TASK: none yet */
  int64_t score;
} hs_best;

/* Bytes for an hs_position and what belongs to it, with `bytes` more of the scheduler's own in
 * front of that, the hs_position included. */
size_t hs_position_bytes(const hs_drive_params* drive, uint32_t capacity, size_t bytes, bool aged);

/* Prepare the hs_position that a scheduler's memory of `bytes` own bytes begins with. */
void hs_position_init(hs_scheduler* scheduler, hs_aging aging, size_t bytes);

/* The operations of a scheduler whose memory is one hs_position. */
size_t hs_position_memory(const hs_drive_params* drive, uint32_t capacity);
size_t hs_position_aged_memory(const hs_drive_params* drive, uint32_t capacity);
void hs_position_arrival(hs_scheduler* scheduler, uint32_t task);
void hs_position_remove(hs_scheduler* scheduler, uint32_t task);

/* The score of a task now, if its time is `cost`. */
int64_t hs_position_score(const hs_scheduler* scheduler, uint32_t task, hs_ticks cost,
                          hs_ticks now);

/* The task with the least score among those on the cylinders `first` to `last`, or, with aging,
 * all; and `best` if that has one. HS_NO_TASK if there is none. */
uint32_t hs_position_search(hs_scheduler* scheduler, const hs_drive_view* view, uint32_t first,
                            uint32_t last, hs_best best);

/* The task with the least score on the whole disk. */
uint32_t hs_position_pick(hs_scheduler* scheduler, const hs_drive_view* view);

#endif
