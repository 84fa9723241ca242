/* kyber, an elevator of Linux: block/kyber-iosched.c of Linux 4.20 and later. Reads and writes have
 * a queue each, in the order of arrival, and take turns in batches. A request needs a token of its
 * queue to go to the drive. A request that is over gives its token back.
 *
 * Every 100 ms, kyber compares the latencies of each queue with a target, and changes the number of
 * tokens. A queue far below its target gets fewer tokens if the drive is congested. A queue above
 * its target gets more.
 *
 * Linux counts time in jiffies. Here time is exact. The work of Linux's timer is done at the next
 * call after the timer's time, and its results are the same. */
#include "index/task_links.h"
#include "schedulers/parameters.h"

enum {
  READ_LAT,
  WRITE_LAT
};

/* The latencies of a request: since its arrival, and since it went to the drive. */
enum {
  TOTAL,
  AT_DRIVE,
  LATENCIES
};

/* A bucket is a quarter of the target wide. The last bucket has all longer latencies too. */
enum {
  QUARTERS = 4,
  BUCKETS = 8
};

#define NEVER UINT64_MAX
#define NO_BUCKET BUCKETS
#define ENOUGH_SAMPLES 500u
#define CONGESTED_PERCENT 90u
#define JUDGED_PERCENT 99u

/* A queue. [0] of two: reads, [1]: writes. */
typedef struct domain {
  uint32_t oldest, youngest;            /* ends of the queue, linked through tasks, or HS_NO_TASK */
  uint32_t at_drive;                    /* tokens in use: picked tasks that are not over */
  uint32_t tokens;                      /* most tasks at the drive */
  uint32_t samples[LATENCIES][BUCKETS]; /* requests by latency since the last count */
  hs_ticks count_at; /* time at which the samples are counted, however few; NEVER: not set */
  uint32_t judged;   /* bucket of JUDGED_PERCENT of the requests, for the next congestion, or
                        NO_BUCKET */
} domain;

typedef struct kyber {
  domain domains[2];
  uint32_t current; /* domain of the present batch */
  uint32_t batch;   /* requests of the present batch so far */
  hs_ticks timer;   /* time of the next comparison with the targets; NEVER: not set */
} kyber;

static const uint32_t most_tokens[2] = {256, 128};
static const uint32_t longest_batch[2] = {16, 8};

static size_t own_bytes(void) { return (sizeof(kyber) + 7u) & ~(size_t)7u; }

static size_t kyber_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  return own_bytes() + (size_t)capacity * sizeof(hs_ticks);
}

/* [capacity]: the time at which each picked task was picked. */
static hs_ticks* picked_at(const hs_scheduler* scheduler) {
  return (hs_ticks*)(void*)((uint8_t*)scheduler->memory + own_bytes());
}

static void kyber_init(hs_scheduler* scheduler) {
  kyber* s = scheduler->memory;
  *s = (kyber){.timer = NEVER};
  for (uint32_t i = 0; i < 2; ++i) {
    s->domains[i].oldest = HS_NO_TASK;
    s->domains[i].youngest = HS_NO_TASK;
    s->domains[i].tokens = most_tokens[i];
    s->domains[i].count_at = NEVER;
    s->domains[i].judged = NO_BUCKET;
  }
}

static domain* domain_of(const hs_scheduler* scheduler, uint32_t task) {
  kyber* s = scheduler->memory;
  return &s->domains[scheduler->tasks[task].write];
}

static void kyber_arrival(hs_scheduler* scheduler, uint32_t task) {
  domain* d = domain_of(scheduler, task);
  hs_task_link(scheduler->tasks, task, d->youngest, HS_NO_TASK, &d->oldest, &d->youngest);
}

static void kyber_remove(hs_scheduler* scheduler, uint32_t task) {
  domain* d = domain_of(scheduler, task);
  hs_task_unlink(scheduler->tasks, task, &d->oldest, &d->youngest);
}

/* --- latencies --------------------------------------------------------------------------------*/

/* The bucket of `percent` of the latencies, which are then forgotten. NO_BUCKET: there are not
 * enough. Both latencies of a domain share `count_at`, as in Linux. */
static uint32_t bucket_of(const hs_scheduler* scheduler, domain* d, uint32_t latency,
                          uint32_t percent, hs_ticks now) {
  uint32_t* samples = d->samples[latency];
  uint32_t all = 0;
  for (uint32_t i = 0; i < BUCKETS; ++i) {
    all += samples[i];
  }
  if (all == 0) {
    return NO_BUCKET;
  }
  if (d->count_at == NEVER) {
    d->count_at = now + scheduler->drive->second;
  }
  if (all < ENOUGH_SAMPLES && now < d->count_at) {
    return NO_BUCKET;
  }
  d->count_at = NEVER;
  uint32_t rank = (all * percent + 99u) / 100u;
  uint32_t bucket = 0;
  while (bucket < BUCKETS - 1 && samples[bucket] < rank) {
    rank -= samples[bucket++];
  }
  for (uint32_t i = 0; i < BUCKETS; ++i) {
    samples[i] = 0;
  }
  return bucket;
}

static bool above_target(uint32_t bucket) { return bucket >= QUARTERS && bucket != NO_BUCKET; }

/* The bucket by which a domain gets tokens. NO_BUCKET: its tokens stay. */
static uint32_t judge(const hs_scheduler* scheduler, domain* d, bool congested, hs_ticks now) {
  uint32_t bucket = bucket_of(scheduler, d, TOTAL, JUDGED_PERCENT, now);
  if (congested) {
    bucket = bucket != NO_BUCKET ? bucket : d->judged;
    d->judged = NO_BUCKET;
  } else if (bucket != NO_BUCKET) {
    d->judged = bucket;
  }
  return congested || above_target(bucket) ? bucket : NO_BUCKET;
}

static void compare_with_targets(hs_scheduler* scheduler, hs_ticks now) {
  kyber* s = scheduler->memory;
  bool congested = false;
  for (uint32_t i = 0; i < 2; ++i) {
    congested |=
        above_target(bucket_of(scheduler, &s->domains[i], AT_DRIVE, CONGESTED_PERCENT, now));
  }
  for (uint32_t i = 0; i < 2; ++i) {
    domain* d = &s->domains[i];
    const uint32_t bucket = judge(scheduler, d, congested, now);
    if (bucket != NO_BUCKET) {
      const uint32_t tokens = d->tokens * (bucket + 1) / QUARTERS;
      d->tokens = tokens == 0 ? 1 : tokens < most_tokens[i] ? tokens : most_tokens[i];
    }
  }
}

static void run_timer(hs_scheduler* scheduler, hs_ticks now) {
  kyber* s = scheduler->memory;
  if (now >= s->timer) {
    const hs_ticks at = s->timer;
    s->timer = NEVER;
    compare_with_targets(scheduler, at);
  }
}

static void add_sample(uint32_t samples[BUCKETS], hs_ticks target, hs_ticks from, hs_ticks now) {
  const hs_ticks quarter = target / QUARTERS > 0 ? target / QUARTERS : 1;
  const hs_ticks bucket = now > from ? (now - from - 1) / quarter : 0;
  samples[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
}

static void kyber_completion(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view) {
  kyber* s = scheduler->memory;
  domain* d = domain_of(scheduler, task);
  const hs_ticks target =
      hs_milliseconds(scheduler, scheduler->tasks[task].write ? WRITE_LAT : READ_LAT);
  run_timer(scheduler, view->now);
  add_sample(d->samples[TOTAL], target, scheduler->tasks[task].arrival, view->now);
  add_sample(d->samples[AT_DRIVE], target, picked_at(scheduler)[task], view->now);
  d->at_drive--;
  if (s->timer == NEVER) {
    s->timer = view->now + scheduler->drive->second / 10;
  }
}

/* --- batches ----------------------------------------------------------------------------------*/

/* Take the oldest request of the current domain. HS_NO_TASK: no request waits, or no token is left.
 */
static uint32_t dispatch(hs_scheduler* scheduler, hs_ticks now) {
  kyber* s = scheduler->memory;
  domain* d = &s->domains[s->current];
  const uint32_t task = d->oldest;
  if (task == HS_NO_TASK || d->at_drive >= d->tokens) {
    return HS_NO_TASK;
  }
  kyber_remove(scheduler, task);
  picked_at(scheduler)[task] = now;
  scheduler->examined++;
  d->at_drive++;
  s->batch++;
  return task;
}

static uint32_t kyber_take(hs_scheduler* scheduler, const hs_drive_view* view) {
  kyber* s = scheduler->memory;
  run_timer(scheduler, view->now);
  uint32_t task =
      s->batch < longest_batch[s->current] ? dispatch(scheduler, view->now) : HS_NO_TASK;
  if (task != HS_NO_TASK) {
    return task;
  }
  s->batch = 0;
  for (uint32_t i = 0; i < 2 && task == HS_NO_TASK; ++i) { /* the other domain, then this one */
    s->current = 1 - s->current;
    task = dispatch(scheduler, view->now);
  }
  return task == HS_NO_TASK ? hs_scheduler_decline(scheduler) : task;
}

#define TARGET(of, value) \
  { .name = (of), .default_value = (value)*HS_ONE, .maximum = 65535 * HS_ONE, .unit = "ms" }

const hs_scheduler_ops hs_kyber = {
    .name = "kyber",
    .summary = "Linux's kyber: batches of reads and of writes, each with tokens by its latency",
    .paper = "Linux, block/kyber-iosched.c",
    .knowledge = HS_KNOWS_NOTHING,
    .needs = HS_NEEDS_TIMES,
    .parameters = {[READ_LAT] = TARGET("read_lat", 2), [WRITE_LAT] = TARGET("write_lat", 10)},
    .memory = kyber_memory,
    .init = kyber_init,
    .arrival = kyber_arrival,
    .take = kyber_take,
    .remove = kyber_remove,
    .completion = kyber_completion,
};
