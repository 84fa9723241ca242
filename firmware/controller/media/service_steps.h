/* Steps of tasks that are no reads or writes, all for the active task. */
#ifndef HEADSTACK_SERVICE_STEPS_H
#define HEADSTACK_SERVICE_STEPS_H

#include "media/status.h"

/* End with GOOD, or with CHECK CONDITION if the sense has a key. */
void hs_end_with(hs_firmware* firmware, const hs_sense* sense);

/* End with GOOD, unless an error that was overcome is to be told. */
void hs_end_good(hs_firmware* firmware);

/* The flush that the task has waited for is over. */
void hs_flushed(hs_firmware* firmware);

/* Wait until these blocks are on the medium; then the task's `flushed` is called, now or later. */
void hs_start_flush(hs_firmware* firmware, hs_lbn lbn, uint32_t blocks);

/* Have the host send so many bytes of parameters. */
void hs_ask_for_list(hs_firmware* firmware, uint32_t bytes);

#endif
