/* Steps that misses, hits and the pieces of large reads share. */
#ifndef HEADSTACK_READ_PROGRAM_H
#define HEADSTACK_READ_PROGRAM_H

#include "channel/program.h"

/* Keep a new command from cutting off the first `blocks` blocks of the program and the least
 * read-ahead (`prefetch_minimum_blocks`). A hit may lie before the program; then `blocks` is a
 * negative number in 32 bits, and there is nothing to keep. */
void hs_keep_program(hs_hal* hal, const hs_cache_rules* rules, uint32_t blocks);

/* Let the channel read ahead from the walk's next block to `end`, as far as it has room. */
void hs_run_read_ahead(hs_firmware* firmware, hs_walk* walk, hs_lbn end);

/* Give the bus away until the media has been read, if the task holds it. `command` is the time of
 * the command, in ticks. */
void hs_disconnect_read(hs_firmware* firmware, const hs_drive_view* view, hs_ticks command);

#endif
