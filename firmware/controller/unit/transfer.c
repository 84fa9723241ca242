/* READ, WRITE, VERIFY, WRITE AND VERIFY and SYNCHRONIZE CACHE (SCSI-2 9.2.5 ff.; SBC-2 5.9 ff.). */
#include "hal/compiler.h"
#include "unit/decode.h"

#define IMMEDIATE 0x02u /* SYNCHRONIZE CACHE */
#define COMPARE 0x02u   /* VERIFY, WRITE AND VERIFY: BYTCHK */
#define FUA 0x08u
#define DPO 0x10u

/* Reject a run of blocks that extends past the end of the disk. The information field has the first
 * missing block, if the field has room. */
static hs_command out_of_range(uint64_t lbn, uint32_t block_count) {
  hs_sense sense = hs_illegal(HS_CODE_LBN_OUT_OF_RANGE);
  const uint64_t missing = lbn >= block_count ? lbn : block_count;
  sense.information_valid = missing <= UINT32_MAX;
  sense.information = sense.information_valid ? (uint32_t)missing : 0;
  return hs_reject(sense);
}

hs_command hs_transfer(hs_action action, uint8_t byte_1, uint64_t lbn, uint32_t blocks,
                       uint32_t block_count) {
  if (lbn >= block_count || blocks > block_count - lbn) {
    return out_of_range(lbn, block_count);
  }
  const uint32_t flags =
      ((byte_1 & FUA) != 0 ? HS_FLAG_FUA : 0u) | ((byte_1 & DPO) != 0 ? HS_FLAG_DPO : 0u);
  return (hs_command){.action = (uint8_t)(blocks == 0 ? HS_ACTION_NONE : action),
                      .flags = (uint8_t)flags,
                      .lbn = {(uint32_t)lbn},
                      .blocks = blocks};
}

static hs_command transfer_6(hs_action action, const uint8_t cdb[HS_CDB_BYTES],
                             uint32_t block_count) {
  const uint32_t lbn = hs_get(&cdb[1], 3) & 0x1fffffu;
  return hs_transfer(action, 0, lbn, cdb[4] == 0 ? 256 : cdb[4], block_count);
}

static hs_command transfer_10(hs_action action, const uint8_t cdb[HS_CDB_BYTES],
                              uint32_t block_count) {
  return hs_transfer(action, cdb[1], hs_get(&cdb[2], 4), hs_get(&cdb[7], 2), block_count);
}

static hs_command transfer_12(hs_action action, const uint8_t cdb[HS_CDB_BYTES],
                              uint32_t block_count) {
  return hs_transfer(action, cdb[1], hs_get(&cdb[2], 4), hs_get(&cdb[6], 4), block_count);
}

static uint64_t get_lbn_16(const uint8_t cdb[HS_CDB_BYTES]) {
  return (uint64_t)hs_get(&cdb[2], 4) << 32 | hs_get(&cdb[6], 4);
}

static hs_command transfer_16(hs_action action, const uint8_t cdb[HS_CDB_BYTES],
                              uint32_t block_count) {
  return hs_transfer(action, cdb[1], get_lbn_16(cdb), hs_get(&cdb[10], 4), block_count);
}

hs_command hs_decode_read_6(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return transfer_6(HS_ACTION_READ, cdb, block_count);
}
hs_command hs_decode_write_6(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return transfer_6(HS_ACTION_WRITE, cdb, block_count);
}
hs_command hs_decode_read_10(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return transfer_10(HS_ACTION_READ, cdb, block_count);
}
hs_command hs_decode_write_10(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return transfer_10(HS_ACTION_WRITE, cdb, block_count);
}
hs_command hs_decode_read_12(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return transfer_12(HS_ACTION_READ, cdb, block_count);
}
hs_command hs_decode_write_12(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return transfer_12(HS_ACTION_WRITE, cdb, block_count);
}
hs_command hs_decode_read_16(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return transfer_16(HS_ACTION_READ, cdb, block_count);
}
hs_command hs_decode_write_16(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return transfer_16(HS_ACTION_WRITE, cdb, block_count);
}

/* VERIFY or WRITE AND VERIFY, from a transfer of the same length. The lowest bit of the operation
 * code tells the two commands apart. BYTCHK is bit 1 of byte 1 (SCSI-2 9.2.19, 9.2.22; SBC-3 5.36).
 * A transfer has FUA in bit 3, which is reserved here. */
static HS_COLD hs_command checked(hs_command command, const uint8_t cdb[HS_CDB_BYTES]) {
  if (command.action == HS_ACTION_READ) {
    command.action = (cdb[0] & 1u) != 0 ? HS_ACTION_VERIFY : HS_ACTION_WRITE_VERIFY;
    command.flags =
        (uint8_t)((command.flags & HS_FLAG_DPO) | ((cdb[1] & COMPARE) != 0 ? HS_FLAG_COMPARE : 0u));
  }
  return command;
}

HS_COLD hs_command hs_decode_verify_10(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return checked(transfer_10(HS_ACTION_READ, cdb, block_count), cdb);
}
HS_COLD hs_command hs_decode_verify_12(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return checked(transfer_12(HS_ACTION_READ, cdb, block_count), cdb);
}
HS_COLD hs_command hs_decode_verify_16(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return checked(transfer_16(HS_ACTION_READ, cdb, block_count), cdb);
}

/* A count of 0 means all blocks up to the end of the disk. */
static hs_command synchronize(uint8_t byte_1, uint64_t lbn, uint32_t blocks, uint32_t block_count) {
  if (lbn >= block_count || blocks > block_count - lbn) {
    return out_of_range(lbn, block_count);
  }
  return (hs_command){.action = HS_ACTION_SYNCHRONIZE,
                      .flags = (byte_1 & IMMEDIATE) != 0 ? HS_FLAG_IMMEDIATE : 0,
                      .lbn = {(uint32_t)lbn},
                      .blocks = blocks == 0 ? block_count - (uint32_t)lbn : blocks};
}

HS_COLD hs_command hs_decode_synchronize(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return synchronize(cdb[1], hs_get(&cdb[2], 4), hs_get(&cdb[7], 2), block_count);
}
HS_COLD hs_command hs_decode_synchronize_16(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  return synchronize(cdb[1], get_lbn_16(cdb), hs_get(&cdb[10], 4), block_count);
}
