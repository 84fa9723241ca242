/* The decision. hs_comparator_take is the usual way; take_with_care knows all rules of drives. */
#include "comparator/comparator.h"
#include "comparator/entries.h"
#include "comparator/outside.h"
#include "hal/compiler.h"

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
    now->predictor = hs_predictor_depart(scheduler->drive,
                                         &hs_comparator_queue_of(scheduler)->departures, now->view);
  }
  return hs_predict_cost(&now->predictor, task);
}

/* Key of a task with the given cost, in the comparator's count. */
static hs_ticks key_of(const hs_scheduler* scheduler, uint32_t task, hs_ticks cost) {
  const hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  const hs_ticks time = hs_comparator_by_wait(q) ? 0 : SINCE + cost;
  const hs_ticks age = q->aging.kind == HS_AGING_NONE ? 0 : hs_comparator_age(scheduler, task);
  return time + age < MOST_KEY ? time + age : MOST_KEY;
}

/* Restore the bounds of the tasks that have not won. */
static void forget_confirmed(const hs_scheduler* scheduler, uint32_t winner) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  for (uint32_t task = q->confirmed; task != HS_NO_TASK; task = scheduler->tasks[task].parent) {
    if (task != winner) {
      hs_write(scheduler->hal, HS_COMPARATOR(leave), PUT(task, LEAVE__TASK_NUMBER));
      hs_comparator_write_place(scheduler, task);
    }
  }
  q->confirmed = HS_NO_TASK;
}

/* Whether the key of the winner is exact. If not, the winner is entered anew with its exact key.
 * One key is too high: after a later block of its task has moved. If such a task wins, no other
 * task is better. */
static bool is_exact(decision* now, bool bound, uint32_t task) {
  const hs_scheduler* scheduler = now->scheduler;
  const hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  if (hs_comparator_by_wait(q) || q->place[task] == PLACE_EXACT || (!now->cut && !bound)) {
    return true;
  }
  const hs_ticks key = key_of(scheduler, task, cost_of(now, &scheduler->tasks[task]));
  if (key == hs_read(scheduler->hal, HS_COMPARATOR(key))) {
    return true;
  }
  hs_comparator_write_key(scheduler, task, key);
  return false;
}

/* Enter the oldest read that the buffer can answer with its exact key: it takes no time. */
static void confirm_hit(hs_scheduler* scheduler) {
  const uint32_t hit =
      hs_block_index_oldest_hit(&hs_comparator_queue_of(scheduler)->reads, scheduler);
  if (hit != HS_NO_TASK) {
    hs_write(scheduler->hal, HS_COMPARATOR(leave), PUT(hit, LEAVE__TASK_NUMBER));
    hs_comparator_write_key(scheduler, hit, key_of(scheduler, hit, 0));
  }
}

/* The decision for all rules of drives, with all rare work. */
static HS_RARE uint32_t take_with_care(hs_scheduler* scheduler, const hs_drive_view* view) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
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
  hs_comparator_gone(scheduler, task);
  if (hits && !scheduler->tasks[task].write) {
    hs_block_index_remove(&q->reads, scheduler->tasks, task);
  }
  hs_comparator_fill(scheduler);
  return task;
}

uint32_t hs_comparator_take(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_ticks free = free_of(view);
  if (hs_comparator_queue_of(scheduler)->care != 0 || free >= MOST_INSTANT) {
    return take_with_care(scheduler, view);
  }
  tell_state(scheduler, view, free);
  bool bound = false; /* always false, or there would be CARE_BOUND */
  const uint32_t task = scan(scheduler, view, &bound);
  hs_comparator_gone(scheduler, task);
  return task;
}
