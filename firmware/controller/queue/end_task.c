/* The end of a task that runs. */
#include "queue/end_task.h"

HS_RARE void hs_tell_completion(hs_firmware* firmware, uint32_t entry, bool failed) {
  hs_scheduler* scheduler = &firmware->queue.scheduler;
  hs_drive_view view;
  hs_firmware_view(firmware, scheduler->knowledge, false, &view);
  if (scheduler->facts != NULL) {
    scheduler->facts[entry].failed = failed;
  }
  hs_scheduler_completion(scheduler, entry, &view);
}
