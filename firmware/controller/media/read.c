/* Sequencing of reads: misses, hits, and the read-ahead behind both. */
#include "disk/read_run.h"
#include "media/sequencing.h"

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
  const uint32_t whole = rules->watermark_of_segment ? rules->segment_blocks : chunk;
  const uint32_t mark = (uint32_t)((uint64_t)whole * rules->read_watermark_ppm / 1000000u);
  return mark == 0 ? 1 : mark < chunk ? mark : chunk;
}

/* What holds up the reconnection when block number `mark`, of `left`, is in the buffer. */
static hs_ticks late_reconnect(const hs_firmware* firmware, hs_lbn from, uint32_t mark,
                               uint32_t left) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  hs_ticks late = mark == left ? o->read_last_block : 0;
  if (o->read_track_end != 0 && hs_end_of(firmware, from, mark) != HS_ENDS_INSIDE) {
    late += o->read_track_end;
  }
  if (mark == left) {
    late += hs_going_on(firmware, from, mark, false);
  }
  return late;
}

/* From where the walk is. */
static void read_ahead(hs_firmware* firmware, hs_walk* walk, hs_lbn end) {
  const uint32_t blocks = end.value - walk->lbn.value;
  const uint32_t run = hs_run_ahead(firmware, walk, blocks);
  if (run != blocks) {
    firmware->cache.segments[firmware->cache.filling].end -= blocks - run;
  }
  if (blocks == 0) {
    hs_go_on(firmware, (hs_lbn){end.value - 1}, 1);
  }
}

/* Read the first blocks of the active task from the media, as many as a segment holds; the last
 * ones take the read-ahead along. */
static void read_media(hs_firmware* firmware, hs_ticks seek_start, hs_lbn ahead_end) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  hs_cache* cache = &firmware->cache;
  const hs_cache_rules* rules = &firmware->config.drive->cache;
  active->chunk = hs_fit_program(firmware, task->lbn, hs_chunk_of(firmware, task->blocks));
  hs_read_run run = {task->lbn, {task->lbn.value + active->chunk}, rules->zero_latency_read};
  if (active->chunk == task->blocks) {
    run = hs_run_of_miss(rules, cache->geometry, task->lbn, active->chunk);
  }
  cache->program_first = run.first.value;
  const uint32_t into = task->lbn.value - run.first.value;
  const uint32_t mark = watermark(rules, active->chunk);
  active->streamed = active->chunk;
  active->sent = 0;
  active->marked = mark;
  active->late_reconnect = late_reconnect(firmware, task->lbn, mark, task->blocks);
  hs_write(firmware, HS_CHANNEL_BEGIN, seek_start);
  hs_media_data_at(firmware, HS_SEGMENT_READ + cache->filling, run.first.value);
  hs_walk walk = hs_walk_from(firmware, run.first);
  hs_run_extents(firmware, &walk, run.end.value - run.first.value,
                 run.on_arrival ? HS_RUN_ZERO_LATENCY : 0u);
  hs_write(firmware, HS_CHANNEL_NOTIFY, HS_NOTIFY(into, mark));
  if (active->chunk == task->blocks) {
    keep(firmware, into + active->chunk);
    read_ahead(firmware, &walk, ahead_end);
  }
}

/* Give the bus away until the media has been read. */
static void disconnect_read(hs_firmware* firmware, const hs_drive_view* view, const hs_task* task,
                            hs_ticks command) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  if (view->connected) {
    hs_write(firmware, HS_PORT_BEFORE,
             command + (view->last_write ? o->read_disconnect_after_write
                                         : o->read_disconnect_after_read));
    hs_port_go(firmware, task->slot, HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD, 0);
    firmware->active.connected = false;
  }
}

void hs_start_read_miss(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_task* task = hs_active_task(firmware);
  const hs_plan plan = hs_plan_media(firmware->config.drive, view, task->lbn, task->blocks, false);
  const hs_lbn ahead = hs_cache_read_miss(&firmware->cache, task->lbn, task->blocks);
  read_media(firmware, plan.seek_start, ahead);
  disconnect_read(firmware, view, task, plan.command);
}

void hs_send_blocks(hs_firmware* firmware, uint32_t blocks, uint32_t operations, uint8_t status) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const hs_overheads* o = &firmware->config.drive->overheads;
  const hs_ticks reselect = active->sent == 0 ? o->first_reselect : o->second_reselect;
  const uint32_t from = task->lbn.value + active->done + active->sent;
  hs_write(firmware, HS_BUFFER_INDEX, (uint32_t)(from - firmware->cache.program_first));
  hs_host_data_at(firmware, HS_SEGMENT_READ + firmware->cache.filling, from);
  if (active->late_reconnect != 0) {
    hs_write(firmware, HS_PORT_NOT_BEFORE,
             hs_read(firmware, HS_SPINDLE_NOW) + active->late_reconnect);
  }
  const hs_ticks before = active->connected && active->done != 0 ? 0 : o->data_preparation;
  hs_write(firmware, HS_PORT_BEFORE, before + (active->connected ? 0 : reselect));
  if (!active->connected) {
    operations |= HS_PORT_OP_RESELECT;
    active->connected = true;
  }
  if ((operations & HS_PORT_OP_STATUS) != 0) {
    hs_write(firmware, HS_PORT_AFTER, o->read_completion);
  }
  active->sending = true;
  hs_port_go(firmware, task->slot, operations | HS_PORT_OP_DATA_IN, status, blocks);
}

/* What is in the buffer at the mark goes to the host, and then the bus away. */
static void send_part(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  hs_write(firmware, HS_PORT_AFTER, firmware->config.drive->overheads.read_disconnect_after_read);
  hs_send_blocks(firmware, active->marked - active->sent,
                 HS_PORT_OP_DISCONNECT | HS_PORT_OP_INTERRUPT, HS_STATUS_GOOD);
  active->connected = false;
  active->late_reconnect = 0;
}

/* That is done: wait for the next part. */
void hs_part_sent(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_cache_rules* rules = &firmware->config.drive->cache;
  const uint32_t first = hs_active_task(firmware)->lbn.value - firmware->cache.program_first;
  active->sent = active->marked;
  active->marked += watermark(rules, active->chunk - active->marked);
  hs_write(firmware, HS_CHANNEL_NOTIFY, HS_NOTIFY(first, active->marked));
}

/* Of a read that is larger than a segment, so much goes to the host at a time; the media go on
 * meanwhile, and may put more behind it when it has gone. Of one that moved blocks break up, what
 * the channel has been told. */
static uint32_t piece_of(const hs_firmware* firmware, const hs_task* task) {
  const uint32_t segment = firmware->config.drive->cache.segment_blocks;
  const uint32_t left = task->blocks - firmware->active.done;
  const uint32_t piece = segment < 4 ? 1 : segment / 4;
  const uint32_t told = firmware->active.streamed - firmware->active.done;
  const uint32_t most = task->blocks > segment && piece < left ? piece : left;
  return most < told ? most : told;
}

/* Bring the read, or the next piece of it, to the host; the last one with the status. */
void hs_send_chunk(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const bool release = firmware->config.drive->release_reads && !active->connected;
  if (release && active->chunk == task->blocks && active->marked != 0 &&
      active->marked < active->chunk) {
    send_part(firmware);
    return;
  }
  active->chunk = piece_of(firmware, task);
  const bool last = active->done + active->chunk == task->blocks;
  hs_send_blocks(firmware, active->chunk - active->sent,
                 HS_PORT_OP_INTERRUPT | (last ? HS_PORT_OP_STATUS : 0u),
                 last ? hs_good_status(firmware) : HS_STATUS_GOOD);
}

/* Where the read-ahead stands when a read hits. */
typedef struct hit_place {
  uint32_t segment;
  uint32_t held_end; /* of the segment, at first */
  bool reading;      /* the channel still fills some segment, */
  bool filling;      /* and the last one that it has filled is this one, */
  bool stops;        /* but it stops, or has stopped, at a block that cannot be read */
} hit_place;

/* If the read-ahead stops at a block that cannot be read, the segment that it fills ends there:
 * true then. `done` is what HS_CHANNEL_DONE says. */
static bool cut_short(hs_cache* cache, uint64_t done) {
  if (HS_DONE_STOP(done) == HS_DONE_NO_STOP) {
    return false;
  }
  hs_cache_segment* segment = &cache->segments[cache->filling];
  const uint32_t stop = cache->program_first + HS_DONE_STOP(done);
  if (segment->end > stop) {
    segment->end = stop > segment->first ? stop : segment->first;
  }
  return true;
}

static bool is_reading(const hs_cache* cache, uint64_t done) {
  uint32_t end = cache->segments[cache->filling].end - cache->program_first;
  if (HS_DONE_STOP(done) < end) {
    end = HS_DONE_STOP(done);
  }
  return HS_DONE_BLOCKS(done) != end;
}

bool hs_reading_ahead(const hs_firmware* firmware) {
  const hs_cache* cache = &firmware->cache;
  return cache->filling != HS_NO_SEGMENT && is_reading(cache, hs_read(firmware, HS_CHANNEL_DONE));
}

static hit_place place_of_hit(hs_firmware* firmware, const hs_task* task) {
  hs_cache* cache = &firmware->cache;
  hit_place place = {.segment = hs_cache_find(cache, task->lbn, task->blocks)};
  if (cache->filling != HS_NO_SEGMENT) {
    const uint64_t done = hs_read(firmware, HS_CHANNEL_DONE);
    place.reading = is_reading(cache, done);
    place.filling = cache->filling == place.segment;
    place.stops = cut_short(cache, done) && place.filling;
  }
  place.held_end = cache->segments[place.segment].end;
  return place;
}

/* Does the task want a block that the segment of the hit will not get? */
static bool lost(const hs_firmware* firmware, const hs_task* task, const hit_place* place) {
  const uint32_t end = firmware->cache.segments[place->segment].end;
  return place->stops && task->lbn.value + task->blocks > end;
}

/* The same when the segment has been told to grow for it. */
static bool lost_by_growing(hs_firmware* firmware, const hs_task* task, hit_place* place) {
  if (task->lbn.value + task->blocks <= place->held_end) {
    return false;
  }
  place->stops = cut_short(&firmware->cache, hs_read(firmware, HS_CHANNEL_DONE));
  return lost(firmware, task, place);
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
  const hs_lbn ahead = hs_cache_read_hit(cache, place->segment, task->lbn, task->blocks,
                                         place->reading && place->filling && !place->stops,
                                         (!place->reading || place->filling) && !place->stops);
  if (ahead.value == end.value) {
    return;
  }
  fill_segment(firmware, place, end, begin);
  hs_media_data_at(firmware, HS_SEGMENT_READ + place->segment, end.value);
  hs_walk walk = hs_walk_from(firmware, end);
  read_ahead(firmware, &walk, ahead);
}

/* Does the hit, whose last blocks had not been asked for, wait for them off the bus? */
static bool waits(const hs_firmware* firmware, const hs_task* task, uint32_t held_end) {
  return firmware->config.drive->cache.partial_hit_waits &&
         task->lbn.value + task->blocks > held_end;
}

/* It disconnects as a miss does, and comes back at the watermark. */
static void wait_for_rest(hs_firmware* firmware, const hs_drive_view* view, const hs_task* task,
                          hs_ticks command, uint32_t held_end) {
  const uint32_t mark = watermark(&firmware->config.drive->cache, task->blocks);
  const uint32_t first = firmware->cache.program_first;
  const uint32_t marked = task->lbn.value + mark > held_end ? task->lbn.value + mark : held_end + 1;
  firmware->active.chunk = task->blocks;
  firmware->active.streamed = task->blocks;
  firmware->active.hit = true;
  disconnect_read(firmware, view, task, command);
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

bool hs_start_read_hit(hs_firmware* firmware, const hs_drive_view* view, hs_cache_answer answer) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  const hs_task* task = hs_active_task(firmware);
  uint64_t number = RESIDENT;
  hit_place place = {.segment = HS_NO_SEGMENT, .held_end = task->lbn.value + task->blocks};
  if (answer == HS_CACHE_HIT) {
    place = place_of_hit(firmware, task);
    if (lost(firmware, task, &place)) {
      return false;
    }
  }
  if (waits(firmware, task, place.held_end)) {
    const hs_plan plan =
        hs_plan_media(firmware->config.drive, view, task->lbn, task->blocks, false);
    extend(firmware, plan.seek_start, task, &place);
    if (lost_by_growing(firmware, task, &place)) {
      return false;
    }
    wait_for_rest(firmware, view, task, plan.command, place.held_end);
    return true;
  }
  const int64_t more = place.reading ? (int64_t)o->read_hit_reading : o->read_hit_idle;
  const hs_ticks work =
      hs_command_time(firmware->config.drive, &o->read_hit,
                      (hs_ticks)((int64_t)o->read_hit_command + more), view, task);
  hs_write(firmware, HS_PORT_WORK, work); /* before the read-ahead is changed: it disturbs */
  if (answer == HS_CACHE_HIT) {
    number = extend(firmware, view->now, task, &place);
    if (lost_by_growing(firmware, task, &place)) {
      return false;
    }
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
  return true;
}

/* The media may read on into the room that the last piece has left. If they had come to the end of
 * what they were told, the head has to find its place again. */
static void read_on(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  hs_cache* cache = &firmware->cache;
  const hs_cache_rules* rules = &firmware->config.drive->cache;
  const hs_task* task = hs_active_task(firmware);
  const uint32_t left = task->blocks - active->done;
  const uint32_t room = hs_fit_program(firmware, (hs_lbn){task->lbn.value + active->done},
                                       hs_chunk_of(firmware, left));
  const uint32_t end = active->done + room;
  if (end <= active->streamed) {
    return;
  }
  const hs_lbn from = {task->lbn.value + active->streamed};
  if (hs_read(firmware, HS_CHANNEL_DONE) == from.value - cache->program_first) {
    hs_write(firmware, HS_CHANNEL_BEGIN, hs_read(firmware, HS_SPINDLE_NOW));
    cache->program_first = from.value;
  }
  hs_media_data_at(firmware, HS_SEGMENT_READ + cache->filling, from.value);
  hs_walk walk = hs_walk_from(firmware, from);
  hs_run_extents(firmware, &walk, end - active->streamed,
                 rules->zero_latency_read ? HS_RUN_ZERO_LATENCY : 0u);
  active->streamed = end;
  if (end == task->blocks) {
    const uint32_t behind = task->lbn.value + end;
    keep(firmware, behind - cache->program_first);
    read_ahead(firmware, &walk, (hs_lbn){cache->segments[cache->filling].end});
  }
}

/* A piece with a block at which the channel stops has to wait until that has been got over. It may
 * have begun before the channel's program. */
static bool must_wait(const hs_firmware* firmware) {
  const hs_task* task = &firmware->queue.tasks[firmware->active.task];
  const uint32_t end = task->lbn.value + firmware->active.done + piece_of(firmware, task);
  const uint32_t behind = end - firmware->cache.program_first;
  const uint32_t stop = HS_DONE_STOP(hs_read(firmware, HS_CHANNEL_DONE));
  if (stop == HS_DONE_NO_STOP || (int32_t)stop >= (int32_t)behind) {
    return false;
  }
  hs_write(firmware, HS_CHANNEL_NOTIFY, HS_NOTIFY(0u, behind));
  return true;
}

void hs_read_next_chunk(hs_firmware* firmware) {
  firmware->active.late_reconnect = 0;
  read_on(firmware);
  if (!must_wait(firmware)) {
    hs_send_chunk(firmware);
  }
}
