/* Deferred errors: errors of writes whose GOOD status was sent long ago (SCSI-2 8.2.14.2). */
#include "unit/deferred.h"

void hs_defer_error(hs_logical_unit* unit, uint8_t initiator, hs_sense sense) {
  hs_sense* pending = &unit->deferred[initiator];
  unit->held_up[initiator] = true;
  if (pending->key == 0) { /* only the first error is reported; the log counts all errors */
    sense.deferred = true;
    *pending = sense;
  }
}
