/* Decoding of commands: the table of operations, and the checks for all operations. */
#include "unit/decode.h"

#define LINK_FLAG_NACA                                                                            \
  0x07u /* bits of the control byte for linked commands and ACA, which the drive does not support \
         */

#define SERVICE_ACTION 0x1fu

typedef struct operation {
  uint8_t code;
  uint8_t service; /* service action, or HS_ANY_SERVICE */
  uint8_t action;
  uint8_t refused; /* bits of byte 1 */
  hs_decoder decode;
} operation;

#define ROW(code, service, action, decoder, refused, name) \
  {(code), (service), HS_ACTION_##action, (refused), hs_decode_##decoder},
static const operation operations[] = {HS_OPERATIONS(ROW)};

/* Find the first row of a code. The rows that follow have the same code and other service
 * actions. */
static const operation* find(uint8_t code) {
  const size_t count = sizeof operations / sizeof operations[0];
  for (size_t i = 0; i < count; ++i) {
    if (operations[i].code == code) {
      return &operations[i];
    }
  }
  return NULL;
}

/* The row of this code that has the service action; NULL: no row. */
static const operation* of_service(const operation* row, uint8_t service) {
  const operation* end = operations + sizeof operations / sizeof operations[0];
  const uint8_t code = row->code;
  for (; row != end && row->code == code; ++row) {
    if (row->service == HS_ANY_SERVICE || row->service == service) {
      return row;
    }
  }
  return NULL;
}

bool hs_command_always(uint8_t code) {
  const operation* found = find(code);
  return found != NULL && hs_action_has(found->action, HS_ALWAYS);
}

/* SCSI-2 7.2.1. Groups 3, 6 and 7 are reserved or vendor specific. */
uint32_t hs_command_bytes(uint8_t code) {
  static const uint8_t by_group[8] = {6, 10, 10, 1, 16, 12, 1, 1};
  return by_group[code >> 5];
}

hs_command hs_command_decode(const uint8_t cdb[16], uint8_t lun, uint32_t block_count) {
  const operation* found = find(cdb[0]);
  if (lun != 0 && !hs_command_always(cdb[0])) {
    return hs_reject(hs_illegal(HS_CODE_LUN_NOT_SUPPORTED));
  }
  if (found == NULL) {
    return hs_reject(hs_illegal(HS_CODE_INVALID_OPERATION));
  }
  const uint32_t control = hs_command_bytes(cdb[0]) - 1;
  if ((cdb[control] & LINK_FLAG_NACA) != 0) {
    return hs_reject_field(control);
  }
  found = of_service(found, cdb[1] & SERVICE_ACTION);
  if (found == NULL || (cdb[1] & found->refused) != 0) {
    return hs_reject_field(1);
  }
  return found->decode(cdb, block_count);
}
