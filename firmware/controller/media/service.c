/* Service: tasks from the queue that are no reads or writes. A parameter list comes first, then the
 * work, then the status; VERIFY reads the medium without bringing data to the host.
 */
#include "media/service.h"

#include "channel/program.h"
#include "destage/destage.h"
#include "media/completion.h"
#include "media/status.h"
#include "state/forget.h"
#include "unit/replies.h"

static bool takes_list(uint8_t action) {
  return action == HS_ACTION_MODE_SELECT || action == HS_ACTION_SEND_DIAGNOSTIC ||
         action == HS_ACTION_REASSIGN;
}

/* Give the bus away, if the task holds it. */
static void disconnect(hs_firmware* firmware, hs_ticks after) {
  if (firmware->active.connected) {
    hs_write(firmware, HS_PORT_BEFORE, after);
    hs_port_go(firmware, hs_active_task(firmware)->slot, HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD, 0);
    firmware->active.connected = false;
  }
}

/* GOOD, or CHECK CONDITION if the sense has a key. */
static void end_with(hs_firmware* firmware, const hs_sense* sense) {
  if (sense->key != 0) {
    hs_fail_active(firmware, sense);
  } else {
    hs_active_go(firmware, HS_PORT_OP_STATUS, HS_STATUS_GOOD, 0);
  }
}

static void end_good(hs_firmware* firmware) {
  hs_active_go(firmware, HS_PORT_OP_STATUS, hs_good_status(firmware), 0);
}

/* --- VERIFY ---------------------------------------------------------------------------------- */

static void verify_chunk(hs_firmware* firmware, hs_ticks seek_start) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const hs_drive_params* drive = firmware->config.drive;
  const uint32_t left = task->blocks - active->done;
  const uint32_t segment = drive->cache.segment_blocks;
  const uint32_t flags = drive->cache.zero_latency_read ? HS_RUN_ZERO_LATENCY : 0u;
  const hs_lbn from = {task->lbn.value + active->done};
  active->chunk = hs_fit_program(firmware, from, left < segment ? left : segment);
  hs_write(firmware, HS_CHANNEL_BEGIN, seek_start);
  hs_walk walk = hs_walk_from(firmware, from);
  hs_run_extents(firmware, &walk, active->chunk, flags);
  hs_write(firmware, HS_CHANNEL_NOTIFY, active->chunk);
}

static void start_verify(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  firmware->active.service = HS_SERVICE_MEDIUM;
  hs_stop_media(firmware, view->now);
  hs_forget_reads(firmware);
  disconnect(firmware, o->read_miss_command + (view->last_write ? o->read_disconnect_after_write
                                                                : o->read_disconnect_after_read));
  verify_chunk(firmware, view->now + o->read_miss_command);
}

void hs_service_media_reached(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  active->done += active->chunk;
  if (active->done == hs_active_task(firmware)->blocks) {
    end_good(firmware);
  } else {
    verify_chunk(firmware, hs_read(firmware, HS_SPINDLE_NOW));
  }
}

/* --- START STOP UNIT and SYNCHRONIZE CACHE --------------------------------------------------- */

static void stop_unit(hs_firmware* firmware) {
  hs_stop_media(firmware, hs_read(firmware, HS_SPINDLE_NOW));
  hs_forget_reads(firmware);
  hs_power_change(firmware, false);
  end_good(firmware);
}

static void start_unit(hs_firmware* firmware, bool immediate) {
  const hs_ticks ready = hs_power_change(firmware, true);
  if (ready != 0 && !immediate) {
    disconnect(firmware, firmware->config.drive->overheads.read_hit_command);
    hs_write(firmware, HS_PORT_NOT_BEFORE, ready);
  }
  end_good(firmware);
}

static void start_flush(hs_firmware* firmware, hs_lbn lbn, uint32_t blocks) {
  firmware->active.service = HS_SERVICE_MEDIUM;
  if (hs_flush(firmware, lbn, blocks)) {
    hs_flushed(firmware);
  } else {
    disconnect(firmware, firmware->config.drive->overheads.read_hit_command);
  }
}

/* GOOD would say that the initiator's blocks are on the medium. */
static void end_synchronize(hs_firmware* firmware) {
  hs_sense* deferred = &firmware->unit.deferred[hs_active_task(firmware)->initiator];
  const hs_sense sense = *deferred;
  *deferred = (hs_sense){0};
  end_with(firmware, &sense);
}

void hs_flushed(hs_firmware* firmware) {
  const uint8_t action = hs_active_task(firmware)->action;
  if (action == HS_ACTION_START_STOP) {
    stop_unit(firmware);
  } else if (action == HS_ACTION_VERIFY) {
    const hs_drive_view view = hs_firmware_view(firmware, HS_KNOWS_NOTHING, false);
    start_verify(firmware, &view);
  } else if (action == HS_ACTION_SYNCHRONIZE) {
    end_synchronize(firmware);
  } else {
    end_good(firmware);
  }
}

/* --- parameter lists ------------------------------------------------------------------------- */

static void ask_for_list(hs_firmware* firmware, uint32_t bytes) {
  firmware->active.service = HS_SERVICE_PARAMETERS;
  firmware->active.chunk = bytes;
  hs_active_go(firmware, HS_PORT_OP_PARAMETERS, HS_STATUS_GOOD, bytes);
}

static void fetch_list(const hs_firmware* firmware, uint8_t* list, uint32_t bytes) {
  uint64_t word = 0;
  for (uint32_t i = 0; i < bytes; ++i) {
    word = i % 8 == 0 ? hs_read(firmware, HS_PORT_PARAMETER) : word >> 8;
    list[i] = (uint8_t)word;
  }
}

/* The header says how much more there is; false: that is too much. */
static bool take_reassign_header(hs_firmware* firmware, const uint8_t* list) {
  const uint32_t more = hs_reassign_length(list);
  firmware->active.done = HS_REASSIGN_HEADER_BYTES;
  if (more > HS_LIST_BYTES) {
    return false;
  }
  if (more == 0) {
    end_good(firmware);
  } else {
    ask_for_list(firmware, more);
  }
  return true;
}

/* GOOD once everything is on the medium, if writes are no longer cached. */
static void end_mode_select(hs_firmware* firmware, const hs_sense* sense) {
  if (sense->key == 0 && !firmware->unit.cache_rules.write_back) {
    start_flush(firmware, (hs_lbn){0}, firmware->config.drive->geometry.block_count);
  } else {
    end_with(firmware, sense);
  }
}

static void take_list(hs_firmware* firmware, const uint8_t* list, uint32_t bytes) {
  const hs_task* task = hs_active_task(firmware);
  hs_sense sense = hs_illegal(HS_CODE_LIST_LENGTH);
  if (task->action == HS_ACTION_MODE_SELECT) {
    sense = hs_take_mode_select(firmware, task, list, bytes);
    end_mode_select(firmware, &sense);
    return;
  }
  if (task->action == HS_ACTION_SEND_DIAGNOSTIC) {
    sense = hs_take_send_diagnostic(firmware, task, list, bytes);
  } else if (firmware->active.done != 0) {
    sense = hs_take_reassign(firmware, list, bytes);
  } else if (take_reassign_header(firmware, list)) {
    return;
  }
  end_with(firmware, &sense);
}

void hs_service_port_reached(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  if (active->service == HS_SERVICE_PARAMETERS) {
    uint8_t list[HS_LIST_BYTES];
    fetch_list(firmware, list, active->chunk);
    take_list(firmware, list, active->chunk);
    return;
  }
  active->service = HS_SERVICE_NONE;
  const bool verified = hs_active_task(firmware)->action == HS_ACTION_VERIFY && active->done != 0;
  if (verified || active->failed) {
    hs_complete(firmware);
    return;
  }
  const uint32_t entry = active->task;
  *active = (hs_active){.task = HS_NO_TASK};
  hs_task_queue_finish(&firmware->queue, entry);
}

/* --- the stage's entry ----------------------------------------------------------------------- */

/* Must the task's blocks be on the medium first? */
static bool wants_flush(const hs_firmware* firmware, const hs_task* task) {
  if (task->action == HS_ACTION_VERIFY) {
    return hs_write_buffer_find(&firmware->write_buffer, task->lbn, task->blocks) != HS_NO_EXTENT;
  }
  return task->action == HS_ACTION_SYNCHRONIZE && (task->flags & HS_FLAG_IMMEDIATE) == 0;
}

static void begin(hs_firmware* firmware, const hs_task* task, const hs_drive_view* view) {
  const bool immediate = (task->flags & HS_FLAG_IMMEDIATE) != 0;
  if (takes_list(task->action) && task->blocks != 0) {
    ask_for_list(firmware, task->blocks);
  } else if (wants_flush(firmware, task)) {
    start_flush(firmware, task->lbn, task->blocks);
  } else if (task->action == HS_ACTION_VERIFY) {
    start_verify(firmware, view);
  } else if (task->action == HS_ACTION_SYNCHRONIZE) {
    hs_flush_soon(firmware);
    end_good(firmware);
  } else if (task->action == HS_ACTION_START_STOP && (task->flags & HS_FLAG_START) != 0) {
    start_unit(firmware, immediate);
  } else if (task->action == HS_ACTION_START_STOP) {
    start_flush(firmware, (hs_lbn){0}, firmware->config.drive->geometry.block_count);
  } else {
    take_list(firmware, NULL, 0);
  }
}

/* The command's own time passes first, on the bus or before it is asked for. */
static void command_time(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_ticks command = firmware->config.drive->overheads.read_hit_command;
  if (view->connected) {
    hs_write(firmware, HS_PORT_BEFORE, command);
  } else {
    hs_write(firmware, HS_PORT_NOT_BEFORE, view->now + command);
  }
}

void hs_start_service(hs_firmware* firmware, uint32_t entry, const hs_drive_view* view,
                      const hs_sense* not_ready) {
  hs_task* task = &firmware->queue.tasks[entry];
  firmware->active = (hs_active){
      .task = entry, .connected = view->connected, .service = HS_SERVICE_STATUS, .hit = true};
  firmware->starts++;
  if (task->action != HS_ACTION_VERIFY || not_ready->key != 0) {
    command_time(firmware, view);
  }
  if (not_ready->key != 0) {
    hs_fail_active(firmware, not_ready);
  } else {
    begin(firmware, task, view);
  }
}
