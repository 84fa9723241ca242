/* The blocks that the channel reads for a read miss, and the tracks on which a run of blocks lies.
 *
 * Contract: pure functions of the drive's rules and layout. Units: blocks. */
#ifndef HEADSTACK_READ_RUN_H
#define HEADSTACK_READ_RUN_H

#include "disk/drive_params.h"

/* The run of blocks that a miss reads from the media before any read-ahead. */
typedef struct hs_read_run {
  hs_lbn first;    /* first block that the channel reads; at or before the read's first block */
  hs_lbn end;      /* block after the last one; at or after the end of the read */
  bool on_arrival; /* the channel reads each track from where the head arrives */
} hs_read_run;

/* The run of a miss. If the drive reads whole tracks and they fit a segment, the run takes in all
 * of the read's first and last track, or of its last track only. Otherwise the run is the read
 * itself. `following`: the read begins where the request before ended. */
hs_read_run hs_run_of_miss(const hs_cache_rules* rules, const hs_geometry* geometry, hs_lbn lbn,
                           uint32_t blocks, bool following);

/* How many of the `most` blocks after the block at `lbn` lie on its track. With `cylinder`: how
 * many lie in its cylinder. */
uint32_t hs_blocks_within(const hs_geometry* geometry, hs_lbn lbn, uint32_t most, bool cylinder);

/* How many blocks before the block at `lbn` lie on its track. */
uint32_t hs_blocks_before(const hs_geometry* geometry, hs_lbn lbn);

/* Where a run of blocks ends. The run ends its track or cylinder if the block after it is on
 * another track or cylinder, or if the disk ends there. */
typedef enum hs_run_end {
  HS_ENDS_INSIDE,  /* inside a track */
  HS_ENDS_TRACK,   /* at the end of a track, inside a cylinder */
  HS_ENDS_CYLINDER /* at the end of a cylinder */
} hs_run_end;
/* Where the run of `blocks` blocks from `lbn` ends. */
hs_run_end hs_end_of(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks);

/* Return the places of the last of `blocks` blocks from `lbn`, and of the block after it. False:
 * the last block is the last of the disk. */
bool hs_next_place(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks, hs_pbn* last,
                   hs_pbn* next);

/* How many of a read's `chunk` blocks (at least 1) are in the buffer when the bus comes for them.
 * The result is 1 .. `chunk`. */
uint32_t hs_read_watermark(const hs_cache_rules* rules, uint32_t chunk);

#endif
