/* How long requests will take, for schedulers that ask whether a deadline can be met: positioning
 * as predict.h foretells it, then the blocks under the head, a read's from its watermark on over
 * the bus as well, then what completion takes. An estimate: it takes the bus at the rate of writes,
 * a buffer that is never full, and no hits. */
#ifndef HEADSTACK_SERVICE_TIME_H
#define HEADSTACK_SERVICE_TIME_H

#include "disk/predict.h"

/* The part of a task's time that no decision changes. */
typedef struct hs_own_time {
  hs_ticks behind; /* from its first block on the medium to its completion */
  hs_ticks ahead;  /* before that, by which it may take longer than any other task */
} hs_own_time;

typedef struct hs_service {
  const hs_drive_params* drive;
  hs_departures departures;
  hs_ticks longest_move;
  hs_own_time* own; /* [capacity] */
} hs_service;

/* A decision. */
typedef struct hs_service_view {
  const hs_service* service;
  const hs_task* tasks;
  hs_predictor predictor;
  hs_ticks longest; /* positioning of any task, but for what is `ahead` of it */
} hs_service_view;

/* Bytes behind the hs_service itself. */
static inline size_t hs_service_memory(uint32_t capacity) {
  return (size_t)capacity * sizeof(hs_own_time);
}

/* `memory` is aligned for uint64_t. */
void hs_service_init(hs_service* service, const hs_drive_params* drive, void* memory);

/* Keep the task's own part of its time. The task has been located. */
void hs_service_arrival(hs_service* service, const hs_task* tasks, uint32_t task);

hs_service_view hs_service_at(const hs_service* service, const hs_task* tasks,
                              const hs_drive_view* view);

/* Time from the start of a task's first block under its head to the end of the last one, if no
 * revolution is lost. The task has been located. */
hs_ticks hs_time_on_medium(const hs_drive_params* drive, const hs_task* task);

/* Ticks from now to the completion of a task that is started now. */
hs_ticks hs_service_time(const hs_service_view* at, uint32_t task);

/* Bounds of that time, without a prediction. */
hs_ticks hs_service_least(const hs_service_view* at, uint32_t task);
hs_ticks hs_service_most(const hs_service_view* at, uint32_t task);

/* Would the task, started now, be over by then? */
bool hs_service_feasible(const hs_service_view* at, uint32_t task, hs_ticks deadline);

#endif
