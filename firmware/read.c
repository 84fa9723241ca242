/* Sequencing of reads: misses, hits, and the read-ahead behind both. */
#include "sequencing.h"

#define RESIDENT ((uint64_t)(uint32_t)INT32_MIN) /* far before the channel's program */

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
  hs_cache* cache = &firmware->cache;
  const hs_cache_rules* drive_rules = &firmware->config.drive->cache;
  const uint32_t left = task->blocks - active->done;
  active->chunk = hs_chunk_of(firmware, left);
  const hs_lbn from = {task->lbn.value + active->done};
  hs_read_run run = {from, {from.value + active->chunk}, drive_rules->zero_latency_read};
  if (active->chunk == task->blocks) {
    run = hs_run_of_miss(drive_rules, cache->geometry, from, active->chunk);
  }
  cache->program_first = run.first.value;
  const uint32_t into = from.value - run.first.value;
  const uint32_t mark = watermark(drive_rules, active->chunk);
  active->late_reconnect = late_reconnect(firmware, from, mark, left);
  hs_write(firmware, HS_CHANNEL_BEGIN, seek_start);
  hs_media_data_at(firmware, HS_SEGMENT_READ + cache->filling, run.first.value);
  hs_walk walk = hs_walk_from(firmware, run.first);
  hs_run_extents(firmware, &walk, run.end.value - run.first.value,
                 run.on_arrival ? HS_RUN_ZERO_LATENCY : 0u);
  hs_write(firmware, HS_CHANNEL_NOTIFY, HS_NOTIFY(into, mark));
  if (active->chunk == left) {
    keep(firmware, into + active->chunk);
    hs_run_extents(firmware, &walk, ahead_end.value - run.end.value, HS_RUN_AHEAD);
  }
}

/* Give the bus away until the media has been read. */
static void disconnect_read(hs_firmware* firmware, const hs_drive_view* view, const hs_task* task) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  if (view->connected) {
    hs_write(firmware, HS_PORT_BEFORE,
             o->read_miss_command + (view->last_write ? o->read_disconnect_after_write
                                                      : o->read_disconnect_after_read));
    hs_port_go(firmware, task->slot, HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD, 0);
    firmware->active.connected = false;
  }
}

void hs_start_read_miss(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_task* task = hs_active_task(firmware);
  const hs_plan plan = hs_plan_media(firmware->config.drive, view, task->lbn, task->blocks, false);
  const hs_lbn ahead = hs_cache_read_miss(&firmware->cache, task->lbn, task->blocks);
  read_chunk(firmware, plan.seek_start, ahead);
  disconnect_read(firmware, view, task);
}

/* Bring the chunk to the host; the last one with the status. */
void hs_send_chunk(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const hs_overheads* o = &firmware->config.drive->overheads;
  uint32_t operations = HS_PORT_OP_DATA_IN | HS_PORT_OP_INTERRUPT;
  hs_write(firmware, HS_BUFFER_INDEX,
           (uint32_t)(task->lbn.value + active->done - firmware->cache.program_first));
  hs_host_data_at(firmware, HS_SEGMENT_READ + firmware->cache.filling,
                  task->lbn.value + active->done);
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

/* Where the read-ahead stands when a read hits. */
typedef struct hit_place {
  uint32_t segment;
  bool reading; /* the channel still fills some segment, */
  bool filling; /* and the last one that it has filled is this one */
} hit_place;

static hit_place place_of_hit(const hs_firmware* firmware, const hs_task* task) {
  const hs_cache* cache = &firmware->cache;
  hit_place place = {.segment = hs_cache_find(cache, task->lbn, task->blocks)};
  if (cache->filling != HS_NO_SEGMENT) {
    const uint32_t end = cache->segments[cache->filling].end;
    place.reading = hs_read(firmware, HS_CHANNEL_DONE) != end - cache->program_first;
    place.filling = cache->filling == place.segment;
  }
  return place;
}

/* The channel is to fill the segment of the hit from now on, behind its end. */
static void fill_segment(hs_firmware* firmware, const hit_place* place, hs_lbn end,
                         hs_ticks begin) {
  hs_cache* cache = &firmware->cache;
  if (place->reading && !place->filling) {
    hs_write(firmware, HS_CHANNEL_STOP, begin);
    hs_cache_stopped(cache, (uint32_t)hs_read(firmware, HS_CHANNEL_DONE));
  }
  if (firmware->destage.blocks != 0) {
    hs_stop_media(firmware, begin);
  }
  if (!place->reading || !place->filling) {
    hs_write(firmware, HS_CHANNEL_BEGIN, begin);
    cache->program_first = end.value;
  }
  cache->filling = place->segment;
}

/* Let the read-ahead run on as the hit demands: a running program is continued, a finished one
 * begun anew where it ended. One for another segment goes on, unless the hit needs more than its
 * own segment has. */
static void extend_read_ahead(hs_firmware* firmware, const hs_task* task, hs_ticks begin,
                              const hit_place* place) {
  hs_cache* cache = &firmware->cache;
  const hs_lbn end = {cache->segments[place->segment].end};
  const hs_lbn ahead =
      hs_cache_read_hit(cache, place->segment, task->lbn, task->blocks,
                        place->reading && place->filling, !place->reading || place->filling);
  if (ahead.value == end.value) {
    return;
  }
  fill_segment(firmware, place, end, begin);
  hs_media_data_at(firmware, HS_SEGMENT_READ + place->segment, end.value);
  hs_walk walk = hs_walk_from(firmware, end);
  hs_run_extents(firmware, &walk, ahead.value - end.value, HS_RUN_AHEAD);
}

/* Does the hit, whose last blocks had not been asked for, wait for them off the bus? */
static bool waits(const hs_firmware* firmware, const hs_task* task, uint32_t held_end) {
  return firmware->config.drive->cache.partial_hit_waits &&
         task->lbn.value + task->blocks > held_end;
}

/* It disconnects as a miss does, and comes back at the watermark. */
static void wait_for_rest(hs_firmware* firmware, const hs_drive_view* view, const hs_task* task,
                          uint32_t held_end) {
  const uint32_t mark = watermark(&firmware->config.drive->cache, task->blocks);
  const uint32_t first = firmware->cache.program_first;
  const uint32_t marked = task->lbn.value + mark > held_end ? task->lbn.value + mark : held_end + 1;
  firmware->active.chunk = task->blocks;
  firmware->active.hit = true;
  disconnect_read(firmware, view, task);
  hs_write(firmware, HS_CHANNEL_NOTIFY, HS_NOTIFY(0u, marked - first));
}

/* The number of the request's first block in the channel's program; what it holds for the blocks
 * that the program has nothing to do with is RESIDENT. */
static uint64_t extend(hs_firmware* firmware, hs_ticks begin, const hs_task* task,
                       const hit_place* place) {
  extend_read_ahead(firmware, task, begin, place);
  if (firmware->cache.filling != place->segment) {
    return RESIDENT;
  }
  const uint32_t first = task->lbn.value - firmware->cache.program_first;
  keep(firmware, first + task->blocks);
  return first;
}

void hs_start_read_hit(hs_firmware* firmware, const hs_drive_view* view, hs_cache_answer answer) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  const hs_task* task = hs_active_task(firmware);
  uint64_t number = RESIDENT;
  hit_place place = {.segment = HS_NO_SEGMENT};
  uint32_t held_end = task->lbn.value + task->blocks;
  if (answer == HS_CACHE_HIT) {
    place = place_of_hit(firmware, task);
    held_end = firmware->cache.segments[place.segment].end;
  }
  if (waits(firmware, task, held_end)) {
    extend(firmware, view->now + o->read_miss_command, task, &place);
    wait_for_rest(firmware, view, task, held_end);
    return;
  }
  const hs_ticks work = o->read_hit_command + (place.reading ? 0 : o->read_hit_idle);
  hs_write(firmware, HS_PORT_WORK, work); /* before the read-ahead is changed: it disturbs */
  if (answer == HS_CACHE_HIT) {
    number = extend(firmware, view->now, task, &place);
  }
  hs_write(firmware, HS_BUFFER_INDEX, number);
  hs_host_data_at(firmware,
                  answer == HS_CACHE_HIT ? HS_SEGMENT_READ + place.segment : HS_SEGMENT_WRITE,
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
  const hs_cache* cache = &firmware->cache;
  read_chunk(firmware, hs_read(firmware, HS_SPINDLE_NOW),
             (hs_lbn){cache->segments[cache->filling].end});
}
