/* Reception of commands. The firmware decodes a command, and then queues it, or answers it at once
 * if it does not need the medium. */
#include "port/reception.h"

#include "duration/duration.h"
#include "port/answer.h"
#include "port/task_management.h"
#include "state/access.h"
#include "unit/facts.h"
#include "unit/priority_page.h"
#include "unit/replies.h"
#include "unit/reservation.h"

static void put_word(uint8_t to[4], uint32_t word) {
  to[0] = (uint8_t)word;
  to[1] = (uint8_t)(word >> 8);
  to[2] = (uint8_t)(word >> 16);
  to[3] = (uint8_t)(word >> 24);
}

static void put_value(uint8_t to[8], uint64_t value) {
  put_word(&to[0], (uint32_t)value);
  put_word(&to[4], (uint32_t)(value >> 32));
}

/* An operation with a long command block that the drive does not have becomes unknown. */
static HS_COLD void fetch_rest(hs_firmware* firmware, uint8_t cdb[HS_CDB_BYTES]) {
  put_value(&cdb[16], hs_read(firmware->hal, HS_PORT_CDB_THIRD));
  put_value(&cdb[24], hs_read(firmware->hal, HS_PORT_CDB_FOURTH));
  if (!hs_has_long(&firmware->queue.scheduler, firmware->config.standard, hs_of_vendor(cdb))) {
    cdb[0] = HS_UNKNOWN_OPERATION;
  }
}

/* Each value is stored before the next value is read. Otherwise the compiler builds all words byte
 * by byte. */
static void fetch_cdb(hs_firmware* firmware, uint8_t cdb[HS_CDB_BYTES]) {
  put_value(&cdb[0], hs_read(firmware->hal, HS_PORT_CDB_LOW));
  put_value(&cdb[8], hs_read(firmware->hal, HS_PORT_CDB_HIGH));
  if (cdb[0] == HS_VARIABLE_LENGTH) {
    fetch_rest(firmware, cdb);
  }
}

/* Attribute by which the queue orders the task. A SIMPLE task becomes ORDERED if the scheduler
 * cannot place it, or if it must not overtake another task. An ORDERED task waits for all older
 * tasks and blocks the younger tasks. */
static uint8_t ordering(const hs_mode* mode, const hs_task_queue* queue, const hs_task* task,
                        uint8_t attribute) {
  if (attribute != HS_ATTRIBUTE_SIMPLE && attribute != HS_ATTRIBUTE_UNTAGGED) {
    return attribute;
  }
  const bool fence = !hs_action_on_medium(task->action) ||
                     (hs_mode_restricted(mode) && hs_task_queue_conflict(queue, task));
  return fence ? HS_ATTRIBUTE_ORDERED : HS_ATTRIBUTE_SIMPLE;
}

static bool is_untagged(uint64_t nexus) {
  return HS_NEXUS_ATTRIBUTE(nexus) == HS_ATTRIBUTE_UNTAGGED;
}

/* Fills in the address, the nexus and the arrival. */
static void build(hs_firmware* firmware, const hs_command* command, uint64_t nexus, hs_task* task) {
  task->lbn = command->lbn;
  task->blocks = command->blocks;
  task->write = command->action == HS_ACTION_WRITE;
  task->initiator = HS_NEXUS_INITIATOR(nexus);
  task->action = command->action;
  task->tag.value = HS_NEXUS_TAG(nexus);
  task->flags = (uint8_t)(command->flags | (is_untagged(nexus) ? HS_FLAG_UNTAGGED : 0u));
  task->slot = HS_NEXUS_SLOT(nexus);
  task->arrival = hs_read(firmware->hal, HS_SPINDLE_NOW);
  task->attribute =
      ordering(&firmware->unit.mode, &firmware->queue, task, HS_NEXUS_ATTRIBUTE(nexus));
}

/* Note down the facts about the task in an entry, which hs_receive has taken from its command. A
 * task without a place on the medium has none. */
static HS_RARE void note_facts(hs_firmware* firmware, uint32_t entry) {
  hs_task_facts* facts = &firmware->queue.scheduler.facts[entry];
  const bool placed = hs_action_on_medium(firmware->queue.tasks[entry].action);
  *facts = placed ? firmware->received : hs_facts_of_class(0);
  if (facts->deadline != HS_NO_DEADLINE) {
    facts->deadline += firmware->queue.tasks[entry].arrival;
  }
  if (facts->limit != 0) {
    hs_duration_arrival(firmware, entry);
  }
}

static bool enqueue(hs_firmware* firmware, const hs_command* command, uint64_t nexus) {
  const uint32_t slot = HS_NEXUS_SLOT(nexus);
  const uint32_t entry = hs_task_queue_claim(&firmware->queue);
  firmware->sense[HS_NEXUS_INITIATOR(nexus)] = (hs_sense){0};
  if (entry == HS_NO_TASK) {
    hs_port_go(firmware->hal, slot, HS_PORT_OP_STATUS,
               is_untagged(nexus) ? HS_STATUS_BUSY : HS_STATUS_TASK_SET_FULL, 0);
    return false;
  }
  build(firmware, command, nexus, &firmware->queue.tasks[entry]);
  if (firmware->queue.scheduler.facts != NULL) {
    note_facts(firmware, entry);
  }
  hs_task_queue_add(&firmware->queue, entry);
  const bool destaging_first = firmware->destage.draining && firmware->write_buffer.count != 0 &&
                               !firmware->config.drive->destage.command_first;
  if (firmware->active.task == HS_NO_TASK && firmware->queue.held == 1 && !destaging_first) {
    return true;
  }
  hs_port_go(firmware->hal, slot, HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD, 0);
  return false;
}

/* Takes the attention or the deferred error that is due. Key 0: nothing is due. */
static hs_sense take_due(hs_logical_unit* unit, uint8_t initiator) {
  hs_sense* attention = &unit->attention[initiator];
  hs_sense* due = attention->key != 0 ? attention : &unit->deferred[initiator];
  const hs_sense sense = *due;
  *due = (hs_sense){0};
  return sense;
}

/* End the command with an attention, a deferred error or a conflict. An attention goes before a
 * conflict (SAM-5 5.3.3). False: nothing holds up the command. */
static HS_COLD bool hold_up(hs_firmware* firmware, uint8_t operation, uint64_t nexus) {
  hs_logical_unit* unit = &firmware->unit;
  const uint8_t initiator = HS_NEXUS_INITIATOR(nexus);
  if (hs_command_always(operation)) {
    return false;
  }
  const hs_sense due = take_due(unit, initiator);
  if (due.key != 0) {
    hs_refuse(firmware, due, nexus);
    return true;
  }
  unit->held_up[initiator] = hs_reserved_for_other(unit, initiator);
  if (!unit->held_up[initiator] || hs_is_release(operation)) {
    return false;
  }
  hs_port_go(firmware->hal, HS_NEXUS_SLOT(nexus), HS_PORT_OP_STATUS, HS_STATUS_RESERVATION_CONFLICT,
             0);
  return true;
}

/* End the command with ABORTED COMMAND. */
static HS_COLD bool abort_command(hs_firmware* firmware, uint8_t code, uint64_t nexus) {
  hs_refuse(firmware, (hs_sense){.key = HS_SENSE_ABORTED_COMMAND, .code = code}, nexus);
  return true;
}

/* True: the drive can serve no command of any kind, and has ended this command. */
static bool is_refused(hs_firmware* firmware, uint8_t operation, uint64_t nexus) {
  if (HS_NEXUS_ATTRIBUTE(nexus) > HS_ATTRIBUTE_UNTAGGED) {
    return abort_command(firmware, HS_CODE_INVALID_MESSAGE, nexus);
  }
  if (hs_overlapped(firmware, operation, nexus)) {
    return abort_command(firmware, HS_CODE_OVERLAPPED_COMMANDS, nexus);
  }
  return firmware->unit.held_up[HS_NEXUS_INITIATOR(nexus)] && HS_NEXUS_LUN(nexus) == 0 &&
         hold_up(firmware, operation, nexus);
}

/* A priority counts where the command block says nothing about class and deadline. */
static void take_priority(hs_firmware* firmware, uint8_t priority) {
  hs_facts_add_priority(&firmware->received, priority, firmware->queue.scheduler.tables.classes,
                        hs_priority_time(firmware, priority));
}

/* Take the facts from the command block of a read or write, and from its priority. False: the
 * scheduler has no weight for the class of the command, which has ended. */
static HS_RARE bool take_facts(hs_firmware* firmware, const uint8_t cdb[HS_CDB_BYTES],
                               uint64_t nexus) {
  const hs_sense sense = hs_class_sense(&firmware->queue.scheduler, cdb);
  if (sense.key != 0) {
    hs_refuse(firmware, sense, nexus);
    return false;
  }
  firmware->received = hs_command_facts(cdb, firmware->config.drive->second);
  if (firmware->config.standard == HS_SPC_6) {
    firmware->received.limit = hs_duration_number(cdb);
  }
  const uint8_t priority = HS_NEXUS_PRIORITY(nexus);
  if (priority != 0) {
    take_priority(firmware, priority);
  }
  return true;
}

bool hs_receive(hs_firmware* firmware) {
  _Alignas(4) uint8_t cdb[HS_CDB_BYTES]; /* the compiler then stores whole words */
  fetch_cdb(firmware, cdb);
  const uint64_t nexus = hs_read(firmware->hal, HS_PORT_NEXUS);
  if (is_refused(firmware, cdb[0], nexus)) {
    return false;
  }
  const hs_command command =
      hs_command_decode(cdb, HS_NEXUS_LUN(nexus), firmware->config.drive->geometry.block_count,
                        firmware->config.standard);
  if (firmware->queue.scheduler.facts != NULL && hs_action_on_medium(command.action) &&
      !take_facts(firmware, cdb, nexus)) {
    return false;
  }
  if (hs_action_queued(command.action)) {
    return enqueue(firmware, &command, nexus);
  }
  hs_answer(firmware, &command, nexus);
  return false;
}
