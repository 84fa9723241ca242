#include "comparator/comparator.h"

#include "hal/registers.h"

#define NO_ENTRY 0xffffffffu

/* The comparator gets instants in ticks from four revolutions ago, so that none is negative. */
#define SINCE ((hs_ticks)4 << 32)
/* Limits of the comparator's fields. The sum of two instants must fit 40 bits. The key's width
 * limits the handicap. An entry that is younger than the oldest entry by MOST_AGE never wins. */
#define MOST_INSTANT (((hs_ticks)1 << 39) - 1)
#define MOST_AGE ((hs_ticks)1 << 47)
#define MOST_KEY (((hs_ticks)1 << 48) - 1)
/* Base age at which the scheduler counts ages from 0 again. */
#define MOST_BASE_AGE ((hs_ticks)1 << 46)

/* --- registers ------------------------------------------------------------------------------- */

#define FIELD(value, name) \
  (((value) & (HS_COMPARATOR__##name##_bm)) >> (HS_COMPARATOR__##name##_bp))
#define PUT(value, name) \
  (((uint64_t)(value) << (HS_COMPARATOR__##name##_bp)) & (HS_COMPARATOR__##name##_bm))

static void wait_until_ready(const hs_scheduler* scheduler) {
  while (FIELD(hs_read(scheduler->hal, HS_COMPARATOR(status)), STATUS__BUSY) != 0) {
  }
}

/* --- entries --------------------------------------------------------------------------------- */

static hs_comparator_queue* queue_of(const hs_scheduler* scheduler) { return scheduler->memory; }

static uint64_t word_of(const hs_scheduler* scheduler, uint32_t task) {
  const hs_task* t = &scheduler->tasks[task];
  return PUT(queue_of(scheduler)->entry_of[task], ENTRY__TAG) |
         PUT(t->track.cylinder.value, ENTRY__CYLINDER) | PUT(t->track.head.value, ENTRY__HEAD) |
         PUT(1, ENTRY__VALID) | PUT(t->write, ENTRY__WRITE);
}

/* Handicap that the comparator adds to the task's time. */
static hs_ticks age_from_base(const hs_scheduler* scheduler, uint32_t task) {
  const hs_comparator_queue* q = queue_of(scheduler);
  const hs_ticks since = hs_age_of(&q->aging, &scheduler->tasks[task]);
  const hs_ticks age = since > q->base ? since - q->base : 0;
  return age < MOST_AGE ? age : MOST_AGE;
}

/* True: a task's score depends on its wait only. */
static bool by_wait(const hs_scheduler* scheduler) {
  return queue_of(scheduler)->aging.kind == HS_AGING_LIMIT;
}

/* Write the entry of a task, with the bound of its time. */
static void write_bound(const hs_scheduler* scheduler, uint32_t task, uint64_t flags) {
  const hs_task* t = &scheduler->tasks[task];
  const hs_target target = hs_predict_target(scheduler->drive, t);
  const uint32_t lead = hs_predict_lead(scheduler->drive, t);
  hs_write(scheduler->hal, HS_COMPARATOR(place),
           PUT(target.angle, PLACE__ANGLE) | PUT(target.span, PLACE__SPAN));
  hs_write(scheduler->hal, HS_COMPARATOR(claim),
           PUT(t->order, CLAIM__ORDER) | PUT(lead, CLAIM__LEAD));
  hs_write(scheduler->hal, HS_COMPARATOR(handicap), age_from_base(scheduler, task));
  hs_write(scheduler->hal, HS_COMPARATOR(entry),
           word_of(scheduler, task) | PUT(by_wait(scheduler), ENTRY__CACHED) | flags);
}

/* Key of a task with the given cost, in the comparator's count. */
static hs_ticks key_of(const hs_scheduler* scheduler, uint32_t task, hs_ticks cost) {
  const hs_ticks time = by_wait(scheduler) ? 0 : SINCE + cost;
  const hs_ticks key = time + age_from_base(scheduler, task);
  return key < MOST_KEY ? key : MOST_KEY;
}

/* Write the entry of a task with its exact key. */
static void confirm(const hs_scheduler* scheduler, uint32_t task, hs_ticks key) {
  hs_comparator_queue* q = queue_of(scheduler);
  hs_task* t = &scheduler->tasks[task];
  hs_write(scheduler->hal, HS_COMPARATOR(claim), PUT(t->order, CLAIM__ORDER));
  hs_write(scheduler->hal, HS_COMPARATOR(handicap), key);
  hs_write(scheduler->hal, HS_COMPARATOR(entry),
           word_of(scheduler, task) | PUT(1, ENTRY__CACHED) | PUT(1, ENTRY__REPLACE));
  t->key = 1;
  t->parent = q->confirmed;
  q->confirmed = task;
}

static void enter(hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  uint32_t entry = q->free;
  if (entry != NO_ENTRY) {
    q->free = q->task_of[entry];
  } else {
    entry = q->fresh++;
  }
  q->entry_of[task] = entry;
  q->task_of[entry] = task;
  q->used++;
  scheduler->tasks[task].key = 0;
  write_bound(scheduler, task, 0);
  hs_block_index_insert(&q->tasks, scheduler->tasks, task);
  if (q->with_hits && !scheduler->tasks[task].write) {
    hs_block_index_insert(&q->reads, scheduler->tasks, task);
  }
}

static void leave(hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  const uint32_t entry = q->entry_of[task];
  hs_write(scheduler->hal, HS_COMPARATOR(entry), PUT(entry, ENTRY__TAG));
  q->entry_of[task] = NO_ENTRY;
  q->task_of[entry] = q->free;
  q->free = entry;
  q->used--;
  hs_block_index_remove(&q->tasks, scheduler->tasks, task);
  if (q->with_hits && !scheduler->tasks[task].write) {
    hs_block_index_remove(&q->reads, scheduler->tasks, task);
  }
}

/* --- setting up ------------------------------------------------------------------------------ */

static size_t align(size_t bytes) { return (bytes + 7u) & ~(size_t)7u; }

size_t hs_comparator_memory(const hs_drive_params* drive, uint32_t capacity) {
  return align(sizeof(hs_comparator_queue)) + 2 * align(sizeof(uint32_t) * (size_t)capacity) +
         align(hs_block_index_memory(drive, capacity));
}

size_t hs_comparator_hits_memory(const hs_drive_params* drive, uint32_t capacity) {
  return hs_comparator_memory(drive, capacity) + hs_block_index_memory(drive, capacity);
}

void hs_comparator_init(hs_scheduler* scheduler, hs_aging aging, bool with_hits) {
  const uint32_t capacity = scheduler->capacity;
  const hs_drive_params* drive = scheduler->drive;
  hs_comparator_queue* q = scheduler->memory;
  uint8_t* behind = (uint8_t*)scheduler->memory + align(sizeof *q);
  *q = (hs_comparator_queue){.aging = aging,
                             .departures = hs_departures_make(drive),
                             .free = NO_ENTRY,
                             .oldest = HS_NO_TASK,
                             .youngest = HS_NO_TASK,
                             .outside = HS_NO_TASK,
                             .confirmed = HS_NO_TASK,
                             .with_hits = with_hits};
  q->entry_of = (uint32_t*)(void*)behind;
  behind += align(sizeof(uint32_t) * (size_t)capacity);
  q->task_of = (uint32_t*)(void*)behind;
  behind += align(sizeof(uint32_t) * (size_t)capacity);
  hs_block_index_init(&q->tasks, drive, capacity, behind);
  if (with_hits) {
    behind += align(hs_block_index_memory(drive, capacity));
    hs_block_index_init(&q->reads, drive, capacity, behind);
  }
}

/* Tell the comparator the facts of the drive that it needs. The tables may hold old values from
 * before a loss of power. */
static void set_up(hs_scheduler* scheduler) {
  hs_comparator_queue* q = queue_of(scheduler);
  const hs_mechanics* m = &scheduler->drive->mechanics;
  wait_until_ready(scheduler);
  const uint64_t ident = hs_read(scheduler->hal, HS_COMPARATOR(ident));
  const uint32_t entries = (uint32_t)FIELD(ident, IDENT__ENTRIES);
  for (uint32_t entry = 0; entry < entries; ++entry) {
    hs_write(scheduler->hal, HS_COMPARATOR(entry), PUT(entry, ENTRY__TAG));
  }
  for (uint32_t distance = 0; distance < scheduler->drive->geometry.cylinders; ++distance) {
    const uint64_t at = PUT(distance, SEEK__DISTANCE);
    hs_write(scheduler->hal, HS_COMPARATOR(seek), at | m->seek_down[distance]);
    hs_write(scheduler->hal, HS_COMPARATOR(seek), at | PUT(1, SEEK__UP) | m->seek_up[distance]);
  }
  hs_write(scheduler->hal, HS_COMPARATOR(same_cylinder), m->same_cylinder);
  hs_write(scheduler->hal, HS_COMPARATOR(head_switch), m->head_switch);
  hs_write(scheduler->hal, HS_COMPARATOR(read_settle), (uint64_t)m->read_settle);
  hs_write(scheduler->hal, HS_COMPARATOR(write_settle), (uint64_t)m->write_settle);
  hs_write(scheduler->hal, HS_COMPARATOR(read_ready), SINCE);
  q->entries = entries < scheduler->capacity ? entries : scheduler->capacity;
}

/* --- the oldest are inside ------------------------------------------------------------------- */

/* Put the task into the chain by age. The place is the end of the chain, except for tasks that have
 * been located again. */
static void chain_in(hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  hs_task* tasks = scheduler->tasks;
  uint32_t before = q->youngest;
  while (before != HS_NO_TASK && tasks[before].order > tasks[task].order) {
    before = tasks[before].left;
  }
  const uint32_t after = before == HS_NO_TASK ? q->oldest : tasks[before].right;
  tasks[task].left = before;
  tasks[task].right = after;
  *(before == HS_NO_TASK ? &q->oldest : &tasks[before].right) = task;
  *(after == HS_NO_TASK ? &q->youngest : &tasks[after].left) = task;
}

static void chain_out(hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  hs_task* tasks = scheduler->tasks;
  const uint32_t before = tasks[task].left;
  const uint32_t after = tasks[task].right;
  *(before == HS_NO_TASK ? &q->oldest : &tasks[before].right) = after;
  *(after == HS_NO_TASK ? &q->youngest : &tasks[after].left) = before;
}

void hs_comparator_arrival(hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  const hs_task* tasks = scheduler->tasks;
  if (q->entries == 0) {
    set_up(scheduler);
  }
  chain_in(scheduler, task);
  q->entry_of[task] = NO_ENTRY;
  if (q->used == 0) {
    q->base = hs_age_of(&q->aging, &tasks[task]);
  }
  if (q->used < q->entries) {
    enter(scheduler, task);
    return;
  }
  const uint32_t next = tasks[task].right;
  if (next != HS_NO_TASK && next != q->outside && q->entry_of[next] != NO_ENTRY) {
    /* The task is older than some tasks inside, because it was located again. The youngest task
     * inside makes room. */
    const uint32_t last = q->outside == HS_NO_TASK ? q->youngest : tasks[q->outside].left;
    leave(scheduler, last);
    enter(scheduler, task);
    q->outside = last;
  } else if (q->outside == HS_NO_TASK || next == q->outside) {
    q->outside = task;
  }
}

void hs_comparator_remove(hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = queue_of(scheduler);
  const uint32_t after = scheduler->tasks[task].right;
  chain_out(scheduler, task);
  if (q->outside == task) {
    q->outside = after;
  }
  if (q->entry_of[task] == NO_ENTRY) {
    return;
  }
  leave(scheduler, task);
  if (q->outside != HS_NO_TASK) {
    const uint32_t next = q->outside;
    q->outside = scheduler->tasks[next].right;
    enter(scheduler, next);
  }
}

/* --- decisions ------------------------------------------------------------------------------- */

/* Count ages from the oldest on. */
static void count_ages_anew(const hs_scheduler* scheduler) {
  hs_comparator_queue* q = queue_of(scheduler);
  const hs_ticks since = hs_age_of(&q->aging, &scheduler->tasks[q->oldest]);
  if (since < q->base || since - q->base > MOST_BASE_AGE) {
    q->base = since;
    for (uint32_t task = q->oldest; task != q->outside; task = scheduler->tasks[task].right) {
      write_bound(scheduler, task, PUT(1, ENTRY__REPLACE));
    }
  }
}

/* A decision under way. */
typedef struct decision {
  const hs_drive_view* view;
  const hs_departure* departure; /* the prospects in the drive's situation */
  bool cut;                      /* an instant was too large for the comparator */
  bool predicts;                 /* `predictor` is set */
  hs_predictor predictor;        /* made for the first task whose key is not exact */
} decision;

static hs_ticks cost_of(const hs_scheduler* scheduler, decision* now, const hs_task* task) {
  if (!now->predicts) {
    now->predicts = true;
    now->predictor =
        hs_predictor_depart(scheduler->drive, &queue_of(scheduler)->departures, now->view);
  }
  return hs_predict_cost(&now->predictor, task);
}

/* Write an instant that counts from the decision. An instant too far in the future becomes a lower
 * bound. */
static void write_instant(const hs_scheduler* scheduler, uint32_t address, hs_ticks time,
                          decision* now) {
  const hs_ticks from = time + SINCE;
  const bool fits = from < MOST_INSTANT;
  now->cut = now->cut || !fits;
  hs_write(scheduler->hal, address, fits ? from : MOST_INSTANT);
}

/* Start of the arm for a kind of command, counted from the decision. */
static hs_ticks ticks_to_arm_start(const hs_drive_view* view, const hs_prospect* of,
                                   hs_ticks terms) {
  return hs_later(view->now + of->seek_start + terms, view->free_at) - view->now;
}

static void tell_state(const hs_scheduler* scheduler, decision* now) {
  const hs_drive_view* view = now->view;
  const hs_task* oldest = &scheduler->tasks[queue_of(scheduler)->oldest];
  const hs_ticks terms = (hs_ticks)scheduler->drive->overheads.least_terms; /* may be below 0 */
  const hs_prospect* read = &now->departure->of[0][0];
  const hs_prospect* write = &now->departure->of[1][0];
  hs_write(scheduler->hal, HS_COMPARATOR(heads),
           PUT(view->track.cylinder.value, HEADS__CYLINDER) |
               PUT(view->track.head.value, HEADS__HEAD) | PUT(oldest->order, HEADS__OLDEST));
  write_instant(scheduler, HS_COMPARATOR(read_start), ticks_to_arm_start(view, read, terms), now);
  write_instant(scheduler, HS_COMPARATOR(write_start), ticks_to_arm_start(view, write, terms), now);
  write_instant(scheduler, HS_COMPARATOR(write_ready), write->ready + terms, now);
  write_instant(scheduler, HS_COMPARATOR(write_data), write->data_start + terms, now);
}

/* True: the firmware need not compute the key of a winner that is not confirmed. The comparator's
 * key is exact, because all sequential tasks are confirmed. One exception: a key is too high after
 * a later block of its task has moved. If such a task wins, no other task is better. */
static bool is_exact(const hs_scheduler* scheduler, const decision* now, const hs_task* task) {
  if (by_wait(scheduler)) {
    return true;
  }
  return !now->cut && now->departure->by_lead[task->write] &&
         (!task->write || hs_predict_lead(scheduler->drive, task) < UINT32_MAX);
}

/* Confirm the sequential tasks. Their instants differ from the common instants that the comparator
 * has. */
static void confirm_sequential(hs_scheduler* scheduler, decision* now) {
  const hs_comparator_queue* q = queue_of(scheduler);
  const hs_task* tasks = scheduler->tasks;
  const hs_lbn end = now->view->last_end;
  uint32_t task = hs_block_index_near(&q->tasks, end.value);
  for (; task != HS_NO_TASK; task = q->tasks.next[task]) {
    if (tasks[task].lbn.value == end.value && tasks[task].write == now->view->last_write &&
        tasks[task].key == 0) {
      confirm(scheduler, task, key_of(scheduler, task, cost_of(scheduler, now, &tasks[task])));
    }
  }
}

static uint64_t scan(const hs_scheduler* scheduler, hs_ticks now) {
  hs_write(scheduler->hal, HS_COMPARATOR(start), PUT(now, START__NOW));
  wait_until_ready(scheduler);
  return hs_read(scheduler->hal, HS_COMPARATOR(result));
}

/* Restore the bounds of the other tasks. */
static void forget_confirmed(const hs_scheduler* scheduler, uint32_t picked) {
  hs_comparator_queue* q = queue_of(scheduler);
  for (uint32_t task = q->confirmed; task != HS_NO_TASK; task = scheduler->tasks[task].parent) {
    scheduler->tasks[task].key = 0;
    if (task != picked) {
      write_bound(scheduler, task, PUT(1, ENTRY__REPLACE));
    }
  }
  q->confirmed = HS_NO_TASK;
}

uint32_t hs_comparator_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  hs_comparator_queue* q = queue_of(scheduler);
  decision now;
  now.view = view;
  now.departure = hs_departure_of(&q->departures, view);
  now.cut = false;
  now.predicts = false;
  count_ages_anew(scheduler);
  tell_state(scheduler, &now);
  if (q->with_hits) {
    const uint32_t hit = hs_block_index_oldest_hit(&q->reads, scheduler);
    if (hit != HS_NO_TASK) {
      confirm(scheduler, hit, key_of(scheduler, hit, 0));
    }
  }
  confirm_sequential(scheduler, &now);
  while (true) {
    scheduler->examined++;
    const uint32_t winner = q->task_of[FIELD(scan(scheduler, view->now), RESULT__TAG)];
    const hs_task* task = &scheduler->tasks[winner];
    hs_ticks key = 0;
    bool exact = task->key != 0 || is_exact(scheduler, &now, task);
    if (!exact) {
      key = key_of(scheduler, winner, cost_of(scheduler, &now, task));
      exact = key == hs_read(scheduler->hal, HS_COMPARATOR(key));
    }
    if (exact) {
      forget_confirmed(scheduler, winner);
      return winner;
    }
    confirm(scheduler, winner, key);
  }
}
