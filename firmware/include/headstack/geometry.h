/* Layout of the disk: logical blocks to places on the medium (Worthington 1994, table A.2).
 *
 * Blocks run along a track, then over the heads of a cylinder, then to the next cylinder. Slipped
 * tracks are left out; reserved tracks are at the front of a zone and spare ones at its end.
 * All tables are the caller's, constant, and outlive the geometry.
 */
#ifndef HEADSTACK_GEOMETRY_H
#define HEADSTACK_GEOMETRY_H

#include "headstack/types.h"

/* A run of cylinders with the same number of sectors on each track. */
typedef struct hs_zone {
  hs_cylinder first_cylinder;
  hs_cylinder last_cylinder;
  uint32_t sectors_per_track;
  hs_lbn first_lbn;      /* of the zone */
  uint32_t block_count;  /* logical blocks in the zone */
  uint32_t front_tracks; /* reserved tracks before the first data track */
  const uint32_t* slips; /* slip_count sorted entries: how many good tracks lie between the
                            zone's first data track and the k-th slipped one */
  uint32_t slip_count;
  hs_angle first_angle;      /* where sector 0 of the zone's first track begins */
  hs_angle cylinder_skew;    /* added for each cylinder of the zone */
  const hs_angle* head_skew; /* one entry a head: added for that head */
  uint64_t pitch_q16;        /* floor(2^48 / sectors_per_track): a sector, in 2^-16 ticks */
} hs_zone;

typedef struct hs_geometry {
  const hs_zone* zones; /* in rising order of cylinders and of blocks */
  uint32_t zone_count;
  uint32_t heads;
  uint32_t cylinders;
  uint32_t block_count;
} hs_geometry;

/* A run of blocks that lie side by side on one track. */
typedef struct hs_extent {
  hs_pbn first;
  uint32_t blocks;
  hs_angle angle; /* where the first sector begins */
} hs_extent;

/* Ticks from the start of a track's sector 0 to the start of `sector`; the one rounding rule of
 * angles (down), used by firmware and hardware alike. `sector` may be sectors_per_track. */
static inline hs_ticks hs_sector_offset(const hs_zone* zone, uint32_t sector) {
  return (sector * zone->pitch_q16) >> 16;
}

/* Angle at which sector 0 of a track of `zone` begins. */
static inline hs_angle hs_track_angle(const hs_zone* zone, hs_track track) {
  return zone->first_angle +
         (track.cylinder.value - zone->first_cylinder.value) * zone->cylinder_skew +
         zone->head_skew[track.head.value];
}

/* Where a zero-latency transfer of a run of sectors begins. */
typedef struct hs_run_start {
  hs_ticks first;    /* the first sector taken begins */
  uint32_t in_order; /* sectors of the run that come last and in order; all, if it is taken from its
                        start; the others are taken before them */
} hs_run_start;

/* A transfer of `sectors` sectors from `sector` on, whose first begins at `angle`, by a head that
 * is on the track from `eligible` on: it takes the next sector of the run that comes by. */
static inline hs_run_start hs_zero_latency_start(const hs_zone* zone, uint32_t sector,
                                                 uint32_t sectors, hs_angle angle,
                                                 hs_ticks eligible) {
  const hs_ticks into = (hs_angle)((hs_angle)eligible - angle);
  const hs_ticks base = hs_sector_offset(zone, sector);
  uint32_t next = 0;
  while (next < sectors && hs_sector_offset(zone, sector + next) - base < into) {
    ++next;
  }
  if (next == sectors) {
    const hs_ticks wait = (hs_angle)(angle - (hs_angle)eligible);
    return (hs_run_start){.first = eligible + wait, .in_order = sectors};
  }
  return (hs_run_start){.first = eligible + hs_sector_offset(zone, sector + next) - base - into,
                        .in_order = next == 0 ? sectors : next};
}

/* The zone that holds a block. Precondition: lbn < block_count. */
const hs_zone* hs_zone_of_lbn(const hs_geometry* geometry, hs_lbn lbn);

/* The zone that holds a cylinder; NULL for one that belongs to none. */
const hs_zone* hs_zone_of_cylinder(const hs_geometry* geometry, hs_cylinder cylinder);

/* Place of a block. Precondition: lbn < block_count. */
hs_pbn hs_lbn_to_pbn(const hs_geometry* geometry, hs_lbn lbn);

/* Block at a place. False where none is: reserved, slipped, spare, or outside the disk. */
bool hs_pbn_to_lbn(const hs_geometry* geometry, hs_pbn pbn, hs_lbn* lbn);

/* The longest run of at most `blocks` blocks from `lbn` on one track. Precondition: blocks > 0 and
 * lbn < block_count. Returns at least one block. */
hs_extent hs_map_extent(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks);

/* A walk over the extents of consecutive blocks: one search at its start, then a step a track. */
typedef struct hs_walk {
  const hs_geometry* geometry;
  const hs_zone* zone;
  uint32_t offset;     /* of the next block, from the zone's first */
  uint32_t good_track; /* its track among the zone's good data tracks */
  uint32_t next_slip;  /* the zone's first slip that lies beyond that track */
  hs_pbn place;        /* of the next block */
} hs_walk;

/* Precondition: lbn < block_count. */
hs_walk hs_walk_begin(const hs_geometry* geometry, hs_lbn lbn);

/* The next extent, of at most `blocks` blocks. Precondition: blocks > 0, and the walk has not come
 * to the end of the disk. */
hs_extent hs_walk_next(hs_walk* walk, uint32_t blocks);

#endif
