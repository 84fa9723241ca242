/* Deferred errors. */
#ifndef HEADSTACK_DEFERRED_H
#define HEADSTACK_DEFERRED_H

#include "controller/logical_unit.h"

/* Tell the initiator that an earlier write with status GOOD has failed. The initiator's next
 * command ends with CHECK CONDITION and `sense`, and is not carried out (SCSI-2 8.2.14.2). If there
 * are several errors, the initiator is told of the first. */
void hs_defer_error(hs_logical_unit* unit, uint8_t initiator, hs_sense sense);

#endif
