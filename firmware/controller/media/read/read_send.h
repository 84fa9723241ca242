/* The way of a read's blocks from the buffer to the host. */
#ifndef HEADSTACK_READ_SEND_H
#define HEADSTACK_READ_SEND_H

#include "controller/state.h"

/* Win the bus if the task does not hold it, and send the next `blocks` blocks of the read to the
 * host. `operations` are further HS_PORT_OP_*. */
void hs_send_blocks(hs_firmware* firmware, uint32_t blocks, uint32_t operations, uint8_t status);

/* Send the read, or its next piece, to the host. The status follows the last piece. */
void hs_send_chunk(hs_firmware* firmware);

/* Send the blocks up to the mark to the host, then give the bus away. */
void hs_send_part(hs_firmware* firmware);

/* Blocks of the next part of a read, which has `left` blocks from `from` on. If the bus is given
 * away between parts, these blocks go to the host together. So many blocks are in the buffer when
 * the bus comes for them. */
uint32_t hs_part_of_read(const hs_drive_params* drive, hs_lbn from, uint32_t left);

/* A part has gone and the bus was given away: wait for the next part. */
void hs_part_sent(hs_firmware* firmware);

/* A piece has gone: read on into its room, and send the next piece. */
void hs_read_next_chunk(hs_firmware* firmware);

#endif
