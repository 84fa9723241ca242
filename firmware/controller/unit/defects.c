/* REASSIGN BLOCKS, and the list of grown defects (SCSI-2 9.2.11). */
#include "unit/defects.h"

#include "unit/replies.h"

/* The command does not have the length of its list. The first four bytes of the list have the
 * length. */
HS_COLD hs_command hs_decode_reassign(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  (void)cdb;
  return hs_with_list(HS_ACTION_REASSIGN, 0, HS_REASSIGN_HEADER_BYTES);
}

uint32_t hs_reassign_length(const uint8_t header[HS_REASSIGN_HEADER_BYTES]) {
  return hs_get(&header[2], 2);
}

/* The first block that could not be reassigned, and the reason. */
static hs_sense failed(uint8_t key, uint8_t code, uint8_t qualifier, uint32_t lbn) {
  return (hs_sense){.key = key,
                    .code = code,
                    .qualifier = qualifier,
                    .detail = HS_DETAIL_COMMAND,
                    .information = lbn};
}

/* Move a block whose place is bad to another place. False: no spare place is left. */
static bool remap(hs_firmware* firmware, hs_lbn lbn) {
  hs_reallocations* table = firmware->config.reallocations;
  hs_pbn spare;
  if (table == NULL || !hs_reallocate(&firmware->config.drive->geometry, table, lbn, 1, &spare)) {
    return false;
  }
  hs_task_queue_relocate(&firmware->queue, lbn);
  firmware->orders.task = HS_NO_TASK; /* orders for the channel name places */
  return true;
}

hs_sense hs_grow_defect(hs_firmware* firmware, hs_lbn lbn) {
  hs_defects* grown = &firmware->unit.defects;
  const hs_defect defect = {lbn, hs_lbn_to_pbn(&firmware->config.drive->geometry, lbn)};
  if (grown->count == HS_GROWN_DEFECTS) {
    return failed(HS_SENSE_HARDWARE_ERROR, HS_CODE_NO_SPARE, 0x01, lbn.value);
  }
  if (!remap(firmware, lbn)) {
    return failed(HS_SENSE_HARDWARE_ERROR, HS_CODE_NO_SPARE, 0x00, lbn.value);
  }
  grown->list[grown->count++] = defect;
  return (hs_sense){0};
}

/* Carry out the list without its header. No block is moved if any block is not on the disk. */
hs_sense hs_take_reassign(hs_firmware* firmware, const uint8_t* list, uint32_t count) {
  const uint32_t blocks = firmware->config.drive->geometry.block_count;
  if (count % 4 != 0) {
    return hs_illegal(HS_CODE_LIST_LENGTH);
  }
  for (uint32_t at = 0; at < count; at += 4) {
    if (hs_get(&list[at], 4) >= blocks) {
      return failed(HS_SENSE_ILLEGAL_REQUEST, HS_CODE_LBN_OUT_OF_RANGE, 0, hs_get(&list[at], 4));
    }
  }
  hs_sense sense = {0};
  for (uint32_t at = 0; at < count && sense.key == 0; at += 4) {
    sense = hs_grow_defect(firmware, (hs_lbn){hs_get(&list[at], 4)});
  }
  return sense;
}
