/* Reservations of the unit. */
#ifndef HEADSTACK_RESERVATION_H
#define HEADSTACK_RESERVATION_H

#include "controller/logical_unit.h"
#include "hal/compiler.h"

/* Whether another initiator has reserved the unit. */
HS_COLD bool hs_reserved_for_other(const hs_logical_unit* unit, uint8_t initiator);

/* Whether the operation is RELEASE. A reservation holds up neither RELEASE nor a command that is
 * always done (SCSI-2 9.2.12.1; for REPORT LUNS: SPC-2 5.5.1, table 10). */
static inline bool hs_is_release(uint8_t operation) {
  return operation == 0x17 || operation == 0x57;
}

#endif
