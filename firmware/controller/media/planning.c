#include "media/planning.h"

#include "state/access.h"

void hs_predict_active(hs_firmware* firmware, const hs_drive_view* view, const hs_plan* plan) {
  if (firmware->queue.scheduler.knowledge >= HS_KNOWS_POSITION) {
    firmware->active.predicted_media =
        hs_predict_planned_start(firmware->config.drive, view, plan, hs_active_task(firmware));
  }
}
