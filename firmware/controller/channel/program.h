/* Programs of the head channel: extents that follow one another. */
#ifndef HEADSTACK_PROGRAM_H
#define HEADSTACK_PROGRAM_H

#include "state/access.h"

/* A request larger than a buffer segment is served in chunks of a segment. */
static inline uint32_t hs_chunk_of(const hs_firmware* firmware, uint32_t left) {
  const uint32_t segment = firmware->config.drive->cache.segment_blocks;
  return left < segment ? left : segment;
}

static inline hs_walk hs_walk_from(const hs_firmware* firmware, hs_lbn lbn) {
  return hs_walk_begin(&firmware->config.drive->geometry, lbn);
}

/* With hs_drive_params.go_on, let the heads go on from the end of a transfer of these blocks, the
 * program's last, to the next one, if that is on another track. */
void hs_go_on(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks);

/* How long that takes; 0 if they stay. */
hs_ticks hs_going_on(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks, bool write);

/* Hand the walk's next `blocks` to the channel, an extent a track. */
void hs_run_extents(const hs_firmware* firmware, hs_walk* walk, uint32_t blocks, uint32_t flags);

/* As many of the blocks as the channel takes in a program: all, unless moved blocks break it up. */
uint32_t hs_fit_program(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks);
/* hs_run_extents of a read-ahead, as far as there is room; returns how many blocks that is. */
uint32_t hs_run_ahead(const hs_firmware* firmware, hs_walk* walk, uint32_t blocks);

/* Whether the last of `blocks` blocks is the last one of its track or cylinder that is in order:
 * the one behind it is on another, or the disk ends. */
typedef enum hs_run_end {
  HS_ENDS_INSIDE,
  HS_ENDS_TRACK,
  HS_ENDS_CYLINDER
} hs_run_end;
hs_run_end hs_end_of(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks);

/* The next run of the channel begins at this block in a segment of the buffer. */
static inline void hs_media_data_at(const hs_firmware* firmware, uint32_t segment, uint32_t block) {
  if (firmware->config.addresses) {
    hs_write(firmware, HS_CHANNEL_ADDRESS, HS_ADDRESS(segment, block));
  }
}

#endif
