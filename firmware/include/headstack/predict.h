/* Positioning times, foretold: what the position schedulers choose by. Exact to the tick, since it
 * follows the plan that the sequencing will follow and calls the arithmetic that the hardware
 * calls.
 */
#ifndef HEADSTACK_PREDICT_H
#define HEADSTACK_PREDICT_H

#include "headstack/plan.h"

/* When the arm can start, if it is free, and the media be touched, for one kind of command. The
 * terms of a task come on top. */
typedef struct hs_prospect {
  hs_ticks seek_start;
  hs_ticks ready;
  hs_ticks data_start; /* writes: the first block starts over the bus */
} hs_prospect;

/* Everything about a decision that does not depend on the candidate. */
typedef struct hs_predictor {
  const hs_drive_params* drive;
  hs_ticks now;
  hs_ticks free_at; /* of the heads */
  hs_track track;
  hs_lbn last_end;
  bool last_write;
  hs_prospect read;
  hs_prospect sequential_read;
  hs_prospect write;            /* any write but: */
  hs_prospect sequential_write; /* one that goes on where the last write ended */
} hs_predictor;

/* `drive` must outlive the predictor. */
hs_predictor hs_predictor_make(const hs_drive_params* drive, const hs_drive_view* view);

/* Ticks from now until the first block that the media transfers passes under its head, if the task
 * is started now and the bus is free: the positioning time of Worthington 1994, 3.2, overheads
 * included. */
hs_ticks hs_predict_cost(const hs_predictor* predictor, const hs_task* task);

/* The least cost over all tasks that are `distance` cylinders or more away. */
hs_ticks hs_predict_bound(const hs_predictor* predictor, uint32_t distance);

/* The time, for a single task. */
hs_ticks hs_predict_media_start(const hs_drive_params* drive, const hs_drive_view* view,
                                const hs_task* task);

#endif
