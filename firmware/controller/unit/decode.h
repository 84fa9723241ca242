/* Functions that the decoders of command groups share. */
#ifndef HEADSTACK_SCSI_DECODE_H
#define HEADSTACK_SCSI_DECODE_H

#include "controller/command.h"
#include "hal/compiler.h"

/* A decoder of a command block, for a disk of `block_count` blocks. */
typedef hs_command (*hs_decoder)(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count);

/* The number in `count` bytes, high byte first. */
static inline uint32_t hs_get(const uint8_t* bytes, uint32_t count) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < count; ++i) {
    value = value << 8 | bytes[i];
  }
  return value;
}

/* Write `value` to `count` bytes, high byte first. */
static inline void hs_put(uint8_t* out, uint32_t count, uint32_t value) {
  for (uint32_t i = 0; i < count; ++i) {
    out[i] = (uint8_t)(value >> (8 * (count - 1 - i)));
  }
}

/* Set `count` bytes to 0. */
static inline void hs_clear(uint8_t* out, uint32_t count) { __builtin_memset(out, 0, count); }

/* ILLEGAL REQUEST with this additional sense code. */
static inline hs_sense hs_illegal(uint8_t code) {
  return (hs_sense){.key = HS_SENSE_ILLEGAL_REQUEST, .code = code};
}

/* INVALID FIELD IN CDB. The field begins in `byte` of the command block. */
static inline hs_sense hs_illegal_field(uint32_t byte) {
  return (hs_sense){.key = HS_SENSE_ILLEGAL_REQUEST,
                    .code = HS_CODE_INVALID_FIELD,
                    .information = 0xc00000u | byte,
                    .detail = HS_DETAIL_FIELD};
}

/* INVALID FIELD IN PARAMETER LIST. The field begins in `byte` of the list. */
static inline hs_sense hs_illegal_list_field(uint32_t byte) {
  return (hs_sense){.key = HS_SENSE_ILLEGAL_REQUEST,
                    .code = HS_CODE_INVALID_LIST_FIELD,
                    .information = 0x800000u | byte,
                    .detail = HS_DETAIL_FIELD};
}

/* A command that ends with this sense, or with INVALID FIELD IN CDB. */
static inline hs_command hs_reject(hs_sense sense) {
  return (hs_command){.action = HS_ACTION_REJECT, .sense = sense};
}
static inline hs_command hs_reject_field(uint32_t byte) {
  return hs_reject(hs_illegal_field(byte));
}

/* Decode a command with a parameter list of `bytes` bytes. */
static inline hs_command hs_with_list(hs_action action, uint8_t flags, uint32_t bytes) {
  return bytes > HS_LIST_BYTES
             ? hs_reject(hs_illegal(HS_CODE_LIST_LENGTH))
             : (hs_command){.action = (uint8_t)action, .flags = flags, .blocks = bytes};
}

/* First byte of the service action in a command block of 32 bytes. */
#define HS_SERVICE_BYTE 8u
/* Whether a command block of 32 bytes is of the vendor. */
static inline bool hs_of_vendor(const uint8_t cdb[HS_CDB_BYTES]) {
  return hs_get(&cdb[HS_SERVICE_BYTE], 2) >= HS_VENDOR_SERVICE;
}

/* A mode page or log page with a subpage has the bit SPF. Subpage FFh means all subpages. */
#define HS_SUBPAGE_FORMAT 0x40u
#define HS_ALL_SUBPAGES 0xffu
/* Header of each mode page with a subpage that the drive has: code, subpage, length in two bytes,
 * and four bytes of 0. */
#define HS_SUBPAGE_HEADER_BYTES 8u

/* Bits of the control byte for linked commands and ACA, which the drive does not support. */
#define HS_CONTROL_REFUSED 0x07u

/* transfer.c: a READ or WRITE of `blocks` blocks. `byte_1` has the bits FUA and DPO of a command
 * block. Blocks past the end of the disk make the command HS_ACTION_REJECT. */
hs_command hs_transfer(hs_action action, uint8_t byte_1, uint64_t lbn, uint32_t blocks,
                       uint32_t block_count);

/* variable_length.c: decode a command block of 32 bytes. */
HS_COLD hs_command hs_decode_variable_length(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count);

/* hs_decode_<decoder> for each row of HS_OPERATIONS. */
#define HS_DECODER(code, service, action, decoder, refused, name) \
  hs_command hs_decode_##decoder(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count);
HS_OPERATIONS(HS_DECODER)

#endif
