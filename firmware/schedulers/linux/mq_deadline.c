/* mq-deadline, an elevator of Linux: block/mq-deadline.c of Linux 6.5 and later. Requests go in
 * batches, each of one direction, by rising address. A request that has waited for too long begins
 * the next batch. Reads go before writes, but only `writes_starved` times. The classes of priority
 * of Linux are real-time, best effort and idle. A class waits for all requests of a higher class,
 * also for those at the drive, unless one of its own requests has waited for `prio_aging_expire`.
 *
 * Linux counts time in jiffies. Here time is exact. */
#include "index/age_list.h"
#include "index/ordered_index.h"
#include "schedulers/parameters.h"
#include "schedulers/task_facts.h"

enum {
  READ_EXPIRE,
  WRITE_EXPIRE,
  WRITES_STARVED,
  FIFO_BATCH,
  PRIO_AGING_EXPIRE
};

/* Classes of priority, the highest first. */
enum {
  REAL_TIME,
  BEST_EFFORT,
  IDLE,
  CLASSES
};

#define LOWEST_REAL_TIME 4u /* priorities of commands; traces/linux_priority.py */
#define LOWEST_PRIORITY 15u

/* The requests of a class. [0]: reads, [1]: writes. */
typedef struct requests {
  hs_ordered_index by_block[2];
  hs_age_list by_age[2];
  hs_lbn latest[2];    /* first block of the request dispatched last */
  uint32_t unfinished; /* requests that wait or are at the drive */
} requests;

typedef struct mq_deadline {
  requests classes[CLASSES];
  bool writes;      /* the present batch is of writes */
  uint32_t batch;   /* requests of the present batch so far */
  uint32_t starved; /* batches of reads since a batch of writes, while a write waited */
} mq_deadline;

static size_t own_bytes(void) { return (sizeof(mq_deadline) + 7u) & ~(size_t)7u; }

static size_t mq_deadline_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  return own_bytes() + hs_age_list_memory(capacity);
}

static void mq_deadline_init(hs_scheduler* scheduler) {
  mq_deadline* s = scheduler->memory;
  void* links = (uint8_t*)scheduler->memory + own_bytes();
  for (uint32_t i = 0; i < CLASSES; ++i) {
    requests* of = &s->classes[i];
    for (uint32_t direction = 0; direction < 2; ++direction) {
      hs_ordered_init(&of->by_block[direction], scheduler->tasks);
      hs_age_list_init(&of->by_age[direction], scheduler->tasks, links);
      of->latest[direction] = (hs_lbn){0};
    }
    of->unfinished = 0;
  }
  s->writes = true;
  s->batch = 0;
  s->starved = 0;
}

static requests* class_of(const hs_scheduler* scheduler, uint32_t task) {
  mq_deadline* s = scheduler->memory;
  const uint8_t priority = scheduler->facts[task].priority;
  if (priority == LOWEST_PRIORITY) {
    return &s->classes[IDLE];
  }
  return &s->classes[priority != 0 && priority <= LOWEST_REAL_TIME ? REAL_TIME : BEST_EFFORT];
}

static uint32_t direction_of(const hs_scheduler* scheduler, uint32_t task) {
  return scheduler->tasks[task].write ? 1 : 0;
}

static void mq_deadline_arrival(hs_scheduler* scheduler, uint32_t task) {
  requests* of = class_of(scheduler, task);
  const uint32_t direction = direction_of(scheduler, task);
  hs_ordered_insert(&of->by_block[direction], task, scheduler->tasks[task].lbn.value);
  hs_age_list_insert(&of->by_age[direction], task);
  of->unfinished++;
}

static void take_out(hs_scheduler* scheduler, requests* of, uint32_t task) {
  const uint32_t direction = direction_of(scheduler, task);
  hs_ordered_remove(&of->by_block[direction], task);
  hs_age_list_remove(&of->by_age[direction], task);
}

static void mq_deadline_remove(hs_scheduler* scheduler, uint32_t task) {
  requests* of = class_of(scheduler, task);
  take_out(scheduler, of, task);
  of->unfinished--;
}

static void mq_deadline_completion(hs_scheduler* scheduler, uint32_t task,
                                   const hs_drive_view* view) {
  (void)view;
  class_of(scheduler, task)->unfinished--;
}

/* The next request of a direction by address. HS_NO_TASK: no request lies there or farther. */
static uint32_t next_of(const requests* of, bool write) {
  return hs_ordered_at_least(&of->by_block[write], of->latest[write].value);
}

/* Begin a batch of a class. HS_NO_TASK: no request of the class waits. */
static uint32_t begin_batch(hs_scheduler* scheduler, const requests* of, hs_ticks now) {
  mq_deadline* s = scheduler->memory;
  const bool reads = of->by_age[0].oldest != HS_NO_TASK;
  const bool writes = of->by_age[1].oldest != HS_NO_TASK;
  if (!reads && !writes) {
    return HS_NO_TASK;
  }
  s->writes = writes && (!reads || s->starved++ >= hs_whole(scheduler, WRITES_STARVED));
  s->starved = s->writes ? 0 : s->starved;
  s->batch = 0;
  const uint32_t oldest = of->by_age[s->writes].oldest;
  const hs_ticks waited = now - scheduler->tasks[oldest].arrival;
  const hs_ticks expire = hs_milliseconds(scheduler, s->writes ? WRITE_EXPIRE : READ_EXPIRE);
  const uint32_t next = next_of(of, s->writes);
  return next == HS_NO_TASK || waited >= expire ? oldest : next;
}

/* Take a request of a class that has waited for `least` ticks or more. HS_NO_TASK: the request
 * whose turn it is has waited for less, or no request waits. */
static uint32_t dispatch(hs_scheduler* scheduler, requests* of, hs_ticks now, hs_ticks least) {
  mq_deadline* s = scheduler->memory;
  uint32_t task = next_of(of, s->writes);
  if (task == HS_NO_TASK || s->batch >= hs_whole(scheduler, FIFO_BATCH)) {
    task = begin_batch(scheduler, of, now);
  }
  if (task == HS_NO_TASK || now - scheduler->tasks[task].arrival < least) {
    return HS_NO_TASK;
  }
  scheduler->examined++;
  s->batch++;
  take_out(scheduler, of, task);
  of->latest[s->writes] = scheduler->tasks[task].lbn;
  return task;
}

/* Whether requests of several classes wait or are at the drive. */
static bool several_classes(const mq_deadline* s) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < CLASSES; ++i) {
    count += s->classes[i].unfinished != 0 ? 1 : 0;
  }
  return count > 1;
}

/* Take a request of a lower class that has waited for so long that its class counts no more.
 * HS_NO_TASK: no request has. */
static uint32_t take_aged(hs_scheduler* scheduler, hs_ticks now) {
  mq_deadline* s = scheduler->memory;
  const hs_ticks least = hs_milliseconds(scheduler, PRIO_AGING_EXPIRE);
  uint32_t task = HS_NO_TASK;
  for (uint32_t i = BEST_EFFORT; i < CLASSES && task == HS_NO_TASK; ++i) {
    task = dispatch(scheduler, &s->classes[i], now, least);
  }
  return task;
}

static uint32_t mq_deadline_take(hs_scheduler* scheduler, const hs_drive_view* view) {
  mq_deadline* s = scheduler->memory;
  uint32_t task = several_classes(s) ? take_aged(scheduler, view->now) : HS_NO_TASK;
  for (uint32_t i = 0; i < CLASSES && task == HS_NO_TASK; ++i) {
    task = dispatch(scheduler, &s->classes[i], view->now, 0);
    if (s->classes[i].unfinished != 0) {
      break;
    }
  }
  return task == HS_NO_TASK ? hs_scheduler_decline(scheduler) : task;
}

#define MILLISECONDS(of, value) \
  { .name = (of), .default_value = (value)*HS_ONE, .maximum = 65535 * HS_ONE, .unit = "ms" }

const hs_scheduler_ops hs_mq_deadline = {
    .name = "mq_deadline",
    .summary = "Linux's mq-deadline: batches by address, requests that waited too long first",
    .paper = "Linux, block/mq-deadline.c",
    .knowledge = HS_KNOWS_LBN,
    .needs = HS_NEEDS_PRIORITIES,
    .parameters = {[READ_EXPIRE] = MILLISECONDS("read_expire", 500),
                   [WRITE_EXPIRE] = MILLISECONDS("write_expire", 5000),
                   [WRITES_STARVED] = HS_WHOLE_PARAMETER("writes_starved", 2, 0, 60000),
                   [FIFO_BATCH] = HS_WHOLE_PARAMETER("fifo_batch", 16, 0, 60000),
                   [PRIO_AGING_EXPIRE] = MILLISECONDS("prio_aging_expire", 10000)},
    .memory = mq_deadline_memory,
    .init = mq_deadline_init,
    .arrival = mq_deadline_arrival,
    .take = mq_deadline_take,
    .remove = mq_deadline_remove,
    .completion = mq_deadline_completion,
};
