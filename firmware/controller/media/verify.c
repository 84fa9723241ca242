/* VERIFY reads blocks, but does not send them to the host. */
#include "destage/destage.h"
#include "media/read/read_program.h"
#include "media/service.h"
#include "media/service_steps.h"
#include "state/work.h"

static void verify_chunk(hs_firmware* firmware, hs_ticks seek_start) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const hs_drive_params* drive = firmware->config.drive;
  const uint32_t left = task->blocks - active->done;
  const uint32_t flags = drive->cache.zero_latency_read ? HS_RUN_ZERO_LATENCY : 0u;
  const hs_lbn from = {task->lbn.value + active->done};
  active->chunk = hs_fit_program(&firmware->config.drive->geometry, from,
                                 hs_chunk_of(firmware->config.drive, left));
  hs_write(firmware->hal, HS_CHANNEL_BEGIN, seek_start);
  hs_walk walk = hs_walk_begin(&firmware->config.drive->geometry, from);
  hs_run_extents(firmware->hal, &walk, active->chunk, flags);
  hs_write(firmware->hal, HS_CHANNEL_NOTIFY, active->chunk);
}

static void start_verify(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_ticks command = firmware->config.drive->overheads.read_miss_command;
  firmware->active.service = HS_SERVICE_MEDIUM;
  hs_stop_media(firmware, view->now);
  hs_cache_drop_reads(&firmware->cache);
  hs_disconnect_read(firmware, view, command);
  verify_chunk(firmware, view->now + command);
}

void hs_begin_verify(hs_firmware* firmware, const hs_task* task, const hs_drive_view* view) {
  if (hs_write_buffer_find(&firmware->write_buffer, task->lbn, task->blocks) != HS_NO_EXTENT) {
    hs_start_flush(firmware, task->lbn, task->blocks);
  } else {
    start_verify(firmware, view);
  }
}

void hs_flushed_verify(hs_firmware* firmware) {
  hs_drive_view view;
  hs_firmware_view(firmware, HS_KNOWS_NOTHING, false, &view);
  start_verify(firmware, &view);
}

void hs_service_media_reached(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  active->done += active->chunk;
  if (active->done == hs_active_task(firmware)->blocks) {
    hs_end_good(firmware);
  } else {
    verify_chunk(firmware, hs_read(firmware->hal, HS_SPINDLE_NOW));
  }
}
