/* Positioning times, foretold: what the position schedulers choose by. Exact to the tick, since it
 * follows the plan that the sequencing will follow and calls the arithmetic that the hardware
 * calls.
 */
#ifndef HEADSTACK_PREDICT_H
#define HEADSTACK_PREDICT_H

#include "headstack/plan.h"

/* When the arm can start, and the media be touched, for one kind of command. */
typedef struct hs_prospect {
  hs_ticks seek_start;
  hs_ticks ready;
  hs_ticks data_start; /* writes: the first block starts over the bus */
} hs_prospect;

/* Everything about a decision that does not depend on the candidate. */
typedef struct hs_predictor {
  const hs_drive_params* drive;
  hs_ticks now;
  hs_track track;
  hs_lbn last_end;
  bool last_write;
  hs_prospect read;
  hs_prospect write;            /* any write but: */
  hs_prospect sequential_write; /* one that goes on where the last write ended */
  hs_prospect earliest_write;   /* of both, the earlier instants */
  hs_ticks arm_start;           /* ticks from now until the arm can start at all */
  hs_ticks settle_gain;         /* by which settling can shorten a seek */
} hs_predictor;

/* When the head of a candidate on some cylinder could be over its track at the earliest: a lower
 * bound, and but for sequential writes exact. Indices: write, another head than the present one. */
typedef struct hs_reach {
  hs_ticks eligible[2][2];
  hs_ticks data[2]; /* a candidate's lead counts from here */
} hs_reach;

/* `drive` must outlive the predictor. */
hs_predictor hs_predictor_make(const hs_drive_params* drive, const hs_drive_view* view);

/* Ticks from now until the first block that the media transfers passes under its head, if the task
 * is started now and the bus is free: the positioning time of Worthington 1994, 3.2, overheads
 * included. */
hs_ticks hs_predict_cost(const hs_predictor* predictor, const hs_task* task);

/* The least cost over all tasks that are `distance` cylinders or more away. */
static inline hs_ticks hs_predict_bound(const hs_predictor* predictor, uint32_t distance) {
  const hs_ticks seek = (hs_ticks)predictor->drive->mechanics.seek_bound[distance] << HS_SEEK_SHIFT;
  return predictor->arm_start + (seek > predictor->settle_gain ? seek - predictor->settle_gain : 0);
}

/* Ticks from the start of a write's data on the bus before which it does not meet the media, for
 * any decision; cut to 32 bits. 0 for a read. */
uint32_t hs_predict_lead(const hs_drive_params* drive, const hs_task* task);

static inline hs_ticks hs_later(hs_ticks a, hs_ticks b) { return a > b ? a : b; }

static inline hs_reach hs_predict_reach(const hs_predictor* predictor, uint32_t cylinder) {
  const hs_mechanics* m = &predictor->drive->mechanics;
  const hs_track here = predictor->track;
  const hs_track same = {{cylinder}, here.head};
  const hs_track other = {{cylinder}, {here.head.value + 1}};
  const hs_prospect* read = &predictor->read;
  const hs_prospect* write = &predictor->earliest_write;
  hs_reach reach;
  reach.data[0] = 0;
  reach.data[1] = write->data_start;
  reach.eligible[0][0] =
      hs_later(read->seek_start + hs_positioning(m, here, same, false), read->ready);
  reach.eligible[0][1] =
      hs_later(read->seek_start + hs_positioning(m, here, other, false), read->ready);
  reach.eligible[1][0] =
      hs_later(write->seek_start + hs_positioning(m, here, same, true), write->ready);
  reach.eligible[1][1] =
      hs_later(write->seek_start + hs_positioning(m, here, other, true), write->ready);
  return reach;
}

/* The time, for a single task. */
hs_ticks hs_predict_media_start(const hs_drive_params* drive, const hs_drive_view* view,
                                const hs_task* task);

#endif
