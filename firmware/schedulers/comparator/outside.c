#include "comparator/outside.h"

#include "comparator/entries.h"

/* Put a task among those outside. */
static void put_outside(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
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

void hs_comparator_take_from_outside(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
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
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
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
void hs_comparator_arrive_at_full(hs_scheduler* scheduler, uint32_t task) {
  const uint32_t youngest = youngest_inside(scheduler);
  if (scheduler->tasks[task].order > scheduler->tasks[youngest].order) {
    put_outside(scheduler, task);
    return;
  }
  hs_comparator_leave(scheduler, youngest);
  put_outside(scheduler, youngest);
  hs_comparator_enter(scheduler, task);
}

/* A task has left: the oldest task outside takes its entry. */
void hs_comparator_fill(hs_scheduler* scheduler) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  const uint32_t next = q->outside_oldest;
  if (next != HS_NO_TASK) {
    hs_comparator_take_from_outside(scheduler, next);
    hs_comparator_enter(scheduler, next);
  }
  if ((q->care & CARE_AGE) != 0 && q->used != 0) {
    hs_comparator_count_ages(scheduler, UINT64_MAX);
  }
}
