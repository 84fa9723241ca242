/* Predicted service times, for schedulers that ask whether a deadline can be met.
 *
 * A service time is the positioning time of predict.h, then the time of the blocks under the head,
 * then the time of the completion. From a read's watermark on, its blocks also go over the bus.
 * The service time is an estimate. The estimate takes the bus at the rate of writes, a buffer that
 * is never full, and no hits.
 *
 * Units: ticks. Ownership: the caller owns the hs_service, the memory that hs_service_init gets,
 * the drive and the tasks. All of them must outlive the hs_service. */
#ifndef HEADSTACK_SERVICE_TIME_H
#define HEADSTACK_SERVICE_TIME_H

#include "disk/predict.h"

/* The part of a task's time that no decision changes. */
typedef struct hs_own_time {
  hs_ticks behind; /* ticks from the task's first block on the medium to its completion */
  /* Ticks that the task's own data and terms may add before its first block on the medium. 0:
   * they add nothing. */
  hs_ticks ahead;
} hs_own_time;

typedef struct hs_service {
  const hs_drive_params* drive; /* the drive, owned by the caller */
  hs_departures departures;     /* the drive's prospects in every situation */
  hs_ticks longest_move;        /* longest positioning of the drive, settling included, in ticks */
  hs_own_time* own;             /* [capacity]: own times of the tasks, by task number */
} hs_service;

/* The service times at one decision. */
typedef struct hs_service_view {
  const hs_service* service; /* the part that does not depend on the decision */
  const hs_task* tasks;      /* the caller's table of tasks */
  hs_predictor predictor;    /* positioning times at this decision */
  hs_ticks longest;          /* most ticks of positioning of any task, without its `ahead` */
} hs_service_view;

/* Bytes of memory that hs_service_init needs for `capacity` tasks. */
static inline size_t hs_service_memory(uint32_t capacity) {
  return (size_t)capacity * sizeof(hs_own_time);
}

/* Prepare `service`. `memory` has hs_service_memory(capacity) bytes and is aligned for uint64_t. */
void hs_service_init(hs_service* service, const hs_drive_params* drive, void* memory);

/* Keep the task's own part of its time. Precondition: the task has been located. */
void hs_service_arrival(hs_service* service, const hs_task* tasks, uint32_t task);

/* The service times at the state `view` of the drive. */
hs_service_view hs_service_at(const hs_service* service, const hs_task* tasks,
                              const hs_drive_view* view);

/* Ticks from the start of a task's first block under its head to the end of its last block, if no
 * revolution is lost. Precondition: the task has been located. */
hs_ticks hs_time_on_medium(const hs_drive_params* drive, const hs_task* task);

/* Ticks from now to the completion of a task that is started now. */
hs_ticks hs_service_time(const hs_service_view* at, uint32_t task);

/* Lower and upper bound of hs_service_time. Both are cheap: neither predicts the positioning. */
hs_ticks hs_service_least(const hs_service_view* at, uint32_t task);
hs_ticks hs_service_most(const hs_service_view* at, uint32_t task);

/* Most ticks of positioning of any task in any situation, without its `ahead`, for a drive whose
 * heads can start to move. */
hs_ticks hs_service_longest(const hs_service* service);

/* Whether the task, started now, is over by `deadline`. */
bool hs_service_feasible(const hs_service_view* at, uint32_t task, hs_ticks deadline);

#endif
