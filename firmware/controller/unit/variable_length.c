/* Commands of 32 bytes, with operation code 7Fh (SPC-4 4.2.3). The service actions of the vendor
 * are a READ and a WRITE with an exact deadline, for experiments with deadline schedulers:
 *
 *   0      7Fh                      10     DPO (10h), FUA (08h)
 *   1      control                  12-19  first block
 *   6      group number: the class  20-23  us from the arrival to the deadline; FFFFFFFFh: none
 *   7      18h                      24-27  period in us; 0: the time to the deadline
 *   8-9    service action           28-31  blocks
 *
 * All other bits are 0. */
#include "unit/decode.h"
#include "unit/facts.h"

#define CONTROL 1u
#define GROUP 6u
#define LENGTH 7u
#define FLAGS 10u
#define LBN 12u
#define DEADLINE 20u
#define PERIOD 24u
#define BLOCKS 28u
#define FLAGS_REFUSED 0xe7u
#define GROUP_MASK 0x3fu
#define NO_DEADLINE 0xffffffffu

#define ROW(service, action, name) {(service), HS_ACTION_##action},
static const struct {
  uint16_t service;
  uint8_t action;
} operations[] = {HS_LONG_OPERATIONS(ROW)};

/* The action of a service action. HS_ACTION_REJECT: the drive has no such service action. */
static uint8_t action_of(uint32_t service) {
  for (uint32_t i = 0; i < sizeof operations / sizeof operations[0]; ++i) {
    if (operations[i].service == service) {
      return operations[i].action;
    }
  }
  return HS_ACTION_REJECT;
}

/* The first byte with a bit that must be 0; 0: no such byte. */
static uint32_t wrong_byte(const uint8_t cdb[HS_CDB_BYTES]) {
  if ((cdb[CONTROL] & HS_CONTROL_REFUSED) != 0) {
    return CONTROL;
  }
  for (uint32_t i = CONTROL + 1; i < GROUP; ++i) {
    if (cdb[i] != 0) {
      return i;
    }
  }
  if ((cdb[GROUP] & ~GROUP_MASK) != 0) {
    return GROUP;
  }
  if (cdb[LENGTH] != HS_CDB_BYTES - HS_SERVICE_BYTE) {
    return LENGTH;
  }
  return (cdb[FLAGS] & FLAGS_REFUSED) != 0 ? FLAGS : cdb[FLAGS + 1] != 0 ? FLAGS + 1 : 0;
}

HS_COLD hs_command hs_decode_variable_length(const uint8_t cdb[HS_CDB_BYTES],
                                             uint32_t block_count) {
  const uint32_t wrong = wrong_byte(cdb);
  if (wrong != 0) {
    return hs_reject_field(wrong);
  }
  const uint8_t action = action_of(hs_get(&cdb[HS_SERVICE_BYTE], 2));
  if (action == HS_ACTION_REJECT) {
    return hs_reject_field(HS_SERVICE_BYTE);
  }
  const uint64_t lbn = (uint64_t)hs_get(&cdb[LBN], 4) << 32 | hs_get(&cdb[LBN + 4], 4);
  return hs_transfer((hs_action)action, cdb[FLAGS], lbn, hs_get(&cdb[BLOCKS], 4), block_count);
}

/* Ticks of `us` microseconds, rounded down. `second`: ticks of a second, below 2^44. */
static hs_ticks ticks_of_us(uint32_t us, hs_ticks second) {
  const uint32_t whole = us / 1000000u;
  return whole * second + (us - whole * 1000000u) * second / 1000000u;
}

HS_COLD void hs_exact_facts(const uint8_t cdb[HS_CDB_BYTES], hs_ticks second,
                            hs_task_facts* facts) {
  const uint32_t deadline = hs_get(&cdb[DEADLINE], 4);
  facts->period = ticks_of_us(hs_get(&cdb[PERIOD], 4), second);
  if (deadline != NO_DEADLINE) {
    facts->deadline = ticks_of_us(deadline, second);
  }
}
