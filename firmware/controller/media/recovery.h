/* Errors of the medium that the active task meets. */
#ifndef HEADSTACK_RECOVERY_H
#define HEADSTACK_RECOVERY_H

#include "controller/state.h"
#include "hal/compiler.h"

/* The channel has stopped at a block: retry, correct or reallocate the block, or give up. */
HS_COLD void hs_media_error(hs_firmware* firmware);

/* End the active task with its fatal error, now that the port has nothing to do. */
HS_COLD void hs_end_in_error(hs_firmware* firmware);

/* The blocks that the active task was waiting for have come: a retry has succeeded. */
HS_COLD void hs_retried(hs_firmware* firmware);

#endif
