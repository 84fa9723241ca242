/* The end of a task that runs. The scheduler is told. */
#ifndef HEADSTACK_END_TASK_H
#define HEADSTACK_END_TASK_H

#include "controller/state.h"

/* Tell the scheduler that a task is over that it has picked. Reads the state of the drive. */
HS_RARE void hs_tell_completion(hs_firmware* firmware, uint32_t entry, bool failed);

/* The running task in this entry of the queue is over. The entry becomes free. `failed`: the task
 * ended with an error, or was aborted. */
static inline void hs_end_task(hs_firmware* firmware, uint32_t entry, bool failed) {
  if (firmware->queue.scheduler.ops->completion != NULL &&
      hs_task_queue_picked(&firmware->queue, entry)) {
    hs_tell_completion(firmware, entry, failed);
  }
  hs_task_queue_finish(&firmware->queue, entry);
}

#endif
