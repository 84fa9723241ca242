/* REPORT SUPPORTED OPERATION CODES (SPC-4 6.35). */
#include "hal/compiler.h"
#include "unit/facts.h"
#include "unit/operation_table.h"
#include "unit/replies.h"

#define WITH_TIMEOUTS 0x80u /* RCTD, in byte 2 */
#define OPTIONS 0x07u
#define ALL_OPERATIONS 0u
#define OPERATION_WITHOUT_SERVICE 1u
#define OPERATION_WITH_SERVICE 2u
#define OPERATION_WITH_SERVICE_IF_ANY 3u
#define TIMEOUT_BYTES 12u
#define NOT_SUPPORTED 0x01
#define AS_IN_STANDARD 0x03u
#define AS_OF_VENDOR 0x05u
#define NACA 0x04
/* RWCDLP and CDLP, which name the mode page of the duration limits, in both formats. */
#define RWCDLP_OF_ALL 0x40u
#define CDLP_OF_ALL 2u
#define RWCDLP_OF_ONE 0x01u
#define CDLP_OF_ONE 3u

#define MOST_OPERATIONS (HS_OPERATION_COUNT + HS_LONG_OPERATION_COUNT)
_Static_assert(4 + MOST_OPERATIONS * (8 + TIMEOUT_BYTES) <= HS_REPLY_BYTES,
               "the list of all operations does not fit in a reply");

HS_COLD hs_command hs_decode_report_operations(const uint8_t cdb[HS_CDB_BYTES],
                                               uint32_t block_count) {
  (void)block_count;
  if ((cdb[2] & OPTIONS) > OPERATION_WITH_SERVICE_IF_ANY) {
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

/* The mode page with the duration limits of an action: 1 for T2A, 2 for T2B. */
static uint32_t limit_page_of(uint8_t action) { return action == HS_ACTION_WRITE ? 2 : 1; }

/* The mode page with the duration limits of an operation; 0: none. */
static uint32_t limit_page(const hs_operation* row, uint8_t standard) {
  return standard == HS_SPC_6 && hs_carries_limit_16(row->code) ? limit_page_of(row->action) : 0;
}

static bool is_of_vendor(const hs_long_operation* row) { return row->service >= 0xf800u; }

static bool has_long(const hs_firmware* firmware, const hs_long_operation* row) {
  return hs_has_long(&firmware->queue.scheduler, firmware->config.standard, is_of_vendor(row));
}

static bool has_any_long(const hs_firmware* firmware) {
  bool any = false;
  for (uint32_t i = 0; i < HS_LONG_OPERATION_COUNT; ++i) {
    any = any || has_long(firmware, &hs_long_operations[i]);
  }
  return any;
}

static void put_all_long(const hs_firmware* firmware, bool timeouts, hs_reply* reply) {
  for (uint32_t i = 0; i < HS_LONG_OPERATION_COUNT; ++i) {
    const hs_long_operation* row = &hs_long_operations[i];
    if (has_long(firmware, row)) {
      const uint32_t page = is_of_vendor(row) ? 0 : limit_page_of(row->action);
      uint8_t* out = hs_extend(reply, 8);
      out[0] = HS_VARIABLE_LENGTH;
      hs_put(&out[2], 2, row->service);
      out[5] = (uint8_t)((page != 0 ? RWCDLP_OF_ALL : 0u) | page << CDLP_OF_ALL |
                         (timeouts ? 2u : 0u) | 1u);
      hs_put(&out[6], 2, HS_CDB_BYTES);
      put_timeouts(timeouts, reply);
    }
  }
}

static void put_all(const hs_firmware* firmware, bool timeouts, hs_reply* reply) {
  const uint8_t standard = firmware->config.standard;
  const hs_operation* end = hs_operations + HS_OPERATION_COUNT;
  uint8_t* header = hs_extend(reply, 4);
  for (const hs_operation* row = hs_operations; row != end; ++row) {
    if (!hs_operation_excluded(row, standard)) {
      uint8_t* out = hs_extend(reply, 8);
      out[0] = row->code;
      out[3] = has_service_field(row) ? row->service & HS_SERVICE_ACTION : 0;
      const uint32_t page = limit_page(row, standard);
      out[5] = (uint8_t)((page != 0 ? RWCDLP_OF_ALL : 0u) | page << CDLP_OF_ALL |
                         (timeouts ? 2u : 0u) | (has_service_field(row) ? 1u : 0u));
      hs_put(&out[6], 2, hs_command_bytes(row->code));
      put_timeouts(timeouts, reply);
    }
  }
  put_all_long(firmware, timeouts, reply);
  hs_put(header, 4, reply->count - 4);
}

/* Report one operation. The usage data mark all bits between the operation code, the service action
 * and the control byte as evaluated. */
static void put_one(const hs_operation* row, uint8_t standard, bool timeouts, hs_reply* reply) {
  uint8_t* out = hs_extend(reply, 4);
  if (row == NULL) {
    out[1] = NOT_SUPPORTED;
    return;
  }
  const uint32_t bytes = hs_command_bytes(row->code);
  const uint32_t page = limit_page(row, standard);
  out[0] = page != 0 ? RWCDLP_OF_ONE : 0;
  out[1] = (uint8_t)(AS_IN_STANDARD | page << CDLP_OF_ONE | (timeouts ? WITH_TIMEOUTS : 0u));
  hs_put(&out[2], 2, bytes);
  uint8_t* usage = hs_extend(reply, bytes);
  __builtin_memset(usage, 0xff, bytes);
  usage[0] = row->code;
  usage[1] = has_service_field(row) ? row->service & HS_SERVICE_ACTION : 0xff;
  usage[bytes - 1] = NACA;
  put_timeouts(timeouts, reply);
}

/* Report one operation with a command block of 32 bytes. */
static void put_one_long(const hs_firmware* firmware, uint32_t service, bool timeouts,
                         hs_reply* reply) {
  uint8_t* out = hs_extend(reply, 4);
  out[1] = NOT_SUPPORTED;
  for (uint32_t i = 0; i < HS_LONG_OPERATION_COUNT; ++i) {
    const hs_long_operation* row = &hs_long_operations[i];
    if (row->service == service && has_long(firmware, row)) {
      const uint32_t page = is_of_vendor(row) ? 0 : limit_page_of(row->action);
      out[0] = page != 0 ? RWCDLP_OF_ONE : 0;
      out[1] = (uint8_t)((is_of_vendor(row) ? AS_OF_VENDOR : AS_IN_STANDARD) | page << CDLP_OF_ONE |
                         (timeouts ? WITH_TIMEOUTS : 0u));
      hs_put(&out[2], 2, HS_CDB_BYTES);
      uint8_t* usage = hs_extend(reply, HS_CDB_BYTES);
      __builtin_memset(usage, 0xff, HS_CDB_BYTES);
      usage[0] = HS_VARIABLE_LENGTH;
      usage[1] = NACA;
      usage[7] = HS_CDB_BYTES - HS_SERVICE_BYTE;
      hs_put(&usage[HS_SERVICE_BYTE], 2, service);
      put_timeouts(timeouts, reply);
    }
  }
}

void hs_reply_report_operations(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                                hs_reply* reply) {
  (void)nexus;
  const uint8_t standard = firmware->config.standard;
  const bool timeouts = (command->page & WITH_TIMEOUTS) != 0;
  const uint32_t option = command->page & OPTIONS;
  if (option == ALL_OPERATIONS) {
    put_all(firmware, timeouts, reply);
    return;
  }
  const uint32_t code = command->lbn.value >> 16;
  const uint32_t service = command->lbn.value & 0xffffu;
  if (code == HS_VARIABLE_LENGTH && option != OPERATION_WITHOUT_SERVICE) {
    put_one_long(firmware, service, timeouts, reply);
    return;
  }
  if (code == HS_VARIABLE_LENGTH && has_any_long(firmware)) {
    reply->sense = hs_illegal_field(2);
    return;
  }
  const hs_operation* first = hs_operation_find((uint8_t)code);
  if (first != NULL && hs_operation_excluded(first, standard)) {
    first = NULL;
  }
  const bool either = option == OPERATION_WITH_SERVICE_IF_ANY;
  if (first != NULL && !either && has_service_field(first) != (option == OPERATION_WITH_SERVICE)) {
    reply->sense = hs_illegal_field(2);
    return;
  }
  const bool possible = first != NULL && service <= HS_SERVICE_ACTION;
  put_one(possible ? hs_operation_of_service(first, (uint8_t)service, standard) : NULL, standard,
          timeouts, reply);
}
