/* The drive's on-board firmware: an interrupt-driven state machine that never blocks.
 *
 *   command decode -> tagged queue -> scheduler -> servo and media sequencing -> cache policy
 *   -> completion
 *
 * Contract: the CPU calls hs_firmware_interrupt when a cause is pending, and hs_firmware_idle when
 * none is. The firmware reaches the hardware through the HAL only.
 * Ownership: all state is in the caller's hs_firmware and in the memory given to hs_firmware_init.
 */
#ifndef HEADSTACK_FIRMWARE_H
#define HEADSTACK_FIRMWARE_H

#include "controller/state.h"

/* Bytes of memory that hs_firmware_init needs. The memory is aligned for uint64_t. */
size_t hs_firmware_memory(const hs_firmware_config* config);

/* Prepare the firmware. The firmware copies `config`. The caller keeps `memory` and all that
 * `config` points to; both must outlive the firmware. */
void hs_firmware_init(hs_firmware* firmware, const hs_firmware_config* config, hs_hal* hal,
                      void* memory);

/* Power has come back after a loss. Works as hs_firmware_init with the old config, with two
 * differences. The disk has to spin up. The saved mode parameters, the grown defects and the
 * counters are kept, because a drive writes them down. Reads the time. */
void hs_firmware_power_on(hs_firmware* firmware, void* memory);

/* Serve every pending cause. Not re-entrant. A cause that comes up during the call is served before
 * the call returns, or stays pending. */
void hs_firmware_interrupt(hs_firmware* firmware);

/* Choose the next task ahead of time, if no cause is pending. The caller calls this function before
 * the processor goes to sleep. No effect unless the firmware picks ahead. */
void hs_firmware_idle(hs_firmware* firmware);

#endif
