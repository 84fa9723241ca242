/* The operations that the drive knows, each a row. command_checks.c checks commands by these rows,
 * and supported_operations.c reports them. */
#ifndef HEADSTACK_SCSI_OPERATION_TABLE_H
#define HEADSTACK_SCSI_OPERATION_TABLE_H

#include "unit/decode.h"

#define HS_SERVICE_ACTION 0x1fu /* bits of byte 1 */

typedef struct hs_operation {
  uint8_t code;
  uint8_t service; /* column `service` of HS_OPERATIONS */
  uint8_t action;
  uint8_t refused; /* bits of byte 1 */
  hs_decoder decode;
} hs_operation;

/* NOLINTBEGIN(bugprone-macro-parentheses): a term of a sum cannot be in parentheses */
#define HS_COUNT_ROW(code, service, action, decoder, refused, name) +1
#define HS_COUNT_LONG_ROW(service, action, name) +1
/* NOLINTEND(bugprone-macro-parentheses) */
enum {
  HS_OPERATION_COUNT = 0 HS_OPERATIONS(HS_COUNT_ROW)
};

extern const hs_operation hs_operations[HS_OPERATION_COUNT];

/* Find the first row of a code. The rows that follow have the same code and other service actions.
 * NULL: no row. */
const hs_operation* hs_operation_find(uint8_t code);

/* Whether a drive that claims this standard lacks the row. */
static inline bool hs_operation_excluded(const hs_operation* row, uint8_t standard) {
  const uint32_t excluded = standard == HS_SCSI_2 ? HS_SPC_4_ONLY : HS_SCSI_2_ONLY;
  return (row->service & excluded) != 0;
}

/* The row of this code that has the service action; NULL: no row. */
const hs_operation* hs_operation_of_service(const hs_operation* row, uint8_t service,
                                            uint8_t standard);

/* Operations with a command block of 32 bytes. */
typedef struct hs_long_operation {
  uint16_t service; /* service action */
  uint8_t action;
} hs_long_operation;
enum {
  HS_LONG_OPERATION_COUNT = 0 HS_LONG_OPERATIONS(HS_COUNT_LONG_ROW)
};
extern const hs_long_operation hs_long_operations[HS_LONG_OPERATION_COUNT];

/* Whether READ or WRITE (16): in SPC-6, they carry the number of a duration limit. */
static inline bool hs_carries_limit_16(uint8_t code) { return code == 0x88u || code == 0x8au; }

#endif
