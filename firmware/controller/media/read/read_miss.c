#include "disk/located.h"
#include "disk/read_run.h"
#include "media/orders.h"
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

/* The program holds as many blocks of the task as a segment. If these are the whole task, the
 * read-ahead follows. */
void hs_prepare_read(const hs_firmware* firmware, const hs_task* task, hs_orders* orders) {
  const hs_drive_params* drive = firmware->config.drive;
  const hs_geometry* geometry = &drive->geometry;
  const hs_cache_rules* rules = &drive->cache;
  orders->chunk = hs_fit_program(geometry, task->lbn, hs_chunk_of(drive, task->blocks));
  hs_read_run run = {task->lbn, {task->lbn.value + orders->chunk}, rules->zero_latency_read};
  if (orders->chunk == task->blocks) {
    run = hs_run_of_miss(rules, geometry, task->lbn, orders->chunk, orders->following);
  }
  orders->first = run.first;
  orders->mark = hs_part_of_read(drive, task->lbn, orders->chunk);
  orders->late_reconnect = late_reconnect(drive, task, orders->mark);
  hs_prepare_program(orders,
                     run.first.value == task->lbn.value ? hs_walk_of_task(geometry, task)
                                                        : hs_walk_begin(geometry, run.first),
                     run.end.value - run.first.value, run.on_arrival ? HS_RUN_ZERO_LATENCY : 0u);
}

/* Read the active task from the media. */
static void read_media(hs_firmware* firmware, hs_orders* orders, hs_ticks seek_start) {
  hs_active* active = &firmware->active;
  hs_cache* cache = &firmware->cache;
  const uint32_t into = hs_active_task(firmware)->lbn.value - orders->first.value;
  cache->program_first = orders->first.value;
  active->chunk = orders->chunk;
  active->streamed = orders->chunk;
  active->marked = orders->mark;
  active->read.late_reconnect = orders->late_reconnect;
  hs_write(firmware->hal, HS_CHANNEL_BEGIN, seek_start);
  hs_media_data_at(firmware, HS_SEGMENT_READ + cache->filling, orders->first.value);
  hs_order_program(firmware->hal, orders);
  hs_write(firmware->hal, HS_CHANNEL_NOTIFY, HS_NOTIFY(into, orders->mark));
}

static void read_ahead(hs_firmware* firmware, hs_walk* walk, hs_lbn ahead_end) {
  const hs_task* task = hs_active_task(firmware);
  if (firmware->active.chunk == task->blocks) {
    const uint32_t into = task->lbn.value - firmware->cache.program_first;
    hs_keep_program(firmware->hal, &firmware->config.drive->cache, into + task->blocks);
    hs_run_read_ahead(firmware, walk, ahead_end);
  }
}

void hs_start_read_miss(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_task* task = hs_active_task(firmware);
  hs_plan plan;
  hs_plan_media(firmware->config.drive, view, task, &plan);
  hs_orders* orders = hs_orders_of_active(firmware, view);
  const bool sequential = hs_cache_claim(&firmware->cache, task->lbn);
  read_media(firmware, orders, plan.seek_start);
  hs_note_orders(firmware);
  const hs_cached_read read = {task->lbn, task->lbn.value + task->blocks, sequential,
                               orders->following};
  read_ahead(firmware, &orders->walk, hs_cache_fill(&firmware->cache, &read));
  hs_disconnect_read(firmware, view, plan.command);
  hs_predict_active(firmware, view, &plan);
}
