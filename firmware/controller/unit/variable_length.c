/* Commands of 32 bytes, with operation code 7Fh (SPC-4 4.2.3).
 *
 *   0      7Fh                      8-9    service action
 *   1      control                  10     DPO (10h), FUA (08h)
 *   6      group number: the class  12-19  first block
 *   7      18h                      28-31  blocks
 *
 * READ (32) and WRITE (32) (SBC-4) have the number of a duration limit in byte 11. The bytes 20-27
 * are for protection information, which the drive does not have.
 *
 * The service actions of the vendor are a READ and a WRITE with an exact deadline, for experiments
 * with deadline schedulers. Bytes 20-23 are the us from the arrival to the deadline, FFFFFFFFh for
 * none. Bytes 24-27 are the period in us; 0 means the time to the deadline.
 *
 * All other bits are 0. */
#include "unit/decode.h"
#include "unit/facts.h"
#include "unit/operation_table.h"

#define CONTROL 1u
#define GROUP 6u
#define LENGTH 7u
#define FLAGS 10u
#define LIMIT 11u
#define LBN 12u
#define DEADLINE 20u
#define PERIOD 24u
#define BLOCKS 28u
#define FLAGS_REFUSED 0xe7u
#define GROUP_MASK 0x3fu
#define LIMIT_MASK 0x07u
#define NO_DEADLINE 0xffffffffu

#define ROW(service, action, name) {(service), HS_ACTION_##action},
const hs_long_operation hs_long_operations[HS_LONG_OPERATION_COUNT] = {HS_LONG_OPERATIONS(ROW)};

/* The action of a service action. HS_ACTION_REJECT: the drive has no such service action. */
static uint8_t action_of(uint32_t service) {
  for (uint32_t i = 0; i < HS_LONG_OPERATION_COUNT; ++i) {
    if (hs_long_operations[i].service == service) {
      return hs_long_operations[i].action;
    }
  }
  return HS_ACTION_REJECT;
}

/* The first byte from `first` to `end` - 1 that is not 0; 0: no such byte. */
static uint32_t first_set(const uint8_t* cdb, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; ++i) {
    if (cdb[i] != 0) {
      return i;
    }
  }
  return 0;
}

/* The first byte after the service action with a bit that must be 0; 0: no such byte. */
static uint32_t wrong_after_service(const uint8_t cdb[HS_CDB_BYTES]) {
  if ((cdb[FLAGS] & FLAGS_REFUSED) != 0) {
    return FLAGS;
  }
  if (hs_of_vendor(cdb)) {
    return cdb[LIMIT] != 0 ? LIMIT : 0;
  }
  return (cdb[LIMIT] & ~LIMIT_MASK) != 0 ? LIMIT : first_set(cdb, DEADLINE, BLOCKS);
}

/* The first byte before the service action with a wrong value; 0: no such byte. */
static uint32_t wrong_before_service(const uint8_t cdb[HS_CDB_BYTES]) {
  if ((cdb[CONTROL] & HS_CONTROL_REFUSED) != 0) {
    return CONTROL;
  }
  const uint32_t reserved = first_set(cdb, CONTROL + 1, GROUP);
  if (reserved != 0) {
    return reserved;
  }
  if ((cdb[GROUP] & ~GROUP_MASK) != 0) {
    return GROUP;
  }
  return cdb[LENGTH] != HS_CDB_BYTES - HS_SERVICE_BYTE ? LENGTH : 0;
}

HS_COLD hs_command hs_decode_variable_length(const uint8_t cdb[HS_CDB_BYTES],
                                             uint32_t block_count) {
  const uint32_t wrong_before = wrong_before_service(cdb);
  if (wrong_before != 0) {
    return hs_reject_field(wrong_before);
  }
  const uint8_t action = action_of(hs_get(&cdb[HS_SERVICE_BYTE], 2));
  if (action == HS_ACTION_REJECT) {
    return hs_reject_field(HS_SERVICE_BYTE);
  }
  const uint32_t wrong_after = wrong_after_service(cdb);
  if (wrong_after != 0) {
    return hs_reject_field(wrong_after);
  }
  const uint64_t lbn = (uint64_t)hs_get(&cdb[LBN], 4) << 32 | hs_get(&cdb[LBN + 4], 4);
  return hs_transfer((hs_action)action, cdb[FLAGS], lbn, hs_get(&cdb[BLOCKS], 4), block_count);
}

hs_ticks hs_ticks_of_us(uint32_t us, hs_ticks second) {
  const uint32_t whole = us / 1000000u;
  return whole * second + (us - whole * 1000000u) * second / 1000000u;
}

HS_COLD void hs_exact_facts(const uint8_t cdb[HS_CDB_BYTES], hs_ticks second,
                            hs_task_facts* facts) {
  const uint32_t deadline = hs_get(&cdb[DEADLINE], 4);
  facts->period = hs_ticks_of_us(hs_get(&cdb[PERIOD], 4), second);
  if (deadline != NO_DEADLINE) {
    facts->deadline = hs_ticks_of_us(deadline, second);
  }
}
