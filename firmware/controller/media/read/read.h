/* The start of reads: from the medium, or from the buffer. */
#ifndef HEADSTACK_READ_H
#define HEADSTACK_READ_H

#include "controller/state.h"

/* Start the active task, a read that misses. */
void hs_start_read_miss(hs_firmware* firmware, const hs_drive_view* view);

/* Start the active task, a read that hits. `answer` says where. False: nothing has begun, because
 * an error of the medium has cut off blocks of the task. The read misses then. */
bool hs_start_read_hit(hs_firmware* firmware, const hs_drive_view* view, hs_cache_answer answer);

#endif
