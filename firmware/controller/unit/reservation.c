/* RESERVE and RELEASE of the whole unit (SCSI-2 9.2.11 f.; SPC-2 5.5). The table of operations
 * refuses reservations for a third party and of extents. */
#include "unit/reservation.h"

#include "unit/replies.h"

HS_COLD hs_command hs_decode_reserve(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)cdb;
  (void)block_count;
  return (hs_command){.action = HS_ACTION_RESERVE};
}

HS_COLD hs_command hs_decode_release(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)cdb;
  (void)block_count;
  return (hs_command){.action = HS_ACTION_RELEASE};
}

void hs_reply_reserve(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                      hs_reply* reply) {
  (void)command;
  (void)reply;
  hs_logical_unit* unit = &firmware->unit;
  const uint8_t holder = HS_NEXUS_INITIATOR(nexus);
  unit->reserved_for = (uint8_t)(holder + 1u);
  for (uint32_t i = 0; i < HS_INITIATORS; ++i) {
    unit->held_up[i] = unit->held_up[i] || i != holder;
  }
}

/* A release by another initiator has no effect, and ends with GOOD. */
void hs_reply_release(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                      hs_reply* reply) {
  (void)command;
  (void)reply;
  if (firmware->unit.reserved_for == HS_NEXUS_INITIATOR(nexus) + 1u) {
    firmware->unit.reserved_for = 0;
  }
}

bool hs_reserved_for_other(const hs_logical_unit* unit, uint8_t initiator) {
  return unit->reserved_for != 0 && unit->reserved_for != initiator + 1u;
}
