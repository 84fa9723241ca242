/* What a read that is not in the buffer makes the channel read, and the tracks that it lies on. */
#ifndef HEADSTACK_READ_RUN_H
#define HEADSTACK_READ_RUN_H

#include "disk/drive_params.h"

/* What a miss reads from the media before any read-ahead. */
typedef struct hs_read_run {
  hs_lbn first;    /* not behind the read's first block */
  hs_lbn end;      /* not before the end of the read */
  bool on_arrival; /* each track is read from where the head arrives */
} hs_read_run;

/* The read's own blocks, or all of its first and last track if the drive reads whole tracks and
 * they fit a segment. `following`: it begins where the request before ended. */
hs_read_run hs_run_of_miss(const hs_cache_rules* rules, const hs_geometry* geometry, hs_lbn lbn,
                           uint32_t blocks, bool following);

/* How many of the `most` blocks behind the one at `lbn` lie on its track, or in its cylinder. */
uint32_t hs_blocks_within(const hs_geometry* geometry, hs_lbn lbn, uint32_t most, bool cylinder);

/* How many blocks before the one at `lbn` lie on its track. */
uint32_t hs_blocks_before(const hs_geometry* geometry, hs_lbn lbn);

/* How many of a read's `chunk` blocks, >= 1, are in the buffer when the bus comes for them. */
uint32_t hs_read_watermark(const hs_cache_rules* rules, uint32_t chunk);

#endif
