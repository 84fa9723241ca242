#ifndef HEADSTACK_DEFERRED_H
#define HEADSTACK_DEFERRED_H

#include "controller/logical_unit.h"

/* Tell the initiator that what it wrote long ago has failed: its next command ends with CHECK
 * CONDITION and `sense`, and is not carried out (SCSI-2 8.2.14.2). Of several errors the first is
 * told. */
void hs_defer_error(hs_logical_unit* unit, uint8_t initiator, hs_sense sense);

#endif
