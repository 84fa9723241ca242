/* What the buffer holds for the medium: extents of blocks that the host has been told are written.
 *
 * Those that wait for their way to the medium are in a table, oldest first. Neighbours are one
 * extent, so that sequential writes go to the medium as one, and a block is in one extent at most.
 * Those that have been handed to the head channel are only counted: the channel does what it has
 * been told in the order in which it was told. */
#ifndef HEADSTACK_WRITE_BUFFER_H
#define HEADSTACK_WRITE_BUFFER_H

#include "disk/drive_params.h"

#define HS_DIRTY_EXTENTS 64u
#define HS_NO_EXTENT 0xffffffffu

typedef struct hs_dirty_extent {
  hs_lbn first;
  uint32_t blocks;
  uint8_t initiator; /* who wrote last in it, to be told if it fails */
} hs_dirty_extent;

typedef struct hs_write_buffer {
  uint32_t count; /* extents that wait */
  uint32_t blocks;
  hs_dirty_extent waiting[HS_DIRTY_EXTENTS];
  uint32_t under_way; /* blocks in the channel's hands, ... */
  hs_ticks done_at;   /* ... until then */
} hs_write_buffer;

/* Blocks that the medium has not got at `now`. */
uint32_t hs_write_buffer_dirty(const hs_write_buffer* buffer, hs_ticks now);

/* Is there room for `blocks` more, if the buffer holds `capacity`? */
bool hs_write_buffer_fits(const hs_write_buffer* buffer, uint32_t blocks, uint32_t capacity,
                          hs_ticks now);

/* Enter blocks. What it overlaps or touches becomes part of it, and it is as old as the oldest
 * part. Precondition: hs_write_buffer_fits. */
void hs_write_buffer_add(hs_write_buffer* buffer, hs_lbn first, uint32_t blocks, uint8_t initiator);

/* Take blocks out, if they are in. An extent that would fall into two when the table is full stays
 * whole. */
void hs_write_buffer_remove(hs_write_buffer* buffer, hs_lbn first, uint32_t blocks);

/* Number of the oldest extent that waits and has some of these blocks, or HS_NO_EXTENT. */
uint32_t hs_write_buffer_find(const hs_write_buffer* buffer, hs_lbn first, uint32_t blocks);

/* Do all of these blocks wait? */
bool hs_write_buffer_covers(const hs_write_buffer* buffer, hs_lbn first, uint32_t blocks);

/* Number of the extent that goes to the medium next, by an order: the oldest, or the next at or
 * behind block `from`, and then from the start of the disk. Precondition: one waits. */
uint32_t hs_write_buffer_next(const hs_write_buffer* buffer, uint8_t order, hs_lbn from);

/* `blocks` blocks are handed to the channel, which has done them, and all before, at `done_at`. */
void hs_write_buffer_hand_over(hs_write_buffer* buffer, uint32_t blocks, hs_ticks now,
                               hs_ticks done_at);

#endif
