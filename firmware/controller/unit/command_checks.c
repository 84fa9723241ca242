/* Decoding of commands: the checks for all operations. */
#include "controller/command.h"
#include "unit/operation_table.h"

bool hs_command_always(uint8_t code) {
  const hs_operation* found = hs_operation_find(code);
  return found != NULL && hs_action_has(found->action, HS_ALWAYS);
}

/* SCSI-2 7.2.1. Groups 3, 6 and 7 are reserved or vendor specific. */
uint32_t hs_command_bytes(uint8_t code) {
  static const uint8_t by_group[8] = {6, 10, 10, 1, 16, 12, 1, 1};
  return by_group[code >> 5];
}

/* Bits of byte 1 that the drive refuses. In SPC-6, bit 0 of READ and WRITE (16) belongs to the
 * number of a duration limit. */
static uint32_t refused_bits(const hs_operation* row, uint8_t standard) {
  return standard == HS_SPC_6 && hs_carries_limit_16(row->code) ? row->refused & ~1u : row->refused;
}

hs_command hs_command_decode(const uint8_t cdb[HS_CDB_BYTES], uint8_t lun, uint32_t block_count,
                             uint8_t standard) {
  const hs_operation* found = hs_operation_find(cdb[0]);
  if (lun != 0 && !hs_command_always(cdb[0])) {
    return hs_reject(hs_illegal(HS_CODE_LUN_NOT_SUPPORTED));
  }
  if (found == NULL) {
    return cdb[0] == HS_VARIABLE_LENGTH ? hs_decode_variable_length(cdb, block_count)
                                        : hs_reject(hs_illegal(HS_CODE_INVALID_OPERATION));
  }
  const uint32_t control = hs_command_bytes(cdb[0]) - 1;
  if ((cdb[control] & HS_CONTROL_REFUSED) != 0) {
    return hs_reject_field(control);
  }
  const hs_operation* row = hs_operation_of_service(found, cdb[1] & HS_SERVICE_ACTION, standard);
  if (row == NULL && hs_operation_excluded(found, standard)) {
    return hs_reject(hs_illegal(HS_CODE_INVALID_OPERATION));
  }
  if (row == NULL || (cdb[1] & refused_bits(row, standard)) != 0) {
    return hs_reject_field(1);
  }
  return row->decode(cdb, block_count);
}
