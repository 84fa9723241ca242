/* Sequencing of reads: misses, hits, and the read-ahead behind both. */
#include "sequencing.h"

#define RESIDENT ((uint64_t)(uint32_t)INT32_MIN) /* far before the channel's program */

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

static uint32_t watermark(const hs_cache_rules* rules, uint32_t chunk) {
  const uint32_t mark = (uint32_t)((uint64_t)chunk * rules->read_watermark_ppm / 1000000u);
  return mark == 0 ? 1 : mark;
}

/* What holds up the reconnection when block number `mark`, of `left`, is in the buffer. */
static hs_ticks late_reconnect(const hs_firmware* firmware, hs_lbn from, uint32_t mark,
                               uint32_t left) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  hs_ticks late = mark == left ? o->read_last_block : 0;
  if (o->read_track_end != 0 && hs_end_of(firmware, from, mark) != HS_ENDS_INSIDE) {
    late += o->read_track_end;
  }
  return late;
}

/* From where the walk is. */
static void read_ahead(hs_firmware* firmware, hs_walk* walk, hs_lbn end) {
  const uint32_t blocks = end.value - walk->lbn.value;
  firmware->cache.end -= blocks - hs_run_ahead(firmware, walk, blocks);
}

/* Read the next chunk of the active task from the media; the last one takes the read-ahead along.
 */
static void read_chunk(hs_firmware* firmware, hs_ticks seek_start, hs_lbn ahead_end) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const hs_cache_rules* rules = &firmware->config.drive->cache;
  const uint32_t left = task->blocks - active->done;
  const hs_lbn from = {task->lbn.value + active->done};
  active->chunk = hs_fit_program(firmware, from, hs_chunk_of(firmware, left));
  firmware->cache.program_first = from.value;
  const uint32_t mark = watermark(rules, active->chunk);
  active->late_reconnect = late_reconnect(firmware, from, mark, left);
  hs_write(firmware, HS_CHANNEL_BEGIN, seek_start);
  hs_walk walk = hs_walk_from(firmware, from);
  hs_run_extents(firmware, &walk, active->chunk, read_flags(firmware));
  hs_write(firmware, HS_CHANNEL_NOTIFY, mark);
  if (active->chunk == left) {
    keep(firmware, active->chunk);
    read_ahead(firmware, &walk, ahead_end);
  }
}

void hs_start_read_miss(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_drive_params* drive = firmware->config.drive;
  const hs_task* task = hs_active_task(firmware);
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
void hs_send_chunk(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const hs_overheads* o = &firmware->config.drive->overheads;
  uint32_t operations = HS_PORT_OP_DATA_IN | HS_PORT_OP_INTERRUPT;
  uint8_t status = HS_STATUS_GOOD;
  hs_write(firmware, HS_BUFFER_INDEX, 0);
  if (active->late_reconnect != 0) {
    hs_write(firmware, HS_PORT_NOT_BEFORE,
             hs_read(firmware, HS_SPINDLE_NOW) + active->late_reconnect);
  }
  hs_write(firmware, HS_PORT_BEFORE,
           o->data_preparation + (active->connected ? 0 : o->first_reselect));
  if (!active->connected) {
    operations |= HS_PORT_OP_RESELECT;
    active->connected = true; /* C2247: the bus is held for the entire read transfer */
  }
  if (active->done + active->chunk == task->blocks) {
    operations |= HS_PORT_OP_STATUS;
    status = hs_good_status(firmware);
    hs_write(firmware, HS_PORT_AFTER, o->read_completion);
  }
  hs_port_go(firmware, task->slot, operations, status, active->chunk);
}

/* Let the read-ahead run on as the hit demands: a running program is continued, a finished one
 * begun anew where it ended. */
static void extend_read_ahead(hs_firmware* firmware, const hs_task* task, hs_ticks now,
                              bool reading) {
  hs_cache* cache = &firmware->cache;
  const hs_lbn end = {cache->end};
  const hs_lbn ahead = hs_cache_read_hit(cache, task->lbn, task->blocks, reading);
  if (ahead.value == end.value) {
    return;
  }
  if (!reading) {
    hs_write(firmware, HS_CHANNEL_BEGIN, now);
    cache->program_first = end.value;
  }
  hs_walk walk = hs_walk_from(firmware, end);
  read_ahead(firmware, &walk, ahead);
}

/* `done` is what HS_CHANNEL_DONE says. If the read-ahead stops at a block that cannot be read, what
 * lies behind is not counted on any longer: true if it is wanted now. */
static bool cut_off(hs_cache* cache, uint64_t done, const hs_task* task) {
  if (HS_DONE_STOP(done) == HS_DONE_NO_STOP) {
    return false;
  }
  const uint32_t stop = cache->program_first + HS_DONE_STOP(done);
  if (cache->end > stop) {
    cache->end = stop > cache->first ? stop : cache->first;
  }
  return task->lbn.value + task->blocks > cache->end;
}

bool hs_start_read_hit(hs_firmware* firmware, const hs_drive_view* view, hs_cache_answer answer) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  hs_cache* cache = &firmware->cache;
  const hs_task* task = hs_active_task(firmware);
  uint64_t number = RESIDENT;
  uint64_t done = 0;
  bool reading = false;
  if (answer == HS_CACHE_HIT) {
    done = hs_read(firmware, HS_CHANNEL_DONE);
    if (cut_off(cache, done, task)) {
      return false;
    }
    reading = HS_DONE_BLOCKS(done) != cache->end - cache->program_first;
  }
  const hs_ticks work = o->read_hit_command + (reading ? 0 : o->read_hit_idle);
  hs_write(firmware, HS_PORT_WORK, work); /* before the read-ahead is changed: it disturbs */
  if (answer == HS_CACHE_HIT) {
    const bool beyond = task->lbn.value + task->blocks > cache->end;
    if (HS_DONE_STOP(done) == HS_DONE_NO_STOP) {
      extend_read_ahead(firmware, task, view->now, reading);
    }
    if (beyond && cut_off(cache, hs_read(firmware, HS_CHANNEL_DONE), task)) {
      return false;
    }
    const uint32_t first = task->lbn.value - cache->program_first;
    keep(firmware, first + task->blocks);
    number = first;
  }
  hs_write(firmware, HS_BUFFER_INDEX, number);
  hs_write(firmware, HS_PORT_BEFORE,
           o->data_preparation + (view->connected ? 0 : o->first_reselect));
  hs_write(firmware, HS_PORT_AFTER, o->read_completion);
  firmware->active.hit = true;
  firmware->active.connected = true;
  firmware->active.chunk = task->blocks;
  hs_port_go(firmware, task->slot,
             HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT |
                 (view->connected ? 0u : HS_PORT_OP_RESELECT),
             HS_STATUS_GOOD, task->blocks);
  return true;
}

void hs_read_next_chunk(hs_firmware* firmware) {
  read_chunk(firmware, hs_read(firmware, HS_SPINDLE_NOW), (hs_lbn){firmware->cache.end});
}
