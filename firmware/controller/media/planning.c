#include "media/planning.h"

#include "state/access.h"

void hs_plan_active(hs_firmware* firmware, const hs_drive_view* view, hs_plan* plan) {
  const hs_drive_params* drive = firmware->config.drive;
  const hs_task* task = hs_active_task(firmware);
  hs_plan_media(drive, view, task, plan);
  if (firmware->queue.scheduler.knowledge >= HS_KNOWS_POSITION) {
    firmware->active.predicted_media = hs_predict_planned_start(drive, view, plan, task);
  }
}
