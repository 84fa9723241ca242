/* The choice of the next task where code takes time (hs_firmware_config.picks_ahead). The firmware
 * chooses while another task is at work, for the instant at which the next task will be able to
 * start. */
#ifndef HEADSTACK_NEXT_TASK_H
#define HEADSTACK_NEXT_TASK_H

#include "controller/state.h"

/* Whether a task is chosen that can start before all other tasks. */
bool hs_next_waits(const hs_firmware* firmware);

/* The next task: the task chosen before, or a task chosen now. `*view` is the state of the drive
 * after the choice. Preconditions: no task is active, and a task waits or is chosen. */
uint32_t hs_next_take(hs_firmware* firmware, bool connected, hs_drive_view* view);

/* The active task has begun and has got its first orders. `view` is the state at its start. */
void hs_next_started(hs_firmware* firmware, const hs_drive_view* view);
/* The previous task ended at `end`. No effect if no task was active. The firmware calls this
 * function before hs_next_started, and after the orders of the next task. */
void hs_next_ended(hs_firmware* firmware, hs_ticks end);
/* The task no longer exists. */
void hs_next_forget(hs_firmware* firmware, uint32_t task);

/* Choose the next task, if the choice is due. The firmware calls this function when the processor
 * has nothing else to do. The choice is due when the active task has got its last order. If a
 * choice takes longer than the time from the last order to the end, the choice is due after the
 * first order. */
void hs_choose_ahead(hs_firmware* firmware);

#endif
