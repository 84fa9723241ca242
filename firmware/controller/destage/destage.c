#include "destage/destage.h"

#include "channel/program.h"
#include "destage/recovery.h"

#define MOST_RUNS 32u /* most extents of a program: the channel accepts HS_CHANNEL_EXTENTS */

bool hs_caches_write(const hs_cache_rules* rules, const hs_task* task) {
  return rules->write_back && (task->flags & HS_FLAG_FUA) == 0 &&
         task->blocks <= rules->segment_blocks;
}

/* --- programs of the channel ----------------------------------------------------------------- */

/* Hand blocks to the channel. Returns the number of accepted blocks. */
static uint32_t run_blocks(hs_firmware* firmware, hs_lbn first, uint32_t blocks, uint32_t runs) {
  hs_media_data_at(firmware, HS_SEGMENT_WRITE, first.value);
  hs_walk walk = hs_walk_begin(&firmware->config.drive->geometry, first);
  uint32_t taken = 0;
  for (; taken < blocks && runs != 0; --runs) {
    const hs_pbn place = walk.place;
    const uint32_t run = hs_walk_step(&walk, blocks - taken);
    hs_write(firmware->hal, HS_CHANNEL_RUN,
             HS_RUN(place.cylinder.value, place.head.value, place.sector.value, run,
                    HS_RUN_WRITE | HS_RUN_RESIDENT | HS_RUN_AHEAD));
    taken += run;
  }
  hs_move_to_next_track(firmware->hal, firmware->config.drive, first, taken);
  return taken;
}

/* Make the channel report the end of the program that brings these blocks to the medium. */
static void follow_program(hs_hal* hal, hs_destage* destage, hs_lbn first, uint32_t blocks) {
  destage->first = first;
  destage->blocks = blocks;
  destage->next = (hs_lbn){first.value + blocks};
  destage->tries = 0;
  hs_write(hal, HS_CHANNEL_NOTIFY, blocks);
}

/* True: the channel's program will stop at a block that it cannot write. */
static bool meets_error(const hs_firmware* firmware) {
  return firmware->config.media_errors &&
         HS_DONE_STOP(hs_read(firmware->hal, HS_CHANNEL_DONE)) != HS_DONE_NO_STOP;
}

/* Destage a write as soon as it is in the buffer. No interrupt reports the end of this program,
 * because later programs wait in the channel until it ends. If the channel may stop early, the
 * blocks stay in the table, and the firmware follows the program's end. */
static void destage_at_once(hs_firmware* firmware, const hs_task* task, hs_ticks then) {
  hs_write(firmware->hal, HS_CHANNEL_BEGIN, then); /* after the present destaging */
  hs_write(firmware->hal, HS_CHANNEL_KEEP, task->blocks);
  const uint32_t taken = run_blocks(firmware, task->lbn, task->blocks, HS_CHANNEL_EXTENTS);
  if (taken != task->blocks || meets_error(firmware)) {
    hs_write_buffer_add(&firmware->write_buffer, task->lbn, task->blocks, task->initiator);
    firmware->destage.draining = true;
    follow_program(firmware->hal, &firmware->destage, task->lbn, taken);
    return;
  }
  hs_write_buffer_hand_over(&firmware->write_buffer, task->blocks, then,
                            hs_read(firmware->hal, HS_CHANNEL_FREE));
}

/* Stop a read-ahead under way, and discard the blocks of this range, which are now old. */
static void take_channel(hs_hal* hal, hs_cache* cache, hs_ticks now, hs_lbn first,
                         uint32_t blocks) {
  hs_write(hal, HS_CHANNEL_STOP, now);
  if (cache->filling != HS_NO_SEGMENT) {
    hs_cache_stopped(cache, (uint32_t)hs_read(hal, HS_CHANNEL_DONE));
  }
  hs_cache_drop(cache, first, blocks);
}

/* Start a program that writes an extent, or the part of the extent that fits a program. */
static void start_program(hs_firmware* firmware, uint32_t number) {
  const hs_dirty_extent extent = firmware->write_buffer.waiting[number];
  const hs_ticks now = hs_read(firmware->hal, HS_SPINDLE_NOW);
  take_channel(firmware->hal, &firmware->cache, now, extent.first, extent.blocks);
  hs_write(firmware->hal, HS_CHANNEL_BEGIN, now);
  const uint32_t blocks = run_blocks(firmware, extent.first, extent.blocks, MOST_RUNS);
  if (!firmware->config.drive->destage.command_first) {
    hs_write(firmware->hal, HS_CHANNEL_KEEP, blocks);
  }
  follow_program(firmware->hal, &firmware->destage, extent.first, blocks);
}

void hs_stop_media(hs_firmware* firmware, hs_ticks now) {
  hs_destage* destage = &firmware->destage;
  hs_write(firmware->hal, HS_CHANNEL_STOP, now);
  if (destage->blocks == 0) {
    return;
  }
  const bool cut = firmware->config.drive->destage.command_first || firmware->config.media_errors;
  const uint32_t done = cut ? (uint32_t)hs_read(firmware->hal, HS_CHANNEL_DONE) : destage->blocks;
  hs_write_buffer_remove(&firmware->write_buffer, destage->first, done);
  hs_write_buffer_hand_over(&firmware->write_buffer, done, now,
                            hs_read(firmware->hal, HS_CHANNEL_FREE));
  destage->blocks = 0;
}

/* --- when a task waits ----------------------------------------------------------------------- */

/* The next extent that the active task waits for, or HS_NO_EXTENT. */
static uint32_t awaited_extent(const hs_firmware* firmware, hs_ticks now) {
  const hs_destage* destage = &firmware->destage;
  const hs_write_buffer* buffer = &firmware->write_buffer;
  if (destage->awaited == HS_AWAITS_BLOCKS) {
    return hs_write_buffer_find(buffer, destage->awaited_first, destage->awaited_blocks);
  }
  const bool fits = hs_write_buffer_fits(buffer, destage->awaited_blocks,
                                         firmware->config.drive->cache.segment_blocks, now);
  return fits || buffer->count == 0
             ? HS_NO_EXTENT
             : hs_write_buffer_next(buffer, firmware->config.drive->destage.order, destage->next);
}

/* Work on the extents that the active task waits for. True: all these extents are on the medium. */
static bool serve_awaited(hs_firmware* firmware) {
  hs_destage* destage = &firmware->destage;
  const hs_ticks now = hs_read(firmware->hal, HS_SPINDLE_NOW);
  const uint32_t next = awaited_extent(firmware, now);
  if (next != HS_NO_EXTENT) {
    start_program(firmware, next);
    return false;
  }
  if (now < firmware->write_buffer.done_at) {
    hs_write(firmware->hal, HS_CHANNEL_WAKE, firmware->write_buffer.done_at);
    return false;
  }
  destage->awaited = HS_AWAITS_NOTHING;
  return true;
}

/* Make the active task wait for blocks or for room. Precondition: an extent that the task waits for
 * is not on the medium yet. */
static void await(hs_firmware* firmware, hs_awaited what, hs_lbn first, uint32_t blocks) {
  hs_destage* destage = &firmware->destage;
  destage->awaited = (uint8_t)what;
  destage->awaited_first = first;
  destage->awaited_blocks = blocks;
  if (destage->blocks == 0) {
    (void)serve_awaited(firmware); /* otherwise called when the running program ends */
  }
}

bool hs_destage_before(hs_firmware* firmware, const hs_task* task, hs_ticks now) {
  const hs_write_buffer* buffer = &firmware->write_buffer;
  if (task->write && hs_caches_write(&firmware->unit.cache_rules, task)) {
    if (hs_write_buffer_fits(buffer, task->blocks, firmware->config.drive->cache.segment_blocks,
                             now)) {
      return false;
    }
    await(firmware, HS_AWAITS_ROOM, task->lbn, task->blocks);
    return true;
  }
  if (hs_write_buffer_find(buffer, task->lbn, task->blocks) == HS_NO_EXTENT) {
    return false;
  }
  await(firmware, HS_AWAITS_BLOCKS, task->lbn, task->blocks);
  return true;
}

bool hs_flush(hs_firmware* firmware, hs_lbn lbn, uint32_t blocks) {
  const hs_write_buffer* buffer = &firmware->write_buffer;
  const bool waiting = hs_write_buffer_find(buffer, lbn, blocks) != HS_NO_EXTENT;
  if (!waiting &&
      (buffer->done_at == 0 || hs_read(firmware->hal, HS_SPINDLE_NOW) >= buffer->done_at)) {
    return true;
  }
  await(firmware, HS_AWAITS_BLOCKS, lbn, blocks);
  return false;
}

void hs_flush_soon(hs_firmware* firmware) {
  firmware->destage.draining = firmware->write_buffer.count != 0;
}

void hs_flush_not_awaited(hs_destage* destage) { destage->awaited = HS_AWAITS_NOTHING; }

/* --- when no task waits ---------------------------------------------------------------------- */

void hs_destage_stored(hs_firmware* firmware, const hs_task* task, hs_ticks then) {
  const hs_destage_rules* rules = &firmware->config.drive->destage;
  if (rules->start == HS_DESTAGE_AT_ONCE) {
    destage_at_once(firmware, task, then);
    return;
  }
  hs_write_buffer* buffer = &firmware->write_buffer;
  hs_write_buffer_add(buffer, task->lbn, task->blocks, task->initiator);
  if (rules->start == HS_DESTAGE_AMOUNT && buffer->blocks >= rules->amount_blocks) {
    firmware->destage.draining = true;
  }
}

bool hs_destage_reached(hs_firmware* firmware) {
  hs_destage* destage = &firmware->destage;
  hs_destage_retried(&firmware->destage, &firmware->unit.writes);
  hs_write_buffer_remove(&firmware->write_buffer, destage->first, destage->blocks);
  destage->blocks = 0;
  if (firmware->write_buffer.count == 0) {
    destage->draining = false;
    destage->idle = false;
  }
  return destage->awaited != HS_AWAITS_NOTHING && serve_awaited(firmware);
}

bool hs_destage_wake(hs_firmware* firmware) {
  hs_destage* destage = &firmware->destage;
  if (destage->awaited != HS_AWAITS_NOTHING && destage->blocks == 0) {
    return serve_awaited(firmware);
  }
  if (firmware->active.task == HS_NO_TASK && firmware->write_buffer.count != 0) {
    /* hs_destage_at_rest clears this if a command has arrived at the same time */
    destage->idle = true;
  }
  return false;
}

bool hs_destage_at_rest(hs_firmware* firmware, bool ready) {
  const hs_destage_rules* rules = &firmware->config.drive->destage;
  hs_destage* destage = &firmware->destage;
  const bool first = destage->draining && !rules->command_first;
  destage->idle = destage->idle && !ready;
  if (destage->blocks != 0 || (ready && !first)) {
    return ready && first;
  }
  if (destage->draining || destage->idle) {
    start_program(firmware,
                  hs_write_buffer_next(&firmware->write_buffer, rules->order, destage->next));
    return true;
  }
  if (rules->start == HS_DESTAGE_IDLE || rules->idle_delay != 0) {
    hs_write(firmware->hal, HS_CHANNEL_WAKE,
             hs_read(firmware->hal, HS_SPINDLE_NOW) + rules->idle_delay);
  }
  return false;
}
