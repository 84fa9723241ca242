/* bfq, an elevator of Linux: block/bfq-iosched.c of Linux 6.1 to 6.12 with low_latency = 0 and
 * slice_idle = 0. Each class of the workload has a queue, as each process has in Linux. A queue is
 * served until its budget of sectors or its time is over, or until it has no request. Then
 * B-WF2Q+ chooses the next queue (bfq_service.h). Within a queue, the request nearest to the last
 * position goes first. Backward distances count more. Once in a service, the oldest request goes
 * first if it has waited for too long.
 *
 * All requests count as synchronous. Linux counts time in jiffies. Here time is exact. */
#include "index/age_list.h"
#include "index/ordered_index.h"
#include "linux/bfq_service.h"
#include "schedulers/parameters.h"
#include "schedulers/task_facts.h"

enum {
  FIFO_EXPIRE_SYNC,
  BACK_SEEK_MAX,
  BACK_SEEK_PENALTY,
  MAX_BUDGET,
  TIMEOUT_SYNC
};

/* Why the service of a queue ends. */
typedef enum reason {
  TIME_OVER,
  BUDGET_OVER,
  NO_REQUEST,
  PREEMPTED
} reason;

#define SECTORS_IN_KIB 2u
#define SEEK_SECTORS 800u /* a request farther than this from the one before is a seek */
#define SEEKS_OF_SLOW 19u /* a queue with more seeks in its last 32 requests is slow */
#define TIMEOUT_MS 125u
#define SHORTEST_MS 8u     /* time of a service below a millisecond */
#define JUDGED_MS 20u      /* a longer service is judged by its sectors */
#define BUDGETS_KNOWN 194u /* the first budgets are made from the default of max_budget */
#define DEFAULT_BUDGET 16384u
#define NO_BUDGET UINT32_MAX /* the queue has had no request */

#define LOWEST_REAL_TIME 4u /* priorities of commands; traces/linux_priority.py */
#define LOWEST_PRIORITY 15u

typedef struct queue {
  hs_ordered_index by_block;
  hs_age_list by_age;
  uint64_t latest_end; /* sector after the request that arrived last; 0: no request has arrived */
  uint32_t next;       /* request to serve next, or HS_NO_TASK */
  uint32_t at_drive;   /* requests at the drive */
  uint32_t budget;     /* sectors of the next budget, or NO_BUDGET */
  uint32_t seeks;      /* a bit for each of the last 32 requests: the request is a seek */
  bool busy;           /* waits for service, or is in service */
  bool age_checked;    /* the age of the oldest request has been checked in this service */
} queue;

typedef struct bfq {
  hs_bfq_service service;
  queue queues[HS_MOST_CLASSES];
  uint32_t in_service; /* queue in service, or HS_NO_QUEUE */
  uint32_t busy;       /* busy queues */
  uint32_t budgets;    /* rises with the services so far, up to 249; see BUDGETS_KNOWN */
  uint64_t last_end;   /* sector after the request that was served last */
  hs_ticks began;      /* beginning of the present service */
} bfq;

static size_t own_bytes(void) { return (sizeof(bfq) + 7u) & ~(size_t)7u; }

static size_t bfq_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  return own_bytes() + hs_age_list_memory(capacity);
}

static void bfq_init(hs_scheduler* scheduler) {
  bfq* s = scheduler->memory;
  void* links = (uint8_t*)scheduler->memory + own_bytes();
  hs_bfq_service_init(&s->service, scheduler->drive->second);
  for (uint32_t i = 0; i < HS_MOST_CLASSES; ++i) {
    queue* q = &s->queues[i];
    *q = (queue){.next = HS_NO_TASK, .budget = NO_BUDGET, .seeks = 1};
    hs_ordered_init(&q->by_block, scheduler->tasks);
    hs_age_list_init(&q->by_age, scheduler->tasks, links);
  }
  s->in_service = HS_NO_QUEUE;
  s->busy = 0;
  s->budgets = 0;
  s->last_end = 0;
  s->began = 0;
}

/* --- requests ---------------------------------------------------------------------------------*/

static uint32_t number_of(const hs_scheduler* scheduler, uint32_t task) {
  return scheduler->facts[task].class_id % HS_MOST_CLASSES;
}

static uint64_t sector_of(const hs_scheduler* scheduler, uint32_t task) {
  return ((uint64_t)scheduler->tasks[task].lbn.value * scheduler->drive->bytes_per_block) >> 9;
}

static uint32_t sectors_of(const hs_scheduler* scheduler, uint32_t task) {
  const uint64_t bytes =
      (uint64_t)scheduler->tasks[task].blocks * scheduler->drive->bytes_per_block;
  return (uint32_t)(bytes >> 9);
}

static uint64_t end_of(const hs_scheduler* scheduler, uint32_t task) {
  return sector_of(scheduler, task) + sectors_of(scheduler, task);
}

/* The weighted distance of a sector from a position. False: the sector lies too far back. */
static bool distance_to(const hs_scheduler* scheduler, uint64_t sector, uint64_t position,
                        uint64_t* distance) {
  const uint64_t back = (uint64_t)hs_whole(scheduler, BACK_SEEK_MAX) * SECTORS_IN_KIB;
  *distance = 0;
  if (sector >= position) {
    *distance = sector - position;
  } else if (sector + back >= position) {
    *distance = (position - sector) * hs_whole(scheduler, BACK_SEEK_PENALTY);
  } else {
    return false;
  }
  return true;
}

/* The better of two requests after a position. HS_NO_TASK stands for no request. */
static uint32_t better(const hs_scheduler* scheduler, uint32_t a, uint32_t b, uint64_t position) {
  if (a == HS_NO_TASK || a == b) {
    return b;
  }
  if (b == HS_NO_TASK) {
    return a;
  }
  const uint64_t at_a = sector_of(scheduler, a);
  const uint64_t at_b = sector_of(scheduler, b);
  uint64_t to_a;
  uint64_t to_b;
  const bool reached_a = distance_to(scheduler, at_a, position, &to_a);
  const bool reached_b = distance_to(scheduler, at_b, position, &to_b);
  if (reached_a != reached_b) {
    return reached_a ? a : b;
  }
  if (!reached_a) {
    return at_a <= at_b ? a : b;
  }
  if (to_a != to_b) {
    return to_a < to_b ? a : b;
  }
  return at_a >= at_b ? a : b;
}

/* The oldest request of a queue if it has waited for too long and is not `last`, else HS_NO_TASK.
 * Only once in a service. */
static uint32_t late_request(hs_scheduler* scheduler, queue* q, uint32_t last) {
  const bfq* s = scheduler->memory;
  const uint32_t oldest = q->by_age.oldest;
  const hs_ticks expire = hs_milliseconds(scheduler, FIFO_EXPIRE_SYNC);
  if (q->age_checked) {
    return HS_NO_TASK;
  }
  q->age_checked = true;
  const bool late = s->service.time >= scheduler->tasks[oldest].arrival + expire;
  return late && oldest != last ? oldest : HS_NO_TASK;
}

/* The request to serve after `last`, which is still in the queue. */
static uint32_t following(hs_scheduler* scheduler, queue* q, uint32_t last) {
  const uint32_t late = late_request(scheduler, q, last);
  if (late != HS_NO_TASK) {
    return late;
  }
  uint32_t up = hs_ordered_next(&q->by_block, last);
  if (up == HS_NO_TASK) {
    const uint32_t lowest = hs_ordered_at_least(&q->by_block, 0);
    up = lowest == last ? HS_NO_TASK : lowest;
  }
  const uint32_t down = hs_ordered_previous(&q->by_block, last);
  return better(scheduler, up, down, sector_of(scheduler, last));
}

/* --- the end of a service ---------------------------------------------------------------------*/

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t budget_left(const hs_bfq_entity* entity) {
  return entity->budget - entity->service;
}

static bool seeks_often(uint32_t seeks) {
  uint32_t count = 0;
  for (; seeks != 0; seeks &= seeks - 1) {
    count++;
  }
  return count > SEEKS_OF_SLOW;
}

/* Charge a slow queue for its time: the sectors that a fast queue would have had. */
static void charge(hs_scheduler* scheduler, uint32_t number, bool time_over) {
  bfq* s = scheduler->memory;
  hs_bfq_entity* entity = &s->service.queues[number];
  const uint32_t most = hs_whole(scheduler, MAX_BUDGET);
  const hs_ticks millisecond = scheduler->drive->second / 1000;
  const hs_ticks served = s->service.time - s->began;
  const uint64_t ms = served < millisecond ? SHORTEST_MS : served / millisecond;
  const bool slow = served > JUDGED_MS * millisecond ? entity->service < most / 2
                                                     : seeks_often(s->queues[number].seeks);
  if (!slow && !(time_over && budget_left(entity) >= entity->budget / 3)) {
    return;
  }
  const uint32_t in_time = ms < TIMEOUT_MS ? (uint32_t)(most * ms / TIMEOUT_MS) : 0;
  const uint32_t charged = larger(in_time, entity->service);
  entity->budget = larger(entity->budget, charged);
  hs_bfq_served(&s->service, number, charged - entity->service);
}

static void set_budget(hs_scheduler* scheduler, uint32_t number, reason why) {
  bfq* s = scheduler->memory;
  queue* q = &s->queues[number];
  hs_bfq_entity* entity = &s->service.queues[number];
  const uint32_t most = hs_whole(scheduler, MAX_BUDGET);
  const uint32_t least = (s->budgets < BUDGETS_KNOWN ? DEFAULT_BUDGET : most) / 32;
  switch (why) {
    case TIME_OVER:
      q->budget = smaller(q->budget * 2, most);
      break;
    case BUDGET_OVER:
      q->budget = smaller(q->budget * 4, most);
      break;
    case NO_REQUEST:
      q->budget = larger(entity->service, least);
      break;
    case PREEMPTED:
      return;
  }
  if (q->next != HS_NO_TASK) {
    entity->budget = larger(q->budget, sectors_of(scheduler, q->next));
  }
}

/* True: a queue with requests has a lower weight or another class of priority than this queue. */
static bool unequal(const bfq* s, uint32_t number) {
  const hs_bfq_entity* entity = &s->service.queues[number];
  uint32_t classes = 0;
  bool lighter = false;
  for (uint32_t i = 0; i < s->service.used; ++i) {
    const hs_bfq_entity* other = &s->service.queues[i];
    classes |= s->queues[i].busy ? 1u << other->priority_class : 0;
    lighter |= (s->queues[i].busy || s->queues[i].at_drive != 0) && other->weight < entity->weight;
  }
  return lighter || (classes & (classes - 1)) != 0;
}

static void end_busy(bfq* s, uint32_t number, bool ends) {
  s->queues[number].busy = false;
  s->busy--;
  hs_bfq_deactivate(&s->service, number, ends);
}

static void end_service(hs_scheduler* scheduler, reason why) {
  bfq* s = scheduler->memory;
  const uint32_t number = s->in_service;
  charge(scheduler, number, why == TIME_OVER);
  set_budget(scheduler, number, why);
  const bool empty = s->queues[number].by_age.oldest == HS_NO_TASK;
  if (empty && !(why == PREEMPTED && (unequal(s, number) || s->busy == 1))) {
    end_busy(s, number, true);
  } else {
    hs_bfq_requeue(&s->service, number, true);
  }
  s->service.in_service = HS_NO_QUEUE;
  s->service.queues[number].service = 0;
  s->in_service = HS_NO_QUEUE;
}

static bool time_is_over(const hs_scheduler* scheduler) {
  const bfq* s = scheduler->memory;
  return s->service.time >= s->began + hs_milliseconds(scheduler, TIMEOUT_SYNC);
}

/* --- arrivals and removals --------------------------------------------------------------------*/

/* The weight and the class of priority of a queue with such a request. */
static uint32_t weight_of(uint8_t priority, uint32_t* priority_class) {
  *priority_class = HS_BFQ_BEST_EFFORT;
  if (priority == 0) {
    return 40;
  }
  if (priority <= LOWEST_REAL_TIME) {
    *priority_class = HS_BFQ_REAL_TIME;
    return 100u - 20u * priority;
  }
  if (priority == LOWEST_PRIORITY) {
    *priority_class = HS_BFQ_IDLE;
  }
  return priority >= 12 ? 10 : 130u - 10u * priority;
}

static void begin_busy(hs_scheduler* scheduler, uint32_t number) {
  bfq* s = scheduler->memory;
  queue* q = &s->queues[number];
  hs_bfq_entity* entity = &s->service.queues[number];
  if (q->budget == NO_BUDGET) {
    const uint32_t most =
        s->budgets < BUDGETS_KNOWN ? DEFAULT_BUDGET : hs_whole(scheduler, MAX_BUDGET);
    q->budget = 2 * most / 3;
  }
  uint32_t class;
  const uint32_t weight = weight_of(scheduler->facts[q->next].priority, &class);
  entity->service = 0;
  entity->budget = larger(q->budget, sectors_of(scheduler, q->next));
  hs_bfq_activate(&s->service, number, weight, class);
  q->busy = true;
  s->busy++;
  if (s->in_service != HS_NO_QUEUE) {
    end_service(scheduler, PREEMPTED);
  }
}

/* The next request of a busy queue has changed. The budget must have room for it. */
static void fit_budget(hs_scheduler* scheduler, uint32_t number) {
  bfq* s = scheduler->memory;
  const queue* q = &s->queues[number];
  hs_bfq_entity* entity = &s->service.queues[number];
  if (q->next == HS_NO_TASK || number == s->in_service) {
    return;
  }
  const uint32_t wanted =
      larger(larger(q->budget, sectors_of(scheduler, q->next)), entity->service);
  if (entity->budget != wanted) {
    entity->budget = wanted;
    hs_bfq_requeue(&s->service, number, false);
  }
}

static void bfq_arrival(hs_scheduler* scheduler, uint32_t task) {
  bfq* s = scheduler->memory;
  const uint32_t number = number_of(scheduler, task);
  queue* q = &s->queues[number];
  const uint64_t sector = sector_of(scheduler, task);
  const uint64_t from = q->latest_end;
  const uint64_t seek = sector > from ? sector - from : from - sector;
  s->service.time = scheduler->tasks[task].arrival;
  q->seeks = q->seeks << 1 | (from != 0 && seek > SEEK_SECTORS ? 1u : 0u);
  q->latest_end = end_of(scheduler, task);
  hs_ordered_insert(&q->by_block, task, scheduler->tasks[task].lbn.value);
  hs_age_list_insert(&q->by_age, task);
  const uint32_t before = q->next;
  q->next = better(scheduler, before, task, s->last_end);
  if (!q->busy) {
    begin_busy(scheduler, number);
  } else if (q->next != before) {
    fit_budget(scheduler, number);
  }
}

static void bfq_remove(hs_scheduler* scheduler, uint32_t task) {
  bfq* s = scheduler->memory;
  const uint32_t number = number_of(scheduler, task);
  queue* q = &s->queues[number];
  if (q->next == task) {
    q->next = following(scheduler, q, task);
    fit_budget(scheduler, number);
  }
  hs_ordered_remove(&q->by_block, task);
  hs_age_list_remove(&q->by_age, task);
  if (q->by_age.oldest == HS_NO_TASK && q->busy && number != s->in_service) {
    end_busy(s, number, false);
  }
}

static void bfq_completion(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view) {
  bfq* s = scheduler->memory;
  const uint32_t number = number_of(scheduler, task);
  s->service.time = view->now;
  s->queues[number].at_drive--;
  if (number != s->in_service) {
    return;
  }
  if (time_is_over(scheduler)) {
    end_service(scheduler, TIME_OVER);
  } else if (s->queues[number].by_age.oldest == HS_NO_TASK) {
    end_service(scheduler, NO_REQUEST);
  }
}

/* --- service ----------------------------------------------------------------------------------*/

/* Precondition: a request waits. */
static void begin_service(hs_scheduler* scheduler) {
  bfq* s = scheduler->memory;
  s->in_service = hs_bfq_begin_service(&s->service);
  s->queues[s->in_service].age_checked = false;
  s->budgets = (s->budgets * 7 + 256) / 8;
  s->began = s->service.time;
}

/* Keep the queue in service, or choose another, so that its next request fits its budget. */
static void choose_queue(hs_scheduler* scheduler) {
  bfq* s = scheduler->memory;
  if (s->in_service != HS_NO_QUEUE && time_is_over(scheduler)) {
    end_service(scheduler, TIME_OVER);
  }
  while (true) {
    if (s->in_service == HS_NO_QUEUE) {
      begin_service(scheduler);
    }
    const uint32_t next = s->queues[s->in_service].next;
    const uint32_t left = budget_left(&s->service.queues[s->in_service]);
    if (next != HS_NO_TASK && sectors_of(scheduler, next) <= left) {
      return;
    }
    end_service(scheduler, next == HS_NO_TASK ? NO_REQUEST : BUDGET_OVER);
  }
}

static uint32_t bfq_take(hs_scheduler* scheduler, const hs_drive_view* view) {
  bfq* s = scheduler->memory;
  s->service.time = view->now;
  choose_queue(scheduler);
  const uint32_t number = s->in_service;
  const uint32_t task = s->queues[number].next;
  scheduler->examined++;
  hs_bfq_served(&s->service, number, sectors_of(scheduler, task));
  s->queues[number].at_drive++;
  s->last_end = end_of(scheduler, task);
  bfq_remove(scheduler, task);
  if (s->busy > 1 && s->service.queues[number].priority_class == HS_BFQ_IDLE) {
    end_service(scheduler, BUDGET_OVER);
  }
  return task;
}

const hs_scheduler_ops hs_bfq = {
    .name = "bfq",
    .summary = "Linux's bfq: each class is served by budgets, in the order of B-WF2Q+",
    .paper = "Linux, block/bfq-iosched.c",
    .knowledge = HS_KNOWS_LBN,
    .needs = HS_NEEDS_CLASSES | HS_NEEDS_PRIORITIES | HS_NEEDS_TIMES,
    .parameters = {[FIFO_EXPIRE_SYNC] = {.name = "fifo_expire_sync",
                                         .default_value = 125 * HS_ONE,
                                         .maximum = 65535 * HS_ONE,
                                         .unit = "ms"},
                   [BACK_SEEK_MAX] = HS_WHOLE_PARAMETER("back_seek_max", 16384, 0, 65535),
                   [BACK_SEEK_PENALTY] = HS_WHOLE_PARAMETER("back_seek_penalty", 2, 1, 65535),
                   [MAX_BUDGET] = HS_WHOLE_PARAMETER("max_budget", 16384, 1, 65535),
                   [TIMEOUT_SYNC] = {.name = "timeout_sync",
                                     .default_value = 125 * HS_ONE,
                                     .maximum = 65535 * HS_ONE,
                                     .unit = "ms"}},
    .memory = bfq_memory,
    .init = bfq_init,
    .arrival = bfq_arrival,
    .take = bfq_take,
    .remove = bfq_remove,
    .completion = bfq_completion,
};
