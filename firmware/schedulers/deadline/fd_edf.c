/* EDF among the feasible requests: the requests whose deadlines can still be met. If no request is
 * feasible, the oldest is served (Real-time paper, 2.2.2). A late request waits while any feasible
 * request waits. */
#include "deadline/deadlines.h"
#include "disk/service_time.h"
#include "index/age_list.h"

typedef struct fd_edf {
  hs_ordered_index index; /* waiting requests by deadline */
  hs_service service;
  hs_age_list ages; /* the ages of those with a deadline */
} fd_edf;

static size_t fd_edf_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  return sizeof(fd_edf) + hs_service_memory(capacity) + hs_age_list_memory(capacity);
}

static void fd_edf_init(hs_scheduler* scheduler) {
  fd_edf* f = scheduler->memory;
  unsigned char* behind = (unsigned char*)(f + 1);
  hs_ordered_init(&f->index, scheduler->tasks);
  hs_service_init(&f->service, scheduler->drive, behind);
  hs_age_list_init(&f->ages, scheduler->tasks, behind + hs_service_memory(scheduler->capacity));
}

static void fd_edf_arrival(hs_scheduler* scheduler, uint32_t task) {
  fd_edf* f = scheduler->memory;
  hs_deadlines_arrival(scheduler, task);
  if (hs_has_deadline(scheduler, task)) {
    hs_service_arrival(&f->service, scheduler->tasks, task);
    hs_age_list_insert(&f->ages, task);
  }
}

/* Examine tasks in the order of deadlines. Tasks with past deadlines are excluded. A task is
 * feasible without a prediction if its deadline is at least the longest service away. Therefore few
 * tasks are examined. */
static uint32_t fd_edf_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const fd_edf* f = scheduler->memory;
  const hs_service_view at = hs_service_at(&f->service, scheduler->tasks, view);
  uint32_t task = hs_ordered_at_least(&f->index, view->now);
  for (; task != HS_NO_TASK && hs_has_deadline(scheduler, task);
       task = hs_ordered_next(&f->index, task)) {
    scheduler->examined++;
    if (hs_service_feasible(&at, task, scheduler->facts[task].deadline)) {
      return task;
    }
  }
  scheduler->examined++;
  return f->ages.oldest != HS_NO_TASK ? f->ages.oldest : hs_deadlines_first(&f->index);
}

static void fd_edf_remove(hs_scheduler* scheduler, uint32_t task) {
  fd_edf* f = scheduler->memory;
  hs_deadlines_remove(scheduler, task);
  if (hs_has_deadline(scheduler, task)) {
    hs_age_list_remove(&f->ages, task);
  }
}

const hs_scheduler_ops hs_fd_edf = {
    .name = "fd_edf",
    .summary = "earliest feasible deadline first, else first come, first served",
    .paper = "Real-time paper, 2.2.2",
    .knowledge = HS_KNOWS_POSITION,
    .needs = HS_NEEDS_DEADLINES,
    .memory = fd_edf_memory,
    .init = fd_edf_init,
    .arrival = fd_edf_arrival,
    .pick = fd_edf_pick,
    .remove = fd_edf_remove,
};
