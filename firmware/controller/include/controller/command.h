/* SCSI command blocks to what the drive is to do (SCSI-2: X3.131-1994, chapters 7-9; the 12- and
 * 16-byte commands, the log pages and REPORT LUNS from SPC-2 and SBC-2). */
#ifndef HEADSTACK_COMMAND_H
#define HEADSTACK_COMMAND_H

#include "controller/operations.h"
#include "disk/drive_params.h"

#define HS_INITIATORS 16u

/* Queue attribute of a task, as the bus carries it. */
typedef enum hs_attribute {
  HS_ATTRIBUTE_SIMPLE = 0,
  HS_ATTRIBUTE_ORDERED = 1,
  HS_ATTRIBUTE_HEAD_OF_QUEUE = 2,
  HS_ATTRIBUTE_UNTAGGED = 3 /* one at a time for each initiator; ordered as SIMPLE */
} hs_attribute;

#define HS_STATUS_GOOD 0x00u
#define HS_STATUS_CHECK_CONDITION 0x02u
#define HS_STATUS_BUSY 0x08u
#define HS_STATUS_TASK_SET_FULL 0x28u
#define HS_STATUS_TASK_ABORTED 0x40u /* never on the bus: how the model ends an aborted task */

#define HS_SENSE_RECOVERED_ERROR 0x01u
#define HS_SENSE_NOT_READY 0x02u
#define HS_SENSE_MEDIUM_ERROR 0x03u
#define HS_SENSE_HARDWARE_ERROR 0x04u
#define HS_SENSE_ILLEGAL_REQUEST 0x05u
#define HS_SENSE_UNIT_ATTENTION 0x06u
#define HS_SENSE_ABORTED_COMMAND 0x0bu

/* Additional sense codes; those that have a qualifier other than 0 say so. */
#define HS_CODE_NOT_READY 0x04u   /* 01: becoming ready, 02: START UNIT is needed */
#define HS_CODE_WRITE_ERROR 0x0cu /* 01: recovered by reallocation */
#define HS_CODE_UNRECOVERED_READ 0x11u
#define HS_CODE_RECOVERED 0x17u     /* 01: with retries */
#define HS_CODE_RECOVERED_ECC 0x18u /* 01: and retries; 02: and reallocated */
#define HS_CODE_LIST_LENGTH 0x1au
#define HS_CODE_DEFECT_LIST_NOT_FOUND 0x1cu
#define HS_CODE_PARTIAL_DEFECT_LIST 0x1fu
#define HS_CODE_INVALID_OPERATION 0x20u
#define HS_CODE_LBN_OUT_OF_RANGE 0x21u
#define HS_CODE_INVALID_FIELD 0x24u
#define HS_CODE_LUN_NOT_SUPPORTED 0x25u
#define HS_CODE_INVALID_LIST_FIELD 0x26u
#define HS_CODE_RESET 0x29u
#define HS_CODE_PARAMETERS_CHANGED 0x2au /* 01: mode parameters */
#define HS_CODE_COMMANDS_CLEARED 0x2fu
#define HS_CODE_NO_SPARE 0x32u /* 01: the defect list could not be updated */
#define HS_CODE_SAVING_NOT_SUPPORTED 0x39u
#define HS_CODE_INITIATOR_ERROR 0x48u /* initiator detected error message received */
#define HS_CODE_INVALID_MESSAGE 0x49u
#define HS_CODE_OVERLAPPED_COMMANDS 0x4eu

/* What the information of a sense is. */
typedef enum hs_detail {
  HS_DETAIL_BLOCK,  /* if valid, a block: bytes 3-6 */
  HS_DETAIL_FIELD,  /* a field pointer: bytes 15-17 in the lower 24 bits */
  HS_DETAIL_COMMAND /* the command says what: bytes 8-11 */
} hs_detail;

/* Sense data, before they are laid out as bytes. All 0: NO SENSE. */
typedef struct hs_sense {
  uint8_t key;
  uint8_t code;
  uint8_t qualifier;
  bool information_valid; /* HS_DETAIL_BLOCK only */
  uint32_t information;   /* the block that the error is about, or what `detail` says */
  uint8_t detail;         /* hs_detail */
  bool deferred;          /* the error is an earlier command's, whose status was GOOD */
} hs_sense;

/* What the drive is to do; operations.h says what each is. */
typedef enum hs_action {
#define HS_ACTION_ROW(name, traits, reply, begin, flushed, list) HS_ACTION_##name,
  HS_ACTIONS(HS_ACTION_ROW)
#undef HS_ACTION_ROW
} hs_action;

/* Has the action one of the traits? */
static inline bool hs_action_has(uint8_t action, uint32_t traits) {
#define HS_ACTION_ROW(name, own, reply, begin, flushed, list) (own),
  static const uint8_t of[] = {HS_ACTIONS(HS_ACTION_ROW)};
#undef HS_ACTION_ROW
  return (of[action] & traits) != 0;
}
static inline bool hs_action_transfers(uint8_t action) {
  return hs_action_has(action, HS_TRANSFERS);
}
static inline bool hs_action_queued(uint8_t action) { return hs_action_has(action, HS_QUEUED); }
static inline bool hs_action_on_medium(uint8_t action) { return hs_action_has(action, HS_PLACED); }
static inline bool hs_action_needs_ready(uint8_t action) {
  return hs_action_has(action, HS_NEEDS_DISK);
}
static inline bool hs_action_takes_list(uint8_t action) {
  return hs_action_has(action, HS_TAKES_LIST);
}

#define HS_FLAG_FUA 0x01u       /* READ, WRITE: the medium itself */
#define HS_FLAG_DPO 0x02u       /* READ, WRITE, VERIFY: not worth caching */
#define HS_FLAG_IMMEDIATE 0x04u /* SYNCHRONIZE CACHE, START STOP: status at once */
#define HS_FLAG_START 0x08u     /* START STOP: start */
#define HS_FLAG_LONG 0x10u      /* MODE SELECT, MODE SENSE: of ten bytes; READ CAPACITY: sixteen */
#define HS_FLAG_UNTAGGED 0x20u  /* a task without a tag */
#define HS_FLAG_PARTIAL 0x40u   /* READ CAPACITY: PMI; MODE SENSE: no block descriptor */
#define HS_FLAG_PAGE 0x80u      /* INQUIRY, RECEIVE DIAGNOSTIC: `page` is wanted; MODE SELECT: PF */

typedef struct hs_command {
  uint8_t action;      /* hs_action */
  uint8_t flags;       /* HS_FLAG_* */
  uint8_t page;        /* byte that chooses among the pages or forms of a reply */
  hs_lbn lbn;          /* first block; LOG SENSE: first parameter */
  uint32_t blocks;     /* all on the disk, and at least 1 for READ, WRITE, VERIFY; with a parameter
                          list: its bytes */
  uint32_t allocation; /* of a reply: bytes that the host has room for */
  hs_sense sense;      /* REJECT */
} hs_command;

/* Decode the 16 bytes of a command block for logical unit `lun`. Never fails: what cannot be done
 * becomes HS_ACTION_REJECT with the sense that says why. */
hs_command hs_command_decode(const uint8_t cdb[16], uint8_t lun, uint32_t block_count);

/* Is the command done whatever the state of the unit, even for a wrong one, unit attention or not?
 * See HS_ALWAYS. */
bool hs_command_always(uint8_t operation);

/* Bytes of a command block by its operation `code`, of which the last is the control byte; 1 where
 * the standard leaves the length open. */
uint32_t hs_command_bytes(uint8_t code);

/* Parameter lists that are longer than this are refused. */
#define HS_LIST_BYTES 264u
/* No reply is longer. */
#define HS_REPLY_BYTES 520u

/* Parameter data. Each writes its bytes to `out` and returns their number. */
#define HS_INQUIRY_BYTES 36u
#define HS_SENSE_BYTES 18u
#define HS_CAPACITY_BYTES 8u
uint32_t hs_inquiry_data(uint8_t out[HS_INQUIRY_BYTES], uint8_t lun, const char product[16]);
uint32_t hs_sense_data(uint8_t out[HS_SENSE_BYTES], const hs_sense* sense);
uint32_t hs_capacity_data(uint8_t out[HS_CAPACITY_BYTES], uint32_t block_count,
                          uint32_t bytes_per_block);

/* A sense as HS_PORT_SENSE carries it, and back. */
static inline uint64_t hs_sense_pack(const hs_sense* s) {
  return (uint64_t)s->key | (uint64_t)s->code << 8 | (uint64_t)s->qualifier << 16 |
         (uint64_t)(s->detail & 3u) << 24 | (uint64_t)(s->deferred ? 1u : 0u) << 26 |
         (uint64_t)(s->information_valid ? 1u : 0u) << 31 | (uint64_t)s->information << 32;
}
static inline hs_sense hs_sense_unpack(uint64_t v) {
  const hs_sense sense = {(uint8_t)v,          (uint8_t)(v >> 8),   (uint8_t)(v >> 16),
                          (v >> 31 & 1u) != 0, (uint32_t)(v >> 32), (uint8_t)(v >> 24 & 3u),
                          (v >> 26 & 1u) != 0};
  return sense;
}

#endif
