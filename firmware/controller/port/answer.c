#include "port/answer.h"

#include "state/access.h"
#include "unit/replies.h"

static void push_response(const hs_firmware* firmware, const uint8_t* bytes, uint32_t count) {
  for (uint32_t i = 0; i < count; i += 8) {
    uint64_t word = 0;
    for (uint32_t j = 0; j < 8 && i + j < count; ++j) {
      word |= (uint64_t)bytes[i + j] << (8 * j);
    }
    hs_write(firmware, HS_PORT_RESPONSE, word);
  }
}

/* The sense that is kept, or else the unit attention or deferred error that is due, which is
 * thereby told. */
static void reply_sense(hs_firmware* firmware, uint64_t nexus, hs_reply* reply) {
  hs_sense sense = firmware->sense[HS_NEXUS_INITIATOR(nexus)];
  hs_sense* attention = &firmware->unit.attention[HS_NEXUS_INITIATOR(nexus)];
  if (HS_NEXUS_LUN(nexus) != 0) {
    sense = hs_illegal(HS_CODE_LUN_NOT_SUPPORTED);
  } else if (sense.key == 0) {
    hs_sense* due =
        attention->key != 0 ? attention : &firmware->unit.deferred[HS_NEXUS_INITIATOR(nexus)];
    sense = *due;
    *due = (hs_sense){0};
  }
  hs_sense_data(hs_extend(reply, HS_SENSE_BYTES), &sense);
}

static void make_reply(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                       hs_reply* reply) {
  switch (command->action) {
    case HS_ACTION_NONE:
      reply->sense = hs_power_sense(firmware);
      break;
    case HS_ACTION_INQUIRY:
      hs_reply_inquiry(firmware, command, HS_NEXUS_LUN(nexus), reply);
      break;
    case HS_ACTION_REQUEST_SENSE:
      reply_sense(firmware, nexus, reply);
      break;
    case HS_ACTION_REPORT_LUNS:
      hs_reply_report_luns(command, reply);
      break;
    case HS_ACTION_READ_CAPACITY:
      hs_reply_capacity(firmware, command, reply);
      break;
    case HS_ACTION_MODE_SENSE:
      hs_reply_mode_sense(firmware, command, reply);
      break;
    case HS_ACTION_LOG_SENSE:
      hs_reply_log_sense(firmware, command, reply);
      break;
    case HS_ACTION_READ_DEFECTS:
      hs_reply_read_defects(firmware, command, reply);
      break;
    case HS_ACTION_RECEIVE_DIAGNOSTIC:
      hs_reply_receive_diagnostic(firmware, command, HS_NEXUS_INITIATOR(nexus), reply);
      break;
    default:
      reply->sense = command->sense;
      break;
  }
}

void hs_answer(hs_firmware* firmware, const hs_command* command, uint64_t nexus) {
  const hs_overheads* overheads = &firmware->config.drive->overheads;
  hs_reply reply;
  reply.count = 0;
  reply.sense = (hs_sense){0};
  make_reply(firmware, command, nexus, &reply);
  const uint32_t count = reply.count < command->allocation ? reply.count : command->allocation;
  push_response(firmware, reply.bytes, count);
  firmware->sense[HS_NEXUS_INITIATOR(nexus)] = reply.sense;
  hs_write(firmware, HS_PORT_BEFORE, overheads->read_hit_command);
  hs_write(firmware, HS_PORT_AFTER, overheads->read_completion);
  uint8_t status = HS_STATUS_GOOD;
  if (reply.sense.key != 0) {
    hs_write(firmware, HS_PORT_SENSE, hs_sense_pack(&reply.sense));
    status = HS_STATUS_CHECK_CONDITION;
  }
  const uint32_t operations = HS_PORT_OP_STATUS | (count != 0 ? HS_PORT_OP_RESPONSE : 0u);
  hs_port_go(firmware, HS_NEXUS_SLOT(nexus), operations, status, count);
}

void hs_refuse(hs_firmware* firmware, hs_sense sense, uint64_t nexus) {
  const hs_command command = hs_reject(sense);
  hs_answer(firmware, &command, nexus);
}
