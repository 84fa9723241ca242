#ifndef HEADSTACK_DESTAGE_RECOVERY_H
#define HEADSTACK_DESTAGE_RECOVERY_H

#include "controller/state.h"

/* HS_CAUSE_ERROR of a program of destaging. */
void hs_destage_error(hs_firmware* firmware);

/* The block that was tried again, if there is one, is on the medium. */
void hs_destage_retried(hs_destage* destage, hs_counters* writes);

#endif
