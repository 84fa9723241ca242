/* Aged shortest positioning time first with cache, with sequential reads in ascending order.
 * Worthington 1994, 6.3, leaves this scheduler to future research. A read that follows an older
 * read waits for this read, unless the buffer can answer it. The arm therefore seeks only for the
 * first read of a run, and the drive reads ahead for the other reads. The positioning time of a
 * run's first read counts half, because it serves two or more reads. */
#include "position/cached.h"
#include "position/runs.h"

enum {
  W,
  WEIGHS
};

typedef struct aspctf_seq {
  hs_cached cached;
  hs_runs runs;
} aspctf_seq;

static size_t cached_bytes(const hs_drive_params* drive, uint32_t capacity) {
  return (hs_cached_bytes(drive, capacity, sizeof(aspctf_seq), true) + 7u) & ~(size_t)7u;
}

static size_t aspctf_seq_memory(const hs_drive_params* drive, uint32_t capacity) {
  return cached_bytes(drive, capacity) + hs_runs_memory(drive, capacity);
}

static void aspctf_seq_init(hs_scheduler* scheduler) {
  aspctf_seq* s = scheduler->memory;
  hs_aging aging = hs_aging_by_wait(scheduler, W, hs_weighed_by(scheduler, WEIGHS));
  if (aging.kind == HS_AGING_CREDIT) {
    aging.kind = HS_AGING_RUNS;
  }
  hs_cached_init(scheduler, aging, sizeof(aspctf_seq));
  hs_runs_init(&s->runs, scheduler, &s->cached.reads, &s->cached.position.aging,
               (uint8_t*)scheduler->memory + cached_bytes(scheduler->drive, scheduler->capacity));
  s->cached.position.runs = &s->runs;
}

static void aspctf_seq_arrival(hs_scheduler* scheduler, uint32_t task) {
  aspctf_seq* s = scheduler->memory;
  hs_cached_arrival(scheduler, task);
  hs_runs_insert(&s->runs, scheduler, task);
}

static void aspctf_seq_remove(hs_scheduler* scheduler, uint32_t task) {
  aspctf_seq* s = scheduler->memory;
  hs_cached_remove(scheduler, task);
  hs_runs_remove(&s->runs, scheduler, task);
}

const hs_scheduler_ops hs_aspctf_seq = {
    .name = "aspctf_seq",
    .summary = "ASPCTF, the reads of a sequential run in ascending order",
    .paper = "Worthington 1994, 6.3",
    .knowledge = HS_KNOWS_CACHE,
    .parameters =
        {[W] = HS_CREDIT_PARAMETER, [WEIGHS] = HS_WEIGHS_PARAMETER(HS_WEIGHS_POSITIONING)},
    .memory = aspctf_seq_memory,
    .init = aspctf_seq_init,
    .arrival = aspctf_seq_arrival,
    .pick = hs_cached_pick,
    .remove = aspctf_seq_remove,
};
