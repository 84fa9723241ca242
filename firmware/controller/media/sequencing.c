/* Servo and media sequencing: converts a task to a program for the head channel and sequences for
 * the port (Worthington 1994, tables A.4 and A.5, computed by hs_plan_media). Reads are in
 * read_miss.c, read_hit.c and read_send.c, writes in write.c. */
#include "media/sequencing.h"

#include "destage/destage.h"
#include "duration/duration.h"
#include "media/completion.h"
#include "media/read/read.h"
#include "media/read/read_send.h"
#include "media/recovery.h"
#include "media/status.h"
#include "media/write.h"
#include "state/access.h"

/* Look a read up in the buffer. Blocks that wait for the medium are newer than blocks that were
 * read from the medium. */
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

/* The drive writes other blocks to the medium first. Meanwhile the task releases the bus. */
static void wait_for_medium(hs_firmware* firmware) {
  hs_disconnect(firmware, firmware->config.drive->overheads.read_hit_command);
}

/* Begin a task. The function sets each member alone, because clearing the struct costs more cycles.
 * Nobody reads the other members of a sense whose key is 0. */
static void begin(hs_active* active, uint32_t task, bool connected) {
  active->task = task;
  active->connected = connected;
  active->service = HS_SERVICE_NONE;
  active->failed = false;
  active->sending = false;
  active->ordered = false;
  active->status_due = false;
  active->hit = false;
  active->done = 0;
  active->streamed = 0;
  active->chunk = 0;
  active->marked = 0;
  active->read = (hs_active_read){0};
  active->write = (hs_active_write){0};
  active->recovery.tries = 0;
  active->recovery.told.key = 0;
  active->recovery.fatal.key = 0;
  active->recovery.spoiled = false;
  active->predicted_media = 0;
  active->orders_at = 0;
  active->since_read = 0;
}

void hs_start(hs_firmware* firmware, uint32_t task, const hs_drive_view* view) {
  const hs_task* t = &firmware->queue.tasks[task];
  begin(&firmware->active, task, view->connected);
  if (firmware->config.drive->terms.by_stream) {
    firmware->active.since_read = view->now - view->read_done;
  }
  firmware->starts++;
  const hs_cache_answer answer = look_up(firmware, t);
  if (answer != HS_CACHE_MISS && hs_start_read_hit(firmware, view, answer)) {
    return;
  }
  hs_stop_media(firmware, view->now);
  if (hs_cache_wants_stops(&firmware->cache)) {
    hs_cache_stopped(&firmware->cache, (uint32_t)hs_read(firmware->hal, HS_CHANNEL_DONE));
  }
  if (firmware->write_buffer.count != 0 && hs_destage_before(firmware, t, view->now)) {
    wait_for_medium(firmware);
    return;
  }
  start_transfer(firmware, view);
}

void hs_resume_after_destaging(hs_firmware* firmware) {
  hs_drive_view view;
  hs_firmware_view(firmware, firmware->queue.scheduler.knowledge, false, &view);
  start_transfer(firmware, &view);
  firmware->active.predicted_media = 0; /* the wait was not predicted */
}

void hs_media_reached(hs_firmware* firmware) {
  if (hs_active_task(firmware)->write) {
    hs_written_chunk(firmware);
  } else {
    hs_send_chunk(firmware);
  }
}

/* Send the status of a read with a duration limit, whose data have gone. */
static HS_COLD void end_limited_read(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_ticks after = firmware->config.drive->overheads.read_completion;
  const hs_ticks end = hs_read(firmware->hal, HS_SPINDLE_NOW) + after;
  const uint8_t status = hs_duration_status(firmware, end);
  active->chunk = 0;
  active->status_due = false;
  hs_write(firmware->hal, HS_PORT_AFTER, after);
  hs_port_go(firmware->hal, hs_active_task(firmware)->slot,
             HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, status, 0);
}

void hs_port_reached(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  active->sending = false;
  if (!task->write && !active->connected) { /* the rest of the read follows later */
    hs_part_sent(firmware);
    return;
  }
  if (task->write && active->recovery.fatal.key != 0) {
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
  if (active->recovery.fatal.key != 0) {
    hs_end_in_error(firmware);
    return;
  }
  if (active->done != task->blocks) {
    hs_read_next_chunk(firmware);
    return;
  }
  if (active->write.cached) {
    hs_write_stored(firmware);
    return;
  }
  if (active->status_due) {
    end_limited_read(firmware);
    return;
  }
  if (!task->write && !active->hit && (task->flags & HS_FLAG_DPO) != 0) {
    hs_cache_drop_filling(&firmware->cache);
  }
  hs_complete(firmware);
}
