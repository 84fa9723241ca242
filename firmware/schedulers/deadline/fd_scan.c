/* Feasible-deadline SCAN. The target is the request with the earliest deadline that can be met. The
 * arm moves towards the target, and serves the requests on the way. If no deadline can be met, SCAN
 * decides (Abbott and Garcia-Molina 1990; Real-time paper, 2.2.2). */
#include "deadline/deadlines.h"
#include "disk/service_time.h"
#include "index/second_index.h"
#include "sweep/sweep.h"

enum {
  LEVEL
};

typedef struct fd_scan {
  hs_sweep sweep;        /* its index holds the requests that the next decision is about */
  hs_ordered_index with; /* requests with a deadline, by place */
  hs_ordered_index without;
  hs_second_index deadlines; /* requests with a deadline, by deadline */
  hs_service service;
} fd_scan;

static size_t fd_scan_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  return sizeof(fd_scan) + hs_service_memory(capacity) + hs_second_memory(capacity);
}

static void fd_scan_init(hs_scheduler* scheduler) {
  fd_scan* f = scheduler->memory;
  hs_sweep_init(scheduler, LEVEL); /* the memory begins with the sweep */
  scheduler->knowledge = HS_KNOWS_POSITION;
  hs_ordered_init(&f->with, scheduler->tasks);
  hs_ordered_init(&f->without, scheduler->tasks);
  unsigned char* behind = (unsigned char*)(f + 1);
  hs_service_init(&f->service, scheduler->drive, behind);
  hs_second_init(&f->deadlines, behind + hs_service_memory(scheduler->capacity));
}

static hs_ordered_index* index_of(const hs_scheduler* scheduler, uint32_t task) {
  fd_scan* f = scheduler->memory;
  return hs_has_deadline(scheduler, task) ? &f->with : &f->without;
}

static void fd_scan_arrival(hs_scheduler* scheduler, uint32_t task) {
  fd_scan* f = scheduler->memory;
  const hs_task* t = &scheduler->tasks[task];
  hs_service_arrival(&f->service, scheduler->tasks, task);
  const uint32_t place = hs_level_place(&f->sweep.level, t->lbn, t->track.cylinder);
  hs_ordered_insert(index_of(scheduler, task), task, hs_sweep_key(place, t->lbn));
  if (hs_has_deadline(scheduler, task)) {
    hs_second_insert(&f->deadlines, scheduler->tasks, task, scheduler->facts[task].deadline);
  }
}

/* The task with the earliest deadline that can be met. HS_NO_TASK: no deadline can be met. Past
 * deadlines are excluded. A deadline at least the longest service away can be met without a
 * prediction. Therefore few tasks are examined. */
static uint32_t target(hs_scheduler* scheduler, const hs_drive_view* view) {
  const fd_scan* f = scheduler->memory;
  const hs_ordered_index* index = &f->deadlines.index;
  const hs_service_view at = hs_service_at(&f->service, scheduler->tasks, view);
  uint32_t task = hs_ordered_at_least(index, view->now);
  for (; task != HS_NO_TASK; task = hs_ordered_next(index, task)) {
    scheduler->examined++;
    if (hs_service_feasible(&at, task, scheduler->facts[task].deadline)) {
      break;
    }
  }
  return task;
}

static uint32_t fd_scan_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  fd_scan* f = scheduler->memory;
  const bool any = f->with.root != HS_NO_TASK;
  f->sweep.index = any ? f->with : f->without;
  const hs_sweep_point from = hs_sweep_from_start(&f->sweep, view);
  const uint32_t wanted = any ? target(scheduler, view) : HS_NO_TASK;
  if (wanted == HS_NO_TASK) {
    return hs_sweep_nearest(scheduler, from, 1, hs_level_places(&f->sweep.level));
  }
  const uint32_t place = (uint32_t)(scheduler->tasks[wanted].key >> 32);
  return hs_sweep_towards(scheduler, from, place);
}

static void fd_scan_remove(hs_scheduler* scheduler, uint32_t task) {
  fd_scan* f = scheduler->memory;
  if (hs_has_deadline(scheduler, task)) {
    hs_ordered_remove(&f->deadlines.index, task);
  }
  hs_ordered_remove(index_of(scheduler, task), task);
}

const hs_scheduler_ops hs_fd_scan = {
    .name = "fd_scan",
    .summary = "towards the earliest feasible deadline, serving what is on the way",
    .paper = "Real-time paper, 2.2.2",
    .knowledge = HS_KNOWS_POSITION,
    .needs = HS_NEEDS_DEADLINES,
    .parameters = {[LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_MAP)},
    .memory = fd_scan_memory,
    .init = fd_scan_init,
    .arrival = fd_scan_arrival,
    .pick = fd_scan_pick,
    .remove = fd_scan_remove,
};
