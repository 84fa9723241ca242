/* Programs of the head channel: extents that follow one another. */
#ifndef HEADSTACK_PROGRAM_H
#define HEADSTACK_PROGRAM_H

#include "state/access.h"

/* A request larger than a buffer segment is served in chunks of a segment. */
static inline uint32_t hs_chunk_of(const hs_drive_params* drive, uint32_t left) {
  const uint32_t segment = drive->cache.segment_blocks;
  return left < segment ? left : segment;
}

/* With hs_drive_params.go_on_at_track_end, send the heads to the next block after a transfer of
 * these blocks, the last of the program, if that block is on another track. */
void hs_move_to_next_track(hs_hal* hal, const hs_drive_params* drive, hs_lbn lbn, uint32_t blocks);

/* How long hs_move_to_next_track takes; 0 if the heads stay. */
hs_ticks hs_time_to_next_track(const hs_drive_params* drive, hs_lbn lbn, uint32_t blocks,
                               bool write);

/* Hand the walk's next `blocks` to the channel, one extent for each track. */
void hs_run_extents(hs_hal* hal, hs_walk* walk, uint32_t blocks, uint32_t flags);

/* How many of the blocks the channel takes in a program: all, unless moved blocks break it up. */
uint32_t hs_fit_program(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks);
/* Hand the walk's next blocks to the channel as a read-ahead, as far as it has room. Returns how
 * many it took. */
uint32_t hs_run_ahead(hs_hal* hal, hs_walk* walk, uint32_t blocks);

/* Where the last of `blocks` blocks lies: it ends its track or its cylinder if the block behind it
 * is on another, or the disk ends there. */
typedef enum hs_run_end {
  HS_ENDS_INSIDE,
  HS_ENDS_TRACK,
  HS_ENDS_CYLINDER
} hs_run_end;
hs_run_end hs_end_of(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks);

/* The next run of the channel begins at this block in a segment of the buffer. */
static inline void hs_media_data_at(const hs_firmware* firmware, uint32_t segment, uint32_t block) {
  if (firmware->config.addresses) {
    hs_write(firmware->hal, HS_CHANNEL_ADDRESS, HS_ADDRESS(segment, block));
  }
}

#endif
