/* SCSI command blocks to what the drive is to do (SCSI-2: X3.131-1994, chapters 7-9). */
#ifndef HEADSTACK_COMMAND_H
#define HEADSTACK_COMMAND_H

#include "headstack/drive_params.h"

/* Queue attribute of a task, as the bus carries it. */
typedef enum hs_attribute {
  HS_ATTRIBUTE_SIMPLE = 0,
  HS_ATTRIBUTE_ORDERED = 1,
  HS_ATTRIBUTE_HEAD_OF_QUEUE = 2
} hs_attribute;

#define HS_STATUS_GOOD 0x00u
#define HS_STATUS_CHECK_CONDITION 0x02u
#define HS_STATUS_TASK_SET_FULL 0x28u

#define HS_SENSE_ILLEGAL_REQUEST 0x05u
#define HS_CODE_INVALID_OPERATION 0x20u
#define HS_CODE_LBN_OUT_OF_RANGE 0x21u
#define HS_CODE_INVALID_FIELD 0x24u
#define HS_CODE_LUN_NOT_SUPPORTED 0x25u

/* Sense data, before they are laid out as bytes. All 0: NO SENSE. */
typedef struct hs_sense {
  uint8_t key;
  uint8_t code;
  uint8_t qualifier;
  bool information_valid;
  uint32_t information; /* the block that the error is about */
} hs_sense;

typedef enum hs_action {
  HS_ACTION_READ,
  HS_ACTION_WRITE,
  HS_ACTION_NONE, /* nothing to move: good status */
  HS_ACTION_INQUIRY,
  HS_ACTION_REQUEST_SENSE,
  HS_ACTION_READ_CAPACITY,
  HS_ACTION_REJECT /* CHECK CONDITION with `sense` */
} hs_action;

typedef struct hs_command {
  hs_action action;
  hs_lbn lbn;          /* READ and WRITE: first block */
  uint32_t blocks;     /* READ and WRITE: at least 1, all on the disk */
  uint32_t allocation; /* INQUIRY, REQUEST SENSE: bytes that the host has room for */
  hs_sense sense;      /* REJECT */
} hs_command;

/* Decode the 16 bytes of a command block for logical unit `lun`. Never fails: what cannot be done
 * becomes HS_ACTION_REJECT with the sense that says why. */
hs_command hs_command_decode(const uint8_t cdb[16], uint8_t lun, uint32_t block_count);

/* Parameter data. Each writes its bytes to `out` and returns their number. */
#define HS_INQUIRY_BYTES 36u
#define HS_SENSE_BYTES 18u
#define HS_CAPACITY_BYTES 8u
uint32_t hs_inquiry_data(uint8_t out[HS_INQUIRY_BYTES], uint8_t lun, const char product[16]);
uint32_t hs_sense_data(uint8_t out[HS_SENSE_BYTES], const hs_sense* sense);
uint32_t hs_capacity_data(uint8_t out[HS_CAPACITY_BYTES], uint32_t block_count,
                          uint32_t bytes_per_block);

#endif
