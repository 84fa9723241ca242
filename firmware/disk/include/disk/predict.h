/* Predicted positioning times, by which the position schedulers choose. They are exact to the tick,
 * since they follow the plan that the sequencing will follow and call the arithmetic that the
 * hardware calls. */
#ifndef HEADSTACK_PREDICT_H
#define HEADSTACK_PREDICT_H

#include "disk/plan.h"

/* When the arm can start, if it is free, and the media be touched, for one kind of command. The
 * terms of a task come on top. */
typedef struct hs_prospect {
  hs_ticks seek_start;
  hs_ticks ready;
  hs_ticks data_start; /* writes: the first block starts over the bus */
} hs_prospect;

/* The prospects of every situation, counted from the decision, for a drive that is free. No other
 * part of a view, and of a command only its kind, makes a difference to them. */
typedef struct hs_departure {
  hs_prospect read;             /* any read but: */
  hs_prospect sequential_read;  /* a read that begins where the last one ended */
  hs_prospect write;            /* any write but: */
  hs_prospect sequential_write; /* a write that begins where the last one ended */
} hs_departure;

typedef struct hs_departures {
  hs_departure after[2][2][2]; /* last_write, connected and reading of the view */
} hs_departures;

hs_departures hs_departures_make(const hs_drive_params* drive);

/* Everything about a decision that does not depend on the candidate. */
typedef struct hs_predictor {
  const hs_drive_params* drive;
  hs_ticks now;
  hs_ticks free_at; /* of the heads */
  hs_track track;
  hs_lbn last_end;
  bool last_write;
  hs_prospect earliest[2]; /* of any read, and of any write: no instant of theirs is earlier */
  bool read_exact;         /* every read's are those of earliest[0] */
  hs_prospect read;
  hs_prospect sequential_read;
  hs_prospect write;            /* any write but: */
  hs_prospect sequential_write; /* a write that begins where the last one ended */
  hs_ticks arm_start;           /* ticks from now until the arm can start at all */
  hs_ticks settle_gain;         /* by which settling can shorten a seek */
} hs_predictor;

/* `drive` must outlive the predictor. */
hs_predictor hs_predictor_make(const hs_drive_params* drive, const hs_drive_view* view);

/* Make a predictor with the drive's departures at hand. */
hs_predictor hs_predictor_depart(const hs_drive_params* drive, const hs_departures* departures,
                                 const hs_drive_view* view);

/* Ticks from now until the first block that the media transfers passes under its head, if the task
 * is started now and the bus is free: the positioning time of Worthington 1994, 3.2, overheads
 * included. */
hs_ticks hs_predict_cost(const hs_predictor* predictor, const hs_task* task);

/* Seek and rotation alone, from when the arm starts. A write's wait for its data on its track
 * counts as rotation, its preparation before the arm starts does not. */
hs_ticks hs_predict_mechanics(const hs_predictor* predictor, const hs_task* task);

#define HS_ARM_UNBOUNDED UINT64_MAX

/* Ticks from now until the arm has started for any read, or any write; HS_ARM_UNBOUNDED if that
 * depends on the task. */
hs_ticks hs_predict_latest_arm(const hs_predictor* predictor, bool write);

/* The least cost over all tasks that are `distance` cylinders or more away. */
static inline hs_ticks hs_predict_bound(const hs_predictor* predictor, uint32_t distance) {
  const hs_ticks seek = (hs_ticks)predictor->drive->mechanics.seek_bound[distance] << HS_SEEK_SHIFT;
  return predictor->arm_start + (seek > predictor->settle_gain ? seek - predictor->settle_gain : 0);
}

/* Ticks from the start of a write's data on the bus before which it does not meet the media, for
 * any decision; cut to 32 bits. 0 for a read. */
uint32_t hs_predict_lead(const hs_drive_params* drive, const hs_task* task);

static inline hs_ticks hs_later(hs_ticks a, hs_ticks b) { return a > b ? a : b; }

/* How long the arm moves to a track on a cylinder, without settling: 0 to that under the present
 * head, 1 to the others. */
typedef struct hs_moves {
  hs_ticks move[2];
} hs_moves;

static inline hs_moves hs_predict_moves(const hs_predictor* predictor, uint32_t cylinder) {
  const hs_mechanics* m = &predictor->drive->mechanics;
  const uint32_t here = predictor->track.cylinder.value;
  const uint32_t* seek = here < cylinder ? m->seek_up : m->seek_down;
  const hs_ticks move = (hs_ticks)seek[here < cylinder ? cylinder - here : here - cylinder]
                        << HS_SEEK_SHIFT;
  hs_moves moves;
  moves.move[0] = here == cylinder ? m->same_cylinder : move;
  moves.move[1] = hs_later(moves.move[0], m->head_switch);
  return moves;
}

/* When a candidate's head could touch the media after a move, at the earliest: exact for a read
 * if `read_exact`, else a lower bound. `write` is 0 or 1, `lead` is hs_predict_lead. */
static inline hs_ticks hs_predict_eligible(const hs_predictor* predictor, hs_ticks move,
                                           uint32_t write, uint32_t lead) {
  const hs_prospect* p = &predictor->earliest[write];
  const hs_ticks over = p->seek_start + hs_settled(&predictor->drive->mechanics, move, write != 0);
  return hs_later(hs_later(over, p->ready), p->data_start + lead);
}

/* Where a task can first meet the medium: at `angle`, or up to `span` behind it. */
typedef struct hs_target {
  hs_angle angle;
  hs_angle span;
} hs_target;

hs_target hs_predict_target(const hs_drive_params* drive, const hs_task* task);

/* The positioning time of a single task. */
hs_ticks hs_predict_media_start(const hs_drive_params* drive, const hs_drive_view* view,
                                const hs_task* task);

#endif
