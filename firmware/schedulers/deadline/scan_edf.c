/* SCAN-EDF: the earliest deadline first, equal deadlines in the order of SCAN (Real-time paper,
 * 2.2.3). Deadlines within the same period of `batch` milliseconds count as equal. With 0, only
 * identical deadlines count as equal. */
#include "deadline/deadlines.h"
#include "sweep/sweep.h"

enum {
  BATCH,
  LEVEL
};

typedef struct scan_edf {
  hs_sweep batch;        /* the requests with the earliest deadline, by place */
  hs_ordered_index rest; /* by deadline */
  hs_ticks quantum;
  uint64_t earliest; /* the batch's deadline, as equal_of returns it */
} scan_edf;

static size_t scan_edf_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  (void)capacity;
  return sizeof(scan_edf);
}

static void scan_edf_init(hs_scheduler* scheduler) {
  scan_edf* s = scheduler->memory;
  hs_sweep_init(scheduler, LEVEL); /* the memory begins with the sweep */
  hs_ordered_init(&s->rest, scheduler->tasks);
  const hs_ticks quantum = hs_milliseconds(scheduler, BATCH);
  s->quantum = quantum == 0 ? 1 : quantum;
  s->earliest = 0;
}

/* The same number for deadlines that count as equal. */
static uint64_t equal_of(const hs_scheduler* scheduler, uint32_t task) {
  const scan_edf* s = scheduler->memory;
  return hs_has_deadline(scheduler, task) ? scheduler->facts[task].deadline / s->quantum
                                          : HS_NO_DEADLINE;
}

static void join(scan_edf* s, uint32_t task) {
  const hs_task* t = &s->rest.tasks[task];
  const uint32_t place = hs_level_place(&s->batch.level, t->lbn, t->track.cylinder);
  hs_ordered_insert(&s->batch.index, task, hs_sweep_key(place, t->lbn));
}

static bool in_batch(const scan_edf* s, uint64_t equal) {
  return s->batch.index.root != HS_NO_TASK && equal == s->earliest;
}

/* Put the requests of the batch back among the other requests, because a request with an earlier
 * deadline has arrived. */
static void dissolve(scan_edf* s) {
  uint32_t task;
  while ((task = s->batch.index.root) != HS_NO_TASK) {
    hs_ordered_remove(&s->batch.index, task);
    hs_ordered_insert(&s->rest, task, s->earliest);
  }
}

static void form(scan_edf* s) {
  uint32_t task = hs_deadlines_first(&s->rest);
  s->earliest = s->rest.tasks[task].key;
  while (task != HS_NO_TASK && s->rest.tasks[task].key == s->earliest) {
    hs_ordered_remove(&s->rest, task);
    join(s, task);
    task = hs_deadlines_first(&s->rest);
  }
}

static void scan_edf_arrival(hs_scheduler* scheduler, uint32_t task) {
  scan_edf* s = scheduler->memory;
  const uint64_t equal = equal_of(scheduler, task);
  if (in_batch(s, equal)) {
    join(s, task);
    return;
  }
  if (equal < s->earliest) {
    dissolve(s);
  }
  hs_ordered_insert(&s->rest, task, equal);
}

static uint32_t scan_edf_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  scan_edf* s = scheduler->memory;
  if (s->batch.index.root == HS_NO_TASK) {
    form(s);
  }
  return hs_sweep_nearest(scheduler, hs_sweep_from_start(&s->batch, view), 1,
                          hs_level_places(&s->batch.level));
}

static void scan_edf_remove(hs_scheduler* scheduler, uint32_t task) {
  scan_edf* s = scheduler->memory;
  const bool batched = in_batch(s, equal_of(scheduler, task));
  hs_ordered_remove(batched ? &s->batch.index : &s->rest, task);
}

const hs_scheduler_ops hs_scan_edf = {
    .name = "scan_edf",
    .summary = "earliest deadline first, equal ones in the order of SCAN",
    .paper = "Real-time paper, 2.2.3",
    .knowledge = HS_KNOWS_LBN,
    .needs = HS_NEEDS_DEADLINES,
    .parameters = {[BATCH] = {.name = "batch",
                              .default_value = 0,
                              .minimum = 0,
                              .maximum = 65535 * HS_ONE,
                              .unit = "ms"},
                   [LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_MAP)},
    .memory = scan_edf_memory,
    .init = scan_edf_init,
    .arrival = scan_edf_arrival,
    .pick = scan_edf_pick,
    .remove = scan_edf_remove,
};
