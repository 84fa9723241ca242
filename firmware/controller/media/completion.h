/* The completion of the active task. */
#ifndef HEADSTACK_COMPLETION_H
#define HEADSTACK_COMPLETION_H

#include "controller/state.h"

/* The active task is over, because its status has been delivered. Keeps the state that the next
 * task's overheads depend on. */
void hs_complete(hs_firmware* firmware);

#endif
