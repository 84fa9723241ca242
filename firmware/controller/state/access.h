/* Access to the drive's registers and the port's sequences. Every stage reaches the hardware
 * through these functions. */
#ifndef HEADSTACK_ACCESS_H
#define HEADSTACK_ACCESS_H

#include "controller/state.h"
#include "hal/registers.h"

/* The next data phase begins at this block in a segment of the buffer. */
static inline void hs_host_data_at(const hs_firmware* firmware, uint32_t segment, uint32_t block) {
  if (firmware->config.addresses) {
    hs_write(firmware->hal, HS_BUFFER_ADDRESS, HS_ADDRESS(segment, block));
  }
}

/* Start a port sequence for the command in `slot`. `operations` are HS_PORT_OP_*. `count` is in
 * blocks, for a response in bytes. */
static inline void hs_port_go(hs_hal* hal, uint32_t slot, uint32_t operations, uint8_t status,
                              uint32_t count) {
  hs_write(hal, HS_PORT_GO, HS_GO(slot, operations, status, count));
}

/* The task that the drive is at work on. Precondition: there is one. */
static inline hs_task* hs_active_task(hs_firmware* firmware) {
  return &firmware->queue.tasks[firmware->active.task];
}

#endif
