#include "next/next_task.h"

#include "disk/located.h"
#include "disk/situation.h"
#include "state/access.h"

/* Update an estimate with a measured time. The estimate rises by at most 1/32 at a time, so an
 * outlier such as a lost revolution changes it little. The estimate falls by 1/16 of the
 * difference. */
static void note(hs_span* span, hs_ticks measured) {
  const hs_ticks usual = span->usual;
  const bool longer = measured > usual;
  const hs_ticks missed = longer ? measured - usual : usual - measured;
  if (usual == 0) {
    span->usual = measured;
    return;
  }
  if (longer) {
    span->usual += missed < usual / 32 ? missed : usual / 32;
  } else {
    span->usual -= missed / 16;
  }
  span->spread = span->spread - span->spread / 16 + missed / 16;
}

static hs_ticks now(const hs_firmware* firmware) { return hs_read(firmware->hal, HS_SPINDLE_NOW); }

/* --- the end of the active task -------------------------------------------------------------- */

static uint8_t size_of(uint32_t blocks) {
  uint8_t size = 0;
  while (blocks > 1 && size < HS_SPAN_SIZES - 1) {
    blocks >>= 1;
    ++size;
  }
  return size;
}

static hs_span_kind kind_of(const hs_firmware* firmware, const hs_task* task) {
  if (firmware->active.write.cached) {
    return HS_SPAN_CACHED;
  }
  if (firmware->active.hit) {
    return HS_SPAN_HIT;
  }
  return task->write ? HS_SPAN_WRITE : HS_SPAN_READ;
}

/* Time at which the last sector has passed, if no revolution is lost. 0: the start has not been
 * predicted. The angle includes the moves between tracks. */
static hs_ticks media_end(const hs_firmware* firmware, const hs_task* task) {
  const hs_ticks start = firmware->active.predicted_media;
  if (start == 0) {
    return 0;
  }
  const hs_geometry* geometry = &firmware->config.drive->geometry;
  const hs_zone* zone = hs_zone_of_task(geometry, task);
  const hs_ticks pitch = hs_sector_offset(zone, 1);
  const hs_ticks least = start + hs_sector_offset(zone, task->blocks) - pitch / 2; /* roundings */
  const hs_angle behind = hs_last_angle(geometry, task) + (hs_angle)pitch;
  return least + hs_rotation_wait(least, behind);
}

/* Expected end of the active task, by the span with the smaller spread. */
static hs_ticks expected_end(const hs_next_task* next) {
  const hs_span* end = &next->foresight.end[next->kind][next->size];
  const hs_span* rest = &next->foresight.rest[next->kind][next->size];
  return next->last_order != 0 && rest->spread <= end->spread ? next->last_order + rest->usual
                                                              : next->begun + end->usual;
}

void hs_next_started(hs_firmware* firmware, const hs_drive_view* view) {
  hs_next_task* next = &firmware->next;
  const hs_task* task = hs_active_task(firmware);
  const hs_ticks ordered =
      firmware->active.orders_at != 0 ? firmware->active.orders_at : now(firmware);
  note(&next->foresight.start, ordered - view->now);
  next->begun = hs_later(media_end(firmware, task), view->now);
  next->last_order = 0;
  next->kind = (uint8_t)kind_of(firmware, task);
  next->size = size_of(task->blocks);
}

void hs_next_ended(hs_firmware* firmware, hs_ticks end) {
  hs_next_task* next = &firmware->next;
  if (next->begun == 0) {
    return;
  }
  hs_foresight* f = &next->foresight;
  note(&f->end[next->kind][next->size], end > next->begun ? end - next->begun : 0);
  if (next->last_order != 0) {
    note(&f->rest[next->kind][next->size], end - next->last_order);
  }
  next->begun = 0;
}

void hs_next_forget(hs_firmware* firmware, uint32_t task) {
  hs_next_task* next = &firmware->next;
  if (next->task == task) {
    next->task = HS_NO_TASK;
    firmware->orders.task = HS_NO_TASK;
  }
  if (firmware->active.task == task) {
    next->begun = 0;
  }
}

/* --- the choice ------------------------------------------------------------------------------ */

/* A read-ahead stops at the end of a sector. */
static hs_ticks sector_under_way(const hs_firmware* firmware) {
  if (firmware->active.task == HS_NO_TASK) {
    return 0;
  }
  const hs_task* task = &firmware->queue.tasks[firmware->active.task];
  const hs_geometry* geometry = &firmware->config.drive->geometry;
  return task->write ? 0 : hs_sector_offset(hs_zone_of_task(geometry, task), 1);
}

/* False: the active task ends without its blocks, because it is late or the unit is not ready. The
 * arm does not move. */
static bool serves_blocks(const hs_firmware* firmware) {
  return firmware->active.service != HS_SERVICE_STATUS || firmware->active.done != 0;
}

/* Changes `view` to the predicted state at the instant when the active task is over and the next
 * task can be ordered. */
static void look_ahead(const hs_firmware* firmware, hs_drive_view* view) {
  const hs_next_task* next = &firmware->next;
  const hs_geometry* geometry = &firmware->config.drive->geometry;
  const bool position = firmware->queue.scheduler.knowledge >= HS_KNOWS_POSITION;
  view->now += next->foresight.choice.usual;
  if (firmware->active.task != HS_NO_TASK) {
    view->now = hs_later(view->now, expected_end(next));
  }
  if (firmware->active.task != HS_NO_TASK && serves_blocks(firmware)) {
    const hs_task* task = &firmware->queue.tasks[firmware->active.task];
    hs_view_after(firmware->config.drive, task, firmware->active.hit && !task->write,
                  firmware->active.since_read, view);
    if ((position || hs_looks_at_arm(firmware->config.drive)) && !firmware->active.ordered &&
        hs_action_transfers(task->action)) {
      view->track = hs_last_track(geometry, task);
      view->free_at = 0;
    }
  }
  view->now += next->foresight.start.usual;
  if (position) {
    view->free_at = hs_later(view->free_at, view->now + sector_under_way(firmware));
  }
}

/* Choose a task. Returns the instant after the choice. */
static hs_ticks choose(hs_firmware* firmware, bool connected, uint32_t* task) {
  hs_drive_view view;
  hs_firmware_view(firmware, firmware->queue.scheduler.knowledge, connected, &view);
  const hs_ticks begun = view.now;
  look_ahead(firmware, &view);
  *task = hs_task_queue_next(&firmware->queue, &view);
  const hs_ticks made = now(firmware);
  note(&firmware->next.foresight.choice, made - begun);
  return made;
}

/* False: no task is chosen, or a HEAD OF QUEUE task must start before the chosen task. */
bool hs_next_waits(const hs_firmware* firmware) {
  const hs_task* tasks = firmware->queue.tasks;
  const uint32_t chosen = firmware->next.task;
  const uint32_t urgent = firmware->queue.urgent.first;
  if (chosen == HS_NO_TASK || urgent == HS_NO_TASK) {
    return chosen != HS_NO_TASK;
  }
  return tasks[chosen].attribute == HS_ATTRIBUTE_HEAD_OF_QUEUE &&
         tasks[chosen].order > tasks[urgent].order;
}

uint32_t hs_next_take(hs_firmware* firmware, bool connected, hs_drive_view* view) {
  uint32_t task = firmware->next.task;
  if (hs_next_waits(firmware)) {
    firmware->next.task = HS_NO_TASK;
  } else {
    choose(firmware, connected, &task);
  }
  hs_firmware_view(firmware, firmware->queue.scheduler.knowledge, connected, view);
  return task;
}

/* Note the time of the active task's last order. Any handler may have given this order. */
static void note_last_order(hs_firmware* firmware) {
  hs_next_task* next = &firmware->next;
  if (firmware->active.ordered && next->begun != 0 && next->last_order == 0) {
    next->last_order = now(firmware);
  }
}

/* True: the heads will first be moved elsewhere, for destaging. */
static bool destages(const hs_firmware* firmware) {
  return firmware->next.kind == HS_SPAN_CACHED || firmware->write_buffer.count != 0 ||
         firmware->destage.blocks != 0;
}

/* True: a choice after the last order of the active task is over before the task ends. The margin
 * is twice the mean differences of both durations, because a late choice delays the next task. */
static bool fits_after_last_order(const hs_next_task* next) {
  const hs_span* choice = &next->foresight.choice;
  const hs_span* rest = &next->foresight.rest[next->kind][next->size];
  return choice->usual + 2 * (choice->spread + rest->spread) <= rest->usual;
}

static bool due(const hs_firmware* firmware) {
  const hs_next_task* next = &firmware->next;
  return next->task == HS_NO_TASK && !destages(firmware) && hs_task_queue_ready(&firmware->queue) &&
         (firmware->active.ordered || !fits_after_last_order(next));
}

void hs_choose_ahead(hs_firmware* firmware) {
  if (firmware->active.task == HS_NO_TASK) {
    return;
  }
  note_last_order(firmware);
  if (due(firmware) && hs_read(firmware->hal, HS_INTERRUPT_PENDING) == 0) {
    choose(firmware, false, &firmware->next.task);
  }
}
