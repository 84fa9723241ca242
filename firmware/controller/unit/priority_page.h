/* The vendor's mode page of priority times: page 20h, subpage 02h (docs/reference/scsi.md). A
 * command of a task priority and without a deadline of its own gets the deadline of its priority.
 *
 * Units: bytes; times in us on the page, and in ticks elsewhere. */
#ifndef HEADSTACK_PRIORITY_PAGE_H
#define HEADSTACK_PRIORITY_PAGE_H

#include "controller/state.h"
#include "hal/compiler.h"

#define HS_PRIORITY_PAGE_BYTES 68u /* with the header */

/* Ticks from the arrival of a command of this task priority to its deadline. HS_NO_DEADLINE: the
 * priority has no deadline, is 0 or above 15, or the drive has no page. */
hs_ticks hs_priority_time(const hs_firmware* firmware, uint8_t priority);

/* Set `times` to the values of the drive file. */
HS_COLD void hs_priority_defaults(const hs_firmware_config* config, uint32_t times[HS_PRIORITIES]);

#endif
