/* The active task's use of the bus, and its end: its status and the sense of the status. */
#ifndef HEADSTACK_STATUS_H
#define HEADSTACK_STATUS_H

#include "state/access.h"

/* Start a sequence of the port for the active task. If the task does not hold the bus, a
 * reselection comes first. `operations` are HS_PORT_OP_*, `count` is in bytes. An interrupt tells
 * the end. */
void hs_active_go(hs_firmware* firmware, uint32_t operations, uint8_t status, uint32_t count);

/* Give the bus away after `after` ticks of work, if the active task holds it. */
void hs_disconnect(hs_firmware* firmware, hs_ticks after);

/* Hand the sense to the port for the next status, and keep the sense for REQUEST SENSE. */
void hs_tell_sense(hs_firmware* firmware, const hs_sense* sense);

/* The status that goes with a sense: GOOD with COMPLETED, and CHECK CONDITION with any other key.
 */
static inline uint8_t hs_status_of_sense(const hs_sense* sense) {
  return sense->key == HS_SENSE_COMPLETED ? HS_STATUS_GOOD : HS_STATUS_CHECK_CONDITION;
}

/* End the active task, of any kind, with this sense. Precondition: no sequence of the port and no
 * mark of the channel is under way. */
void hs_fail_active(hs_firmware* firmware, const hs_sense* sense);

/* The status of the active task once it has its blocks: GOOD, or CHECK CONDITION if the initiator
 * must be told of an error that was overcome. With CHECK CONDITION, the port has got the sense. */
uint8_t hs_report_recovered(hs_firmware* firmware);
static inline uint8_t hs_good_status(hs_firmware* firmware) {
  return firmware->active.recovery.told.key == 0 ? HS_STATUS_GOOD : hs_report_recovered(firmware);
}

#endif
