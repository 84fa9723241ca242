/* Every SCSI command: a row for each operation code, and a row for each action of the drive.
 *
 * Contract: a new command consists of its rows here and the functions that the rows name. */
#ifndef HEADSTACK_OPERATIONS_H
#define HEADSTACK_OPERATIONS_H

/* Traits of an action, each a bit. */
enum {
  HS_TRANSFERS = 1, /* a read or write, which the sequencing serves */
  HS_PLACED = 2,    /* has a place on the medium, by which a scheduler can order it */
  /* Goes through the tagged queue. Without HS_PLACED no task passes it, and it passes no task,
   * unless one of them is HEAD OF QUEUE. */
  HS_QUEUED = 4,
  HS_NEEDS_DISK = 8,  /* the disk has to turn */
  HS_TAKES_LIST = 16, /* `blocks` bytes of parameters come first */
  /* Done in any state of the unit, with a unit attention pending, and for a wrong unit. */
  HS_ALWAYS = 32,
  /* Changes the medium, and is refused while the host has write-protected the unit. Writes of
   * blocks through the write path have this trait. */
  HS_CHANGES_MEDIUM = 64
};

/* X(NAME, traits, reply, begin, flushed, list): hs_action HS_ACTION_NAME.
 * - hs_reply_<reply> answers at once.
 * - hs_begin_<begin> begins a queued task that is no read or write. With `none`, the parameter list
 *   is all of the task.
 * - hs_flushed_<flushed> continues the task when the blocks that it waited for are destaged.
 * - hs_list_<list> takes the parameter list. */
#define HS_ACTIONS(X)                                                                            \
  X(READ, HS_TRANSFERS | HS_PLACED | HS_QUEUED | HS_NEEDS_DISK, none, none, none, none)          \
  X(WRITE, HS_TRANSFERS | HS_PLACED | HS_QUEUED | HS_NEEDS_DISK | HS_CHANGES_MEDIUM, none, none, \
    none, none)                                                                                  \
  X(VERIFY, HS_PLACED | HS_QUEUED | HS_NEEDS_DISK, none, verify, verify, none)                   \
  X(WRITE_VERIFY, HS_QUEUED | HS_NEEDS_DISK | HS_CHANGES_MEDIUM, none, verify, verify, none)     \
  X(SYNCHRONIZE, HS_QUEUED | HS_NEEDS_DISK, none, synchronize, synchronize, none)                \
  X(REASSIGN, HS_QUEUED | HS_NEEDS_DISK | HS_TAKES_LIST | HS_CHANGES_MEDIUM, none, none, none,   \
    reassign)                                                                                    \
  X(FORMAT, HS_QUEUED | HS_NEEDS_DISK | HS_TAKES_LIST | HS_CHANGES_MEDIUM, none, format, format, \
    format)                                                                                      \
  X(START_STOP, HS_QUEUED, none, start_stop, start_stop, none)                                   \
  X(MODE_SELECT, HS_QUEUED | HS_TAKES_LIST, none, none, mode_select, mode_select)                \
  X(SEND_DIAGNOSTIC, HS_QUEUED | HS_TAKES_LIST, none, none, none, send_diagnostic)               \
  X(NONE, 0, ready, none, none, none)                                                            \
  X(INQUIRY, HS_ALWAYS, inquiry, none, none, none)                                               \
  X(REQUEST_SENSE, HS_ALWAYS, request_sense, none, none, none)                                   \
  X(REPORT_LUNS, HS_ALWAYS, report_luns, none, none, none)                                       \
  X(READ_CAPACITY, 0, capacity, none, none, none)                                                \
  X(MODE_SENSE, 0, mode_sense, none, none, none)                                                 \
  X(LOG_SENSE, 0, log_sense, none, none, none)                                                   \
  X(READ_DEFECTS, 0, read_defects, none, none, none)                                             \
  X(RECEIVE_DIAGNOSTIC, 0, receive_diagnostic, none, none, none)                                 \
  X(RESERVE, 0, reserve, none, none, none)                                                       \
  X(RELEASE, 0, release, none, none, none)                                                       \
  X(REPORT_OPERATIONS, 0, report_operations, none, none, none)                                   \
  X(REJECT, 0, rejected, none, none, none)

/* Bits of the column `service`. Without these bits, the number is the service action, and drives
 * of all standards have the operation. */
#define HS_ANY_SERVICE 0x20u /* no service action field, or its value does not matter */
#define HS_SCSI_2_ONLY 0x40u /* only drives that claim SCSI-2 have the operation */
#define HS_SPC_4_ONLY 0x80u  /* only drives that claim SPC-4 have the operation */

/* Bits of byte 1 that ask a read, write or verification for protection information, or for an
 * address relative to the address of a linked command. The drive has neither. In SCSI-2 the upper
 * three bits are a logical unit number, which is 0 if the bus has named the unit already. */
#define HS_REFUSES_TRANSFER 0xe1u
/* The same for a verification, whose bit 2 asks for a comparison with a single block (SBC-3). */
#define HS_REFUSES_VERIFY (HS_REFUSES_TRANSFER | 0x04u)

/* X(code, service, NAME, decoder, refused, name): hs_decode_<decoder> decodes a command
 * block to HS_ACTION_NAME. If there is nothing to move, the result is HS_ACTION_NONE; if the
 * command cannot be done, HS_ACTION_REJECT. A block with one of the `refused` bits in byte 1 is
 * rejected before, because these bits ask for features that the drive lacks. The most frequent
 * operations come first. */
#define HS_OPERATIONS(X)                                                                           \
  X(0x28, HS_ANY_SERVICE, READ, read_10, HS_REFUSES_TRANSFER, "READ (10)")                         \
  X(0x2a, HS_ANY_SERVICE, WRITE, write_10, HS_REFUSES_TRANSFER, "WRITE (10)")                      \
  X(0x08, HS_ANY_SERVICE, READ, read_6, 0, "READ (6)")                                             \
  X(0x0a, HS_ANY_SERVICE, WRITE, write_6, 0, "WRITE (6)")                                          \
  X(0x88, HS_ANY_SERVICE, READ, read_16, HS_REFUSES_TRANSFER, "READ (16)")                         \
  X(0x8a, HS_ANY_SERVICE, WRITE, write_16, HS_REFUSES_TRANSFER, "WRITE (16)")                      \
  X(0xa8, HS_ANY_SERVICE, READ, read_12, HS_REFUSES_TRANSFER, "READ (12)")                         \
  X(0xaa, HS_ANY_SERVICE, WRITE, write_12, HS_REFUSES_TRANSFER, "WRITE (12)")                      \
  X(0x00, HS_ANY_SERVICE, NONE, test_ready, 0, "TEST UNIT READY")                                  \
  X(0x03, HS_ANY_SERVICE, REQUEST_SENSE, request_sense, 0, "REQUEST SENSE")                        \
  X(0x04, HS_ANY_SERVICE, FORMAT, format, 0xe8u, "FORMAT UNIT")                                    \
  X(0x07, HS_ANY_SERVICE, REASSIGN, reassign, 0x03u, "REASSIGN BLOCKS")                            \
  X(0x12, HS_ANY_SERVICE, INQUIRY, inquiry, 0x02u, "INQUIRY")                                      \
  X(0x15, HS_ANY_SERVICE, MODE_SELECT, mode_select_6, 0x02u, "MODE SELECT (6)")                    \
  X(0x16, HS_ANY_SERVICE | HS_SCSI_2_ONLY, RESERVE, reserve, 0x1fu, "RESERVE (6)")                 \
  X(0x17, HS_ANY_SERVICE | HS_SCSI_2_ONLY, RELEASE, release, 0x1fu, "RELEASE (6)")                 \
  X(0x1a, HS_ANY_SERVICE, MODE_SENSE, mode_sense_6, 0, "MODE SENSE (6)")                           \
  X(0x1b, HS_ANY_SERVICE, START_STOP, start_stop, 0, "START STOP UNIT")                            \
  X(0x1c, HS_ANY_SERVICE, RECEIVE_DIAGNOSTIC, receive_diagnostic, 0, "RECEIVE DIAGNOSTIC RESULTS") \
  X(0x1d, HS_ANY_SERVICE, SEND_DIAGNOSTIC, send_diagnostic, 0, "SEND DIAGNOSTIC")                  \
  X(0x25, HS_ANY_SERVICE, READ_CAPACITY, capacity_10, 0x01u, "READ CAPACITY (10)")                 \
  X(0x2e, HS_ANY_SERVICE, WRITE_VERIFY, verify_10, HS_REFUSES_VERIFY, "WRITE AND VERIFY (10)")     \
  X(0x2f, HS_ANY_SERVICE, VERIFY, verify_10, HS_REFUSES_VERIFY, "VERIFY (10)")                     \
  X(0x35, HS_ANY_SERVICE, SYNCHRONIZE, synchronize, 0x01u, "SYNCHRONIZE CACHE (10)")               \
  X(0x37, HS_ANY_SERVICE, READ_DEFECTS, read_defects, 0, "READ DEFECT DATA (10)")                  \
  X(0x4d, HS_ANY_SERVICE, LOG_SENSE, log_sense, 0x03u, "LOG SENSE")                                \
  X(0x55, HS_ANY_SERVICE, MODE_SELECT, mode_select_10, 0x02u, "MODE SELECT (10)")                  \
  X(0x56, HS_ANY_SERVICE | HS_SCSI_2_ONLY, RESERVE, reserve, 0x13u, "RESERVE (10)")                \
  X(0x57, HS_ANY_SERVICE | HS_SCSI_2_ONLY, RELEASE, release, 0x13u, "RELEASE (10)")                \
  X(0x5a, HS_ANY_SERVICE, MODE_SENSE, mode_sense_10, 0, "MODE SENSE (10)")                         \
  X(0x8e, HS_ANY_SERVICE, WRITE_VERIFY, verify_16, HS_REFUSES_VERIFY, "WRITE AND VERIFY (16)")     \
  X(0x8f, HS_ANY_SERVICE, VERIFY, verify_16, HS_REFUSES_VERIFY, "VERIFY (16)")                     \
  X(0x91, HS_ANY_SERVICE, SYNCHRONIZE, synchronize_16, 0x01u, "SYNCHRONIZE CACHE (16)")            \
  X(0x9e, 0x10u, READ_CAPACITY, capacity_16, 0, "READ CAPACITY (16)")                              \
  X(0xa0, HS_ANY_SERVICE, REPORT_LUNS, report_luns, 0, "REPORT LUNS")                              \
  X(0xa3, 0x0cu | HS_SPC_4_ONLY, REPORT_OPERATIONS, report_operations, 0,                          \
    "REPORT SUPPORTED OPERATION CODES")                                                            \
  X(0xae, HS_ANY_SERVICE, WRITE_VERIFY, verify_12, HS_REFUSES_VERIFY, "WRITE AND VERIFY (12)")     \
  X(0xaf, HS_ANY_SERVICE, VERIFY, verify_12, HS_REFUSES_VERIFY, "VERIFY (12)")                     \
  X(0xb7, HS_ANY_SERVICE, READ_DEFECTS, read_defects_12, 0, "READ DEFECT DATA (12)")

/* Operations with a command block of 32 bytes, operation code 7Fh. X(service, NAME, name): bytes 8
 * and 9 have the `service` action, and the result is HS_ACTION_NAME. Drives that claim SPC-6 have
 * the operations of the standard. The service actions from HS_VENDOR_SERVICE on are the vendor's.
 * These commands carry an exact deadline (unit/variable_length.c). */
#define HS_VENDOR_SERVICE 0xf800u
#define HS_LONG_OPERATIONS(X)            \
  X(0x0009u, READ, "READ (32)")          \
  X(0x000bu, WRITE, "WRITE (32)")        \
  X(0xf800u, READ, "READ WITH DEADLINE") \
  X(0xf801u, WRITE, "WRITE WITH DEADLINE")

#endif
