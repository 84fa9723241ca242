/* Steps of VERIFY and WRITE AND VERIFY that the service calls. */
#ifndef HEADSTACK_VERIFY_STEPS_H
#define HEADSTACK_VERIFY_STEPS_H

#include "controller/state.h"
#include "hal/compiler.h"

/* The host's blocks of the active task's chunk are in the buffer. */
HS_COLD void hs_chunk_taken(hs_firmware* firmware);

#endif
