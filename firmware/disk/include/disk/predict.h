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
  hs_prospect of[2][2]; /* of a read, a write; 1: that begins where the last one, if it was of its
                           kind, ended */
  hs_prospect earliest[2]; /* of any read, any write: with the least terms that a task can have */
  bool by_lead[2];         /* hs_predict_led will do for a read, for a write, ... */
  bool exact[2];           /* ... which all have the same prospects */
  hs_ticks settle_gain;    /* by which settling can shorten a seek */
} hs_departure;

typedef struct hs_departures {
  hs_departure after[2][2][2]; /* last_write, connected and reading of the view */
} hs_departures;

hs_departures hs_departures_make(const hs_drive_params* drive);

/* When a head could touch the media, at the earliest. */
typedef struct hs_outset {
  int64_t moving;  /* so much after the length of its move, settling included, ... */
  int64_t resting; /* ... but not before this, moved or not, ... */
  int64_t data;    /* ... and not before this and hs_predict_lead */
} hs_outset;

/* Everything about a decision that does not depend on the candidate. */
typedef struct hs_predictor {
  const hs_drive_params* drive;
  hs_ticks now;
  hs_ticks free_at; /* of the heads */
  hs_track track;
  hs_lbn last_end;
  bool last_write;
  const hs_departure* from;
  hs_outset outset[2];    /* of any read, of any write: no instant of theirs is earlier */
  hs_ticks arm_start;     /* ticks from now until the arm can start at all */
  hs_situation situation; /* set only if the drive has conditional terms */
} hs_predictor;

/* The drive and its departures must outlive the predictor. */
hs_predictor hs_predictor_depart(const hs_drive_params* drive, const hs_departures* departures,
                                 const hs_drive_view* view);

/* The prospects of a kind of command. */
static inline hs_prospect hs_predict_prospect(const hs_predictor* predictor, bool write,
                                              bool sequential) {
  const hs_prospect* p = &predictor->from->of[write][sequential];
  return (hs_prospect){.seek_start = predictor->now + p->seek_start,
                       .ready = predictor->now + p->ready,
                       .data_start = predictor->now + p->data_start};
}

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
  const hs_ticks gain = predictor->from->settle_gain;
  return predictor->arm_start + (seek > gain ? seek - gain : 0);
}

/* Ticks from the start of a write's data on the bus before which it does not meet the media, for
 * any decision; cut to 32 bits. 0 for a read. */
uint32_t hs_predict_lead(const hs_drive_params* drive, const hs_task* task);

static inline hs_ticks hs_later(hs_ticks a, hs_ticks b) { return a > b ? a : b; }

/* How long the arm moves to a track on a cylinder, without settling: 0 to that under the present
 * head, 1 to the others. HS_STAYS: it does not move, so nothing settles. */
typedef struct hs_moves {
  int64_t move[2];
} hs_moves;
#define HS_STAYS (INT64_MIN / 4)

static inline int64_t hs_move_or_stay(hs_ticks move) {
  return move == 0 ? HS_STAYS : (int64_t)move;
}

/* To another cylinder, by the entry of the seek table. */
static inline hs_moves hs_predict_seek(const hs_predictor* predictor, uint32_t seek) {
  const hs_ticks move = (hs_ticks)seek << HS_SEEK_SHIFT;
  return (hs_moves){
      .move = {hs_move_or_stay(move),
               hs_move_or_stay(hs_later(move, predictor->drive->mechanics.head_switch))}};
}

/* To a cylinder that may be the present one. */
static inline hs_moves hs_predict_moves(const hs_predictor* predictor, uint32_t cylinder) {
  const hs_mechanics* m = &predictor->drive->mechanics;
  const uint32_t here = predictor->track.cylinder.value;
  if (here == cylinder) {
    return (hs_moves){.move = {hs_move_or_stay(m->same_cylinder),
                               hs_move_or_stay(hs_later(m->same_cylinder, m->head_switch))}};
  }
  return hs_predict_seek(
      predictor, here < cylinder ? m->seek_up[cylinder - here] : m->seek_down[here - cylinder]);
}

/* When a head could touch the media. `move` is one of hs_moves, `lead` is hs_predict_lead. */
static inline hs_ticks hs_eligible(const hs_outset* outset, int64_t move, uint32_t lead) {
  const int64_t over = outset->moving + move;
  const int64_t later = over > outset->resting ? over : outset->resting;
  const int64_t data = outset->data + lead;
  return (hs_ticks)(later > data ? later : data);
}

/* The positioning time (`mechanics`: hs_predict_mechanics) of a task whose kind is `by_lead`, if
 * the lead is less than UINT32_MAX: the same as hs_predict_cost, without a look at the map. */
hs_ticks hs_predict_led(const hs_predictor* predictor, const hs_task* task, int64_t move,
                        uint32_t lead, bool mechanics);

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
