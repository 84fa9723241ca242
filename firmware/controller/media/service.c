/* Service of tasks from the queue that are not reads or writes. The drive takes the parameter list,
 * carries out the command, and sends the status. VERIFY reads the medium, but sends no data to the
 * host. */
#include "media/service.h"

#include "media/completion.h"
#include "media/service_steps.h"
#include "media/verify_steps.h"
#include "queue/end_task.h"
#include "state/work.h"

static void fetch_list(hs_hal* hal, uint8_t* list, uint32_t bytes) {
  uint64_t word = 0;
  for (uint32_t i = 0; i < bytes; ++i) {
    word = i % 8 == 0 ? hs_read(hal, HS_PORT_PARAMETER) : word >> 8;
    list[i] = (uint8_t)word;
  }
}

void hs_service_port_reached(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  if (active->service == HS_SERVICE_PARAMETERS) {
    uint8_t list[HS_LIST_BYTES];
    fetch_list(firmware->hal, list, active->chunk);
    hs_work_of(firmware, hs_active_task(firmware)->action)->list(firmware, list, active->chunk);
    return;
  }
  if (active->service == HS_SERVICE_DATA) {
    hs_chunk_taken(firmware);
    return;
  }
  active->service = HS_SERVICE_NONE;
  const bool placed = hs_action_on_medium(hs_active_task(firmware)->action);
  if ((placed && active->done != 0) || active->failed) {
    hs_complete(firmware);
    return;
  }
  const uint32_t entry = active->task;
  *active = (hs_active){.task = HS_NO_TASK};
  hs_end_task(firmware, entry, placed);
}

static void begin(hs_firmware* firmware, const hs_task* task, const hs_drive_view* view) {
  const hs_work* work = hs_work_of(firmware, task->action);
  if (hs_action_takes_list(task->action) && task->blocks != 0) {
    hs_ask_for_list(firmware, task->blocks);
  } else if (work->begin != NULL) {
    work->begin(firmware, task, view);
  } else {
    work->list(firmware, NULL, 0);
  }
}

/* Wait for the command's own time first, either on the bus or before the reselection. */
static void command_time(hs_hal* hal, hs_ticks command, const hs_drive_view* view) {
  if (view->connected) {
    hs_write(hal, HS_PORT_BEFORE, command);
  } else {
    hs_write(hal, HS_PORT_NOT_BEFORE, view->now + command);
  }
}

void hs_start_service(hs_firmware* firmware, uint32_t entry, const hs_drive_view* view,
                      const hs_sense* not_ready) {
  hs_task* task = &firmware->queue.tasks[entry];
  firmware->active = (hs_active){
      .task = entry, .connected = view->connected, .service = HS_SERVICE_STATUS, .hit = true};
  firmware->starts++;
  if (!hs_action_on_medium(task->action) || not_ready->key != 0) {
    command_time(firmware->hal, firmware->config.drive->overheads.read_hit_command, view);
  }
  if (not_ready->key != 0) {
    hs_fail_active(firmware, not_ready);
  } else {
    begin(firmware, task, view);
  }
}
