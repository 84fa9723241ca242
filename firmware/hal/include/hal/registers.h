/* Register map of the drive's hardware, as the controller CPU sees it. Registers, their fields and
 * their values are described in rtl/drive_registers.rdl, from which the two headers are made that
 * are included here: docs/reference/registers.md. Beside them stands what a description of fields
 * cannot say.
 */
#ifndef HEADSTACK_REGISTERS_H
#define HEADSTACK_REGISTERS_H

#include <stddef.h>

#include "hal/comparator_registers.h"
#include "hal/drive_registers.h"

#define HS_PAGE(address) ((address) >> HS_PAGE_BITS)

/* The address of a comparator's register, a member of hs_comparator_t. */
#define HS_COMPARATOR(name) \
  ((uint32_t)(HS_PAGE_COMPARATOR << HS_PAGE_BITS) + (uint32_t)offsetof(hs_comparator_t, name))

/* HS_PORT_GO: the status of an answer to a task management function. */
#define HS_RESPONSE_COMPLETE 0u
#define HS_RESPONSE_REJECTED 4u /* no such function */
#define HS_RESPONSE_WRONG_UNIT 9u

/* HS_BUFFER_ADDRESS, HS_CHANNEL_ADDRESS: nowhere. */
#define HS_ADDRESS_NONE (~(uint64_t)0)

/* HS_CHANNEL_DONE: that it stops at this block; at which it stops, HS_DONE_NO_STOP if it does not.
 */
#define HS_DONE_STOPS(block) HS_DONE(0u, (block) + 1u)
#define HS_DONE_STOP(v) (HS_DONE_BEHIND_STOP(v) - 1u)
#define HS_DONE_NO_STOP 0xffffffffu

/* Extents of a program that are not yet done may be this many; one more is a bus error. */
#define HS_CHANNEL_EXTENTS 64u

#endif
