/* Programs of the head channel: sequences of extents.
 *
 * Units: blocks; times are in ticks. */
#ifndef HEADSTACK_PROGRAM_H
#define HEADSTACK_PROGRAM_H

#include "state/access.h"

/* Blocks of the next chunk, of `left` blocks. A request larger than a buffer segment is served in
 * chunks of a segment. */
static inline uint32_t hs_chunk_of(const hs_drive_params* drive, uint32_t left) {
  const uint32_t segment = drive->cache.segment_blocks;
  return left < segment ? left : segment;
}

/* Send the heads on to the next block after a transfer of these blocks, which end the program. Only
 * with hs_drive_params.advance_at_track_end, and only if the next block is on another track. */
void hs_move_to_next_track(hs_hal* hal, const hs_drive_params* drive, hs_lbn lbn, uint32_t blocks);

/* Ticks that hs_move_to_next_track takes; 0 if the heads stay. */
hs_ticks hs_time_to_next_track(const hs_drive_params* drive, hs_lbn lbn, uint32_t blocks,
                               bool write);

/* Hand the walk's next `blocks` blocks to the channel, one extent for each track. `flags` are
 * HS_RUN_*. */
void hs_run_extents(hs_hal* hal, hs_walk* walk, uint32_t blocks, uint32_t flags);

/* Prepare the orders for the next `blocks` blocks of `orders->walk`. Sets all other members from
 * `run` on. */
void hs_prepare_program(hs_orders* orders, uint32_t blocks, uint32_t flags);
/* Give the channel these orders. Afterwards, `orders->walk` is at the block after the program. */
void hs_order_program(hs_hal* hal, hs_orders* orders);

/* How many of these blocks the channel takes in one program: all, unless moved blocks break up the
 * program. */
uint32_t hs_fit_program(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks);
/* Hand the walk's next blocks to the channel as a read-ahead, as far as the channel has room.
 * Returns how many blocks the channel took. The walk may stay at the first of these blocks. */
uint32_t hs_run_ahead(hs_hal* hal, hs_walk* walk, uint32_t blocks);

/* The next run of the channel begins at this block in a segment of the buffer. */
static inline void hs_media_data_at(const hs_firmware* firmware, uint32_t segment, uint32_t block) {
  if (firmware->config.addresses) {
    hs_write(firmware->hal, HS_CHANNEL_ADDRESS, HS_ADDRESS(segment, block));
  }
}

#endif
