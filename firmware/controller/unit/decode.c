/* Decoding of commands: the table of operations, the checks for all operations, and REPORT
 * SUPPORTED OPERATION CODES (SPC-4 6.35). */
#include "unit/decode.h"

#include "hal/compiler.h"
#include "unit/replies.h"

#define LINK_FLAG_NACA                                                                            \
  0x07u /* bits of the control byte for linked commands and ACA, which the drive does not support \
         */

#define SERVICE_ACTION 0x1fu

typedef struct operation {
  uint8_t code;
  uint8_t service; /* column `service` of HS_OPERATIONS */
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

/* Whether a drive that claims this standard lacks the row. */
static bool is_excluded(const operation* row, uint8_t standard) {
  const uint32_t excluded = standard == HS_SPC_4 ? HS_SCSI_2_ONLY : HS_SPC_4_ONLY;
  return (row->service & excluded) != 0;
}

static bool has_service(const operation* row, uint8_t service, uint8_t standard) {
  return !is_excluded(row, standard) &&
         ((row->service & HS_ANY_SERVICE) != 0 || (row->service & SERVICE_ACTION) == service);
}

/* The row of this code that has the service action; NULL: no row. Most rows have neither service
 * actions nor a standard, and match at once. */
static const operation* of_service(const operation* row, uint8_t service, uint8_t standard) {
  const operation* end = operations + sizeof operations / sizeof operations[0];
  const uint8_t code = row->code;
  for (; row != end && row->code == code; ++row) {
    if (row->service == HS_ANY_SERVICE || has_service(row, service, standard)) {
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

hs_command hs_command_decode(const uint8_t cdb[16], uint8_t lun, uint32_t block_count,
                             uint8_t standard) {
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
  const operation* row = of_service(found, cdb[1] & SERVICE_ACTION, standard);
  if (row == NULL && is_excluded(found, standard)) {
    return hs_reject(hs_illegal(HS_CODE_INVALID_OPERATION));
  }
  if (row == NULL || (cdb[1] & row->refused) != 0) {
    return hs_reject_field(1);
  }
  return row->decode(cdb, block_count);
}

/* --- REPORT SUPPORTED OPERATION CODES --------------------------------------------------------- */

#define WITH_TIMEOUTS 0x80u /* RCTD, in byte 2 */
#define OPTIONS 0x07u
#define ALL_OPERATIONS 0u
#define OPERATION_WITH_SERVICE 2u
#define TIMEOUT_BYTES 12u
#define NOT_SUPPORTED 0x01
#define AS_IN_STANDARD 0x03u
#define NACA 0x04

_Static_assert(4 + sizeof operations / sizeof operations[0] * (8 + TIMEOUT_BYTES) <= HS_REPLY_BYTES,
               "the list of all operations does not fit in a reply");

HS_COLD hs_command hs_decode_report_operations(const uint8_t cdb[16], uint32_t block_count) {
  (void)block_count;
  if ((cdb[2] & OPTIONS) > OPERATION_WITH_SERVICE) {
    return hs_reject_field(2);
  }
  return (hs_command){.action = HS_ACTION_REPORT_OPERATIONS,
                      .page = cdb[2],
                      .lbn = {hs_get(&cdb[3], 3)},
                      .allocation = hs_get(&cdb[6], 4)};
}

static bool has_service_field(const operation* row) { return (row->service & HS_ANY_SERVICE) == 0; }

/* The drive knows no times of commands: all are 0. */
static void put_timeouts(bool wanted, hs_reply* reply) {
  if (wanted) {
    hs_extend(reply, TIMEOUT_BYTES)[1] = TIMEOUT_BYTES - 2;
  }
}

static void put_all(uint8_t standard, bool timeouts, hs_reply* reply) {
  const operation* end = operations + sizeof operations / sizeof operations[0];
  uint8_t* header = hs_extend(reply, 4);
  for (const operation* row = operations; row != end; ++row) {
    if (!is_excluded(row, standard)) {
      uint8_t* out = hs_extend(reply, 8);
      out[0] = row->code;
      out[3] = has_service_field(row) ? row->service & SERVICE_ACTION : 0;
      out[5] = (uint8_t)((timeouts ? 2u : 0u) | (has_service_field(row) ? 1u : 0u));
      hs_put(&out[6], 2, hs_command_bytes(row->code));
      put_timeouts(timeouts, reply);
    }
  }
  hs_put(header, 4, reply->count - 4);
}

/* Report one operation. The usage data mark all bits between the operation code, the service action
 * and the control byte as evaluated. */
static void put_one(const operation* row, bool timeouts, hs_reply* reply) {
  uint8_t* out = hs_extend(reply, 4);
  if (row == NULL) {
    out[1] = NOT_SUPPORTED;
    return;
  }
  const uint32_t bytes = hs_command_bytes(row->code);
  out[1] = (uint8_t)(AS_IN_STANDARD | (timeouts ? WITH_TIMEOUTS : 0u));
  hs_put(&out[2], 2, bytes);
  uint8_t* usage = hs_extend(reply, bytes);
  __builtin_memset(usage, 0xff, bytes);
  usage[0] = row->code;
  usage[1] = has_service_field(row) ? row->service & SERVICE_ACTION : 0xff;
  usage[bytes - 1] = NACA;
  put_timeouts(timeouts, reply);
}

void hs_reply_report_operations(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                                hs_reply* reply) {
  (void)nexus;
  const uint8_t standard = firmware->config.standard;
  const bool timeouts = (command->page & WITH_TIMEOUTS) != 0;
  const uint32_t option = command->page & OPTIONS;
  if (option == ALL_OPERATIONS) {
    put_all(standard, timeouts, reply);
    return;
  }
  const uint32_t service = command->lbn.value & 0xffffu;
  const operation* first = find((uint8_t)(command->lbn.value >> 16));
  if (first != NULL && is_excluded(first, standard)) {
    first = NULL;
  }
  if (first != NULL && has_service_field(first) != (option == OPERATION_WITH_SERVICE)) {
    reply->sense = hs_illegal_field(2);
    return;
  }
  const bool possible = first != NULL && service <= SERVICE_ACTION;
  put_one(possible ? of_service(first, (uint8_t)service, standard) : NULL, timeouts, reply);
}
