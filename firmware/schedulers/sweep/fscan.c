/* FSCAN freezes the waiting requests into a batch. The arm sweeps the batch from its nearer end to
 * its other end. Requests that arrive meanwhile wait for the next batch (Coffman, Klimko and Ryan
 * 1972; Seltzer 1990, 2). */
#include "sweep/sweep.h"

enum {
  LEVEL
};

typedef struct fscan {
  hs_sweep frozen; /* the direction holds for the whole batch */
  hs_ordered_index coming;
  uint64_t frozen_before; /* tasks with a lower order belong to the batch */
  uint64_t next_order;    /* above the order of every task so far */
} fscan;

static size_t fscan_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  (void)capacity;
  return sizeof(fscan);
}

static void fscan_init(hs_scheduler* scheduler) {
  fscan* f = scheduler->memory;
  hs_sweep_init(scheduler, LEVEL); /* the memory begins with the batch */
  hs_ordered_init(&f->coming, scheduler->tasks);
  f->frozen_before = 0;
  f->next_order = 0;
}

static void fscan_arrival(hs_scheduler* scheduler, uint32_t task) {
  fscan* f = scheduler->memory;
  const hs_task* t = &scheduler->tasks[task];
  /* true for a task of the batch that has been located again */
  const bool in_batch = t->order < f->frozen_before;
  f->next_order = t->order < f->next_order ? f->next_order : t->order + 1;
  hs_ordered_insert(
      in_batch ? &f->frozen.index : &f->coming, task,
      hs_sweep_key(hs_level_place(&f->frozen.level, t->lbn, t->track.cylinder), t->lbn));
}

static void fscan_remove(hs_scheduler* scheduler, uint32_t task) {
  fscan* f = scheduler->memory;
  const bool in_batch = scheduler->tasks[task].order < f->frozen_before;
  hs_ordered_remove(in_batch ? &f->frozen.index : &f->coming, task);
}

static uint64_t distance(uint64_t a, uint64_t b) { return a < b ? b - a : a - b; }

/* Make all waiting tasks the batch. */
static void freeze(fscan* f, const hs_drive_view* view) {
  f->frozen.index.root = f->coming.root;
  f->coming.root = HS_NO_TASK;
  f->frozen_before = f->next_order;
  const hs_task* tasks = f->coming.tasks;
  const uint32_t place = hs_sweep_from_start(&f->frozen, view).place;
  const uint64_t lowest = tasks[hs_ordered_at_least(&f->frozen.index, 0)].key >> 32;
  const uint64_t highest = tasks[hs_sweep_highest(&f->frozen.index)].key >> 32;
  f->frozen.down = distance(highest, place) < distance(lowest, place);
}

static uint32_t fscan_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  fscan* f = scheduler->memory;
  scheduler->examined++;
  if (f->frozen.index.root == HS_NO_TASK) {
    freeze(f, view);
  }
  return f->frozen.down ? hs_sweep_highest(&f->frozen.index)
                        : hs_ordered_at_least(&f->frozen.index, 0);
}

const hs_scheduler_ops hs_fscan = {
    .name = "fscan",
    .summary = "batches, each swept from its nearer end to the other",
    .paper = "Seltzer 1990, 2",
    .knowledge = HS_KNOWS_LBN,
    .parameters = {[LEVEL] = HS_LEVEL_PARAMETERS(HS_LEVEL_LBN)},
    .memory = fscan_memory,
    .init = fscan_init,
    .arrival = fscan_arrival,
    .pick = fscan_pick,
    .remove = fscan_remove,
};
