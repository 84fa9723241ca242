/* Forecasts: the predicted state of the drive after tasks that it might serve, and whether a task
 * that starts then meets its limit.
 *
 * A limit is a deadline or a latest start (task_facts.h). The end of a task is the estimate of
 * service_time.h. The estimate is exact up to the last block on the medium. The rest is
 * uncertain: the bus may move the blocks earlier or faster than the estimate assumes. A task is
 * therefore surely late only if its last block leaves the medium after the deadline. A task that is
 * late by less may still be in time. A write may be over in the buffer if the drive has a write
 * cache. Such a write is surely late only when its limit has passed. A read from the buffer can be
 * over much sooner, too, but no forecast knows the blocks in the buffer.
 *
 * Units: ticks. Ownership: the scheduler and the service times are the caller's, and must outlive
 * the forecast. */
#ifndef HEADSTACK_SCHEDULERS_FORECAST_H
#define HEADSTACK_SCHEDULERS_FORECAST_H

#include "disk/service_time.h"
#include "schedulers/scheduler.h"
#include "schedulers/task_facts.h"

typedef struct hs_forecast {
  const hs_scheduler* scheduler; /* the scheduler with the tasks and their facts */
  const hs_service* service;     /* own times of the tasks */
  hs_drive_view view;            /* the predicted state of the drive */
  hs_service_view at;            /* service times in this state */
} hs_forecast;

/* The forecast for a drive that serves nothing: the state `view` itself. */
hs_forecast hs_forecast_begin(const hs_scheduler* scheduler, const hs_service* service,
                              const hs_drive_view* view);

/* Estimated end of a task that starts in the predicted state. */
hs_ticks hs_forecast_end(const hs_forecast* forecast, uint32_t task);

/* Change the state to the one after `task`, which ends at `end`. */
void hs_forecast_serve(hs_forecast* forecast, uint32_t task, hs_ticks end);

/* Whether the task, which would end at `end`, meets its limits by the estimate. */
bool hs_forecast_meets(const hs_forecast* forecast, uint32_t task, hs_ticks end);

/* False: the task, which would end at `end`, is surely late. */
bool hs_forecast_may_meet(const hs_forecast* forecast, uint32_t task, hs_ticks end);

/* Whether the task, started in the predicted state, is not surely late. Bounds often give the
 * answer without a prediction. */
bool hs_forecast_can_meet(const hs_forecast* forecast, uint32_t task);

/* The earlier of both limits of a task; HS_NO_DEADLINE: the task has no limit. */
static inline hs_ticks hs_limit_of(const hs_scheduler* scheduler, uint32_t task) {
  const hs_task_facts* facts = &scheduler->facts[task];
  return facts->deadline < facts->start_by ? facts->deadline : facts->start_by;
}

#endif
