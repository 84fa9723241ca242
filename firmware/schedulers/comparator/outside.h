/* The tasks outside a full comparator. All of them are younger than the tasks with an entry. */
#ifndef HEADSTACK_COMPARATOR_OUTSIDE_H
#define HEADSTACK_COMPARATOR_OUTSIDE_H

#include "hal/compiler.h"
#include "schedulers/scheduler.h"

/* A task arrives at a full comparator. */
HS_RARE void hs_comparator_arrive_at_full(hs_scheduler* scheduler, uint32_t task);
/* Remove a task that waits outside. */
void hs_comparator_take_from_outside(const hs_scheduler* scheduler, uint32_t task);
/* A task has left the comparator: the oldest task outside takes its entry. */
void hs_comparator_fill(hs_scheduler* scheduler);

#endif
