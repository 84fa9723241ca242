/* Task management: functions and events from the bus, and tasks that end without a status (SAM-2
 * 6). */
#include "port/task_management.h"

#include "destage/destage.h"
#include "next/next_task.h"
#include "queue/end_task.h"
#include "state/access.h"
#include "unit/attention.h"
#include "unit/replies.h"

#define REQUEST_SENSE 0x03u

/* End a task in any state. A program of the channel stops at the next sector boundary. Every block
 * therefore has either its old or its new data. */
static void abort_task(hs_firmware* firmware, uint32_t entry) {
  const bool active = entry == firmware->active.task;
  const uint32_t slot = firmware->queue.tasks[entry].slot;
  hs_write(firmware->hal, HS_PORT_ABORT, HS_ABORT(slot, active));
  if (active) {
    hs_stop_media(firmware, hs_read(firmware->hal, HS_SPINDLE_NOW));
    hs_flush_not_awaited(&firmware->destage);
    hs_cache_drop_all(&firmware->cache);
  }
  hs_next_forget(firmware, entry);
  if (active) {
    firmware->active = (hs_active){.task = HS_NO_TASK};
  }
  if (hs_task_queue_picked(&firmware->queue, entry)) {
    hs_end_task(firmware, entry, true);
  } else {
    hs_task_queue_abort(&firmware->queue, entry);
  }
}

/* End the tasks of one initiator. */
static HS_COLD void abort_initiator(hs_firmware* firmware, uint8_t initiator) {
  uint32_t entry = hs_task_queue_first(&firmware->queue);
  while (entry != HS_NO_TASK) {
    if (firmware->queue.tasks[entry].initiator == initiator) {
      abort_task(firmware, entry);
    }
    entry = hs_task_queue_after(&firmware->queue, entry);
  }
}

static void clear_task_set(hs_firmware* firmware, uint8_t by) {
  for (uint32_t i = 0; i < HS_INITIATORS; ++i) {
    if (firmware->queue.held_by[i] != 0) {
      abort_initiator(firmware, (uint8_t)i);
      if (i != by) {
        hs_attention(&firmware->unit, (uint8_t)i, HS_CODE_COMMANDS_CLEARED, 0);
      }
    }
  }
}

/* Return the mode parameters to their saved values, and report this to every initiator.
 * Defects, counters and the state of the motor stay. */
static void reset_unit(hs_firmware* firmware) {
  for (uint32_t i = 0; i < HS_INITIATORS; ++i) {
    abort_initiator(firmware, (uint8_t)i);
    firmware->sense[i] = (hs_sense){0};
    firmware->unit.translation[i] = (hs_translation){0};
  }
  firmware->unit.reserved_for = 0;
  hs_mode_reset(firmware);
  hs_flush_soon(firmware);
  hs_cache_drop_reads(&firmware->cache);
  hs_attention_all(&firmware->unit, HS_CODE_RESET, 0);
}

/* Forget an initiator that has left. The next initiator of this number is told (SAM-5 6.3.4). An
 * attention of a reset that is due stays, because it has the higher rank (SAM-5 5.14). */
static void lose_nexus(hs_firmware* firmware, uint8_t initiator) {
  hs_logical_unit* unit = &firmware->unit;
  abort_initiator(firmware, initiator);
  firmware->sense[initiator] = (hs_sense){0};
  unit->deferred[initiator] = (hs_sense){0};
  hs_write_buffer_forget(&firmware->write_buffer, initiator); /* SAM-5 6.3.4: nobody is told */
  unit->translation[initiator] = (hs_translation){0};
  if (unit->reserved_for == initiator + 1u) {
    unit->reserved_for = 0;
  }
  hs_attention(unit, initiator, HS_CODE_RESET,
               firmware->config.standard == HS_SCSI_2 ? 0 : HS_QUALIFIER_NEXUS_LOSS);
}

static uint32_t find(const hs_task_queue* queue, uint64_t nexus) {
  return hs_task_queue_find(queue, HS_NEXUS_INITIATOR(nexus), (hs_tag){HS_NEXUS_TAG(nexus)},
                            HS_NEXUS_ATTRIBUTE(nexus) == HS_ATTRIBUTE_UNTAGGED);
}

static uint8_t carry_out(hs_firmware* firmware, uint64_t function) {
  const uint8_t initiator = HS_NEXUS_INITIATOR(function);
  if (HS_NEXUS_LUN(function) != 0) {
    return HS_RESPONSE_WRONG_UNIT;
  }
  switch (HS_NEXUS_FUNCTION(function)) {
    case HS_FUNCTION_ABORT_TASK: {
      const uint32_t entry = find(&firmware->queue, function);
      if (entry != HS_NO_TASK) {
        abort_task(firmware, entry);
      }
      return HS_RESPONSE_COMPLETE; /* also if the task is over already */
    }
    case HS_FUNCTION_ABORT_TASK_SET:
      abort_initiator(firmware, initiator);
      return HS_RESPONSE_COMPLETE;
    case HS_FUNCTION_CLEAR_TASK_SET:
      clear_task_set(firmware, initiator);
      return HS_RESPONSE_COMPLETE;
    case HS_FUNCTION_LOGICAL_UNIT_RESET:
      reset_unit(firmware);
      return HS_RESPONSE_COMPLETE;
    case HS_FUNCTION_NEXUS_LOSS:
      lose_nexus(firmware, initiator);
      return HS_RESPONSE_COMPLETE;
    default:
      return HS_RESPONSE_REJECTED;
  }
}

void hs_manage(hs_firmware* firmware) {
  const uint64_t function = hs_read(firmware->hal, HS_PORT_FUNCTION);
  const uint8_t response = carry_out(firmware, function);
  hs_port_go(firmware->hal, HS_NEXUS_SLOT(function), HS_PORT_OP_STATUS, response, 0);
}

bool hs_overlapped(hs_firmware* firmware, uint8_t operation, uint64_t nexus) {
  const uint8_t initiator = HS_NEXUS_INITIATOR(nexus);
  const bool untagged = HS_NEXUS_ATTRIBUTE(nexus) == HS_ATTRIBUTE_UNTAGGED;
  const hs_task_queue* queue = &firmware->queue;
  if (queue->held_by[initiator] == 0 || (untagged && operation == REQUEST_SENSE)) {
    return false;
  }
  /* Tagged and untagged tasks exclude each other (SCSI-2 6.5.2). */
  const bool mixed = untagged || queue->untagged[initiator] != HS_NO_TASK;
  if (!mixed && find(queue, nexus) == HS_NO_TASK) {
    return false;
  }
  abort_initiator(firmware, initiator);
  return true;
}
