/* LOG SENSE: error counters and starts (SPC-2 7.6, 8.2), and the use of duration limits. Only
 * current cumulative values. */
#include "unit/replies.h"

#define CUMULATIVE 1u
#define PAGE_SUPPORTED 0x00u
#define PAGE_WRITE_ERRORS 0x02u
#define PAGE_READ_ERRORS 0x03u
#define PAGE_START_STOP 0x0eu
#define PAGE_DURATIONS 0x19u
#define SUBPAGE_DURATIONS 0x21u
#define LAST_OF_DURATIONS 0x47u
#define LAST_ERROR_PARAMETER 6u
#define START_STOP_CYCLES 4u

static bool known(uint8_t page) {
  return page == PAGE_SUPPORTED || page == PAGE_WRITE_ERRORS || page == PAGE_READ_ERRORS ||
         page == PAGE_START_STOP || page == PAGE_DURATIONS;
}

/* Whether some drive has the subpage. Only a drive that claims SPC-6 has subpages other than 0. */
static bool known_subpage(uint8_t page, uint8_t subpage) {
  return page == PAGE_DURATIONS   ? subpage == SUBPAGE_DURATIONS
         : page == PAGE_SUPPORTED ? subpage == 0 || subpage == HS_ALL_SUBPAGES
                                  : subpage == 0;
}

static uint32_t last_parameter(uint8_t page) {
  return page == PAGE_SUPPORTED    ? 0
         : page == PAGE_DURATIONS  ? LAST_OF_DURATIONS
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
  if (!known_subpage(page, cdb[3])) {
    return hs_reject_field(page == PAGE_DURATIONS && cdb[3] == 0 ? 2 : 3);
  }
  if (first > last_parameter(page)) {
    return hs_reject_field(5);
  }
  return (hs_command){.action = HS_ACTION_LOG_SENSE,
                      .page = page,
                      .lbn = {first},
                      .blocks = cdb[3], /* the subpage */
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

/* List the pages without subpages, or all pages with their subpages. */
static void put_supported(bool subpages, hs_reply* reply) {
  static const uint8_t pages[] = {PAGE_SUPPORTED, PAGE_WRITE_ERRORS, PAGE_READ_ERRORS,
                                  PAGE_START_STOP};
  for (uint32_t i = 0; i < sizeof pages; ++i) {
    hs_extend(reply, subpages ? 2 : 1)[0] = pages[i];
    if (subpages && pages[i] == PAGE_SUPPORTED) {
      uint8_t* out = hs_extend(reply, 2);
      out[0] = PAGE_SUPPORTED;
      out[1] = HS_ALL_SUBPAGES;
    }
  }
  if (subpages) {
    uint8_t* out = hs_extend(reply, 2);
    out[0] = PAGE_DURATIONS;
    out[1] = SUBPAGE_DURATIONS;
  }
}

/* Put the parameters of a page. */
static void put_parameters(const hs_firmware* firmware, const hs_command* command,
                           hs_reply* reply) {
  const hs_logical_unit* unit = &firmware->unit;
  const uint64_t block = firmware->config.drive->bytes_per_block;
  switch (command->page) {
    case PAGE_SUPPORTED:
      put_supported(command->blocks != 0, reply);
      break;
    case PAGE_WRITE_ERRORS:
      put_errors(&unit->writes, command->lbn.value, unit->writes.blocks * block, reply);
      break;
    case PAGE_READ_ERRORS:
      put_errors(&unit->reads, command->lbn.value, unit->reads.blocks * block, reply);
      break;
    case PAGE_DURATIONS:
      hs_put_duration_log(unit, command->lbn.value, reply);
      break;
    default:
      put_parameter(reply, START_STOP_CYCLES, 4, unit->power.cycles);
      break;
  }
}

void hs_reply_log_sense(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                        hs_reply* reply) {
  (void)nexus;
  if (command->blocks != 0 && firmware->config.standard != HS_SPC_6) {
    reply->sense = hs_illegal_field(command->page == PAGE_DURATIONS ? 2 : 3);
    return;
  }
  uint8_t* header = hs_extend(reply, 4);
  header[0] = (uint8_t)(command->page | (command->blocks != 0 ? HS_SUBPAGE_FORMAT : 0u));
  header[1] = (uint8_t)command->blocks;
  put_parameters(firmware, command, reply);
  hs_put(&header[2], 2, reply->count - 4);
}
