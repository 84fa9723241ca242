/* VERIFY reads blocks, but does not send them to the host. With BYTCHK, the host sends the blocks,
 * and the channel compares the medium with them. WRITE AND VERIFY writes the host's blocks first.
 *
 * A chunk passes through three steps, one after another: the host's blocks come into the buffer,
 * the channel writes them, and the channel reads them. VERIFY lacks the second step, and without
 * BYTCHK also the first. */
#include "destage/destage.h"
#include "media/read/read_program.h"
#include "media/service.h"
#include "media/service_steps.h"
#include "media/verify_steps.h"
#include "state/work.h"

/* Start a program for the next chunk of the task, at its own addresses if the host has sent the
 * chunk. */
static void run_chunk(hs_firmware* firmware, hs_ticks seek_start, uint32_t flags, bool addressed) {
  const hs_active* active = &firmware->active;
  const hs_lbn from = {hs_active_task(firmware)->lbn.value + active->done};
  hs_write(firmware->hal, HS_CHANNEL_BEGIN, seek_start);
  if (addressed) {
    hs_media_data_at(firmware, HS_SEGMENT_COMPARE, from.value);
  }
  hs_walk walk = hs_walk_begin(&firmware->config.drive->geometry, from);
  hs_run_extents(firmware->hal, &walk, active->chunk, flags);
  hs_write(firmware->hal, HS_CHANNEL_NOTIFY, active->chunk);
}

static void choose_chunk(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const uint32_t left = task->blocks - active->done;
  active->chunk =
      hs_fit_program(&firmware->config.drive->geometry, (hs_lbn){task->lbn.value + active->done},
                     hs_chunk_of(firmware->config.drive, left));
}

static void verify_chunk(hs_firmware* firmware, hs_ticks seek_start) {
  const bool any_order = firmware->config.drive->cache.zero_latency_read;
  firmware->active.service = HS_SERVICE_MEDIUM;
  run_chunk(firmware, seek_start, any_order ? HS_RUN_ZERO_LATENCY : 0u,
            (hs_active_task(firmware)->flags & HS_FLAG_COMPARE) != 0);
}

/* Ask the host for the blocks of the next chunk. */
static HS_COLD void take_chunk(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_overheads* o = &firmware->config.drive->overheads;
  const hs_task* task = hs_active_task(firmware);
  choose_chunk(firmware);
  active->service = HS_SERVICE_DATA;
  hs_host_data_at(firmware, HS_SEGMENT_COMPARE, task->lbn.value + active->done);
  hs_write(firmware->hal, HS_PORT_BEFORE,
           o->data_preparation + (active->connected ? 0 : o->first_reselect));
  hs_write(firmware->hal, HS_PORT_AFTER, o->write_disconnect);
  hs_port_go(firmware->hal, task->slot,
             HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT | HS_PORT_OP_INTERRUPT |
                 (active->connected ? 0u : HS_PORT_OP_RESELECT),
             HS_STATUS_GOOD, active->chunk);
  active->connected = false;
}

void hs_chunk_taken(hs_firmware* firmware) {
  const hs_ticks now = hs_read(firmware->hal, HS_SPINDLE_NOW);
  if (hs_active_task(firmware)->action == HS_ACTION_WRITE_VERIFY) {
    firmware->active.service = HS_SERVICE_WRITING;
    run_chunk(firmware, now, HS_RUN_WRITE | HS_RUN_RESIDENT, true);
  } else {
    verify_chunk(firmware, now);
  }
}

static void start_verify(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_ticks command = firmware->config.drive->overheads.read_miss_command;
  hs_stop_media(firmware, view->now);
  hs_cache_drop_reads(&firmware->cache);
  choose_chunk(firmware);
  hs_disconnect_read(firmware, view, command);
  verify_chunk(firmware, view->now + command);
}

static HS_COLD void start_with_data(hs_firmware* firmware, const hs_drive_view* view) {
  hs_stop_media(firmware, view->now);
  hs_cache_drop_all(&firmware->cache);
  hs_read(firmware->hal, HS_BUFFER_DIFFERENT); /* differences of an aborted task */
  take_chunk(firmware);
}

static void start(hs_firmware* firmware, const hs_task* task, const hs_drive_view* view) {
  if (task->action == HS_ACTION_WRITE_VERIFY || (task->flags & HS_FLAG_COMPARE) != 0) {
    start_with_data(firmware, view);
  } else {
    start_verify(firmware, view);
  }
}

void hs_begin_verify(hs_firmware* firmware, const hs_task* task, const hs_drive_view* view) {
  if (hs_write_buffer_find(&firmware->write_buffer, task->lbn, task->blocks) != HS_NO_EXTENT) {
    hs_start_flush(firmware, task->lbn, task->blocks);
  } else {
    start(firmware, task, view);
  }
}

void hs_flushed_verify(hs_firmware* firmware) {
  hs_drive_view view;
  hs_firmware_view(firmware, HS_KNOWS_NOTHING, false, &view);
  start(firmware, hs_active_task(firmware), &view);
}

/* A block of the chunk differs from the host's (SCSI-2 9.2.19; SBC-3 5.36). */
static HS_COLD bool has_difference(hs_firmware* firmware) {
  const uint64_t different = hs_read(firmware->hal, HS_BUFFER_DIFFERENT);
  if (HS_DIFFERENT_FOUND(different) == 0) {
    return false;
  }
  const hs_sense sense = {.key = HS_SENSE_MISCOMPARE,
                          .code = HS_CODE_MISCOMPARE,
                          .information_valid = true,
                          .information = HS_DIFFERENT_BLOCK(different)};
  hs_fail_active(firmware, &sense);
  return true;
}

void hs_service_media_reached(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const bool compares = (task->flags & HS_FLAG_COMPARE) != 0;
  if (active->service == HS_SERVICE_WRITING) {
    verify_chunk(firmware, hs_read(firmware->hal, HS_SPINDLE_NOW));
    return;
  }
  if (compares && has_difference(firmware)) {
    return;
  }
  active->done += active->chunk;
  if (active->done == task->blocks) {
    hs_end_good(firmware);
  } else if (compares || task->action == HS_ACTION_WRITE_VERIFY) {
    take_chunk(firmware);
  } else {
    choose_chunk(firmware);
    verify_chunk(firmware, hs_read(firmware->hal, HS_SPINDLE_NOW));
  }
}
