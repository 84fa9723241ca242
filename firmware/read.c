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

/* Read the next chunk of the active task from the media; the last one takes the read-ahead along.
 */
static void read_chunk(hs_firmware* firmware, hs_ticks seek_start, hs_lbn ahead_end) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const hs_cache_rules* rules = &firmware->config.drive->cache;
  const uint32_t left = task->blocks - active->done;
  active->chunk = hs_chunk_of(firmware, left);
  const hs_lbn from = {task->lbn.value + active->done};
  firmware->cache.program_first = from.value;
  const uint32_t mark = watermark(rules, active->chunk);
  active->late_reconnect = late_reconnect(firmware, from, mark, left);
  hs_write(firmware, HS_CHANNEL_BEGIN, seek_start);
  hs_media_data_at(firmware, HS_SEGMENT_READ, from.value);
  hs_walk walk = hs_walk_from(firmware, from);
  hs_run_extents(firmware, &walk, active->chunk, read_flags(firmware));
  hs_write(firmware, HS_CHANNEL_NOTIFY, mark);
  if (active->chunk == left) {
    keep(firmware, active->chunk);
    hs_run_extents(firmware, &walk, ahead_end.value - (from.value + left), HS_RUN_AHEAD);
  }
}

void hs_start_read_miss(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_drive_params* drive = firmware->config.drive;
  const hs_task* task = hs_active_task(firmware);
  const hs_plan plan = hs_plan_media(drive, view, task->lbn, task->blocks, false);
  hs_lbn ahead = hs_cache_read_miss(&firmware->cache, task->lbn, task->blocks);
  if ((task->flags & HS_FLAG_DPO) != 0) {
    ahead.value = task->lbn.value + task->blocks; /* nothing ahead of it, and nothing kept */
    firmware->cache.first = ahead.value;
    firmware->cache.end = ahead.value;
  }
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
  hs_write(firmware, HS_BUFFER_INDEX, 0);
  hs_host_data_at(firmware, HS_SEGMENT_READ, task->lbn.value + active->done);
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
    hs_write(firmware, HS_PORT_AFTER, o->read_completion);
  }
  hs_port_go(firmware, task->slot, operations, HS_STATUS_GOOD, active->chunk);
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
    if (firmware->destage.blocks != 0) {
      hs_stop_media(firmware, now);
    }
    hs_write(firmware, HS_CHANNEL_BEGIN, now);
    cache->program_first = end.value;
  }
  hs_media_data_at(firmware, HS_SEGMENT_READ, end.value);
  hs_walk walk = hs_walk_from(firmware, end);
  hs_run_extents(firmware, &walk, ahead.value - end.value, HS_RUN_AHEAD);
}

void hs_start_read_hit(hs_firmware* firmware, const hs_drive_view* view, hs_cache_answer answer) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  const hs_cache* cache = &firmware->cache;
  const hs_task* task = hs_active_task(firmware);
  uint64_t number = RESIDENT;
  bool reading = false;
  if (answer == HS_CACHE_HIT) {
    const uint32_t planned = cache->end - cache->program_first; /* 0: the program is another's */
    reading = planned != 0 && hs_read(firmware, HS_CHANNEL_DONE) != planned;
  }
  const hs_ticks work = o->read_hit_command + (reading ? 0 : o->read_hit_idle);
  hs_write(firmware, HS_PORT_WORK, work); /* before the read-ahead is changed: it disturbs */
  if (answer == HS_CACHE_HIT) {
    extend_read_ahead(firmware, task, view->now, reading);
    const uint32_t first = task->lbn.value - cache->program_first;
    keep(firmware, first + task->blocks);
    number = first;
  }
  hs_write(firmware, HS_BUFFER_INDEX, number);
  hs_host_data_at(firmware, answer == HS_CACHE_HIT ? HS_SEGMENT_READ : HS_SEGMENT_WRITE,
                  task->lbn.value);
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
}

void hs_read_next_chunk(hs_firmware* firmware) {
  read_chunk(firmware, hs_read(firmware, HS_SPINDLE_NOW), (hs_lbn){firmware->cache.end});
}
