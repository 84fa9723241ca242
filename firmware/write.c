/* Sequencing of writes: through to the medium, or cached and destaged. */
#include "destage.h"
#include "sequencing.h"

/* Program the channel for the next chunk of the active write. */
static void write_chunk(hs_firmware* firmware, hs_ticks seek_start, hs_ticks ready,
                        uint32_t minimum_blocks) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  active->chunk = hs_chunk_of(firmware, task->blocks - active->done);
  const hs_lbn from = {task->lbn.value + active->done};
  hs_write(firmware, HS_CHANNEL_BEGIN, seek_start);
  hs_write(firmware, HS_CHANNEL_READY, ready);
  const hs_write_rules* rules = &firmware->config.drive->write;
  hs_write(firmware, HS_CHANNEL_FILL,
           HS_FILL(minimum_blocks < active->chunk ? minimum_blocks : active->chunk,
                   rules->seek_with_data));
  if (rules->ahead_q8 != 0) {
    hs_write(firmware, HS_CHANNEL_AHEAD, HS_AHEAD(rules->ahead_q8, rules->ahead_delay));
  }
  hs_media_data_at(firmware, HS_SEGMENT_WRITE, from.value);
  hs_walk walk = hs_walk_from(firmware, from);
  hs_run_extents(firmware, &walk, active->chunk,
                 HS_RUN_WRITE | (rules->zero_latency ? HS_RUN_ZERO_LATENCY : 0u));
  hs_write(firmware, HS_CHANNEL_NOTIFY, active->chunk);
  hs_host_data_at(firmware, HS_SEGMENT_WRITE, from.value);
}

/* A write that is over when its data are in the buffer; they go to the medium behind its back. */
static void start_cached_write(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  active->cached_write = true;
  active->predicted_media = 0; /* no media time in its response */
  active->done = task->blocks;
  hs_host_data_at(firmware, HS_SEGMENT_WRITE, task->lbn.value);
  hs_write(firmware, HS_PORT_WORK,
           hs_command_time(firmware->config.drive, &o->write_cached, o->write_cached_command, view,
                           task));
  hs_write(firmware, HS_PORT_BEFORE,
           o->data_preparation + (view->connected ? 0 : o->first_reselect));
  hs_port_go(
      firmware, task->slot,
      HS_PORT_OP_DATA_OUT | HS_PORT_OP_INTERRUPT | (view->connected ? 0u : HS_PORT_OP_RESELECT),
      HS_STATUS_GOOD, task->blocks);
}

/* What becomes of the data is settled before the status: the host may look at the drive then. */
void hs_write_stored(hs_firmware* firmware) {
  const hs_task* task = hs_active_task(firmware);
  const hs_ticks completion = firmware->config.drive->overheads.write_completion;
  firmware->active.cached_write = false;
  hs_destage_stored(firmware, task, hs_read(firmware, HS_SPINDLE_NOW) + completion);
  hs_write(firmware, HS_PORT_AFTER, completion);
  hs_port_go(firmware, task->slot, HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, HS_STATUS_GOOD, 0);
}

/* The buffer's blocks are the host's now; those of a write that is not worth it are not kept. */
static void take_buffer(hs_firmware* firmware, const hs_task* task) {
  hs_cache_write(&firmware->cache, task->lbn, task->blocks);
  if ((task->flags & HS_FLAG_DPO) != 0) {
    firmware->cache.written_first = 0;
    firmware->cache.written_end = 0;
  }
}

void hs_start_write(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_task* task = hs_active_task(firmware);
  take_buffer(firmware, task);
  if (hs_caches_write(firmware, task) &&
      hs_write_buffer_fits(&firmware->write_buffer, task->blocks,
                           firmware->config.drive->cache.segment_blocks, view->now)) {
    start_cached_write(firmware, view);
    return;
  }
  const hs_plan plan = hs_plan_media(firmware->config.drive, view, task->lbn, task->blocks, true);
  write_chunk(firmware, plan.seek_start, plan.ready, plan.minimum_blocks);
  firmware->active.last_reselect = plan.last_reselect;
  uint32_t operations = HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT;
  if (plan.reselect) {
    if (view->connected) {
      hs_write(firmware, HS_PORT_BEFORE, plan.disconnect - view->now);
      hs_port_go(firmware, task->slot, HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD, 0);
    }
    operations |= HS_PORT_OP_RESELECT;
    hs_write(firmware, HS_PORT_NOT_BEFORE, plan.not_before);
  }
  hs_write(firmware, HS_PORT_BEFORE, plan.before);
  hs_write(firmware, HS_PORT_AFTER, plan.after);
  hs_port_go(firmware, task->slot, operations, HS_STATUS_GOOD, firmware->active.chunk);
  firmware->active.connected = false;
}

/* What holds up the status of a write that ends where the next one would need a movement. */
static hs_ticks end_of_write(const hs_firmware* firmware, const hs_task* task) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  if (o->write_track_end == 0 && o->write_cylinder_end == 0) {
    return 0;
  }
  switch (hs_end_of(firmware, task->lbn, task->blocks)) {
    case HS_ENDS_TRACK:
      return o->write_track_end;
    case HS_ENDS_CYLINDER:
      return o->write_cylinder_end;
    default:
      return 0;
  }
}

/* A chunk is on the medium: take the next one, or send the status. */
void hs_written_chunk(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_drive_params* drive = firmware->config.drive;
  const hs_overheads* o = &drive->overheads;
  const hs_task* task = hs_active_task(firmware);
  const hs_ticks now = hs_read(firmware, HS_SPINDLE_NOW);
  active->done += active->chunk;
  const hs_ticks late = active->done == task->blocks ? end_of_write(firmware, task) : 0;
  hs_write(firmware, HS_PORT_NOT_BEFORE, now + drive->write.reconnect_preparation + late);
  if (active->done == task->blocks) {
    hs_write(firmware, HS_PORT_BEFORE, active->last_reselect + o->write_completion);
    hs_port_go(firmware, task->slot, HS_PORT_OP_RESELECT | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT,
               HS_STATUS_GOOD, 0);
    return;
  }
  write_chunk(firmware, now, now, drive->write.minimum_blocks_large);
  active->last_reselect = o->second_reselect;
  hs_write(firmware, HS_PORT_BEFORE, o->first_reselect + o->data_preparation);
  hs_write(firmware, HS_PORT_AFTER, o->write_disconnect);
  hs_port_go(firmware, task->slot,
             HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD,
             active->chunk);
}
