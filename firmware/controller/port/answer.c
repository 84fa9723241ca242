#include "port/answer.h"

#include "state/access.h"
#include "state/work.h"
#include "unit/replies.h"

static void push_response(hs_hal* hal, const uint8_t* bytes, uint32_t count) {
  for (uint32_t i = 0; i < count; i += 8) {
    uint64_t word = 0;
    for (uint32_t j = 0; j < 8 && i + j < count; ++j) {
      word |= (uint64_t)bytes[i + j] << (8 * j);
    }
    hs_write(hal, HS_PORT_RESPONSE, word);
  }
}

void hs_answer(hs_firmware* firmware, const hs_command* command, uint64_t nexus) {
  const hs_overheads* overheads = &firmware->config.drive->overheads;
  hs_reply reply;
  reply.count = 0;
  reply.sense = (hs_sense){0};
  hs_work_of(firmware, command->action)->reply(firmware, command, nexus, &reply);
  const uint32_t count = reply.count < command->allocation ? reply.count : command->allocation;
  push_response(firmware->hal, reply.bytes, count);
  firmware->sense[HS_NEXUS_INITIATOR(nexus)] = reply.sense;
  hs_write(firmware->hal, HS_PORT_BEFORE, overheads->read_hit_command);
  hs_write(firmware->hal, HS_PORT_AFTER, overheads->read_completion);
  uint8_t status = HS_STATUS_GOOD;
  if (reply.sense.key != 0) {
    hs_write(firmware->hal, HS_PORT_SENSE, hs_sense_pack(&reply.sense));
    status = HS_STATUS_CHECK_CONDITION;
  }
  const uint32_t operations = HS_PORT_OP_STATUS | (count != 0 ? HS_PORT_OP_RESPONSE : 0u);
  hs_port_go(firmware->hal, HS_NEXUS_SLOT(nexus), operations, status, count);
}

void hs_refuse(hs_firmware* firmware, hs_sense sense, uint64_t nexus) {
  const hs_command command = hs_reject(sense);
  hs_answer(firmware, &command, nexus);
}
