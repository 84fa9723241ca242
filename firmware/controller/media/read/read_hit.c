/* Reads that hit, and the read-ahead that they find or start. */
#include "destage/destage.h"
#include "disk/read_run.h"
#include "duration/duration.h"
#include "media/read/read.h"
#include "media/read/read_program.h"
#include "media/read/read_send.h"
#include "state/view.h"

#define RESIDENT ((uint64_t)(uint32_t)INT32_MIN) /* far before the channel's program */

/* State of the read-ahead when a read hits. */
typedef struct hit_place {
  uint32_t segment;
  uint32_t held_end; /* end of the segment before the hit */
  bool reading;      /* the channel still fills a segment */
  bool filling;      /* the hit's segment is the last segment that the channel has filled */
  /* the channel stops, or has stopped, in the hit's segment at a block that cannot be read */
  bool stops;
} hit_place;

/* End the segment of the read-ahead at the block that cannot be read. `done` is the value of
 * HS_CHANNEL_DONE. False: the read-ahead does not stop at such a block. */
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

static hit_place place_of_hit(hs_hal* hal, hs_cache* cache, const hs_task* task) {
  hit_place place = {.segment = hs_cache_find(cache, task->lbn, task->blocks)};
  if (cache->filling != HS_NO_SEGMENT) {
    const uint64_t done = hs_read(hal, HS_CHANNEL_DONE);
    place.reading = hs_is_filling(cache, done);
    place.filling = cache->filling == place.segment;
    place.stops = cut_short(cache, done) && place.filling;
  }
  place.held_end = cache->segments[place.segment].end;
  return place;
}

/* True: the read-ahead stops before a block that the task needs. */
static bool lost(const hs_cache* cache, const hs_task* task, const hit_place* place) {
  const uint32_t end = cache->segments[place->segment].end;
  return place->stops && task->lbn.value + task->blocks > end;
}

/* Check this again after the segment was ordered to grow. True: the read-ahead stops before a block
 * that the task needs. */
static bool lost_by_growing(hs_hal* hal, hs_cache* cache, const hs_task* task, hit_place* place) {
  if (task->lbn.value + task->blocks <= place->held_end) {
    return false;
  }
  place->stops = cut_short(cache, hs_read(hal, HS_CHANNEL_DONE));
  return lost(cache, task, place);
}

/* Make the channel fill the segment of the hit, after the segment's end. */
static void fill_segment(hs_firmware* firmware, const hit_place* place, hs_lbn end,
                         hs_ticks begin) {
  hs_cache* cache = &firmware->cache;
  if (place->reading && !place->filling) {
    hs_write(firmware->hal, HS_CHANNEL_STOP, begin);
    hs_cache_stopped(cache, (uint32_t)hs_read(firmware->hal, HS_CHANNEL_DONE));
  }
  if (firmware->destage.blocks != 0) {
    hs_stop_media(firmware, begin);
  }
  if (!place->reading || !place->filling) {
    hs_write(firmware->hal, HS_CHANNEL_BEGIN, begin);
    cache->program_first = end.value;
  }
  cache->filling = place->segment;
}

/* Continue the read-ahead as the hit requires: extend a running program, or start a finished
 * program again at its end. A program for another segment is not changed, unless the hit needs more
 * blocks than its own segment has. */
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
  hs_walk walk = hs_walk_begin(&firmware->config.drive->geometry, end);
  hs_run_read_ahead(firmware, &walk, ahead);
}

/* True: the hit waits off the bus for its last blocks, which the read-ahead had not ordered. */
static bool waits(const hs_cache_rules* rules, const hs_task* task, uint32_t held_end) {
  return rules->partial_hit_disconnects && task->lbn.value + task->blocks > held_end;
}

/* The hit disconnects as a miss does, and comes back at the watermark. */
static void wait_for_rest(hs_firmware* firmware, const hs_drive_view* view, const hs_task* task,
                          hs_ticks command, uint32_t held_end) {
  const uint32_t mark = hs_read_watermark(&firmware->config.drive->cache, task->blocks);
  const uint32_t first = firmware->cache.program_first;
  const uint32_t marked = task->lbn.value + mark > held_end ? task->lbn.value + mark : held_end + 1;
  hs_disconnect_read(firmware, view, command);
  hs_write(firmware->hal, HS_CHANNEL_NOTIFY, HS_NOTIFY(0u, marked - first));
}

/* Number of the request's first block in the channel's program. Blocks that do not belong to the
 * program count as RESIDENT. */
static uint64_t extend(hs_firmware* firmware, hs_ticks begin, const hs_task* task,
                       const hit_place* place) {
  extend_read_ahead(firmware, task, begin, place);
  if (firmware->cache.filling != place->segment) {
    return RESIDENT;
  }
  const uint32_t first = task->lbn.value - firmware->cache.program_first;
  hs_keep_program(firmware->hal, &firmware->config.drive->cache, first + task->blocks);
  return first;
}

/* Start a hit whose last blocks the read-ahead had not ordered. The drive positions for these
 * blocks as for a miss. If the drive releases the bus within reads, the blocks in the buffer are
 * sent at once. */
static bool start_partial_hit(hs_firmware* firmware, const hs_drive_view* view, const hs_task* task,
                              hit_place* place) {
  hs_active* active = &firmware->active;
  hs_plan plan;
  hs_plan_media(firmware->config.drive, view, task, &plan);
  const uint32_t held = place->held_end - task->lbn.value;
  const bool sends = firmware->config.drive->release_reads && view->connected && held != 0;
  if (sends) {
    hs_write(firmware->hal, HS_PORT_WORK, plan.command);
  }
  extend(firmware, plan.seek_start, task, place);
  if (lost_by_growing(firmware->hal, &firmware->cache, task, place)) {
    return false;
  }
  active->chunk = task->blocks;
  active->streamed = task->blocks;
  active->hit = true;
  if (sends) {
    active->connected = true;
    active->marked = held;
    hs_send_part(firmware);
  } else {
    wait_for_rest(firmware, view, task, plan.command, place->held_end);
  }
  return true;
}

bool hs_start_read_hit(hs_firmware* firmware, const hs_drive_view* view, hs_cache_answer answer) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  const hs_task* task = hs_active_task(firmware);
  uint64_t number = RESIDENT;
  hit_place place = {.segment = HS_NO_SEGMENT, .held_end = task->lbn.value + task->blocks};
  if (answer == HS_CACHE_HIT) {
    place = place_of_hit(firmware->hal, &firmware->cache, task);
    if (lost(&firmware->cache, task, &place)) {
      return false;
    }
  }
  if (waits(&firmware->config.drive->cache, task, place.held_end)) {
    return start_partial_hit(firmware, view, task, &place);
  }
  const int64_t more =
      place.reading ? (int64_t)o->read_hit_during_read_ahead : o->read_hit_without_read_ahead;
  const hs_ticks work =
      hs_command_time(firmware->config.drive, HS_TERM_READ_HIT,
                      (hs_ticks)((int64_t)o->read_hit_command + more), view, task);
  /* measured before the read-ahead changes, because the read-ahead takes processor time */
  hs_write(firmware->hal, HS_PORT_WORK, work);
  if (answer == HS_CACHE_HIT) {
    number = extend(firmware, view->now, task, &place);
    if (lost_by_growing(firmware->hal, &firmware->cache, task, &place)) {
      return false;
    }
  }
  hs_write(firmware->hal, HS_BUFFER_INDEX, number);
  hs_host_data_at(firmware,
                  answer == HS_CACHE_HIT ? HS_SEGMENT_READ + place.segment : HS_SEGMENT_WRITE,
                  task->lbn.value);
  hs_write(firmware->hal, HS_PORT_BEFORE,
           o->data_preparation + (view->connected ? 0 : o->first_reselect));
  const bool ends = !hs_has_duration(firmware, firmware->active.task);
  hs_write(firmware->hal, HS_PORT_AFTER, ends ? o->read_completion : 0);
  firmware->active.hit = true;
  firmware->active.connected = true;
  firmware->active.ordered = true;
  firmware->active.status_due = !ends;
  firmware->active.chunk = task->blocks;
  hs_port_go(firmware->hal, task->slot,
             HS_PORT_OP_DATA_IN | HS_PORT_OP_INTERRUPT | (ends ? HS_PORT_OP_STATUS : 0u) |
                 (view->connected ? 0u : HS_PORT_OP_RESELECT),
             HS_STATUS_GOOD, task->blocks);
  return true;
}
