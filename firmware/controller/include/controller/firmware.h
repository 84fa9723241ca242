/* The drive's on-board firmware: an interrupt-driven state machine that never blocks.
 *
 *   command decode -> tagged queue -> scheduler -> servo and media sequencing -> cache policy
 *   -> completion
 *
 * All state is in a caller-owned hs_firmware and the memory handed to hs_firmware_init. The
 * hardware is reached through the HAL only; the CPU calls hs_firmware_interrupt when a cause is
 * pending, and hs_firmware_idle when none is. */
#ifndef HEADSTACK_FIRMWARE_H
#define HEADSTACK_FIRMWARE_H

#include "controller/state.h"

/* Bytes of memory that hs_firmware_init wants, aligned for uint64_t. */
size_t hs_firmware_memory(const hs_firmware_config* config);

/* Prepare the firmware. `config` is copied; what it points to, and `memory`, stay the caller's and
 * must outlive the firmware. */
void hs_firmware_init(hs_firmware* firmware, const hs_firmware_config* config, hs_hal* hal,
                      void* memory);

/* Power has come back after a loss: as hs_firmware_init, with the config that it had, but the disk
 * has to spin up, and what a drive writes down, its grown defects and counters, is kept. Reads the
 * time. */
void hs_firmware_power_on(hs_firmware* firmware, void* memory);

/* Serve every pending cause. Not re-entrant: a cause that comes up during the call is served before
 * it returns or stays pending. */
void hs_firmware_interrupt(hs_firmware* firmware);

/* Do what can be done ahead of time, if no cause is pending. To be called before the processor goes
 * to sleep; without effect if the firmware does not pick ahead. */
void hs_firmware_idle(hs_firmware* firmware);

#endif
