/* Errors of the medium that destaging meets. */
#ifndef HEADSTACK_DESTAGE_RECOVERY_H
#define HEADSTACK_DESTAGE_RECOVERY_H

#include "controller/state.h"
#include "hal/compiler.h"

/* HS_CAUSE_ERROR has come for a program of destaging. */
HS_COLD void hs_destage_error(hs_firmware* firmware);

/* The block that was being retried, if any, is on the medium. */
void hs_destage_retried(hs_destage* destage, hs_counters* writes);

#endif
