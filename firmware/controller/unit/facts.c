#include "unit/facts.h"

#include "unit/decode.h"

#define GROUP_MASK 0x3fu

/* The byte with the group number; 0: the command has none. Commands of 32 bytes are the only ones
 * in group 3 of the operation codes. */
static uint32_t group_byte(uint8_t code) {
  static const uint8_t by_group[8] = {0, 6, 6, 6, 14, 10, 0, 0};
  return by_group[code >> 5];
}

uint8_t hs_group_number(const uint8_t cdb[HS_CDB_BYTES]) {
  const uint32_t byte = group_byte(cdb[0]);
  return byte == 0 ? 0 : cdb[byte] & GROUP_MASK;
}

hs_task_facts hs_command_facts(const uint8_t cdb[HS_CDB_BYTES], hs_ticks second) {
  hs_task_facts facts = hs_facts_of_class(hs_group_number(cdb));
  if (cdb[0] == HS_VARIABLE_LENGTH && hs_of_vendor(cdb)) {
    hs_exact_facts(cdb, second, &facts);
  }
  return facts;
}

hs_sense hs_class_sense(const hs_scheduler* scheduler, const uint8_t cdb[HS_CDB_BYTES]) {
  const bool weighted = (scheduler->ops->needs & HS_NEEDS_WEIGHTS) != 0;
  if (weighted && hs_group_number(cdb) >= scheduler->tables.classes) {
    return hs_illegal_field(group_byte(cdb[0]));
  }
  return (hs_sense){0};
}
