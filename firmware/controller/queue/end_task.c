/* The end of a task that runs. */
#include "queue/end_task.h"

/* Tell the scheduler that a task is over that it has picked. */
static HS_RARE void tell_scheduler(hs_firmware* firmware, uint32_t entry, bool failed) {
  hs_scheduler* scheduler = &firmware->queue.scheduler;
  hs_drive_view view;
  hs_firmware_view(firmware, scheduler->knowledge, false, &view);
  if (scheduler->facts != NULL) {
    scheduler->facts[entry].failed = failed;
  }
  hs_scheduler_completion(scheduler, entry, &view);
}

void hs_end_task(hs_firmware* firmware, uint32_t entry, bool failed) {
  if (firmware->queue.scheduler.ops->completion != NULL &&
      hs_task_queue_picked(&firmware->queue, entry)) {
    tell_scheduler(firmware, entry, failed);
  }
  hs_task_queue_finish(&firmware->queue, entry);
}
