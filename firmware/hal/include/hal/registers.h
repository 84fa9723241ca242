/* Register map of the drive's hardware, as the controller CPU sees it.
 *
 * rtl/drive_registers.rdl describes the registers, their fields and their values
 * (docs/reference/registers.md). The build makes the two headers included here from this
 * description. This header adds the definitions that a description of fields cannot express.
 */
#ifndef HEADSTACK_REGISTERS_H
#define HEADSTACK_REGISTERS_H

#include <stddef.h>

#include "hal/comparator_registers.h"
#include "hal/drive_registers.h"

/* The page that holds an address. */
#define HS_PAGE(address) ((address) >> HS_PAGE_BITS)

/* The address of a comparator's register. `name` is a member of hs_comparator_t. */
#define HS_COMPARATOR(name) \
  ((uint32_t)(HS_PAGE_COMPARATOR << HS_PAGE_BITS) + (uint32_t)offsetof(hs_comparator_t, name))

/* HS_PORT_GO: the status of an answer to a task management function. */
#define HS_RESPONSE_COMPLETE 0u
#define HS_RESPONSE_REJECTED 4u   /* the drive has no such function */
#define HS_RESPONSE_WRONG_UNIT 9u /* there is no such logical unit */

/* HS_BUFFER_ADDRESS, HS_CHANNEL_ADDRESS: the data have no address. */
#define HS_ADDRESS_NONE (~(uint64_t)0)

/* HS_CHANNEL_DONE: the value that says that the channel stops at block number `block`. */
#define HS_DONE_STOPS(block) HS_DONE(0u, (block) + 1u)
/* The number of the block at which the channel stops; HS_DONE_NO_STOP: it does not stop. */
#define HS_DONE_STOP(v) (HS_DONE_BEHIND_STOP(v) - 1u)
#define HS_DONE_NO_STOP 0xffffffffu

/* Most extents of a program that are not done yet. One more is a bus error. */
#define HS_CHANNEL_EXTENTS 64u

#endif
