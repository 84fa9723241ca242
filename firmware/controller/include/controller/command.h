/* Decoding of SCSI command descriptor blocks (SCSI-2: X3.131-1994, chapters 7-9). The 12- and
 * 16-byte commands, the log pages and REPORT LUNS are from SPC-2 and SBC-2.
 *
 * Contract: the decoder never fails. A command that cannot be done becomes HS_ACTION_REJECT.
 * Units: blocks, and bytes for parameter lists and replies. */
#ifndef HEADSTACK_COMMAND_H
#define HEADSTACK_COMMAND_H

#include "controller/operations.h"
#include "disk/drive_params.h"

/* The standard that the drive claims. */
typedef enum hs_standard {
  HS_SCSI_2, /* X3.131-1994 */
  HS_SPC_4,  /* SPC-4, SBC-3 and SAM-5 */
  HS_SPC_6   /* these, with command duration limits and READ and WRITE (32) */
} hs_standard;

/* Most bytes of a command block. Blocks with the operation code HS_VARIABLE_LENGTH have 32 bytes,
 * all others at most 16. */
#define HS_CDB_BYTES 32u
#define HS_VARIABLE_LENGTH 0x7fu
/* An operation code that no drive has: reserved by the standards. */
#define HS_UNKNOWN_OPERATION 0x60u

/* Initiators on the bus, numbered from 0. */
#define HS_INITIATORS 16u

/* Queue attribute of a task, as the bus carries it. */
typedef enum hs_attribute {
  HS_ATTRIBUTE_SIMPLE = 0,        /* the scheduler orders the task */
  HS_ATTRIBUTE_ORDERED = 1,       /* after all older tasks, before all younger tasks */
  HS_ATTRIBUTE_HEAD_OF_QUEUE = 2, /* before all tasks that have not started */
  HS_ATTRIBUTE_UNTAGGED = 3       /* one task at a time for each initiator; ordered as SIMPLE */
} hs_attribute;

/* Status bytes. */
#define HS_STATUS_GOOD 0x00u
#define HS_STATUS_CHECK_CONDITION 0x02u
#define HS_STATUS_BUSY 0x08u
#define HS_STATUS_RESERVATION_CONFLICT 0x18u
#define HS_STATUS_TASK_SET_FULL 0x28u
#define HS_STATUS_TASK_ABORTED                                      \
  0x40u /* never on the bus: the model ends an aborted task with it \
         */

/* Sense keys. */
#define HS_SENSE_RECOVERED_ERROR 0x01u
#define HS_SENSE_NOT_READY 0x02u
#define HS_SENSE_MEDIUM_ERROR 0x03u
#define HS_SENSE_HARDWARE_ERROR 0x04u
#define HS_SENSE_ILLEGAL_REQUEST 0x05u
#define HS_SENSE_UNIT_ATTENTION 0x06u
#define HS_SENSE_DATA_PROTECT 0x07u
#define HS_SENSE_ABORTED_COMMAND 0x0bu
#define HS_SENSE_MISCOMPARE 0x0eu
#define HS_SENSE_COMPLETED 0x0fu

/* Additional sense codes. Qualifiers other than 0 are named beside the code. */
#define HS_CODE_NOT_READY \
  0x04u /* qualifier 01: becoming ready; 02: START UNIT is needed; 04: being formatted */
#define HS_CODE_WRITE_ERROR 0x0cu /* qualifier 01: recovered by reallocation */
#define HS_CODE_UNRECOVERED_READ 0x11u
#define HS_CODE_RECOVERED 0x17u     /* qualifier 01: with retries */
#define HS_CODE_RECOVERED_ECC 0x18u /* qualifier 01: and retries; 02: and reallocated */
#define HS_CODE_LIST_LENGTH 0x1au
#define HS_CODE_DEFECT_LIST_NOT_FOUND 0x1cu
#define HS_CODE_MISCOMPARE 0x1du
#define HS_CODE_PARTIAL_DEFECT_LIST 0x1fu
#define HS_CODE_INVALID_OPERATION 0x20u
#define HS_CODE_LBN_OUT_OF_RANGE 0x21u
#define HS_CODE_INVALID_FIELD 0x24u
#define HS_CODE_LUN_NOT_SUPPORTED 0x25u
#define HS_CODE_INVALID_LIST_FIELD 0x26u
#define HS_CODE_WRITE_PROTECTED 0x27u /* qualifier 02: by the host */
#define HS_CODE_RESET 0x29u           /* qualifier 07: the I_T nexus was lost */
#define HS_QUALIFIER_NEXUS_LOSS 0x07u
#define HS_CODE_PARAMETERS_CHANGED 0x2au /* qualifier 01: mode parameters */
/* qualifier 01: a command timed out before processing; 02: during processing */
#define HS_CODE_TIMEOUT 0x2eu
#define HS_CODE_COMMANDS_CLEARED 0x2fu
#define HS_CODE_NO_SPARE 0x32u /* qualifier 01: the defect list could not be updated */
#define HS_CODE_INITIATOR_ERROR                                     \
  0x48u /* the drive received an "initiator detected error" message \
         */
#define HS_CODE_INVALID_MESSAGE 0x49u
#define HS_CODE_OVERLAPPED_COMMANDS 0x4eu
#define HS_CODE_RESOURCE 0x55u /* qualifier 0A: the data are not available now */

/* The kind of the information of a sense, and its bytes in the sense data. */
typedef enum hs_detail {
  HS_DETAIL_BLOCK,  /* a block, if valid: bytes 3-6 */
  HS_DETAIL_FIELD,  /* a field pointer in the lower 24 bits: bytes 15-17 */
  HS_DETAIL_COMMAND /* information of the command's own kind: bytes 8-11 */
} hs_detail;

/* Sense data, before they are laid out as bytes. All 0: NO SENSE. */
typedef struct hs_sense {
  uint8_t key;            /* HS_SENSE_*; 0: no sense */
  uint8_t code;           /* HS_CODE_*; 0: no additional code */
  uint8_t qualifier;      /* qualifier of `code`; 0: none */
  bool information_valid; /* `information` is a block; with HS_DETAIL_BLOCK only */
  uint32_t information;   /* block that the error is about, or information of kind `detail` */
  uint8_t detail;         /* hs_detail: the kind of `information` */
  bool deferred;          /* the error belongs to an earlier command, whose status was GOOD */
} hs_sense;

/* An action: what the drive does for a command. operations.h describes each action. */
typedef enum hs_action {
#define HS_ACTION_ROW(name, traits, reply, begin, flushed, list) HS_ACTION_##name,
  HS_ACTIONS(HS_ACTION_ROW)
#undef HS_ACTION_ROW
} hs_action;

/* Whether the action has one of the traits. */
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

/* Flags of a command. */
#define HS_FLAG_FUA 0x01u       /* READ, WRITE: access the medium itself */
#define HS_FLAG_DPO 0x02u       /* READ, WRITE, VERIFY: the blocks are not worth caching */
#define HS_FLAG_IMMEDIATE 0x04u /* SYNCHRONIZE CACHE, START STOP: send the status at once */
#define HS_FLAG_COMPARE 0x04u   /* VERIFY, WRITE AND VERIFY: compare with the host's blocks */
#define HS_FLAG_START 0x08u     /* START STOP: start; otherwise stop */
#define HS_FLAG_SAVE 0x08u      /* MODE SELECT: save the mode parameters */
#define HS_FLAG_LONG 0x10u      /* ten-byte MODE SELECT or MODE SENSE; 16-byte READ CAPACITY */
#define HS_FLAG_UNTAGGED 0x20u  /* the task has no tag */
#define HS_FLAG_PARTIAL 0x40u   /* READ CAPACITY: PMI; MODE SENSE: no block descriptor */
#define HS_FLAG_PAGE 0x80u      /* INQUIRY, RECEIVE DIAGNOSTIC: send `page`; MODE SELECT: PF */

typedef struct hs_command {
  uint8_t action; /* hs_action */
  uint8_t flags;  /* HS_FLAG_* */
  uint8_t page;   /* byte that chooses among the pages or forms of a reply */
  hs_lbn lbn;     /* first block; LOG SENSE: first parameter */
  /* Blocks of the command, all on the disk; at least 1 for READ, WRITE and VERIFY. With a parameter
   * list: bytes of the list. */
  uint32_t blocks;
  uint32_t allocation; /* bytes that the host has room for in a reply */
  hs_sense sense;      /* HS_ACTION_REJECT only: the reason */
} hs_command;

/* Decode the bytes of a command block for logical unit `lun` of a drive that claims the
 * `standard` (hs_standard). Never fails: a command that cannot be done becomes HS_ACTION_REJECT
 * with a sense that gives the reason. */
hs_command hs_command_decode(const uint8_t cdb[HS_CDB_BYTES], uint8_t lun, uint32_t block_count,
                             uint8_t standard);

/* Whether the command with this operation code is done in any state of the unit. See HS_ALWAYS. */
bool hs_command_always(uint8_t operation);

/* Bytes of a command block by its operation `code`. The last byte is the control byte. 1 if the
 * standard leaves the length open. */
uint32_t hs_command_bytes(uint8_t code);

/* Most bytes of a parameter list. The drive refuses longer lists. */
#define HS_LIST_BYTES 480u
/* Most bytes of a reply. */
#define HS_REPLY_BYTES 904u

/* Parameter data. Each function writes its bytes to `out` and returns their number. */
#define HS_INQUIRY_BYTES 36u
#define HS_SENSE_BYTES 18u
#define HS_CAPACITY_BYTES 8u
uint32_t hs_inquiry_data(uint8_t out[HS_INQUIRY_BYTES], uint8_t lun, const char product[16]);
uint32_t hs_sense_data(uint8_t out[HS_SENSE_BYTES], const hs_sense* sense);
uint32_t hs_capacity_data(uint8_t out[HS_CAPACITY_BYTES], uint32_t block_count,
                          uint32_t bytes_per_block);

/* Convert a sense to the value of HS_PORT_SENSE, and back. */
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
