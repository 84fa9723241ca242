/* What the decoders of command groups have in common. */
#ifndef HEADSTACK_SCSI_DECODE_H
#define HEADSTACK_SCSI_DECODE_H

#include "controller/command.h"

typedef hs_command (*hs_decoder)(const uint8_t cdb[16], uint32_t block_count);

static inline uint32_t hs_get(const uint8_t* bytes, uint32_t count) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < count; ++i) {
    value = value << 8 | bytes[i];
  }
  return value;
}

static inline void hs_put(uint8_t* out, uint32_t count, uint32_t value) {
  for (uint32_t i = 0; i < count; ++i) {
    out[i] = (uint8_t)(value >> (8 * (count - 1 - i)));
  }
}

static inline void hs_clear(uint8_t* out, uint32_t count) { __builtin_memset(out, 0, count); }

static inline hs_sense hs_illegal(uint8_t code) {
  return (hs_sense){.key = HS_SENSE_ILLEGAL_REQUEST, .code = code};
}

/* INVALID FIELD IN CDB; the field begins in `byte` of the command block. */
static inline hs_sense hs_illegal_field(uint32_t byte) {
  return (hs_sense){.key = HS_SENSE_ILLEGAL_REQUEST,
                    .code = HS_CODE_INVALID_FIELD,
                    .detail = HS_DETAIL_FIELD,
                    .information = 0xc00000u | byte};
}

/* INVALID FIELD IN PARAMETER LIST. */
static inline hs_sense hs_illegal_list_field(uint32_t byte) {
  return (hs_sense){.key = HS_SENSE_ILLEGAL_REQUEST,
                    .code = HS_CODE_INVALID_LIST_FIELD,
                    .detail = HS_DETAIL_FIELD,
                    .information = 0x800000u | byte};
}

static inline hs_command hs_reject(hs_sense sense) {
  return (hs_command){.action = HS_ACTION_REJECT, .sense = sense};
}
static inline hs_command hs_reject_field(uint32_t byte) {
  return hs_reject(hs_illegal_field(byte));
}

/* Decode a command with a parameter list of `bytes`. */
static inline hs_command hs_with_list(hs_action action, uint8_t flags, uint32_t bytes) {
  return bytes > HS_LIST_BYTES
             ? hs_reject(hs_illegal(HS_CODE_LIST_LENGTH))
             : (hs_command){.action = (uint8_t)action, .flags = flags, .blocks = bytes};
}

#define HS_DECODER(code, service, action, decoder, refused, name) \
  hs_command hs_decode_##decoder(const uint8_t cdb[16], uint32_t block_count);
HS_OPERATIONS(HS_DECODER)

#endif
