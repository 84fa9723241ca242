/* Data phases that the host has broken off. */
#ifndef HEADSTACK_BROKEN_OFF_H
#define HEADSTACK_BROKEN_OFF_H

#include "controller/state.h"
#include "hal/compiler.h"

/* End the command whose data phase the host has broken off. */
HS_COLD void hs_broken_off(hs_firmware* firmware);

#endif
