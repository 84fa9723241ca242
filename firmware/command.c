#include "headstack/command.h"

#define READ_6 0x08u
#define WRITE_6 0x0au
#define TEST_UNIT_READY 0x00u
#define REQUEST_SENSE 0x03u
#define INQUIRY 0x12u
#define READ_CAPACITY 0x25u
#define READ_10 0x28u
#define WRITE_10 0x2au

#define LINK_AND_FLAG 0x03u /* of the control byte: linked commands, which the drive has not */
#define RELATIVE_ADDRESS 0x01u
#define INQUIRY_PAGES 0x03u /* EVPD and CMDDT */

static hs_command reject(uint8_t code) {
  return (hs_command){.action = HS_ACTION_REJECT,
                      .sense = {.key = HS_SENSE_ILLEGAL_REQUEST, .code = code}};
}

static uint32_t big_endian(const uint8_t* bytes, uint32_t count) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < count; ++i) {
    value = value << 8 | bytes[i];
  }
  return value;
}

static hs_command transfer(hs_action action, uint32_t lbn, uint32_t blocks, uint32_t block_count) {
  if (lbn >= block_count || blocks > block_count - lbn) {
    hs_command command = reject(HS_CODE_LBN_OUT_OF_RANGE);
    command.sense.information_valid = true;
    command.sense.information = lbn >= block_count ? lbn : block_count;
    return command;
  }
  return (hs_command){
      .action = blocks == 0 ? HS_ACTION_NONE : action, .lbn = {lbn}, .blocks = blocks};
}

static hs_command transfer_6(hs_action action, const uint8_t cdb[16], uint32_t block_count) {
  const uint32_t lbn = big_endian(&cdb[1], 3) & 0x1fffffu;
  const uint32_t blocks = cdb[4] == 0 ? 256 : cdb[4];
  return transfer(action, lbn, blocks, block_count);
}

static hs_command transfer_10(hs_action action, const uint8_t cdb[16], uint32_t block_count) {
  if ((cdb[1] & RELATIVE_ADDRESS) != 0) {
    return reject(HS_CODE_INVALID_FIELD);
  }
  return transfer(action, big_endian(&cdb[2], 4), big_endian(&cdb[7], 2), block_count);
}

static hs_command decode_capacity(const uint8_t cdb[16]) {
  const bool partial = (cdb[8] & 0x01u) != 0;
  if (partial || big_endian(&cdb[2], 4) != 0 || (cdb[1] & RELATIVE_ADDRESS) != 0) {
    return reject(HS_CODE_INVALID_FIELD);
  }
  return (hs_command){.action = HS_ACTION_READ_CAPACITY, .allocation = HS_CAPACITY_BYTES};
}

static hs_command decode_inquiry(const uint8_t cdb[16]) {
  if ((cdb[1] & INQUIRY_PAGES) != 0 || cdb[2] != 0) {
    return reject(HS_CODE_INVALID_FIELD);
  }
  return (hs_command){.action = HS_ACTION_INQUIRY, .allocation = big_endian(&cdb[3], 2)};
}

static hs_command decode(const uint8_t cdb[16], uint32_t block_count) {
  switch (cdb[0]) {
    case TEST_UNIT_READY:
      return (hs_command){.action = HS_ACTION_NONE};
    case REQUEST_SENSE:
      return (hs_command){.action = HS_ACTION_REQUEST_SENSE, .allocation = cdb[4]};
    case INQUIRY:
      return decode_inquiry(cdb);
    case READ_CAPACITY:
      return decode_capacity(cdb);
    case READ_6:
      return transfer_6(HS_ACTION_READ, cdb, block_count);
    case WRITE_6:
      return transfer_6(HS_ACTION_WRITE, cdb, block_count);
    case READ_10:
      return transfer_10(HS_ACTION_READ, cdb, block_count);
    case WRITE_10:
      return transfer_10(HS_ACTION_WRITE, cdb, block_count);
    default:
      return reject(HS_CODE_INVALID_OPERATION);
  }
}

/* Linked commands are asked for in the control byte, the last of a command block. */
static bool linked(const uint8_t cdb[16]) {
  const bool ten_bytes = cdb[0] >= 0x20u;
  return (cdb[ten_bytes ? 9 : 5] & LINK_AND_FLAG) != 0;
}

hs_command hs_command_decode(const uint8_t cdb[16], uint8_t lun, uint32_t block_count) {
  if (lun != 0 && cdb[0] != INQUIRY && cdb[0] != REQUEST_SENSE) {
    return reject(HS_CODE_LUN_NOT_SUPPORTED);
  }
  const hs_command command = decode(cdb, block_count);
  const bool known =
      command.action != HS_ACTION_REJECT || command.sense.code != HS_CODE_INVALID_OPERATION;
  return known && linked(cdb) ? reject(HS_CODE_INVALID_FIELD) : command;
}

static void put_big_endian(uint8_t* out, uint32_t value) {
  for (uint32_t i = 0; i < 4; ++i) {
    out[i] = (uint8_t)(value >> (24 - 8 * i));
  }
}

uint32_t hs_inquiry_data(uint8_t out[HS_INQUIRY_BYTES], uint8_t lun, const char product[16]) {
  static const char vendor[8] = {'H', 'E', 'A', 'D', 'S', 'T', 'C', 'K'};
  static const char revision[4] = {'0', '0', '0', '1'};
  for (uint32_t i = 0; i < HS_INQUIRY_BYTES; ++i) {
    out[i] = 0;
  }
  out[0] = lun == 0 ? 0x00 : 0x7f; /* disk; or: no such unit */
  out[2] = 0x02;                   /* SCSI-2 */
  out[3] = 0x02;                   /* response format of SCSI-2 */
  out[4] = HS_INQUIRY_BYTES - 5;
  out[7] = 0x12; /* synchronous transfers, tagged queueing */
  for (uint32_t i = 0; i < 8; ++i) {
    out[8 + i] = (uint8_t)vendor[i];
  }
  for (uint32_t i = 0; i < 16; ++i) {
    out[16 + i] = (uint8_t)product[i];
  }
  for (uint32_t i = 0; i < 4; ++i) {
    out[32 + i] = (uint8_t)revision[i];
  }
  return HS_INQUIRY_BYTES;
}

uint32_t hs_sense_data(uint8_t out[HS_SENSE_BYTES], const hs_sense* sense) {
  for (uint32_t i = 0; i < HS_SENSE_BYTES; ++i) {
    out[i] = 0;
  }
  out[0] = sense->information_valid ? 0xf0 : 0x70; /* fixed format, current error */
  out[2] = sense->key;
  put_big_endian(&out[3], sense->information);
  out[7] = HS_SENSE_BYTES - 8;
  out[12] = sense->code;
  out[13] = sense->qualifier;
  return HS_SENSE_BYTES;
}

uint32_t hs_capacity_data(uint8_t out[HS_CAPACITY_BYTES], uint32_t block_count,
                          uint32_t bytes_per_block) {
  put_big_endian(&out[0], block_count - 1);
  put_big_endian(&out[4], bytes_per_block);
  return HS_CAPACITY_BYTES;
}
