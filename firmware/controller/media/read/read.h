/* Reads that begin: from the medium, or out of the buffer. */
#ifndef HEADSTACK_READ_H
#define HEADSTACK_READ_H

#include "controller/state.h"

/* Start the active task, a read that misses. */
void hs_start_read_miss(hs_firmware* firmware, const hs_drive_view* view);

/* Start the active task, a read that hits as `answer` says. False if nothing has begun: an error
 * has cut off what the task wants, so it misses. */
bool hs_start_read_hit(hs_firmware* firmware, const hs_drive_view* view, hs_cache_answer answer);

#endif
