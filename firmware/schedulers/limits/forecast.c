#include "limits/forecast.h"

#include "disk/located.h"
#include "disk/situation.h"

/* Most ticks by which a deadline can be early, because a command carries whole microseconds: some
 * two microseconds. */
static hs_ticks rounding(const hs_drive_params* drive) { return drive->second >> 19; }

hs_forecast hs_forecast_begin(const hs_scheduler* scheduler, const hs_service* service,
                              const hs_drive_view* view) {
  return (hs_forecast){.scheduler = scheduler,
                       .service = service,
                       .view = *view,
                       .at = hs_service_at(service, scheduler->tasks, view)};
}

hs_ticks hs_forecast_end(const hs_forecast* forecast, uint32_t task) {
  return forecast->view.now + hs_service_time(&forecast->at, task);
}

/* The drive reads ahead after a read. The heads are free at the end of a sector. Later tasks of the
 * drive's queue do not hold the bus. A scheduler in the host, which has no registers, serves one
 * command at a time, and each of them holds the bus. */
void hs_forecast_serve(hs_forecast* forecast, uint32_t task, hs_ticks end) {
  const hs_scheduler* scheduler = forecast->scheduler;
  const hs_drive_params* drive = scheduler->drive;
  const hs_task* t = &scheduler->tasks[task];
  hs_drive_view* view = &forecast->view;
  const bool ahead = !t->write && drive->cache.prefetch_maximum_blocks != 0;
  hs_view_after(drive, t, false, view->now - view->read_done, view);
  view->read_done = t->write ? view->read_done : end;
  view->now = end;
  view->track = hs_last_track(&drive->geometry, t);
  view->free_at = ahead ? end + hs_sector_offset(hs_zone_of_task(&drive->geometry, t), 1) : end;
  view->reading = ahead && (drive->overheads.prefetch_interrupt != 0 ||
                            (drive->terms.looked_at & HS_IF_READING_AHEAD) != 0);
  view->connected = view->connected && scheduler->hal == NULL;
  forecast->at = hs_service_at(forecast->service, scheduler->tasks, view);
}

bool hs_forecast_meets(const hs_forecast* forecast, uint32_t task, hs_ticks end) {
  const hs_task_facts* facts = &forecast->scheduler->facts[task];
  return end <= facts->deadline && forecast->view.now <= facts->start_by;
}

/* Ticks from the end of the last block on the medium to the end of the task, as estimated. */
static hs_ticks uncertain(const hs_forecast* forecast, uint32_t task) {
  return forecast->service->own[task].behind -
         hs_time_on_medium(forecast->scheduler->drive, &forecast->scheduler->tasks[task]);
}

bool hs_forecast_may_meet(const hs_forecast* forecast, uint32_t task, hs_ticks end) {
  const hs_task_facts* facts = &forecast->scheduler->facts[task];
  const hs_ticks now = forecast->view.now;
  if (now > facts->start_by || now > facts->deadline) {
    return false;
  }
  const bool buffered =
      forecast->scheduler->tasks[task].write && forecast->scheduler->drive->cache.write_back;
  return buffered || end <= facts->deadline ||
         end - uncertain(forecast, task) <= facts->deadline + rounding(forecast->scheduler->drive);
}

bool hs_forecast_can_meet(const hs_forecast* forecast, uint32_t task) {
  const hs_ticks now = forecast->view.now;
  if (!hs_forecast_may_meet(forecast, task, now + hs_service_least(&forecast->at, task))) {
    return false;
  }
  return hs_forecast_meets(forecast, task, now + hs_service_most(&forecast->at, task)) ||
         hs_forecast_may_meet(forecast, task, hs_forecast_end(forecast, task));
}
