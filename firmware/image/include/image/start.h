/* The interface between the start-up of an image (image/target) and the firmware in it. */
#ifndef HEADSTACK_IMAGE_START_H
#define HEADSTACK_IMAGE_START_H

#include "controller/state.h"
#include "image/stop.h"

/* The firmware defines this function. The start-up calls it once, with the variables set and
 * interrupts not taken. The function must not return. */
void hs_image_main(void);

/* Sleep until a cause is pending. Returns at once if a cause is pending already. */
void hs_image_wait(void);

/* Stop the processor, because it cannot continue. The runner of the processor reports `why`
 * (image/stop.h) and `detail`. */
_Noreturn void hs_image_stop(uint32_t why, uint32_t detail);

/* The configuration of the firmware, from the parameter block. The block outlives the firmware.
 * `schedulers` lists the firmware's schedulers and ends with NULL; the scheduler that the block
 * names is in the configuration. Stops the image if the block is not valid, or names another
 * scheduler. The firmware calls this function once, before hs_image_memory. */
void hs_image_begin(const hs_scheduler_ops* const* schedulers, hs_firmware_config* config);

/* Take `bytes` bytes of the RAM after the variables. The bytes are aligned for uint64_t, not
 * cleared, and never given back. Stops the image if too few bytes are left. */
void* hs_image_memory(size_t bytes);

#endif
