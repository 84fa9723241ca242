/* START STOP UNIT and SYNCHRONIZE CACHE write the blocks that are only in the buffer to the
 * medium. */
#include "destage/destage.h"
#include "media/service_steps.h"
#include "unit/replies.h"

void hs_flushed_start_stop(hs_firmware* firmware) {
  hs_stop_media(firmware, hs_read(firmware->hal, HS_SPINDLE_NOW));
  hs_cache_drop_reads(&firmware->cache);
  hs_power_change(firmware->hal, &firmware->unit, firmware->config.spin_up, false);
  hs_end_good(firmware);
}

static void start_unit(hs_firmware* firmware, bool immediate) {
  const hs_ticks ready =
      hs_power_change(firmware->hal, &firmware->unit, firmware->config.spin_up, true);
  if (ready != 0 && !immediate) {
    hs_disconnect(firmware, firmware->config.drive->overheads.read_hit_command);
    hs_write(firmware->hal, HS_PORT_NOT_BEFORE, ready);
  }
  hs_end_good(firmware);
}

void hs_begin_start_stop(hs_firmware* firmware, const hs_task* task, const hs_drive_view* view) {
  (void)view;
  if ((task->flags & HS_FLAG_START) != 0) {
    start_unit(firmware, (task->flags & HS_FLAG_IMMEDIATE) != 0);
  } else {
    hs_start_flush(firmware, (hs_lbn){0}, firmware->config.drive->geometry.block_count);
  }
}

/* Send the status. GOOD would mean that the initiator's blocks are on the medium. */
void hs_flushed_synchronize(hs_firmware* firmware) {
  hs_sense* deferred = &firmware->unit.deferred[hs_active_task(firmware)->initiator];
  const hs_sense sense = *deferred;
  *deferred = (hs_sense){0};
  hs_end_with(firmware, &sense);
}

void hs_begin_synchronize(hs_firmware* firmware, const hs_task* task, const hs_drive_view* view) {
  (void)view;
  if ((task->flags & HS_FLAG_IMMEDIATE) == 0) {
    hs_start_flush(firmware, task->lbn, task->blocks);
  } else {
    hs_flush_soon(firmware);
    hs_end_good(firmware);
  }
}
