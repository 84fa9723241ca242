#include "disk/located.h"
#include "disk/read_run.h"
#include "media/planning.h"
#include "media/read/read.h"
#include "media/read/read_program.h"
#include "media/read/read_send.h"

/* Delay of the reconnection after the task's block number `mark`, from 1, is in the buffer. */
static hs_ticks late_reconnect(const hs_drive_params* drive, const hs_task* task, uint32_t mark) {
  const hs_overheads* o = &drive->overheads;
  const bool all = mark == task->blocks;
  hs_ticks late = all ? o->read_last_block : 0;
  if (hs_side_by_side(task, mark + 1)) {
    return late;
  }
  if (o->read_track_end != 0 && hs_end_of(&drive->geometry, task->lbn, mark) != HS_ENDS_INSIDE) {
    late += o->read_track_end;
  }
  if (all) {
    late += hs_time_to_next_track(drive, task->lbn, mark, false);
  }
  return late;
}

/* Read the active task from the media, up to the number of blocks that a segment holds. If this is
 * the whole task, the read-ahead follows. */
static void read_media(hs_firmware* firmware, hs_ticks seek_start, hs_lbn ahead_end,
                       bool following) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  hs_cache* cache = &firmware->cache;
  const hs_cache_rules* rules = &firmware->config.drive->cache;
  active->chunk = hs_fit_program(&firmware->config.drive->geometry, task->lbn,
                                 hs_chunk_of(firmware->config.drive, task->blocks));
  hs_read_run run = {task->lbn, {task->lbn.value + active->chunk}, rules->zero_latency_read};
  if (active->chunk == task->blocks) {
    run = hs_run_of_miss(rules, cache->geometry, task->lbn, active->chunk, following);
  }
  cache->program_first = run.first.value;
  const uint32_t into = task->lbn.value - run.first.value;
  const uint32_t mark = hs_part_of_read(firmware->config.drive, task->lbn, active->chunk);
  active->streamed = active->chunk;
  active->read.sent = 0;
  active->marked = mark;
  active->read.late_reconnect = late_reconnect(firmware->config.drive, task, mark);
  hs_write(firmware->hal, HS_CHANNEL_BEGIN, seek_start);
  hs_media_data_at(firmware, HS_SEGMENT_READ + cache->filling, run.first.value);
  const hs_geometry* geometry = &firmware->config.drive->geometry;
  hs_walk walk = run.first.value == task->lbn.value ? hs_walk_of_task(geometry, task)
                                                    : hs_walk_begin(geometry, run.first);
  hs_run_extents(firmware->hal, &walk, run.end.value - run.first.value,
                 run.on_arrival ? HS_RUN_ZERO_LATENCY : 0u);
  hs_write(firmware->hal, HS_CHANNEL_NOTIFY, HS_NOTIFY(into, mark));
  if (active->chunk == task->blocks) {
    hs_keep_program(firmware->hal, &firmware->config.drive->cache, into + active->chunk);
    hs_run_read_ahead(firmware, &walk, ahead_end);
  }
}

void hs_start_read_miss(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_task* task = hs_active_task(firmware);
  hs_plan plan;
  hs_plan_active(firmware, view, &plan);
  const bool following = task->lbn.value == view->last_end.value;
  const hs_lbn ahead = hs_cache_read_miss(&firmware->cache, task->lbn, task->blocks, following);
  read_media(firmware, plan.seek_start, ahead, following);
  hs_disconnect_read(firmware, view, plan.command);
}
