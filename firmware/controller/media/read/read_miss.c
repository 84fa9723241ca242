#include "media/orders.h"
#include "media/planning.h"
#include "media/read/read.h"
#include "media/read/read_program.h"

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
