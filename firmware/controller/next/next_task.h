/* The choice of the next task where code takes time (hs_firmware_config.picks_ahead): made while
 * another task is at work, for the instant at which the next one will be able to start. */
#ifndef HEADSTACK_NEXT_TASK_H
#define HEADSTACK_NEXT_TASK_H

#include "controller/state.h"

/* Is a task chosen that can start before all others? */
bool hs_next_waits(const hs_firmware* firmware);

/* The task that is next: the one that has been chosen, or one that is chosen now. `*view` is the
 * state of the drive behind that. Preconditions: no task is active, and one waits or is chosen. */
uint32_t hs_next_take(hs_firmware* firmware, bool connected, hs_drive_view* view);

/* The active task has been taken up, with its first orders, on a drive in this state. */
void hs_next_started(hs_firmware* firmware, const hs_drive_view* view);
/* It is over. Without effect if there was none. */
void hs_next_ended(hs_firmware* firmware);
/* This task is no more. */
void hs_next_forget(hs_firmware* firmware, uint32_t task);

/* The processor has nothing else to do: choose, if it is time. That is when the active task has got
 * its last order, or as soon as it has its first if a choice takes longer than what is left then.
 */
void hs_choose_ahead(hs_firmware* firmware);

#endif
