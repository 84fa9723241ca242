/* Servo and media sequencing: from a task to a program for the head channel and sequences for the
 * port (Worthington 1994, tables A.4 and A.5, by way of hs_plan_media).
 *
 * A request larger than a buffer segment is served in chunks of a segment.
 */
#include "stages.h"

#define RESIDENT ((uint64_t)(uint32_t)INT32_MIN) /* far before the channel's program */

static hs_task* active_task(hs_firmware* firmware) {
  return &firmware->queue.tasks[firmware->active.task];
}

static uint32_t chunk_of(const hs_firmware* firmware, uint32_t left) {
  const uint32_t segment = firmware->config.drive->cache.segment_blocks;
  return left < segment ? left : segment;
}

/* Hand the walk's next `blocks` to the channel, an extent a track. */
static void run_extents(const hs_firmware* firmware, hs_walk* walk, uint32_t blocks,
                        uint32_t flags) {
  while (blocks != 0) {
    const hs_extent extent = hs_walk_next(walk, blocks);
    hs_write(firmware, HS_CHANNEL_RUN,
             HS_RUN(extent.first.cylinder.value, extent.first.head.value, extent.first.sector.value,
                    extent.blocks, flags));
    blocks -= extent.blocks;
  }
}

static hs_walk walk_from(const hs_firmware* firmware, hs_lbn lbn) {
  return hs_walk_begin(&firmware->config.drive->geometry, lbn);
}

static uint32_t read_flags(const hs_firmware* firmware) {
  return firmware->config.drive->cache.zero_latency_read ? HS_RUN_ZERO_LATENCY : 0u;
}

/* A new command does not cut off the first `blocks` of the program, nor the least read-ahead. A hit
 * may lie before the program, so that `blocks` is below 0: there is nothing to keep then. */
static void keep(const hs_firmware* firmware, uint32_t blocks) {
  const uint32_t minimum = firmware->config.drive->cache.prefetch_minimum;
  const int32_t kept = (int32_t)(blocks + minimum);
  if (minimum != 0 && kept > 0) {
    hs_write(firmware, HS_CHANNEL_KEEP, (uint64_t)kept);
  }
}

/* --- reads ----------------------------------------------------------------------------------- */

/* Read the next chunk of the active task from the media; the last one takes the read-ahead along.
 */
static void read_chunk(hs_firmware* firmware, hs_ticks seek_start, hs_lbn ahead_end) {
  hs_active* active = &firmware->active;
  const hs_task* task = active_task(firmware);
  const hs_cache_rules* rules = &firmware->config.drive->cache;
  const uint32_t left = task->blocks - active->done;
  active->chunk = chunk_of(firmware, left);
  const hs_lbn from = {task->lbn.value + active->done};
  firmware->cache.program_first = from.value;
  uint32_t mark = (uint32_t)((uint64_t)active->chunk * rules->read_watermark_ppm / 1000000u);
  mark = mark == 0 ? 1 : mark;
  hs_write(firmware, HS_CHANNEL_BEGIN, seek_start);
  hs_walk walk = walk_from(firmware, from);
  run_extents(firmware, &walk, active->chunk, read_flags(firmware));
  hs_write(firmware, HS_CHANNEL_NOTIFY, mark);
  if (active->chunk == left) {
    keep(firmware, active->chunk);
    run_extents(firmware, &walk, ahead_end.value - (from.value + left), HS_RUN_AHEAD);
  }
}

static void start_read_miss(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_drive_params* drive = firmware->config.drive;
  const hs_task* task = active_task(firmware);
  const hs_plan plan = hs_plan_media(drive, view, task->lbn, task->blocks, false);
  const hs_lbn ahead = hs_cache_read_miss(&firmware->cache, task->lbn, task->blocks);
  read_chunk(firmware, plan.seek_start, ahead);
  if (view->connected) {
    const hs_overheads* o = &drive->overheads;
    hs_write(firmware, HS_PORT_BEFORE,
             o->read_miss_command + (view->last_write ? o->read_disconnect_after_write
                                                      : o->read_disconnect_after_read));
    hs_port_go(firmware, task->slot, HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD, 0);
    firmware->active.connected = false;
  }
}

/* Bring the chunk to the host; the last one with the status. */
static void send_chunk(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = active_task(firmware);
  const hs_overheads* o = &firmware->config.drive->overheads;
  uint32_t operations = HS_PORT_OP_DATA_IN | HS_PORT_OP_INTERRUPT;
  hs_write(firmware, HS_BUFFER_INDEX, 0);
  hs_write(firmware, HS_PORT_BEFORE,
           o->data_preparation + (active->connected ? 0 : o->first_reselect));
  if (!active->connected) {
    operations |= HS_PORT_OP_RESELECT;
    active->connected = true; /* C2247: the bus is held for the entire read transfer */
  }
  if (active->done + active->chunk == task->blocks) {
    operations |= HS_PORT_OP_STATUS;
    hs_write(firmware, HS_PORT_AFTER, o->read_completion);
  }
  hs_port_go(firmware, task->slot, operations, HS_STATUS_GOOD, active->chunk);
}

/* Let the read-ahead run on as the hit demands: a running program is continued, a finished one
 * begun anew where it ended. */
static void extend_read_ahead(hs_firmware* firmware, const hs_task* task, hs_ticks now) {
  hs_cache* cache = &firmware->cache;
  const hs_lbn end = {cache->end};
  const uint32_t done = (uint32_t)hs_read(firmware, HS_CHANNEL_DONE);
  const bool reading = done != end.value - cache->program_first;
  const hs_lbn ahead = hs_cache_read_hit(cache, task->lbn, task->blocks, reading);
  if (ahead.value == end.value) {
    return;
  }
  if (!reading) {
    hs_write(firmware, HS_CHANNEL_BEGIN, now);
    cache->program_first = end.value;
  }
  hs_walk walk = walk_from(firmware, end);
  run_extents(firmware, &walk, ahead.value - end.value, HS_RUN_AHEAD);
}

static void start_read_hit(hs_firmware* firmware, const hs_drive_view* view,
                           hs_cache_answer answer) {
  const hs_drive_params* drive = firmware->config.drive;
  const hs_overheads* o = &drive->overheads;
  const hs_task* task = active_task(firmware);
  uint64_t number = RESIDENT;
  if (answer == HS_CACHE_HIT) {
    extend_read_ahead(firmware, task, view->now);
    const uint32_t first = task->lbn.value - firmware->cache.program_first;
    keep(firmware, first + task->blocks);
    number = first;
  }
  hs_write(firmware, HS_BUFFER_INDEX, number);
  uint32_t operations = HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT;
  if (view->connected) {
    hs_write(firmware, HS_PORT_BEFORE, o->read_hit_command + o->data_preparation);
  } else {
    operations |= HS_PORT_OP_RESELECT;
    hs_write(firmware, HS_PORT_NOT_BEFORE, view->now + o->read_hit_command);
    hs_write(firmware, HS_PORT_BEFORE, o->first_reselect + o->data_preparation);
  }
  hs_write(firmware, HS_PORT_AFTER, o->read_completion);
  firmware->active.hit = true;
  firmware->active.connected = true;
  firmware->active.chunk = task->blocks;
  hs_port_go(firmware, task->slot, operations, HS_STATUS_GOOD, task->blocks);
}

/* --- writes ---------------------------------------------------------------------------------- */

/* Program the channel for the next chunk of the active write. */
static void write_chunk(hs_firmware* firmware, hs_ticks seek_start, hs_ticks ready,
                        uint32_t minimum_blocks) {
  hs_active* active = &firmware->active;
  const hs_task* task = active_task(firmware);
  active->chunk = chunk_of(firmware, task->blocks - active->done);
  const hs_lbn from = {task->lbn.value + active->done};
  hs_write(firmware, HS_CHANNEL_BEGIN, seek_start);
  hs_write(firmware, HS_CHANNEL_READY, ready);
  hs_write(firmware, HS_CHANNEL_FILL,
           minimum_blocks < active->chunk ? minimum_blocks : active->chunk);
  hs_walk walk = walk_from(firmware, from);
  run_extents(firmware, &walk, active->chunk, HS_RUN_WRITE);
  hs_write(firmware, HS_CHANNEL_NOTIFY, active->chunk);
}

static void start_write(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_task* task = active_task(firmware);
  const hs_plan plan = hs_plan_media(firmware->config.drive, view, task->lbn, task->blocks, true);
  hs_cache_write(&firmware->cache, task->lbn, task->blocks);
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

/* A chunk is on the medium: take the next one, or send the status. */
static void written_chunk(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_drive_params* drive = firmware->config.drive;
  const hs_overheads* o = &drive->overheads;
  const hs_task* task = active_task(firmware);
  const hs_ticks now = hs_read(firmware, HS_SPINDLE_NOW);
  active->done += active->chunk;
  hs_write(firmware, HS_PORT_NOT_BEFORE, now + drive->write.reconnect_preparation);
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

/* --- the stage's entries --------------------------------------------------------------------- */

void hs_start(hs_firmware* firmware, uint32_t task, const hs_drive_view* view) {
  const hs_task* t = &firmware->queue.tasks[task];
  firmware->active = (hs_active){.task = task, .connected = view->connected};
  firmware->starts++;
  const hs_cache_answer answer =
      t->write ? HS_CACHE_MISS : hs_cache_look_up(&firmware->cache, t->lbn, t->blocks);
  if (answer != HS_CACHE_MISS) {
    start_read_hit(firmware, view, answer);
    return;
  }
  if (firmware->queue.scheduler.knowledge >= HS_KNOWS_POSITION) {
    firmware->active.predicted_media = hs_predict_media_start(firmware->config.drive, view, t);
  }
  hs_write(firmware, HS_CHANNEL_STOP, view->now);
  if (t->write) {
    start_write(firmware, view);
  } else {
    start_read_miss(firmware, view);
  }
}

void hs_media_reached(hs_firmware* firmware) {
  if (active_task(firmware)->write) {
    written_chunk(firmware);
  } else {
    send_chunk(firmware);
  }
}

void hs_port_reached(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = active_task(firmware);
  if (!task->write) {
    active->done += active->chunk;
  }
  if (active->done == task->blocks) {
    hs_complete(firmware);
  } else {
    read_chunk(firmware, hs_read(firmware, HS_SPINDLE_NOW), (hs_lbn){firmware->cache.end});
  }
}
