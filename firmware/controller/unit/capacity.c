/* READ CAPACITY (SCSI-2 9.2.7; of 16 bytes: SBC-3 5.16). */
#include "unit/replies.h"

#define PARTIAL 0x01u /* PMI */
#define LONG_BYTES 32u

/* Decode the command. Without PMI the address must be 0. With PMI the address must lie on the
 * disk. */
static hs_command capacity(uint64_t lbn, bool partial, uint32_t block_count) {
  if (!partial && lbn != 0) {
    return hs_reject_field(2);
  }
  if (lbn >= block_count) {
    return hs_reject(hs_illegal(HS_CODE_LBN_OUT_OF_RANGE));
  }
  return (hs_command){.action = HS_ACTION_READ_CAPACITY,
                      .flags = partial ? HS_FLAG_PARTIAL : 0,
                      .lbn = {(uint32_t)lbn},
                      .allocation = HS_CAPACITY_BYTES};
}

HS_COLD hs_command hs_decode_capacity_10(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return capacity(hs_get(&cdb[2], 4), (cdb[8] & PARTIAL) != 0, block_count);
}

HS_COLD hs_command hs_decode_capacity_16(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  const uint64_t lbn = (uint64_t)hs_get(&cdb[2], 4) << 32 | hs_get(&cdb[6], 4);
  hs_command command = capacity(lbn, (cdb[14] & PARTIAL) != 0, block_count);
  if (command.action != HS_ACTION_REJECT) {
    command.flags |= HS_FLAG_LONG;
    command.allocation = hs_get(&cdb[10], 4);
  }
  return command;
}

uint32_t hs_capacity_data(uint8_t out[HS_CAPACITY_BYTES], uint32_t block_count,
                          uint32_t bytes_per_block) {
  hs_put(&out[0], 4, block_count - 1);
  hs_put(&out[4], 4, bytes_per_block);
  return HS_CAPACITY_BYTES;
}

/* Number of blocks up to the end of the cylinder of `lbn`. The next block costs a seek. */
static uint32_t end_of_cylinder(const hs_geometry* geometry, hs_lbn lbn) {
  const hs_cylinder cylinder = hs_lbn_to_pbn(geometry, lbn).cylinder;
  hs_walk walk = hs_walk_begin(geometry, lbn);
  uint32_t end = lbn.value;
  while (end < geometry->block_count) {
    const hs_extent extent = hs_walk_next(&walk, geometry->block_count - end);
    if (extent.first.cylinder.value != cylinder.value) {
      break;
    }
    end += extent.blocks;
  }
  return end;
}

/* LOGICAL BLOCKS PER PHYSICAL BLOCK EXPONENT. */
static uint8_t physical_exponent(uint32_t sector_blocks) {
  uint8_t exponent = 0;
  for (uint32_t blocks = sector_blocks; blocks > 1; blocks >>= 1) {
    ++exponent;
  }
  return exponent;
}

void hs_reply_capacity(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                       hs_reply* reply) {
  (void)nexus;
  const hs_drive_params* drive = firmware->config.drive;
  const uint32_t count = (command->flags & HS_FLAG_PARTIAL) != 0
                             ? end_of_cylinder(&drive->geometry, command->lbn)
                             : drive->geometry.block_count;
  if ((command->flags & HS_FLAG_LONG) != 0) {
    uint8_t* data = hs_extend(reply, LONG_BYTES);
    hs_capacity_data(&data[4], count, drive->bytes_per_block);
    data[13] = physical_exponent(drive->geometry.sector_blocks); /* block 0 is aligned */
  } else {
    hs_capacity_data(hs_extend(reply, HS_CAPACITY_BYTES), count, drive->bytes_per_block);
  }
}
