#include "comparator/entries.h"

#include "comparator/fields.h"
#include "hal/compiler.h"

/* --- ages ------------------------------------------------------------------------------------ */

/* Handicap that the comparator adds to the task's time. */
hs_ticks hs_comparator_age(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
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
void hs_comparator_write_place(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
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
    age = hs_comparator_age(scheduler, task);
    flags = hs_comparator_by_wait(q) ? PUT(1, ENTRY__CACHED) : flags;
  }
  write_entry(scheduler, task, lead, age, flags);
  q->place[task] = PLACE_INSIDE;
}

/* Enter a task with its exact key. */
void hs_comparator_write_key(const hs_scheduler* scheduler, uint32_t task, hs_ticks key) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  write_entry(scheduler, task, 0, key, PUT(1, ENTRY__CACHED));
  q->place[task] = PLACE_EXACT;
  scheduler->tasks[task].parent = q->confirmed;
  q->confirmed = task;
}

/* Count ages from the oldest task on, or from `least` if that is less. */
void hs_comparator_count_ages(const hs_scheduler* scheduler, hs_ticks least) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
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
      hs_comparator_write_place(scheduler, task);
    }
  }
}

/* Make sure that the age of a task counts, before the task is entered. */
static HS_RARE void make_room_for_age(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  const hs_ticks age = hs_age_of(&q->aging, &scheduler->tasks[task]);
  if (q->used == 0) {
    q->base = age;
  } else if (age < q->base || (age - q->base >= MOST_AGE && (q->care & CARE_AGE) == 0)) {
    hs_comparator_count_ages(scheduler, age);
  }
}

/* Note that a task has been entered. */
static inline void entered(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  q->used++;
  q->place[task] = PLACE_INSIDE;
  const uint32_t order = (uint32_t)scheduler->tasks[task].order;
  if ((int32_t)(order - q->newest) >= 0) {
    q->newest = order;
    q->youngest = task;
  }
}

static HS_RARE void enter_with_care(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  if (q->aging.kind != HS_AGING_NONE) {
    make_room_for_age(scheduler, task);
  }
  hs_comparator_write_place(scheduler, task);
  entered(scheduler, task);
  if ((q->care & CARE_HITS) != 0 && !scheduler->tasks[task].write) {
    hs_block_index_insert(&q->reads, scheduler->tasks, task);
  }
}

void hs_comparator_enter(const hs_scheduler* scheduler, uint32_t task) {
  const hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  const hs_task* t = &scheduler->tasks[task];
  if (!q->plain[t->write] || (t->write && t->blocks != q->lead_blocks)) {
    enter_with_care(scheduler, task);
    return;
  }
  hs_write(scheduler->hal, HS_COMPARATOR(place), PUT(t->angle, PLACE__ANGLE));
  write_entry(scheduler, task, t->write ? q->lead : 0, 0, PUT(q->bound[t->write], ENTRY__BOUND));
  entered(scheduler, task);
}

void hs_comparator_leave(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  hs_write(scheduler->hal, HS_COMPARATOR(leave), PUT(task, LEAVE__TASK_NUMBER));
  hs_comparator_gone(scheduler, task);
  if ((q->care & CARE_HITS) != 0 && !scheduler->tasks[task].write) {
    hs_block_index_remove(&q->reads, scheduler->tasks, task);
  }
}
