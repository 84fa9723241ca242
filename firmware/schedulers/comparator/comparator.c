#include "comparator/comparator.h"

#include "hal/registers.h"

/* A rare path of a frequent function. Inlined, it would make that function save more registers. */
#define HS_RARE __attribute__((noinline))

/* The comparator gets instants in ticks from four revolutions ago, so that none is negative. */
#define SINCE ((hs_ticks)4 << 32)
/* Limits of the comparator's fields. The sum of two instants must fit 40 bits. The key's width
 * limits the handicap. An entry that is younger than the oldest entry by MOST_AGE never wins. */
#define MOST_INSTANT (((hs_ticks)1 << 39) - 1)
#define MOST_AGE ((hs_ticks)1 << 47)
#define MOST_KEY (((hs_ticks)1 << 48) - 1)

/* hs_comparator_queue::place */
enum {
  PLACE_GONE,    /* the task does not wait */
  PLACE_INSIDE,  /* in the comparator */
  PLACE_EXACT,   /* in the comparator, with its exact key */
  PLACE_OUTSIDE, /* waits until there is room in the comparator */
};

/* hs_comparator_queue::care */
enum {
  CARE_BOUND = 1,   /* keys are lower bounds */
  CARE_HITS = 2,    /* a read that the buffer can answer takes no time */
  CARE_OUTSIDE = 4, /* tasks wait outside */
  CARE_AGE = 8      /* an age in the comparator is cut */
};

/* --- registers ------------------------------------------------------------------------------- */

#define FIELD(value, name) \
  (((value) & (HS_COMPARATOR__##name##_bm)) >> (HS_COMPARATOR__##name##_bp))
/* Precondition: the value fits the field. */
#define PUT(value, name) ((uint64_t)(value) << (HS_COMPARATOR__##name##_bp))

static hs_comparator_queue* queue_of(const hs_scheduler* scheduler) { return scheduler->memory; }

/* --- ages ------------------------------------------------------------------------------------ */

/* True: a task's score depends on its wait only. */
static bool by_wait(const hs_comparator_queue* q) { return q->aging.kind == HS_AGING_LIMIT; }

/* Handicap that the comparator adds to the task's time. */
static hs_ticks age_from_base(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  const hs_ticks age = hs_age_of(&q->aging, &scheduler->tasks[task]) - q->base;
  if (age < MOST_AGE) {
    return age;
  }
  q->care |= CARE_AGE;
  return MOST_AGE;
}

/* --- entries --------------------------------------------------------------------------------- */

static inline void write_entry(const hs_scheduler* scheduler, uint32_t task, uint32_t lead,
                               hs_ticks age, uint64_t flags) {
  const hs_task* t = &scheduler->tasks[task];
  hs_write(scheduler->hal, HS_COMPARATOR(claim),
           PUT((uint32_t)t->order, CLAIM__ORDER) | PUT(lead, CLAIM__LEAD));
  hs_write(scheduler->hal, HS_COMPARATOR(handicap), age | PUT(task, HANDICAP__TASK_NUMBER));
  hs_write(scheduler->hal, HS_COMPARATOR(entry),
           PUT(t->lbn.value, ENTRY__LBN) | PUT(t->track.cylinder.value, ENTRY__CYLINDER) |
               PUT(t->track.head.value, ENTRY__HEAD) | PUT(t->write, ENTRY__WRITE) | flags);
}

/* Enter a task with its place, from which the comparator works out its key. */
static void write_place(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  const hs_task* t = &scheduler->tasks[task];
  hs_target target = {.angle = t->angle, .span = 0};
  if (q->anywhere[t->write]) {
    target = hs_predict_target(scheduler->drive, t);
  }
  hs_write(scheduler->hal, HS_COMPARATOR(place),
           PUT(target.angle, PLACE__ANGLE) | PUT(target.span, PLACE__SPAN));
  uint64_t flags = PUT(q->bound[t->write], ENTRY__BOUND);
  uint32_t lead = 0;
  if (t->write) {
    lead = hs_predict_lead(scheduler->drive, t);
    if (lead == UINT32_MAX) {
      flags = PUT(1, ENTRY__BOUND);
      q->care |= CARE_BOUND;
    } else if (q->lead_by_blocks) {
      q->lead_blocks = t->blocks;
      q->lead = lead;
    }
  }
  hs_ticks age = 0;
  if (q->aging.kind != HS_AGING_NONE) {
    age = age_from_base(scheduler, task);
    flags = by_wait(q) ? PUT(1, ENTRY__CACHED) : flags;
  }
  write_entry(scheduler, task, lead, age, flags);
  q->place[task] = PLACE_INSIDE;
}

/* Enter a task with its exact key. */
static void write_key(const hs_scheduler* scheduler, uint32_t task, hs_ticks key) {
  hs_comparator_queue* q = queue_of(scheduler);
  write_entry(scheduler, task, 0, key, PUT(1, ENTRY__CACHED));
  q->place[task] = PLACE_EXACT;
  scheduler->tasks[task].parent = q->confirmed;
  q->confirmed = task;
}

/* Count ages from the oldest task on, or from `least` if that is less. */
static void count_ages_anew(const hs_scheduler* scheduler, hs_ticks least) {
  hs_comparator_queue* q = queue_of(scheduler);
  for (uint32_t task = 0; task < scheduler->capacity; ++task) {
    if (q->place[task] == PLACE_INSIDE) {
      const hs_ticks age = hs_age_of(&q->aging, &scheduler->tasks[task]);
      least = age < least ? age : least;
    }
  }
  q->base = least;
  q->care &= ~(uint32_t)CARE_AGE;
  hs_write(scheduler->hal, HS_COMPARATOR(leave), PUT(1, LEAVE__EVERYONE));
  for (uint32_t task = 0; task < scheduler->capacity; ++task) {
    if (q->place[task] == PLACE_INSIDE) {
      write_place(scheduler, task);
    }
  }
}

/* Make sure that the age of a task counts, before the task is entered. */
static HS_RARE void make_room_for_age(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  const hs_ticks age = hs_age_of(&q->aging, &scheduler->tasks[task]);
  if (q->used == 0) {
    q->base = age;
  } else if (age < q->base || (age - q->base >= MOST_AGE && (q->care & CARE_AGE) == 0)) {
    count_ages_anew(scheduler, age);
  }
}

/* Note that a task has been entered. */
static inline void entered(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  q->used++;
  q->place[task] = PLACE_INSIDE;
  const uint32_t order = (uint32_t)scheduler->tasks[task].order;
  if ((int32_t)(order - q->newest) >= 0) {
    q->newest = order;
    q->youngest = task;
  }
}

static HS_RARE void enter_with_care(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  if (q->aging.kind != HS_AGING_NONE) {
    make_room_for_age(scheduler, task);
  }
  write_place(scheduler, task);
  entered(scheduler, task);
  if ((q->care & CARE_HITS) != 0 && !scheduler->tasks[task].write) {
    hs_block_index_insert(&q->reads, scheduler->tasks, task);
  }
}

static void enter(const hs_scheduler* scheduler, uint32_t task) {
  const hs_comparator_queue* q = queue_of(scheduler);
  const hs_task* t = &scheduler->tasks[task];
  if (!q->plain[t->write] || (t->write && t->blocks != q->lead_blocks)) {
    enter_with_care(scheduler, task);
    return;
  }
  hs_write(scheduler->hal, HS_COMPARATOR(place), PUT(t->angle, PLACE__ANGLE));
  write_entry(scheduler, task, t->write ? q->lead : 0, 0, PUT(q->bound[t->write], ENTRY__BOUND));
  entered(scheduler, task);
}

/* Note that a task has left the comparator. */
static inline void gone(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  q->place[task] = PLACE_GONE;
  q->used--;
  if (q->youngest == task) {
    q->youngest = HS_NO_TASK;
  }
}

static void leave(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  hs_write(scheduler->hal, HS_COMPARATOR(leave), PUT(task, LEAVE__TASK_NUMBER));
  gone(scheduler, task);
  if ((q->care & CARE_HITS) != 0 && !scheduler->tasks[task].write) {
    hs_block_index_remove(&q->reads, scheduler->tasks, task);
  }
}

/* --- setting up ------------------------------------------------------------------------------ */

static size_t align(size_t bytes) { return (bytes + 7u) & ~(size_t)7u; }

size_t hs_comparator_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  return align(sizeof(hs_comparator_queue)) + align(capacity);
}

size_t hs_comparator_hits_memory(const hs_drive_params* drive, uint32_t capacity) {
  return hs_comparator_memory(drive, capacity) + hs_block_index_memory(drive, capacity);
}

void hs_comparator_init(hs_scheduler* scheduler, hs_aging aging, bool with_hits) {
  const uint32_t capacity = scheduler->capacity;
  const hs_drive_params* drive = scheduler->drive;
  hs_comparator_queue* q = scheduler->memory;
  uint8_t* behind = (uint8_t*)scheduler->memory + align(sizeof *q);
  *q = (hs_comparator_queue){
      .youngest = HS_NO_TASK,
      .place = behind,
      .anywhere = {drive->cache.zero_latency_read || drive->cache.whole_track_read,
                   drive->write.zero_latency},
      .outside_oldest = HS_NO_TASK,
      .outside_youngest = HS_NO_TASK,
      .confirmed = HS_NO_TASK,
      .aging = aging,
      .departures = hs_departures_make(drive)};
  const bool simple = aging.kind == HS_AGING_NONE && !with_hits;
  q->plain[0] = simple && !q->anywhere[0];
  q->plain[1] = simple && !q->anywhere[1];
  q->lead_by_blocks = hs_lead_by_blocks(drive);
  for (uint32_t task = 0; task < capacity; ++task) {
    q->place[task] = PLACE_GONE;
  }
  if (with_hits) {
    q->care = CARE_HITS;
    hs_block_index_init(&q->reads, drive, capacity, behind + align(capacity));
  }
}

/* Tell the comparator an instant of a prospect. An instant too far in the future becomes a lower
 * bound. Returns true if it is one. */
static bool load_instant(const hs_scheduler* scheduler, uint64_t of, hs_ticks time) {
  const hs_ticks from = time + SINCE;
  const bool fits = from < MOST_INSTANT;
  hs_write(scheduler->hal, HS_COMPARATOR(prospect), of | (fits ? from : MOST_INSTANT));
  return !fits;
}

/* Tell the comparator the prospects of a kind of command. Returns true if keys are lower bounds. */
static bool load_prospect(const hs_scheduler* scheduler, uint32_t situation, bool write,
                          bool sequential) {
  const hs_departures* departures = &queue_of(scheduler)->departures;
  const hs_departure* departure =
      &departures->after[situation >> 2][(situation >> 1) & 1u][situation & 1u];
  const hs_prospect* prospect = &departure->of[write][sequential];
  const hs_ticks terms = (hs_ticks)scheduler->drive->overheads.least_terms; /* may be below 0 */
  const uint64_t of = PUT(situation, PROSPECT__SITUATION) | PUT(write, PROSPECT__WRITE) |
                      PUT(sequential, PROSPECT__SEQUENTIAL);
  bool cut = load_instant(scheduler, of, prospect->seek_start + terms);
  cut = load_instant(scheduler, of | PUT(1, PROSPECT__INSTANT),
                     prospect->ready + (write ? terms : 0)) ||
        cut;
  cut = load_instant(scheduler, of | PUT(2, PROSPECT__INSTANT),
                     write ? prospect->data_start + terms : 0) ||
        cut;
  return cut || !departure->by_lead[write];
}

static void load_prospects(const hs_scheduler* scheduler) {
  hs_comparator_queue* q = queue_of(scheduler);
  for (uint32_t i = 0; i < 32; ++i) {
    const bool write = (i & 1u) != 0;
    q->bound[write] = load_prospect(scheduler, i >> 2, write, (i & 2u) != 0) || q->bound[write];
  }
  if (!by_wait(q) && (q->bound[0] || q->bound[1])) {
    q->care |= CARE_BOUND;
  }
}

/* Tell the comparator the facts of the drive that it needs. The tables may hold old values from
 * before a loss of power. */
static HS_RARE void set_up(hs_scheduler* scheduler) {
  hs_comparator_queue* q = queue_of(scheduler);
  const hs_mechanics* m = &scheduler->drive->mechanics;
  const uint64_t ident = hs_read(scheduler->hal, HS_COMPARATOR(ident));
  const uint32_t entries = (uint32_t)FIELD(ident, IDENT__ENTRIES);
  hs_write(scheduler->hal, HS_COMPARATOR(leave), PUT(1, LEAVE__EVERYONE));
  for (uint32_t distance = 0; distance < scheduler->drive->geometry.cylinders; ++distance) {
    const uint64_t at = PUT(distance, SEEK__DISTANCE);
    hs_write(scheduler->hal, HS_COMPARATOR(seek), at | m->seek_down[distance]);
    hs_write(scheduler->hal, HS_COMPARATOR(seek), at | PUT(1, SEEK__UP) | m->seek_up[distance]);
  }
  hs_write(scheduler->hal, HS_COMPARATOR(same_cylinder), m->same_cylinder);
  hs_write(scheduler->hal, HS_COMPARATOR(head_switch), m->head_switch);
  hs_write(scheduler->hal, HS_COMPARATOR(read_settle), (uint64_t)m->read_settle);
  hs_write(scheduler->hal, HS_COMPARATOR(write_settle), (uint64_t)m->write_settle);
  load_prospects(scheduler);
  q->entries = entries < scheduler->capacity ? entries : scheduler->capacity;
}

/* --- the oldest are inside ------------------------------------------------------------------- */

/* Put a task among those outside. */
static void put_outside(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  hs_task* tasks = scheduler->tasks;
  uint32_t before = q->outside_youngest;
  while (before != HS_NO_TASK && tasks[before].order > tasks[task].order) {
    before = tasks[before].left;
  }
  const uint32_t after = before == HS_NO_TASK ? q->outside_oldest : tasks[before].right;
  tasks[task].left = before;
  tasks[task].right = after;
  *(before == HS_NO_TASK ? &q->outside_oldest : &tasks[before].right) = task;
  *(after == HS_NO_TASK ? &q->outside_youngest : &tasks[after].left) = task;
  q->place[task] = PLACE_OUTSIDE;
  q->care |= CARE_OUTSIDE;
}

static void take_from_outside(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  hs_task* tasks = scheduler->tasks;
  const uint32_t before = tasks[task].left;
  const uint32_t after = tasks[task].right;
  *(before == HS_NO_TASK ? &q->outside_oldest : &tasks[before].right) = after;
  *(after == HS_NO_TASK ? &q->outside_youngest : &tasks[after].left) = before;
  q->place[task] = PLACE_GONE;
  if (q->outside_oldest == HS_NO_TASK) {
    q->care &= ~(uint32_t)CARE_OUTSIDE;
  }
}

static uint32_t youngest_inside(const hs_scheduler* scheduler) {
  hs_comparator_queue* q = queue_of(scheduler);
  const hs_task* tasks = scheduler->tasks;
  if (q->youngest == HS_NO_TASK) {
    for (uint32_t task = 0; task < scheduler->capacity; ++task) {
      if (q->place[task] == PLACE_INSIDE &&
          (q->youngest == HS_NO_TASK || tasks[task].order > tasks[q->youngest].order)) {
        q->youngest = task;
      }
    }
    q->newest = (uint32_t)tasks[q->youngest].order;
  }
  return q->youngest;
}

/* A task has arrived at a full comparator. The task can be older than some tasks inside, because it
 * was located again. Then the youngest task inside makes room. */
static HS_RARE void arrive_at_full(hs_scheduler* scheduler, uint32_t task) {
  const uint32_t youngest = youngest_inside(scheduler);
  if (scheduler->tasks[task].order > scheduler->tasks[youngest].order) {
    put_outside(scheduler, task);
    return;
  }
  leave(scheduler, youngest);
  put_outside(scheduler, youngest);
  enter(scheduler, task);
}

void hs_comparator_arrival(hs_scheduler* scheduler, uint32_t task) {
  const hs_comparator_queue* q = queue_of(scheduler);
  if (q->used < q->entries) {
    enter(scheduler, task);
  } else if (q->entries != 0) {
    arrive_at_full(scheduler, task);
  } else {
    set_up(scheduler);
    enter(scheduler, task);
  }
}

/* A task has left: the oldest task outside takes its entry. */
static void fill(hs_scheduler* scheduler) {
  hs_comparator_queue* q = queue_of(scheduler);
  const uint32_t next = q->outside_oldest;
  if (next != HS_NO_TASK) {
    take_from_outside(scheduler, next);
    enter(scheduler, next);
  }
  if ((q->care & CARE_AGE) != 0 && q->used != 0) {
    count_ages_anew(scheduler, UINT64_MAX);
  }
}

void hs_comparator_remove(hs_scheduler* scheduler, uint32_t task) {
  if (queue_of(scheduler)->place[task] == PLACE_OUTSIDE) {
    take_from_outside(scheduler, task);
    return;
  }
  leave(scheduler, task);
  fill(scheduler);
}

/* --- decisions ------------------------------------------------------------------------------- */

static inline void start(const hs_scheduler* scheduler, const hs_drive_view* view) {
  const uint32_t situation =
      (uint32_t)view->last_write << 2 | (uint32_t)view->connected << 1 | (uint32_t)view->reading;
  hs_write(scheduler->hal, HS_COMPARATOR(start),
           PUT((uint32_t)view->now, START__NOW) | PUT(situation, START__SITUATION));
}

/* Time at which the heads are free, as the comparator counts. */
static hs_ticks free_of(const hs_drive_view* view) { return view->free_at - view->now + SINCE; }

/* Tell the comparator where the heads are, and when they are free. */
static inline void tell_state(const hs_scheduler* scheduler, const hs_drive_view* view,
                              hs_ticks free) {
  hs_write(scheduler->hal, HS_COMPARATOR(heads),
           PUT(view->last_end.value, HEADS__LAST_END) |
               PUT(view->track.cylinder.value, HEADS__CYLINDER) |
               PUT(view->track.head.value, HEADS__HEAD));
  hs_write(scheduler->hal, HS_COMPARATOR(free), free);
}

/* Scan: returns the winner's task, and sets `*bound` to whether its key is a lower bound. */
static inline uint32_t scan(hs_scheduler* scheduler, const hs_drive_view* view, bool* bound) {
  start(scheduler, view);
  scheduler->examined++;
  const uint64_t result = hs_read(scheduler->hal, HS_COMPARATOR(result));
  *bound = FIELD(result, RESULT__BOUND) != 0;
  return (uint32_t)FIELD(result, RESULT__TASK_NUMBER);
}

/* A decision under way that needs exact keys. */
typedef struct decision {
  hs_scheduler* scheduler;
  const hs_drive_view* view;
  bool cut;               /* an instant was too large for the comparator */
  bool predicts;          /* `predictor` is set */
  hs_predictor predictor; /* made for the first task whose key is not exact */
} decision;

static hs_ticks cost_of(decision* now, const hs_task* task) {
  const hs_scheduler* scheduler = now->scheduler;
  if (!now->predicts) {
    now->predicts = true;
    now->predictor =
        hs_predictor_depart(scheduler->drive, &queue_of(scheduler)->departures, now->view);
  }
  return hs_predict_cost(&now->predictor, task);
}

/* Key of a task with the given cost, in the comparator's count. */
static hs_ticks key_of(const hs_scheduler* scheduler, uint32_t task, hs_ticks cost) {
  const hs_comparator_queue* q = queue_of(scheduler);
  const hs_ticks time = by_wait(q) ? 0 : SINCE + cost;
  const hs_ticks age = q->aging.kind == HS_AGING_NONE ? 0 : age_from_base(scheduler, task);
  return time + age < MOST_KEY ? time + age : MOST_KEY;
}

/* Restore the bounds of the tasks that have not won. */
static void forget_confirmed(const hs_scheduler* scheduler, uint32_t winner) {
  hs_comparator_queue* q = queue_of(scheduler);
  for (uint32_t task = q->confirmed; task != HS_NO_TASK; task = scheduler->tasks[task].parent) {
    if (task != winner) {
      hs_write(scheduler->hal, HS_COMPARATOR(leave), PUT(task, LEAVE__TASK_NUMBER));
      write_place(scheduler, task);
    }
  }
  q->confirmed = HS_NO_TASK;
}

/* Whether the key of the winner is exact. If not, the winner is entered anew with its exact key.
 * One key is too high: after a later block of its task has moved. If such a task wins, no other
 * task is better. */
static bool is_exact(decision* now, bool bound, uint32_t task) {
  const hs_scheduler* scheduler = now->scheduler;
  const hs_comparator_queue* q = queue_of(scheduler);
  if (by_wait(q) || q->place[task] == PLACE_EXACT || (!now->cut && !bound)) {
    return true;
  }
  const hs_ticks key = key_of(scheduler, task, cost_of(now, &scheduler->tasks[task]));
  if (key == hs_read(scheduler->hal, HS_COMPARATOR(key))) {
    return true;
  }
  write_key(scheduler, task, key);
  return false;
}

/* Enter the oldest read that the buffer can answer with its exact key: it takes no time. */
static void confirm_hit(hs_scheduler* scheduler) {
  const uint32_t hit = hs_block_index_oldest_hit(&queue_of(scheduler)->reads, scheduler);
  if (hit != HS_NO_TASK) {
    hs_write(scheduler->hal, HS_COMPARATOR(leave), PUT(hit, LEAVE__TASK_NUMBER));
    write_key(scheduler, hit, key_of(scheduler, hit, 0));
  }
}

/* The decision for all rules of drives, with all rare work. */
static HS_RARE uint32_t take_with_care(hs_scheduler* scheduler, const hs_drive_view* view) {
  hs_comparator_queue* q = queue_of(scheduler);
  const bool hits = (q->care & CARE_HITS) != 0;
  if (hits) {
    confirm_hit(scheduler);
  }
  const hs_ticks free = free_of(view);
  decision now;
  now.scheduler = scheduler;
  now.view = view;
  now.predicts = false;
  now.cut = free >= MOST_INSTANT;
  tell_state(scheduler, view, now.cut ? MOST_INSTANT : free);
  bool bound = false;
  uint32_t task = scan(scheduler, view, &bound);
  while (!is_exact(&now, bound, task)) {
    task = scan(scheduler, view, &bound);
  }
  forget_confirmed(scheduler, task);
  gone(scheduler, task);
  if (hits && !scheduler->tasks[task].write) {
    hs_block_index_remove(&q->reads, scheduler->tasks, task);
  }
  fill(scheduler);
  return task;
}

uint32_t hs_comparator_take(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_ticks free = free_of(view);
  if (queue_of(scheduler)->care != 0 || free >= MOST_INSTANT) {
    return take_with_care(scheduler, view);
  }
  tell_state(scheduler, view, free);
  bool bound = false; /* always false, or there would be CARE_BOUND */
  const uint32_t task = scan(scheduler, view, &bound);
  gone(scheduler, task);
  return task;
}
