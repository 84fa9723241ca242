/* What the decoders of command groups have in common; firmware/command.c holds the table of them.
 */
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

static inline void hs_clear(uint8_t* out, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    out[i] = 0;
  }
}

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

/* A command with a parameter list of `bytes`. */
static inline hs_command hs_with_list(hs_action action, uint8_t flags, uint32_t bytes) {
  return bytes > HS_LIST_BYTES
             ? hs_reject(hs_illegal(HS_CODE_LIST_LENGTH))
             : (hs_command){.action = (uint8_t)action, .flags = flags, .blocks = bytes};
}

/* transfer.c */
hs_command hs_decode_read_6(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_write_6(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_read_10(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_write_10(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_read_12(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_write_12(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_read_16(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_write_16(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_verify(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_synchronize(const uint8_t cdb[16], uint32_t block_count);
/* identify.c */
hs_command hs_decode_test_ready(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_request_sense(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_inquiry(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_report_luns(const uint8_t cdb[16], uint32_t block_count);
/* capacity.c */
hs_command hs_decode_capacity_10(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_capacity_16(const uint8_t cdb[16], uint32_t block_count);
/* mode.c, mode_select.c */
hs_command hs_decode_mode_sense_6(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_mode_sense_10(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_mode_select_6(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_mode_select_10(const uint8_t cdb[16], uint32_t block_count);
/* power.c, diagnostic.c, defects.c, log.c */
hs_command hs_decode_start_stop(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_send_diagnostic(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_receive_diagnostic(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_reassign(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_read_defects(const uint8_t cdb[16], uint32_t block_count);
hs_command hs_decode_log_sense(const uint8_t cdb[16], uint32_t block_count);

#endif
