/* The entries of the comparator: a task with its place or its exact key. */
#ifndef HEADSTACK_COMPARATOR_ENTRIES_H
#define HEADSTACK_COMPARATOR_ENTRIES_H

#include "comparator/fields.h"

/* Handicap that the comparator adds to the task's time: its age, counted from `base`. */
hs_ticks hs_comparator_age(const hs_scheduler* scheduler, uint32_t task);

/* Count ages from the oldest task in the comparator on, or from `least` if that is less. */
void hs_comparator_count_ages(const hs_scheduler* scheduler, hs_ticks least);

/* Enter a task. Precondition: the comparator has room, and does not have the task. */
void hs_comparator_enter(const hs_scheduler* scheduler, uint32_t task);
/* Remove a task from the comparator. */
void hs_comparator_leave(const hs_scheduler* scheduler, uint32_t task);

/* Write an entry of a task that is in the comparator and has no entry for the moment: with its
 * place, from which the comparator works out the key, or with its exact key. */
void hs_comparator_write_place(const hs_scheduler* scheduler, uint32_t task);
void hs_comparator_write_key(const hs_scheduler* scheduler, uint32_t task, hs_ticks key);

/* Note that a task has left the comparator. */
static inline void hs_comparator_gone(const hs_scheduler* scheduler, uint32_t task) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  q->place[task] = PLACE_GONE;
  q->used--;
  if (q->youngest == task) {
    q->youngest = HS_NO_TASK;
  }
}

#endif
