/* What the start-up of an image (image/target) and the firmware in it have for each other. */
#ifndef HEADSTACK_IMAGE_START_H
#define HEADSTACK_IMAGE_START_H

#include "controller/state.h"
#include "image/stop.h"

/* The firmware's, to be defined by it: called once, with the variables set and interrupts not
 * taken. It must not return. */
void hs_image_main(void);

/* Sleep until a cause is pending; return at once if one is. */
void hs_image_wait(void);

/* The processor cannot go on: whoever runs it says `why` (image/stop.h) and `detail`. */
_Noreturn void hs_image_stop(uint32_t why, uint32_t detail);

/* The drive that the firmware is to run, from the parameter block, which outlives it. `schedulers`,
 * which ends with NULL, are those that the firmware has: the one that is asked for is in the
 * configuration. Stops the image if the block is none, or asks for another. To be called once, and
 * before hs_image_memory. */
void hs_image_begin(const hs_scheduler_ops* const* schedulers, hs_firmware_config* config);

/* `bytes` bytes of the RAM behind the variables, not cleared, aligned for uint64_t; never given
 * back. Stops the image if so many are not left. */
void* hs_image_memory(size_t bytes);

#endif
