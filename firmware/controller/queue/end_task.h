/* The end of a task that runs. The scheduler is told. */
#ifndef HEADSTACK_END_TASK_H
#define HEADSTACK_END_TASK_H

#include "controller/state.h"

/* The running task in this entry of the queue is over. The entry becomes free. `failed`: the task
 * ended with an error, or was aborted. Reads the state of the drive if the scheduler learns from
 * completions. */
void hs_end_task(hs_firmware* firmware, uint32_t entry, bool failed);

#endif
