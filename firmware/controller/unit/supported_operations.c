/* REPORT SUPPORTED OPERATION CODES (SPC-4 6.35). */
#include "hal/compiler.h"
#include "unit/operation_table.h"
#include "unit/replies.h"

#define WITH_TIMEOUTS 0x80u /* RCTD, in byte 2 */
#define OPTIONS 0x07u
#define ALL_OPERATIONS 0u
#define OPERATION_WITH_SERVICE 2u
#define TIMEOUT_BYTES 12u
#define NOT_SUPPORTED 0x01
#define AS_IN_STANDARD 0x03u
#define NACA 0x04

_Static_assert(4 + HS_OPERATION_COUNT * (8 + TIMEOUT_BYTES) <= HS_REPLY_BYTES,
               "the list of all operations does not fit in a reply");

HS_COLD hs_command hs_decode_report_operations(const uint8_t cdb[HS_CDB_BYTES],
                                               uint32_t block_count) {
  (void)block_count;
  if ((cdb[2] & OPTIONS) > OPERATION_WITH_SERVICE) {
    return hs_reject_field(2);
  }
  return (hs_command){.action = HS_ACTION_REPORT_OPERATIONS,
                      .page = cdb[2],
                      .lbn = {hs_get(&cdb[3], 3)},
                      .allocation = hs_get(&cdb[6], 4)};
}

static bool has_service_field(const hs_operation* row) {
  return (row->service & HS_ANY_SERVICE) == 0;
}

/* The drive knows no times of commands: all are 0. */
static void put_timeouts(bool wanted, hs_reply* reply) {
  if (wanted) {
    hs_extend(reply, TIMEOUT_BYTES)[1] = TIMEOUT_BYTES - 2;
  }
}

static void put_all(uint8_t standard, bool timeouts, hs_reply* reply) {
  const hs_operation* end = hs_operations + HS_OPERATION_COUNT;
  uint8_t* header = hs_extend(reply, 4);
  for (const hs_operation* row = hs_operations; row != end; ++row) {
    if (!hs_operation_excluded(row, standard)) {
      uint8_t* out = hs_extend(reply, 8);
      out[0] = row->code;
      out[3] = has_service_field(row) ? row->service & HS_SERVICE_ACTION : 0;
      out[5] = (uint8_t)((timeouts ? 2u : 0u) | (has_service_field(row) ? 1u : 0u));
      hs_put(&out[6], 2, hs_command_bytes(row->code));
      put_timeouts(timeouts, reply);
    }
  }
  hs_put(header, 4, reply->count - 4);
}

/* Report one operation. The usage data mark all bits between the operation code, the service action
 * and the control byte as evaluated. */
static void put_one(const hs_operation* row, bool timeouts, hs_reply* reply) {
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
  usage[1] = has_service_field(row) ? row->service & HS_SERVICE_ACTION : 0xff;
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
  const hs_operation* first = hs_operation_find((uint8_t)(command->lbn.value >> 16));
  if (first != NULL && hs_operation_excluded(first, standard)) {
    first = NULL;
  }
  if (first != NULL && has_service_field(first) != (option == OPERATION_WITH_SERVICE)) {
    reply->sense = hs_illegal_field(2);
    return;
  }
  const bool possible = first != NULL && service <= HS_SERVICE_ACTION;
  put_one(possible ? hs_operation_of_service(first, (uint8_t)service, standard) : NULL, timeouts,
          reply);
}
