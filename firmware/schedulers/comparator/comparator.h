/* The shared part of the schedulers that decide in the comparator: the tasks in the comparator, and
 * the decision.
 *
 * Contract: the comparator holds the oldest waiting tasks, as many as it has entries. The other
 * tasks wait until a task leaves. Over the tasks in the comparator, the schedule equals that of the
 * scheduler without _hw.
 *
 * A scan gives the task with the least key, and removes it. A key is the task's positioning time,
 * plus the age. If the drive has rules that the comparator does not know, a key is a lower bound.
 * The firmware then computes the winner's exact key. If the exact key is higher, the firmware
 * enters the task anew with the exact key, and scans again. At the end, no other task is better
 * than the last winner, ties included. */
#ifndef HEADSTACK_SCHEDULERS_COMPARATOR_H
#define HEADSTACK_SCHEDULERS_COMPARATOR_H

#include "position/aging.h"
#include "schedulers/scheduler.h"

/* Bytes of memory of a scheduler, without and with hits. */
size_t hs_comparator_memory(const hs_drive_params* drive, uint32_t capacity);
size_t hs_comparator_hits_memory(const hs_drive_params* drive, uint32_t capacity);

/* Prepare an empty queue. `with_hits`: a read that the buffer can answer takes no time. */
void hs_comparator_init(hs_scheduler* scheduler, hs_aging aging, bool with_hits);

/* The operations of such a scheduler. */
void hs_comparator_arrival(hs_scheduler* scheduler, uint32_t task);
uint32_t hs_comparator_take(hs_scheduler* scheduler, const hs_drive_view* view);
void hs_comparator_remove(hs_scheduler* scheduler, uint32_t task);

#endif
