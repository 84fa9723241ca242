#ifndef HEADSTACK_COMPLETION_H
#define HEADSTACK_COMPLETION_H

#include "controller/state.h"

/* The active task's status has been delivered. */
void hs_complete(hs_firmware* firmware);

#endif
