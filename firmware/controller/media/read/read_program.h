/* What misses, hits and the pieces of large reads share. */
#ifndef HEADSTACK_READ_PROGRAM_H
#define HEADSTACK_READ_PROGRAM_H

#include "channel/program.h"

/* A new command does not cut off the first `blocks` of the program, nor the least read-ahead. A hit
 * may lie before the program, so that `blocks` is below 0: there is nothing to keep then. */
void hs_keep_program(hs_hal* hal, const hs_cache_rules* rules, uint32_t blocks);

/* Let the channel read ahead from where the walk is, up to `end`, as far as it has room. */
void hs_run_read_ahead(hs_firmware* firmware, hs_walk* walk, hs_lbn end);

/* Give the bus away, if the task holds it, until the media has been read; `command` is the time of
 * the command. */
void hs_disconnect_read(hs_firmware* firmware, const hs_drive_view* view, hs_ticks command);

#endif
