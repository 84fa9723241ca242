/* Register map of the drive's hardware, as the controller CPU sees it. Every register is 64 bits
 * wide, on an 8-byte boundary; a box occupies one page of 256 bytes. An access outside the map, a
 * read of a write-only register or a write of a read-only one is a bus error.
 */
#ifndef HEADSTACK_REGISTERS_H
#define HEADSTACK_REGISTERS_H

#include <stddef.h>

#include "hal/comparator_registers.h"

#define HS_PAGE_BITS 8
#define HS_PAGE(address) ((address) >> HS_PAGE_BITS)

enum hs_page {
  HS_PAGE_INTERRUPT = 0,
  HS_PAGE_SPINDLE = 1,
  HS_PAGE_PORT = 2,
  HS_PAGE_BUFFER = 3,
  HS_PAGE_CHANNEL = 4,
  HS_PAGE_COMPARATOR = 5,
  HS_PAGE_COUNT = 6
};

/* Interrupt controller. */
#define HS_INTERRUPT_CAUSE 0x000u /* R: pending causes (HS_CAUSE_*); the read clears them */

/* Processor, where its time counts (hs_firmware_config.executed). W: the choice of the next task
 * begins, among so many; R: it is made: by so many ticks it holds up the task's start. */
#define HS_PROCESSOR_DECISION 0x008u

#define HS_CAUSE_COMMAND 0x1u  /* a command block waits in the port */
#define HS_CAUSE_MEDIA 0x2u    /* the channel has reached its notification mark */
#define HS_CAUSE_PORT 0x4u     /* a port sequence with HS_PORT_OP_INTERRUPT has ended */
#define HS_CAUSE_FUNCTION 0x8u /* a task management function waits in the port */
#define HS_CAUSE_ERROR 0x10u   /* the channel has stopped at a block that it cannot read or write */
#define HS_CAUSE_WAKE 0x20u    /* the time of HS_CHANNEL_WAKE has come */
#define HS_CAUSE_BROKEN_OFF 0x40u /* the host has broken off a data phase */

/* Spindle. */
#define HS_SPINDLE_NOW 0x100u /* R: time in ticks; its low 32 bits are the angle of the platter */
/* W: motor on (1) or off (0). The channel takes no extent before the platters are up to speed. */
#define HS_SPINDLE_MOTOR 0x108u

/* Target port: the drive's end of the SCSI bus. A task is known by the slot that the port gave it.
 *
 * A sequence is what the port does without the CPU: win the bus if told to, wait, move data, wait,
 * then disconnect or send status. Delays and data count from the moment that the bus is the task's.
 */
#define HS_PORT_CDB_LOW 0x200u  /* R: bytes 0-7 of the command block, byte 0 lowest */
#define HS_PORT_CDB_HIGH 0x208u /* R: bytes 8-15 */
#define HS_PORT_NEXUS 0x210u    /* R: who sent it (fields below); the read takes it from the port */
#define HS_PORT_RESPONSE                                                                           \
  0x218u                          /* W: eight more bytes of parameter data for HS_PORT_OP_RESPONSE \
                                   */
#define HS_PORT_SENSE 0x220u      /* W: sense that goes with the next CHECK CONDITION */
#define HS_PORT_NOT_BEFORE 0x228u /* W: time in ticks before which the bus is not asked for */
#define HS_PORT_BEFORE 0x230u     /* W: ticks from having the bus to the data phase */
/* W: processor work, in ticks of an undisturbed processor, that begins with this access and comes
 * before HS_PORT_BEFORE; other work of the processor delays it. */
#define HS_PORT_WORK 0x248u
#define HS_PORT_AFTER 0x238u /* W: ticks from the end of data to the end of the sequence */
#define HS_PORT_GO 0x240u    /* W: start a sequence (fields below); clears the three above */
/* R: eight more bytes of the parameter list that the last HS_PORT_OP_PARAMETERS has brought. */
#define HS_PORT_PARAMETER 0x250u
/* R: a task management function, as HS_PORT_NEXUS with HS_FUNCTION_* in bits 52-55; the read takes
 * it from the port. It is answered like a command: HS_PORT_OP_STATUS, with HS_RESPONSE_* as status.
 */
#define HS_PORT_FUNCTION 0x258u
/* W: end the task of a slot (0-19) without status; the slot is free. Bit 20: the drive was at work
 * on it. A bus error for a slot that holds the bus. */
#define HS_PORT_ABORT 0x260u
#define HS_ABORT_ACTIVE ((uint64_t)1 << 20)
/* R: whose data phase the host has broken off, having no more data or room, as HS_PORT_NEXUS; the
 * read takes it from the port. The sequence has ended with that phase, without HS_CAUSE_PORT; the
 * bus is still the task's, which is over with the status that comes next. */
#define HS_PORT_BROKEN_OFF 0x268u

/* HS_PORT_NEXUS: slot 0-19, tag 20-35, attribute 36-39, initiator 40-43, LUN 44-51. */
#define HS_NEXUS(slot, tag, attribute, initiator, lun)                      \
  ((uint64_t)(slot) | (uint64_t)(tag) << 20 | (uint64_t)(attribute) << 36 | \
   (uint64_t)(initiator) << 40 | (uint64_t)(lun) << 44)
#define HS_NEXUS_SLOT(v) ((uint32_t)((v)&0xfffffu))
#define HS_NEXUS_TAG(v) ((uint16_t)(((v) >> 20) & 0xffffu))
#define HS_NEXUS_ATTRIBUTE(v) ((uint8_t)(((v) >> 36) & 0xfu))
#define HS_NEXUS_INITIATOR(v) ((uint8_t)(((v) >> 40) & 0xfu))
#define HS_NEXUS_LUN(v) ((uint8_t)(((v) >> 44) & 0xffu))

/* HS_PORT_FUNCTION: what is to be done, and how it went. */
#define HS_FUNCTION(v) ((uint32_t)(((v) >> 52) & 0xfu))
#define HS_FUNCTION_ABORT_TASK 1u
#define HS_FUNCTION_ABORT_TASK_SET 2u
#define HS_FUNCTION_CLEAR_TASK_SET 3u
#define HS_FUNCTION_LOGICAL_UNIT_RESET 4u
#define HS_RESPONSE_COMPLETE 0u
#define HS_RESPONSE_REJECTED 4u /* no such function */
#define HS_RESPONSE_WRONG_UNIT 9u

/* HS_PORT_SENSE: key 0-7, code 8-15, qualifier 16-23, 24-25: HS_DETAIL_*, 26: deferred, 31:
 * information valid, information 32-63 (command.h: hs_sense_pack). */
#define HS_SENSE_INFORMATION_VALID 0x80000000u

/* HS_PORT_GO: slot 0-19, operations 20-27, status 28-35, blocks (of a response or parameter list:
 * bytes) 36-63. */
#define HS_GO(slot, operations, status, count)                                  \
  ((uint64_t)(slot) | (uint64_t)(operations) << 20 | (uint64_t)(status) << 28 | \
   (uint64_t)(count) << 36)
#define HS_GO_SLOT(v) ((uint32_t)((v)&0xfffffu))
#define HS_GO_OPERATIONS(v) ((uint32_t)(((v) >> 20) & 0xffu))
#define HS_GO_STATUS(v) ((uint8_t)(((v) >> 28) & 0xffu))
#define HS_GO_COUNT(v) ((uint32_t)((v) >> 36))
#define HS_PORT_OP_RESELECT 0x01u   /* arbitrate and reselect first */
#define HS_PORT_OP_DATA_IN 0x02u    /* blocks from the buffer, from HS_BUFFER_INDEX on */
#define HS_PORT_OP_DATA_OUT 0x04u   /* blocks into the buffer */
#define HS_PORT_OP_RESPONSE 0x08u   /* parameter data to the host */
#define HS_PORT_OP_DISCONNECT 0x10u /* then free the bus, task open */
#define HS_PORT_OP_STATUS 0x20u     /* then send status and free the bus, task over */
#define HS_PORT_OP_INTERRUPT 0x40u  /* then HS_CAUSE_PORT */
#define HS_PORT_OP_PARAMETERS 0x80u /* a parameter list from the host, for HS_PORT_PARAMETER */

/* Buffer: where bus and media meet. */
#define HS_BUFFER_INDEX                                                      \
  0x300u /* W: the next DATA_IN's first block, as its (signed) number in the \
            channel's program; negative: already there */
/* W: the RAM address (HS_ADDRESS) of the first block of the next DATA_IN or DATA_OUT. */
#define HS_BUFFER_ADDRESS 0x308u

/* A block's address in the buffer's RAM: segment 32-63, block number 0-31. A block is in as many
 * segments as it was put into. */
#define HS_ADDRESS(segment, block) ((uint64_t)(segment) << 32 | (uint64_t)(block))
#define HS_ADDRESS_SEGMENT(v) ((uint32_t)((v) >> 32))
#define HS_ADDRESS_BLOCK(v) ((uint32_t)((v)&0xffffffffu))
#define HS_ADDRESS_NONE (~(uint64_t)0)
#define HS_SEGMENT_WRITE 0u /* what the host has sent */
#define HS_SEGMENT_READ 1u  /* the first of the segments that hold what was read */

/* Head channel: runs a program of extents, one after another, moving the arm as each needs. It
 * cannot act in the past: STOP, BEGIN and WAKE with an instant before now are bus errors, and so is
 * a RUN that would have had to move the arm before now. */
#define HS_CHANNEL_STOP 0x400u /* W: end the program at the first sector boundary from then */
/* W: a new, empty program; no movement before this time. READY, FILL, AHEAD, KEEP and NOTIFY go
 * back to 0. What has to be done of the program before is done first. */
#define HS_CHANNEL_BEGIN 0x408u
#define HS_CHANNEL_READY 0x410u /* W: no media access of this program before this time */
#define HS_CHANNEL_FILL 0x418u  /* W: what must be in the buffer before a media write: HS_FILL */
#define HS_CHANNEL_AHEAD \
  0x450u /* W: by how much the buffer stays ahead of a media write: HS_AHEAD */
#define HS_CHANNEL_KEEP 0x420u   /* W: blocks of the program that STOP does not cut off */
#define HS_CHANNEL_RUN 0x428u    /* W: add an extent (fields below). R: as many can be added now */
#define HS_CHANNEL_NOTIFY 0x430u /* W: interrupt when these blocks are done (fields below) */
/* R: blocks of the program done by now, or when stopped (0-31); 32-63: HS_DONE_STOP. */
#define HS_CHANNEL_DONE 0x438u
#define HS_CHANNEL_FREE 0x440u  /* R: time at which the heads are free, were it stopped now */
#define HS_CHANNEL_TRACK 0x448u /* R: cylinder 0-31, head 32-39 over which they then are */
/* W: the RAM address of the first block of the next HS_CHANNEL_RUN; the runs after it go on behind
 * each other. After BEGIN there is none: what is read goes nowhere. */
#define HS_CHANNEL_ADDRESS 0x480u
/* W: when the program is done, the heads go on to this track (HS_TRACK); after BEGIN they stay. */
#define HS_CHANNEL_GO_ON 0x490u
#define HS_CHANNEL_WAKE 0x488u /* W: HS_CAUSE_WAKE at this time, and not at the one set before */

/* A block that cannot be read or written stops the program, and raises HS_CAUSE_ERROR when it has
 * passed under the head, unless it is read by HS_RUN_AHEAD. NOTIFY then waits, whichever blocks it
 * is about. Unless the program is stopped at such a block, an access to these is a bus error. */
#define HS_CHANNEL_ERROR 0x458u /* R: which, and what is wrong with it (fields below) */
#define HS_CHANNEL_RETRY 0x460u /* W: try the block once more when it comes by, and go on */
#define HS_CHANNEL_TAKE                                                    \
  0x468u /* W: its data, as corrected by the ECC, will do; go on behind it \
          */
#define HS_CHANNEL_INSTEAD 0x470u /* W: do it at the place of this HS_RUN, a block; then go on */

/* HS_CHANNEL_ERROR: block of the program 0-31, flags 32-39. */
#define HS_ERROR_CORRECTABLE 0x01u /* the ECC can make out the data */
#define HS_ERROR_WRITE 0x02u       /* it was to be written */
#define HS_ERROR(block, flags) ((uint64_t)(block) | (uint64_t)(flags) << 32)
#define HS_ERROR_BLOCK(v) ((uint32_t)((v)&0xffffffffu))
#define HS_ERROR_FLAGS(v) ((uint32_t)(((v) >> 32) & 0xffu))

/* HS_CHANNEL_DONE: the block of the program at which it stops for an error; HS_DONE_NO_STOP if it
 * does not. The channel may say so before the block is under the head. */
#define HS_DONE_STOPS(block) (((uint64_t)(block) + 1u) << 32)
#define HS_DONE_STOP(v) ((uint32_t)((v) >> 32) - 1u)
#define HS_DONE_NO_STOP 0xffffffffu
#define HS_DONE_BLOCKS(v) ((uint32_t)((v)&0xffffffffu))

/* HS_CHANNEL_FILL: blocks 0-31; 32: the arm waits for them too. */
#define HS_FILL(blocks, arm) ((uint64_t)(blocks) | (uint64_t)((arm) ? 1 : 0) << 32)
#define HS_FILL_BLOCKS(v) ((uint32_t)((v)&0xffffffffu))
#define HS_FILL_ARM(v) (((v) >> 32 & 1) != 0)

/* HS_CHANNEL_NOTIFY: number of blocks 0-31 (0: never), the first one's number in the program 32-63.
 */
#define HS_NOTIFY(first, blocks) ((uint64_t)(blocks) | (uint64_t)(first) << 32)
#define HS_NOTIFY_BLOCKS(v) ((uint32_t)((v)&0xffffffffu))
#define HS_NOTIFY_FIRST(v) ((uint32_t)((v) >> 32))

/* HS_CHANNEL_AHEAD: blocks 0-15, Q8; ticks from then to the media 16-63 (hs_write_ahead). */
#define HS_AHEAD(blocks_q8, delay) ((uint64_t)(blocks_q8) | (uint64_t)(delay) << 16)
#define HS_AHEAD_BLOCKS_Q8(v) ((uint32_t)((v)&0xffffu))
#define HS_AHEAD_DELAY(v) ((v) >> 16)

/* HS_CHANNEL_RUN: cylinder 0-15, head 16-23, first sector 24-39, blocks 40-55, flags 56-63. */
#define HS_RUN_WRITE 0x01u
#define HS_RUN_ZERO_LATENCY 0x02u /* may begin in the middle of the extent */
#define HS_RUN_RESIDENT 0x08u     /* a write whose data are all in the buffer */
#define HS_RUN_AHEAD 0x04u        /* nobody has asked for it yet */
#define HS_RUN(cylinder, head, sector, blocks, flags)                         \
  ((uint64_t)(cylinder) | (uint64_t)(head) << 16 | (uint64_t)(sector) << 24 | \
   (uint64_t)(blocks) << 40 | (uint64_t)(flags) << 56)
#define HS_RUN_CYLINDER(v) ((uint32_t)((v)&0xffffu))
#define HS_RUN_HEAD(v) ((uint32_t)(((v) >> 16) & 0xffu))
#define HS_RUN_SECTOR(v) ((uint32_t)(((v) >> 24) & 0xffffu))
#define HS_RUN_BLOCKS(v) ((uint32_t)(((v) >> 40) & 0xffffu))
#define HS_RUN_FLAGS(v) ((uint32_t)((v) >> 56))

/* HS_CHANNEL_TRACK, HS_CHANNEL_GO_ON. */
#define HS_TRACK(cylinder, head) ((uint64_t)(cylinder) | (uint64_t)(head) << 32)
#define HS_TRACK_CYLINDER(v) ((uint32_t)((v)&0xffffffffu))
#define HS_TRACK_HEAD(v) ((uint32_t)(((v) >> 32) & 0xffu))

/* Extents of a program that are not yet done may be this many; one more is a bus error. */
#define HS_CHANNEL_EXTENTS 64u

/* SPTF comparator (behavioural, or RTL). Entries hold a place; a scan finds the quickest to reach.
 * Its registers, the members of hs_comparator_t, are described in rtl/comparator_registers.rdl,
 * from which the header is made: docs/comparator-registers.md. */
#define HS_COMPARATOR(name) \
  ((uint32_t)(HS_PAGE_COMPARATOR << HS_PAGE_BITS) + (uint32_t)offsetof(hs_comparator_t, name))

#endif
