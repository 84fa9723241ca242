/* Errors of the medium that the active task meets. */
#ifndef HEADSTACK_RECOVERY_H
#define HEADSTACK_RECOVERY_H

#include "controller/state.h"

/* The channel has stopped at a block: retry, correct, reallocate or give up. */
void hs_media_error(hs_firmware* firmware);

/* End the active task with its fatal error, now that the port has nothing to do. */
void hs_end_in_error(hs_firmware* firmware);

/* The blocks that the active task was waiting for are there: a retry has helped. */
void hs_retried(hs_firmware* firmware);

#endif
