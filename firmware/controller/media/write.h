/* Sequencing of writes. */
#ifndef HEADSTACK_WRITE_H
#define HEADSTACK_WRITE_H

#include "controller/state.h"

/* Start the active task, a write. */
void hs_start_write(hs_firmware* firmware, const hs_drive_view* view);

/* Blocks up to the channel's mark are on the medium. */
void hs_written_chunk(hs_firmware* firmware);

/* The blocks that the host was asked for are in the buffer. The first function is for a write
 * through to the medium, the second one for a cached write. */
void hs_write_taken(hs_firmware* firmware);
void hs_write_stored(hs_firmware* firmware);

#endif
