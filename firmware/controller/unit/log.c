/* LOG SENSE: error counters and starts (SPC-2 7.6, 8.2). Only current cumulative values. */
#include "unit/replies.h"

#define CUMULATIVE 1u
#define PAGE_SUPPORTED 0x00u
#define PAGE_WRITE_ERRORS 0x02u
#define PAGE_READ_ERRORS 0x03u
#define PAGE_START_STOP 0x0eu
#define LAST_ERROR_PARAMETER 6u
#define START_STOP_CYCLES 4u

static bool known(uint8_t page) {
  return page == PAGE_SUPPORTED || page == PAGE_WRITE_ERRORS || page == PAGE_READ_ERRORS ||
         page == PAGE_START_STOP;
}

static uint32_t last_parameter(uint8_t page) {
  return page == PAGE_SUPPORTED    ? 0
         : page == PAGE_START_STOP ? START_STOP_CYCLES
                                   : LAST_ERROR_PARAMETER;
}

HS_COLD hs_command hs_decode_log_sense(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  const uint8_t page = cdb[2] & 0x3fu;
  const uint32_t first = hs_get(&cdb[5], 2);
  if (cdb[2] >> 6 != CUMULATIVE || !known(page)) {
    return hs_reject_field(2);
  }
  if (cdb[3] != 0) {
    return hs_reject_field(3);
  }
  if (first > last_parameter(page)) {
    return hs_reject_field(5);
  }
  return (hs_command){.action = HS_ACTION_LOG_SENSE,
                      .page = page,
                      .lbn = {first},
                      .allocation = hs_get(&cdb[7], 2)};
}

static void put_parameter(hs_reply* reply, uint32_t code, uint32_t bytes, uint64_t value) {
  uint8_t* out = hs_extend(reply, 4 + bytes);
  hs_put(out, 2, code);
  out[2] = 0x40; /* DS: not saved */
  out[3] = (uint8_t)bytes;
  if (bytes == 8) {
    hs_put(&out[4], 4, (uint32_t)(value >> 32));
  }
  hs_put(&out[bytes], 4, (uint32_t)value);
}

static void put_errors(const hs_counters* c, uint32_t first, uint64_t bytes, hs_reply* reply) {
  const uint64_t values[LAST_ERROR_PARAMETER + 1] = {
      c->without_delay, c->with_delay, c->retries,    (uint64_t)c->without_delay + c->with_delay,
      c->without_delay, bytes,         c->uncorrected};
  for (uint32_t code = first; code <= LAST_ERROR_PARAMETER; ++code) {
    put_parameter(reply, code, code == 5 ? 8 : 4, values[code]);
  }
}

void hs_reply_log_sense(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                        hs_reply* reply) {
  (void)nexus;
  static const uint8_t pages[] = {PAGE_SUPPORTED, PAGE_WRITE_ERRORS, PAGE_READ_ERRORS,
                                  PAGE_START_STOP};
  const hs_logical_unit* unit = &firmware->unit;
  const uint64_t block = firmware->config.drive->bytes_per_block;
  uint8_t* header = hs_extend(reply, 4);
  header[0] = command->page;
  switch (command->page) {
    case PAGE_SUPPORTED: {
      uint8_t* list = hs_extend(reply, sizeof pages);
      for (uint32_t i = 0; i < sizeof pages; ++i) {
        list[i] = pages[i];
      }
      break;
    }
    case PAGE_WRITE_ERRORS:
      put_errors(&unit->writes, command->lbn.value, unit->writes.blocks * block, reply);
      break;
    case PAGE_READ_ERRORS:
      put_errors(&unit->reads, command->lbn.value, unit->reads.blocks * block, reply);
      break;
    default:
      put_parameter(reply, START_STOP_CYCLES, 4, unit->power.cycles);
      break;
  }
  hs_put(&header[2], 2, reply->count - 4);
}
