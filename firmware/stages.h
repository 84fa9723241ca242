/* The stages of a command inside the firmware; one file each, called in this order. */
#ifndef HEADSTACK_STAGES_H
#define HEADSTACK_STAGES_H

#include "headstack/firmware.h"
#include "headstack/registers.h"

static inline uint64_t hs_read(const hs_firmware* firmware, uint32_t address) {
  return firmware->hal.read(firmware->hal.context, address);
}
static inline void hs_write(const hs_firmware* firmware, uint32_t address, uint64_t value) {
  firmware->hal.write(firmware->hal.context, address, value);
}

/* reception.c: take a command block from the port; queue it, or answer it at once. True if it is a
 * read or write that now waits on the bus, so that the drive, being at rest, can go on with it. */
bool hs_receive(hs_firmware* firmware);

/* sequencing.c: start a read or write, and go on with it when the channel has reached its mark, or
 * the port the end of a sequence. */
void hs_start(hs_firmware* firmware, uint32_t task, const hs_drive_view* view);
void hs_media_reached(hs_firmware* firmware);
void hs_port_reached(hs_firmware* firmware);

/* completion.c: the active task's status has been delivered. */
void hs_complete(hs_firmware* firmware);

/* Start a port sequence of HS_PORT_OP_* `operations`; `count` is blocks or, for a response, bytes.
 */
static inline void hs_port_go(const hs_firmware* firmware, uint32_t slot, uint32_t operations,
                              uint8_t status, uint32_t count) {
  hs_write(firmware, HS_PORT_GO, HS_GO(slot, operations, status, count));
}

#endif
