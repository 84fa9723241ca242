/* The cached writes: extents of blocks in the buffer that are not on the medium yet. The host has
 * been told that these blocks are written.
 *
 * Contract: waiting extents are in a table, oldest first. Neighbouring blocks form one extent, so
 * sequential writes go to the medium together. A block is in at most one extent. Blocks that have
 * been handed to the head channel are only counted, because the channel works in the order in which
 * it is told.
 * Units: blocks; times are in ticks. Ownership: all state is in the caller's hs_write_buffer. All 0
 * is an empty one. */
#ifndef HEADSTACK_WRITE_BUFFER_H
#define HEADSTACK_WRITE_BUFFER_H

#include "disk/drive_params.h"

/* Most extents that wait. */
#define HS_DIRTY_EXTENTS 64u
/* The number of no extent. */
#define HS_NO_EXTENT 0xffffffffu
/* The number of no initiator. */
#define HS_NO_INITIATOR 0xffu

typedef struct hs_dirty_extent {
  hs_lbn first;    /* first block of the extent */
  uint32_t blocks; /* blocks in the extent, at least 1 */
  /* initiator that wrote last in the extent, and is told if the extent fails; HS_NO_INITIATOR: it
   * has left */
  uint8_t initiator;
} hs_dirty_extent;

typedef struct hs_write_buffer {
  uint32_t count;                            /* extents that wait, 0 .. HS_DIRTY_EXTENTS */
  uint32_t blocks;                           /* blocks in the extents that wait */
  hs_dirty_extent waiting[HS_DIRTY_EXTENTS]; /* extents that wait, oldest first */
  uint32_t under_way;                        /* blocks handed to the channel, until `done_at` */
  hs_ticks done_at;                          /* time at which the channel has done them */
} hs_write_buffer;

/* Blocks that are not on the medium yet at `now`: waiting and under way. */
uint32_t hs_write_buffer_dirty(const hs_write_buffer* buffer, hs_ticks now);

/* Whether there is room for `blocks` more blocks, and for one more extent. The buffer holds
 * `capacity` blocks. */
bool hs_write_buffer_fits(const hs_write_buffer* buffer, uint32_t blocks, uint32_t capacity,
                          hs_ticks now);

/* Enter blocks as an extent. The new extent takes in all extents that it overlaps or touches, and
 * is as old as the oldest of them. Precondition: hs_write_buffer_fits. */
void hs_write_buffer_add(hs_write_buffer* buffer, hs_lbn first, uint32_t blocks, uint8_t initiator);

/* Nobody is told of the extents of an initiator that has left. The extents stay. */
void hs_write_buffer_forget(hs_write_buffer* buffer, uint8_t initiator);

/* Take out those of these blocks that wait. If the table is full, an extent that would fall into
 * two stays whole. */
void hs_write_buffer_remove(hs_write_buffer* buffer, hs_lbn first, uint32_t blocks);

/* Number of the oldest waiting extent that has some of these blocks, or HS_NO_EXTENT. */
uint32_t hs_write_buffer_find(const hs_write_buffer* buffer, hs_lbn first, uint32_t blocks);

/* Whether all of these blocks wait. */
bool hs_write_buffer_covers(const hs_write_buffer* buffer, hs_lbn first, uint32_t blocks);

/* Number of the extent that goes to the medium next. `order` is an hs_destage_order. By
 * HS_DESTAGE_OLDEST: the oldest extent. By HS_DESTAGE_ASCENDING: the next extent at or after block
 * `from`, and then from the start of the disk. Precondition: an extent waits. */
uint32_t hs_write_buffer_next(const hs_write_buffer* buffer, uint8_t order, hs_lbn from);

/* Hand `blocks` blocks to the channel. The channel has done them, and all blocks before, at
 * `done_at`. */
void hs_write_buffer_hand_over(hs_write_buffer* buffer, uint32_t blocks, hs_ticks now,
                               hs_ticks done_at);

#endif
