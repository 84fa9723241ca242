/* Command decode: the table of operations, and what is checked of all of them. */
#include "controller/command.h"

#include "unit/decode.h"

#define LINK_FLAG_NACA \
  0x07u /* of the control byte: linked commands and ACA, which the drive has not */

typedef struct operation {
  uint8_t code;
  bool always; /* hs_command_always */
  hs_decoder decode;
} operation;

/* The most frequent first. */
static const operation operations[] = {
    {0x28, false, hs_decode_read_10},         {0x2a, false, hs_decode_write_10},
    {0x08, false, hs_decode_read_6},          {0x0a, false, hs_decode_write_6},
    {0x88, false, hs_decode_read_16},         {0x8a, false, hs_decode_write_16},
    {0xa8, false, hs_decode_read_12},         {0xaa, false, hs_decode_write_12},
    {0x00, false, hs_decode_test_ready},      {0x03, true, hs_decode_request_sense},
    {0x07, false, hs_decode_reassign},        {0x12, true, hs_decode_inquiry},
    {0x15, false, hs_decode_mode_select_6},   {0x1a, false, hs_decode_mode_sense_6},
    {0x1b, false, hs_decode_start_stop},      {0x1c, false, hs_decode_receive_diagnostic},
    {0x1d, false, hs_decode_send_diagnostic}, {0x25, false, hs_decode_capacity_10},
    {0x2f, false, hs_decode_verify},          {0x35, false, hs_decode_synchronize},
    {0x37, false, hs_decode_read_defects},    {0x4d, false, hs_decode_log_sense},
    {0x55, false, hs_decode_mode_select_10},  {0x5a, false, hs_decode_mode_sense_10},
    {0x9e, false, hs_decode_capacity_16},     {0xa0, true, hs_decode_report_luns},
};

static const operation* find(uint8_t code) {
  const size_t count = sizeof operations / sizeof operations[0];
  for (size_t i = 0; i < count; ++i) {
    if (operations[i].code == code) {
      return &operations[i];
    }
  }
  return NULL;
}

bool hs_command_always(uint8_t code) {
  const operation* found = find(code);
  return found != NULL && found->always;
}

/* The control byte is the last of a command block. */
static uint32_t control_byte(uint8_t code) {
  static const uint8_t by_group[8] = {5, 9, 9, 15, 15, 11, 5, 5};
  return by_group[code >> 5];
}

hs_command hs_command_decode(const uint8_t cdb[16], uint8_t lun, uint32_t block_count) {
  const operation* found = find(cdb[0]);
  if (lun != 0 && (found == NULL || !found->always)) {
    return hs_reject(hs_illegal(HS_CODE_LUN_NOT_SUPPORTED));
  }
  if (found == NULL) {
    return hs_reject(hs_illegal(HS_CODE_INVALID_OPERATION));
  }
  const uint32_t control = control_byte(cdb[0]);
  if ((cdb[control] & LINK_FLAG_NACA) != 0) {
    return hs_reject_field(control);
  }
  return found->decode(cdb, block_count);
}
