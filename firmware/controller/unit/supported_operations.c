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

/* An operation as both formats report it. */
typedef struct reported {
  uint8_t code;
  uint8_t support;     /* AS_IN_STANDARD or AS_OF_VENDOR */
  bool has_service;    /* the command block has a service action */
  uint16_t service;    /* the service action; 0: none */
  uint32_t bytes;      /* of a command block */
  uint32_t limit_page; /* mode page with the duration limits: 1 T2A, 2 T2B, 0 none */
} reported;

static uint32_t limit_page(bool limited, uint8_t action) {
  return !limited ? 0 : action == HS_ACTION_WRITE ? 2 : 1;
}

static reported describe(const hs_operation* row, uint8_t standard) {
  const bool limited = standard == HS_SPC_6 && hs_carries_limit_16(row->code);
  const bool has_service = has_service_field(row);
  return (reported){.code = row->code,
                    .support = AS_IN_STANDARD,
                    .has_service = has_service,
                    .service = has_service ? row->service & HS_SERVICE_ACTION : 0,
                    .bytes = hs_command_bytes(row->code),
                    .limit_page = limit_page(limited, row->action)};
}

static reported describe_long(const hs_long_operation* row) {
  const bool of_vendor = row->service >= HS_VENDOR_SERVICE;
  return (reported){.code = HS_VARIABLE_LENGTH,
                    .support = of_vendor ? AS_OF_VENDOR : AS_IN_STANDARD,
                    .has_service = true,
                    .service = row->service,
                    .bytes = HS_CDB_BYTES,
                    .limit_page = limit_page(!of_vendor, row->action)};
}

static bool has_long(const hs_firmware* firmware, const hs_long_operation* row) {
  return hs_has_long(&firmware->queue.scheduler, firmware->config.standard,
                     row->service >= HS_VENDOR_SERVICE);
}

static bool has_any_long(const hs_firmware* firmware) {
  bool any = false;
  for (uint32_t i = 0; i < HS_LONG_OPERATION_COUNT; ++i) {
    any = any || has_long(firmware, &hs_long_operations[i]);
  }
  return any;
}

static void put_in_list(const reported* r, bool timeouts, hs_reply* reply) {
  uint8_t* out = hs_extend(reply, 8);
  out[0] = r->code;
  hs_put(&out[2], 2, r->service);
  out[5] = (uint8_t)((r->limit_page != 0 ? RWCDLP_OF_ALL : 0u) | r->limit_page << CDLP_OF_ALL |
                     (timeouts ? 2u : 0u) | (r->has_service ? 1u : 0u));
  hs_put(&out[6], 2, r->bytes);
  put_timeouts(timeouts, reply);
}

static void put_all(const hs_firmware* firmware, bool timeouts, hs_reply* reply) {
  const uint8_t standard = firmware->config.standard;
  const hs_operation* end = hs_operations + HS_OPERATION_COUNT;
  uint8_t* header = hs_extend(reply, 4);
  for (const hs_operation* row = hs_operations; row != end; ++row) {
    if (!hs_operation_excluded(row, standard)) {
      const reported r = describe(row, standard);
      put_in_list(&r, timeouts, reply);
    }
  }
  for (uint32_t i = 0; i < HS_LONG_OPERATION_COUNT; ++i) {
    if (has_long(firmware, &hs_long_operations[i])) {
      const reported r = describe_long(&hs_long_operations[i]);
      put_in_list(&r, timeouts, reply);
    }
  }
  hs_put(header, 4, reply->count - 4);
}

/* The usage data mark all bits between the operation code, the service action and the control byte
 * as evaluated. */
static void put_usage(const reported* r, uint8_t* usage) {
  __builtin_memset(usage, 0xff, r->bytes);
  usage[0] = r->code;
  if (r->code == HS_VARIABLE_LENGTH) {
    usage[1] = NACA;
    usage[HS_SERVICE_BYTE - 1] = HS_CDB_BYTES - HS_SERVICE_BYTE;
    hs_put(&usage[HS_SERVICE_BYTE], 2, r->service);
    return;
  }
  usage[1] = r->has_service ? (uint8_t)r->service : 0xff;
  usage[r->bytes - 1] = NACA;
}

/* Report one operation. NULL: the drive does not have the operation. */
static void put_one(const reported* r, bool timeouts, hs_reply* reply) {
  uint8_t* out = hs_extend(reply, 4);
  if (r == NULL) {
    out[1] = NOT_SUPPORTED;
    return;
  }
  out[0] = r->limit_page != 0 ? RWCDLP_OF_ONE : 0;
  out[1] = (uint8_t)(r->support | r->limit_page << CDLP_OF_ONE | (timeouts ? WITH_TIMEOUTS : 0u));
  hs_put(&out[2], 2, r->bytes);
  put_usage(r, hs_extend(reply, r->bytes));
  put_timeouts(timeouts, reply);
}

static void put_one_long(const hs_firmware* firmware, uint32_t service, bool timeouts,
                         hs_reply* reply) {
  for (uint32_t i = 0; i < HS_LONG_OPERATION_COUNT; ++i) {
    const hs_long_operation* row = &hs_long_operations[i];
    if (row->service == service && has_long(firmware, row)) {
      const reported r = describe_long(row);
      put_one(&r, timeouts, reply);
      return;
    }
  }
  put_one(NULL, timeouts, reply);
}

static void put_one_short(const hs_operation* row, uint8_t standard, bool timeouts,
                          hs_reply* reply) {
  if (row == NULL) {
    put_one(NULL, timeouts, reply);
    return;
  }
  const reported r = describe(row, standard);
  put_one(&r, timeouts, reply);
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
  put_one_short(possible ? hs_operation_of_service(first, (uint8_t)service, standard) : NULL,
                standard, timeouts, reply);
}
