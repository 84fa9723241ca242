/* Sense data in fixed format, and the commands that return them (SCSI-2 8.2.14). */
#include "unit/replies.h"

uint32_t hs_sense_data(uint8_t out[HS_SENSE_BYTES], const hs_sense* sense) {
  hs_clear(out, HS_SENSE_BYTES);
  out[0] = (uint8_t)((sense->information_valid ? 0xf0u : 0x70u) | (sense->deferred ? 1u : 0u));
  out[2] = sense->key;
  out[7] = HS_SENSE_BYTES - 8;
  out[12] = sense->code;
  out[13] = sense->qualifier;
  switch (sense->detail) {
    case HS_DETAIL_FIELD:
      hs_put(&out[15], 3, sense->information);
      break;
    case HS_DETAIL_COMMAND:
      hs_put(&out[8], 4, sense->information);
      break;
    default:
      hs_put(&out[3], 4, sense->information);
      break;
  }
  return HS_SENSE_BYTES;
}

/* Return the kept sense. If no sense is kept, return the unit attention or the deferred error that
 * is due, and count it as reported. If nothing is due, return the progress of a format. */
void hs_reply_request_sense(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                            hs_reply* reply) {
  (void)command;
  hs_sense sense = firmware->sense[HS_NEXUS_INITIATOR(nexus)];
  hs_sense* attention = &firmware->unit.attention[HS_NEXUS_INITIATOR(nexus)];
  if (HS_NEXUS_LUN(nexus) != 0) {
    sense = hs_illegal(HS_CODE_LUN_NOT_SUPPORTED);
  } else if (sense.key == 0) {
    hs_sense* due =
        attention->key != 0 ? attention : &firmware->unit.deferred[HS_NEXUS_INITIATOR(nexus)];
    sense = *due;
    *due = (hs_sense){0};
    if (sense.key == 0 && firmware->unit.power.state == HS_POWER_FORMATTING) {
      sense = hs_power_sense(firmware->hal, &firmware->unit.power);
    }
  }
  hs_sense_data(hs_extend(reply, HS_SENSE_BYTES), &sense);
}

void hs_reply_rejected(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                       hs_reply* reply) {
  (void)firmware;
  (void)nexus;
  reply->sense = command->sense;
}
