/* Servo and media sequencing: from a task to a program for the head channel and sequences for the
 * port (Worthington 1994, tables A.4 and A.5, by way of hs_plan_media). The two directions are in
 * read.c and write.c.
 */
#include "sequencing.h"

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

hs_run_end hs_end_of(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks) {
  const hs_walk walk = hs_walk_from(firmware, (hs_lbn){lbn.value + blocks - 1});
  if (walk.place.sector.value + 1 < walk.zone->sectors_per_track) {
    return HS_ENDS_INSIDE;
  }
  return walk.place.head.value + 1 < walk.geometry->heads ? HS_ENDS_TRACK : HS_ENDS_CYLINDER;
}

void hs_start(hs_firmware* firmware, uint32_t task, const hs_drive_view* view) {
  const hs_task* t = &firmware->queue.tasks[task];
  firmware->active = (hs_active){.task = task, .connected = view->connected};
  firmware->starts++;
  const hs_cache_answer answer =
      t->write ? HS_CACHE_MISS : hs_cache_look_up(&firmware->cache, t->lbn, t->blocks);
  if (answer != HS_CACHE_MISS && hs_start_read_hit(firmware, view, answer)) {
    return;
  }
  if (firmware->queue.scheduler.knowledge >= HS_KNOWS_POSITION) {
    firmware->active.predicted_media = hs_predict_media_start(firmware->config.drive, view, t);
  }
  hs_write(firmware, HS_CHANNEL_STOP, view->now);
  if (hs_cache_wants_stops(&firmware->cache)) {
    hs_cache_stopped(&firmware->cache, (uint32_t)hs_read(firmware, HS_CHANNEL_DONE));
  }
  if (t->write) {
    hs_start_write(firmware, view);
  } else {
    hs_start_read_miss(firmware, view);
  }
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
    hs_destage(firmware);
  }
  hs_complete(firmware);
}
