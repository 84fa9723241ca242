/* A read's blocks on their way from the buffer to the host. */
#ifndef HEADSTACK_READ_SEND_H
#define HEADSTACK_READ_SEND_H

#include "controller/state.h"

/* Wait for the bus, if it is not held, and bring the next `blocks` of the read to the host. */
void hs_send_blocks(hs_firmware* firmware, uint32_t blocks, uint32_t operations, uint8_t status);

/* Bring the read, or the next piece of it, to the host; the last one with the status. */
void hs_send_chunk(hs_firmware* firmware);

/* Send the host what is in the buffer at the mark, then give the bus away. */
void hs_send_part(hs_firmware* firmware);

/* Blocks from `from` on, of `left`, that go to the host together, if the bus is given away between
 * parts: so many are in the buffer when the bus comes for them. */
uint32_t hs_part_of_read(const hs_drive_params* drive, hs_lbn from, uint32_t left);

/* A part has gone, and the bus with it: wait for the next one. */
void hs_part_sent(hs_firmware* firmware);

/* A piece has gone: read on behind it, and bring the next one. */
void hs_read_next_chunk(hs_firmware* firmware);

#endif
