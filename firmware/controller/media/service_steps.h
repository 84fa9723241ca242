/* Steps of tasks other than reads and writes. All functions work on the active task. */
#ifndef HEADSTACK_SERVICE_STEPS_H
#define HEADSTACK_SERVICE_STEPS_H

#include "media/status.h"

/* End the task with GOOD, or with CHECK CONDITION if the sense has a key. */
void hs_end_with(hs_firmware* firmware, const hs_sense* sense);

/* End the task with GOOD, unless the initiator must be told of an error that was overcome. */
void hs_end_good(hs_firmware* firmware);

/* The flush that the task waited for is over. */
void hs_flushed(hs_firmware* firmware);

/* Wait until these blocks are on the medium. Then the task's `flushed` is called, now or later. */
void hs_start_flush(hs_firmware* firmware, hs_lbn lbn, uint32_t blocks);

/* Ask the host for `bytes` bytes of parameters. */
void hs_ask_for_list(hs_firmware* firmware, uint32_t bytes);

#endif
