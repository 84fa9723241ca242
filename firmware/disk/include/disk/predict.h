/* Predicted positioning times, by which the position schedulers choose.
 *
 * Contract: the predictions are exact to the tick. The plan comes from the sequencing (plan.h), and
 * the arithmetic from the hardware (mechanics.h).
 * Units: times are in ticks, distances in cylinders.
 * Ownership: the drive and its hs_departures are the caller's, and must outlive an hs_predictor. */
#ifndef HEADSTACK_PREDICT_H
#define HEADSTACK_PREDICT_H

#include "disk/plan.h"

/* The instants of one kind of command, without the terms of a task. The instants count from the
 * decision. */
typedef struct hs_prospect {
  hs_ticks seek_start; /* ticks until the arm can start, if it is free */
  hs_ticks ready;      /* ticks until the media may be touched */
  hs_ticks data_start; /* writes: ticks until the first block starts over the bus; reads: 0 */
} hs_prospect;

/* The prospects in one situation, counted from the decision, for a drive that is free. The
 * prospects depend only on the drive, the situation and the kind of the command. In each array,
 * index 0 stands for a read and 1 for a write. */
typedef struct hs_departure {
  /* [write][sequential]: the prospects of a kind of command. A sequential command begins where the
   * last command ended, and both are of the same kind. */
  hs_prospect of[2][2];
  hs_prospect earliest[2]; /* [write]: earliest instants of any command, with the least terms */
  bool by_lead[2];         /* [write]: hs_predict_led gives the positioning time */
  bool exact[2];           /* [write]: `by_lead`, and all such commands have the same prospects */
  hs_ticks settle_gain;    /* most ticks by which settling can shorten a seek; 0: never */
} hs_departure;

/* The prospects in every situation. */
typedef struct hs_departures {
  hs_departure after[2][2][2]; /* [last_write][connected][reading], as in hs_drive_view */
} hs_departures;

/* Compute the prospects of a drive. */
hs_departures hs_departures_make(const hs_drive_params* drive);

/* The prospects in the situation of `view`. */
static inline const hs_departure* hs_departure_of(const hs_departures* departures,
                                                  const hs_drive_view* view) {
  return &departures->after[view->last_write][view->connected][view->reading];
}

/* Earliest instants at which a head could touch the media. The latest of the three limits counts
 * (hs_eligible). */
typedef struct hs_outset {
  int64_t moving;  /* start of the arm plus settling, in ticks; the length of the move is added */
  int64_t resting; /* earliest time without a move, in ticks */
  int64_t data;    /* start of the data on the bus, in ticks; hs_predict_lead is added */
} hs_outset;

/* Everything about a decision that does not depend on the candidate. */
typedef struct hs_predictor {
  const hs_drive_params* drive; /* the drive, owned by the caller */
  hs_ticks now;                 /* time of the decision */
  hs_ticks free_at;             /* time at which the heads can start to move */
  hs_track track;               /* the track under the heads at `free_at` */
  hs_lbn last_end;              /* block after the last request's last; 0 before the first */
  bool last_write;              /* the last request was a write */
  const hs_departure* from;     /* the prospects in this situation */
  hs_outset outset[2];          /* [write]: earliest outset of any read, of any write */
  hs_ticks arm_start;           /* ticks from now until the arm can start at all */
  hs_situation situation;       /* set only if the drive has conditional terms */
} hs_predictor;

/* The predictor at the state `view`. The drive and its departures must outlive the predictor. */
hs_predictor hs_predictor_depart(const hs_drive_params* drive, const hs_departures* departures,
                                 const hs_drive_view* view);

/* Positioning time of a task (Worthington 1994, 3.2), overheads included: ticks from now until the
 * first block that the media transfers passes under its head. Assumes that the task starts now and
 * that the bus is free. */
hs_ticks hs_predict_cost(const hs_predictor* predictor, const hs_task* task);

/* Ticks of seek and rotation alone, counted from the start of the arm. A write's wait for its data
 * on its track counts as rotation. A write's preparation before the arm starts does not count. */
hs_ticks hs_predict_mechanics(const hs_predictor* predictor, const hs_task* task);

/* The start of the arm depends on the task. */
#define HS_ARM_UNBOUNDED UINT64_MAX

/* Ticks from now until the arm has started for any read, or for any write. HS_ARM_UNBOUNDED if the
 * start depends on the task. */
hs_ticks hs_predict_latest_arm(const hs_predictor* predictor, bool write);

/* Lower bound of hs_predict_cost, in ticks, for all tasks that are `distance` cylinders or more
 * away. */
static inline hs_ticks hs_predict_bound(const hs_predictor* predictor, uint32_t distance) {
  const hs_ticks seek = (hs_ticks)predictor->drive->mechanics.seek_bound[distance] << HS_SEEK_SHIFT;
  const hs_ticks gain = predictor->from->settle_gain;
  return predictor->arm_start + (seek > gain ? seek - gain : 0);
}

/* A write's lead: least ticks from the start of its data on the bus until the write meets the
 * media. The lead holds for any decision. Limited to UINT32_MAX. 0 for a read. */
uint32_t hs_predict_lead(const hs_drive_params* drive, const hs_task* task);

/* Whether two writes of equal length always have equal leads. */
static inline bool hs_lead_by_blocks(const hs_drive_params* drive) {
  const hs_write_rules* rules = &drive->write;
  return rules->ahead_q8 == 0 && drive->geometry.sector_blocks == 1 &&
         (rules->start == HS_START_WHOLE ||
          (rules->start == HS_START_BLOCKS && !rules->zero_latency));
}

/* The later of two times. */
static inline hs_ticks hs_later(hs_ticks a, hs_ticks b) { return a > b ? a : b; }

/* How long the arm moves to the tracks of a cylinder, without settling. */
typedef struct hs_moves {
  /* [0]: ticks to the track under the present head. [1]: ticks to the tracks under other heads.
   * HS_STAYS: the arm does not move, so nothing settles. */
  int64_t move[2];
} hs_moves;
#define HS_STAYS (INT64_MIN / 4)

/* A move in ticks as hs_moves keeps it: 0 becomes HS_STAYS. */
static inline int64_t hs_move_or_stay(hs_ticks move) {
  return move == 0 ? HS_STAYS : (int64_t)move;
}

/* The moves to another cylinder. `seek` is an entry of a seek table, in 2^HS_SEEK_SHIFT ticks. */
static inline hs_moves hs_predict_seek(const hs_predictor* predictor, uint32_t seek) {
  const hs_ticks move = (hs_ticks)seek << HS_SEEK_SHIFT;
  return (hs_moves){
      .move = {hs_move_or_stay(move),
               hs_move_or_stay(hs_later(move, predictor->drive->mechanics.head_switch))}};
}

/* The moves to a cylinder, which may be the present cylinder. */
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

/* The earliest time at which a head could touch the media. `move` is a member of hs_moves, `lead`
 * is hs_predict_lead. */
static inline hs_ticks hs_eligible(const hs_outset* outset, int64_t move, uint32_t lead) {
  const int64_t over = outset->moving + move;
  const int64_t later = over > outset->resting ? over : outset->resting;
  const int64_t data = outset->data + lead;
  return (hs_ticks)(later > data ? later : data);
}

/* The same as hs_predict_cost (`mechanics`: as hs_predict_mechanics), without a look at the map.
 * Precondition: `by_lead` holds for the task's kind, and `lead` is less than UINT32_MAX. */
hs_ticks hs_predict_led(const hs_predictor* predictor, const hs_task* task, int64_t move,
                        uint32_t lead, bool mechanics);

/* The angles at which a task can first meet the medium. */
typedef struct hs_target {
  hs_angle angle; /* the first of these angles */
  hs_angle span;  /* from `angle` to the last of these angles; 0: `angle` is the only one */
} hs_target;

/* The angles at which a task can first meet the medium. Precondition: the task has been located. */
hs_target hs_predict_target(const hs_drive_params* drive, const hs_task* task);

/* The time at which the first block of a single task that the media transfers passes under its
 * head, if the task starts at view->now. */
hs_ticks hs_predict_media_start(const hs_drive_params* drive, const hs_drive_view* view,
                                const hs_task* task);

/* Returns what hs_predict_media_start returns. `plan`: the task's plan, from hs_plan_media. */
hs_ticks hs_predict_planned_start(const hs_drive_params* drive, const hs_drive_view* view,
                                  const hs_plan* plan, const hs_task* task);

#endif
