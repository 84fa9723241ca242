/* Command reception: decode, then queue, or answer what needs no medium. */
#include "stages.h"

static void fetch_cdb(const hs_firmware* firmware, uint8_t cdb[16]) {
  const uint64_t low = hs_read(firmware, HS_PORT_CDB_LOW);
  const uint64_t high = hs_read(firmware, HS_PORT_CDB_HIGH);
  for (uint32_t i = 0; i < 8; ++i) {
    cdb[i] = (uint8_t)(low >> (8 * i));
    cdb[8 + i] = (uint8_t)(high >> (8 * i));
  }
}

static void push_response(const hs_firmware* firmware, const uint8_t* bytes, uint32_t count) {
  for (uint32_t i = 0; i < count; i += 8) {
    uint64_t word = 0;
    for (uint32_t j = 0; j < 8 && i + j < count; ++j) {
      word |= (uint64_t)bytes[i + j] << (8 * j);
    }
    hs_write(firmware, HS_PORT_RESPONSE, word);
  }
}

static uint32_t response(hs_firmware* firmware, const hs_command* command, uint64_t nexus) {
  uint8_t bytes[HS_INQUIRY_BYTES];
  uint32_t count = 0;
  switch (command->action) {
    case HS_ACTION_INQUIRY:
      count = hs_inquiry_data(bytes, HS_NEXUS_LUN(nexus), firmware->config.product);
      break;
    case HS_ACTION_REQUEST_SENSE: {
      hs_sense sense = firmware->sense[HS_NEXUS_INITIATOR(nexus)];
      if (HS_NEXUS_LUN(nexus) != 0) {
        sense = (hs_sense){.key = HS_SENSE_ILLEGAL_REQUEST, .code = HS_CODE_LUN_NOT_SUPPORTED};
      }
      count = hs_sense_data(bytes, &sense);
      break;
    }
    case HS_ACTION_READ_CAPACITY:
      count = hs_capacity_data(bytes, firmware->config.drive->geometry.block_count,
                               firmware->config.drive->bytes_per_block);
      break;
    default:
      break;
  }
  count = count < command->allocation ? count : command->allocation;
  push_response(firmware, bytes, count);
  return count;
}

/* Answer in the connection that brought the command. */
static void answer(hs_firmware* firmware, const hs_command* command, uint64_t nexus) {
  const hs_overheads* overheads = &firmware->config.drive->overheads;
  const uint32_t slot = HS_NEXUS_SLOT(nexus);
  hs_sense* kept = &firmware->sense[HS_NEXUS_INITIATOR(nexus)];
  const uint32_t count = response(firmware, command, nexus);
  *kept = (hs_sense){0};
  hs_write(firmware, HS_PORT_BEFORE, overheads->read_hit_command);
  hs_write(firmware, HS_PORT_AFTER, overheads->read_completion);
  if (command->action == HS_ACTION_REJECT) {
    const hs_sense* s = &command->sense;
    *kept = *s;
    hs_write(firmware, HS_PORT_SENSE,
             (uint64_t)s->key | (uint64_t)s->code << 8 | (uint64_t)s->qualifier << 16 |
                 (s->information_valid ? HS_SENSE_INFORMATION_VALID : 0u) |
                 (uint64_t)s->information << 32);
    hs_port_go(firmware, slot, HS_PORT_OP_STATUS, HS_STATUS_CHECK_CONDITION, 0);
  } else {
    const uint32_t operations = HS_PORT_OP_STATUS | (count != 0 ? HS_PORT_OP_RESPONSE : 0u);
    hs_port_go(firmware, slot, operations, HS_STATUS_GOOD, count);
  }
}

static bool enqueue(hs_firmware* firmware, const hs_command* command, uint64_t nexus) {
  const hs_task task = {
      .lbn = command->lbn,
      .blocks = command->blocks,
      .write = command->action == HS_ACTION_WRITE,
      .attribute = HS_NEXUS_ATTRIBUTE(nexus),
      .initiator = HS_NEXUS_INITIATOR(nexus),
      .tag = {HS_NEXUS_TAG(nexus)},
      .slot = HS_NEXUS_SLOT(nexus),
      .arrival = hs_read(firmware, HS_SPINDLE_NOW),
  };
  firmware->sense[task.initiator] = (hs_sense){0};
  if (hs_task_queue_add(&firmware->queue, &task) == HS_NO_TASK) {
    hs_port_go(firmware, task.slot, HS_PORT_OP_STATUS, HS_STATUS_TASK_SET_FULL, 0);
    return false;
  }
  if (firmware->active.task == HS_NO_TASK && firmware->queue.held == 1) {
    return true;
  }
  hs_port_go(firmware, task.slot, HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD, 0);
  return false;
}

bool hs_receive(hs_firmware* firmware) {
  uint8_t cdb[16];
  fetch_cdb(firmware, cdb);
  const uint64_t nexus = hs_read(firmware, HS_PORT_NEXUS);
  const hs_command command =
      hs_command_decode(cdb, HS_NEXUS_LUN(nexus), firmware->config.drive->geometry.block_count);
  if (command.action == HS_ACTION_READ || command.action == HS_ACTION_WRITE) {
    return enqueue(firmware, &command, nexus);
  }
  answer(firmware, &command, nexus);
  return false;
}
