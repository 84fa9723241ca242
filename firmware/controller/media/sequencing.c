/* Servo and media sequencing: from a task to a program for the head channel and sequences for the
 * port (Worthington 1994, tables A.4 and A.5, by way of hs_plan_media). The two directions are in
 * read.c and write.c.
 */
#include "media/sequencing.h"

#include "destage/destage.h"

void hs_run_extents(const hs_firmware* firmware, hs_walk* walk, uint32_t blocks, uint32_t flags) {
  while (blocks != 0) {
    const hs_extent extent = hs_walk_next(walk, blocks);
    hs_write(firmware, HS_CHANNEL_RUN,
             HS_RUN(extent.first.cylinder.value, extent.first.head.value, extent.first.sector.value,
                    extent.blocks, flags));
    blocks -= extent.blocks;
  }
}

/* Moved blocks may break up a program into more extents than the channel takes. */
static bool broken_up(const hs_firmware* firmware) {
  const hs_reallocations* table = firmware->config.drive->geometry.reallocations;
  return table != NULL && table->taken != 0;
}

uint32_t hs_fit_program(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks) {
  if (!broken_up(firmware)) {
    return blocks;
  }
  hs_walk walk = hs_walk_from(firmware, lbn);
  uint32_t fit = 0;
  for (uint32_t extents = 0; extents < HS_CHANNEL_EXTENTS - 2 && fit != blocks; ++extents) {
    fit += hs_walk_next(&walk, blocks - fit).blocks;
  }
  return fit;
}

uint32_t hs_run_ahead(const hs_firmware* firmware, hs_walk* walk, uint32_t blocks) {
  if (!broken_up(firmware)) {
    hs_run_extents(firmware, walk, blocks, HS_RUN_AHEAD);
    return blocks;
  }
  uint64_t room = hs_read(firmware, HS_CHANNEL_RUN);
  uint32_t left = blocks;
  for (; left != 0 && room != 0; --room) {
    const uint32_t run = left < walk->run ? left : walk->run;
    hs_run_extents(firmware, walk, run, HS_RUN_AHEAD);
    left -= run;
  }
  return blocks - left;
}

/* Where the last of these blocks lies and the one behind it. False at the end of the disk. */
static bool next_place(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks, hs_pbn* last,
                       hs_pbn* next) {
  const hs_geometry* geometry = &firmware->config.drive->geometry;
  const uint32_t behind = lbn.value + blocks;
  if (behind == geometry->block_count) {
    return false;
  }
  *last = hs_lbn_to_pbn(geometry, (hs_lbn){behind - 1});
  *next = hs_lbn_to_pbn(geometry, (hs_lbn){behind});
  return true;
}

/* By the block behind: spare and slipped sectors hold none. */
hs_run_end hs_end_of(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks) {
  hs_pbn last;
  hs_pbn next;
  if (!next_place(firmware, lbn, blocks, &last, &next) ||
      last.cylinder.value != next.cylinder.value) {
    return HS_ENDS_CYLINDER;
  }
  return last.head.value != next.head.value ? HS_ENDS_TRACK : HS_ENDS_INSIDE;
}

/* Is the block behind these on another track? If so, both tracks. */
static bool next_track(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks, hs_track* from,
                       hs_track* to) {
  hs_pbn last;
  hs_pbn next;
  if (!firmware->config.drive->go_on || !next_place(firmware, lbn, blocks, &last, &next)) {
    return false;
  }
  *from = (hs_track){last.cylinder, last.head};
  *to = (hs_track){next.cylinder, next.head};
  return last.cylinder.value != next.cylinder.value || last.head.value != next.head.value;
}

void hs_go_on(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks) {
  hs_track from;
  hs_track to;
  if (next_track(firmware, lbn, blocks, &from, &to)) {
    hs_write(firmware, HS_CHANNEL_GO_ON, HS_TRACK(to.cylinder.value, to.head.value));
  }
}

hs_ticks hs_going_on(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks, bool write) {
  hs_track from;
  hs_track to;
  return next_track(firmware, lbn, blocks, &from, &to)
             ? hs_crossing(&firmware->config.drive->mechanics, from, to, write)
             : 0;
}

/* What waits for the medium is newer than what was read from it. */
static hs_cache_answer look_up(const hs_firmware* firmware, const hs_task* task) {
  const hs_write_buffer* buffer = &firmware->write_buffer;
  if (task->write || (task->flags & HS_FLAG_FUA) != 0 || !firmware->unit.cache_rules.enabled) {
    return HS_CACHE_MISS;
  }
  if (buffer->count != 0 && hs_write_buffer_find(buffer, task->lbn, task->blocks) != HS_NO_EXTENT) {
    const hs_cache_rules* rules = &firmware->unit.cache_rules;
    const bool hit =
        rules->hit_on_written_data && hs_write_buffer_covers(buffer, task->lbn, task->blocks);
    return hit ? HS_CACHE_WRITTEN : HS_CACHE_MISS;
  }
  return hs_cache_look_up(&firmware->cache, task->lbn, task->blocks);
}

static void start_transfer(hs_firmware* firmware, const hs_drive_view* view) {
  if (hs_active_task(firmware)->write) {
    hs_start_write(firmware, view);
  } else {
    hs_start_read_miss(firmware, view);
  }
}

/* Others go to the medium first: the task lets the bus go. */
static void wait_for_medium(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  active->predicted_media = 0;
  if (active->connected) {
    hs_write(firmware, HS_PORT_BEFORE, firmware->config.drive->overheads.read_hit_command);
    hs_port_go(firmware, hs_active_task(firmware)->slot, HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD, 0);
    active->connected = false;
  }
}

void hs_start(hs_firmware* firmware, uint32_t task, const hs_drive_view* view) {
  const hs_task* t = &firmware->queue.tasks[task];
  firmware->active = (hs_active){.task = task, .connected = view->connected};
  firmware->starts++;
  const hs_cache_answer answer = look_up(firmware, t);
  if (answer != HS_CACHE_MISS && hs_start_read_hit(firmware, view, answer)) {
    return;
  }
  if (firmware->queue.scheduler.knowledge >= HS_KNOWS_POSITION) {
    firmware->active.predicted_media = hs_predict_media_start(firmware->config.drive, view, t);
  }
  hs_stop_media(firmware, view->now);
  if (hs_cache_wants_stops(&firmware->cache)) {
    hs_cache_stopped(&firmware->cache, (uint32_t)hs_read(firmware, HS_CHANNEL_DONE));
  }
  if (firmware->write_buffer.count != 0 && hs_destage_before(firmware, t, view->now)) {
    wait_for_medium(firmware);
    return;
  }
  start_transfer(firmware, view);
}

void hs_resume(hs_firmware* firmware) {
  const hs_drive_view view = hs_firmware_view(firmware, firmware->queue.scheduler.knowledge, false);
  start_transfer(firmware, &view);
}

void hs_media_reached(hs_firmware* firmware) {
  if (hs_active_task(firmware)->write) {
    hs_written_chunk(firmware);
  } else {
    hs_send_chunk(firmware);
  }
}

void hs_port_reached(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  active->sending = false;
  if (!task->write && !active->connected) { /* the rest of the read is still to come */
    hs_part_sent(firmware);
    return;
  }
  if (task->write && active->fatal.key != 0) {
    hs_end_in_error(firmware);
    return;
  }
  if (task->write && active->done != task->blocks) {
    hs_write_taken(firmware);
    return;
  }
  if (!task->write) {
    active->done += active->chunk;
  }
  if (active->fatal.key != 0) {
    hs_end_in_error(firmware);
    return;
  }
  if (active->done != task->blocks) {
    hs_read_next_chunk(firmware);
    return;
  }
  if (active->cached_write) {
    hs_write_stored(firmware);
    return;
  }
  if (!task->write && !active->hit && (task->flags & HS_FLAG_DPO) != 0) {
    hs_cache_drop_filling(&firmware->cache);
  }
  hs_complete(firmware);
}
