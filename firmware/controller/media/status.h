/* How the active task has the bus, and how it ends: its status, and the sense that goes with it. */
#ifndef HEADSTACK_STATUS_H
#define HEADSTACK_STATUS_H

#include "state/access.h"

/* Start a sequence of the port for the active task, with a reselection before it if the task has
 * not got the bus. `operations` are HS_PORT_OP_*, `count` is in bytes. An interrupt tells the
 * end. */
void hs_active_go(hs_firmware* firmware, uint32_t operations, uint8_t status, uint32_t count);

/* Give the bus away, if the active task has it, when `after` ticks of work are over. */
void hs_disconnect(hs_firmware* firmware, hs_ticks after);

/* Hand the sense to the port, for a status to come, and keep it for REQUEST SENSE. */
void hs_tell_sense(hs_firmware* firmware, const hs_sense* sense);

/* End the active task, whatever its kind, with CHECK CONDITION. Precondition: no sequence of the
 * port is under way, nor a mark of the channel. */
void hs_fail_active(hs_firmware* firmware, const hs_sense* sense);

/* The status of the active task, which has its blocks: GOOD, or CHECK CONDITION for an error that
 * was overcome and is to be told; then the port has been given the sense. */
uint8_t hs_report_recovered(hs_firmware* firmware);
static inline uint8_t hs_good_status(hs_firmware* firmware) {
  return firmware->active.recovery.told.key == 0 ? HS_STATUS_GOOD : hs_report_recovered(firmware);
}

#endif
