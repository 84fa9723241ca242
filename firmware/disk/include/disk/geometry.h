/* Layout of the disk: logical blocks to places on the medium (Worthington 1994, table A.2).
 *
 * Blocks run along a track, then over the heads of a cylinder, then to the next cylinder. Reserved
 * tracks at the front of a zone, slipped sectors and tracks, and spare sectors at the end of tracks
 * or cylinders are left out; what a zone can hold beyond its blocks is spare. Defects that were
 * found later are moved to spare places (reallocation.h).
 * All tables are the caller's, constant but for the reallocations, and outlive the geometry. */
#ifndef HEADSTACK_GEOMETRY_H
#define HEADSTACK_GEOMETRY_H

#include "disk/types.h"

/* An angle of which many are added up: 2^64 to the turn. Constants are rounded up, and a sum is cut
 * to an hs_angle once, so that the angle of a track is the exact one rounded down. */
typedef uint64_t hs_fine_angle;

/* Sectors of a zone are numbered over all its tracks, from 0 at its first physical one. Groups of
 * as many sectors follow each other from there; what is left behind the last whole one is none.
 *
 * From its first block on, a segment's blocks lie on consecutive sectors, but for the spare sectors
 * at the end of each group: `phase` sectors of the group have gone before. It lasts up to the next
 * one. */
#define HS_NO_GROUPS UINT32_MAX

typedef struct hs_segment {
  uint32_t offset; /* of its first block, from the zone's first */
  uint32_t sector; /* on which that block lies */
  uint32_t phase;  /* less than group_blocks; 0 without groups; HS_NO_GROUPS: behind the last */
} hs_segment;

/* A run of slipped sectors. */
typedef struct hs_slip {
  uint32_t sector;
  uint32_t sectors;
} hs_slip;

/* From a track of a zone on, all are turned on by so much more than the skews say. */
typedef struct hs_turn {
  hs_track from;
  hs_fine_angle angle; /* with that of the turns before */
} hs_turn;

/* A run of cylinders with the same number of sectors on each track. */
typedef struct hs_zone {
  hs_cylinder first_cylinder;
  hs_cylinder last_cylinder;
  uint32_t left_out; /* add it to a cylinder for the number that is printed in the drive's papers */
  uint32_t sectors_per_track;
  hs_lbn first_lbn;     /* of the zone */
  uint32_t block_count; /* logical blocks in the zone */
  uint32_t place_count; /* blocks and spare places behind them, which follow the segments too */
  const hs_segment* segments; /* rising; the first begins at offset 0 */
  uint32_t segment_count;
  uint32_t group_sectors; /* of a track, a cylinder or a range of cylinders with spare sectors at
                             its end; 0: none have */
  uint32_t group_blocks;  /* as many of a group's sectors come before its spare ones */
  const hs_slip* slips;   /* rising; for the defect list and the choice of spare places */
  uint32_t slip_count;
  hs_fine_angle first_angle;      /* where sector 0 of the zone's first track begins */
  hs_fine_angle cylinder_skew;    /* added for each cylinder of the zone */
  const hs_fine_angle* head_skew; /* one entry a head: added for that head */
  uint32_t range_cylinders;       /* after each range of so many, from the zone's first on, ... */
  hs_fine_angle range_turn;       /* ... so much is added for all that follow; 0 cylinders: never */
  const hs_turn* turns;           /* rising */
  uint32_t turn_count;
  bool turned;        /* there are ranges or turns */
  uint64_t pitch_q16; /* floor(2^48 / sectors_per_track): a sector, in 2^-16 ticks */
} hs_zone;

struct hs_reallocations;

typedef struct hs_geometry {
  const hs_zone* zones; /* in rising order of cylinders and of blocks */
  uint32_t zone_count;
  uint32_t heads;
  uint32_t cylinders;
  uint32_t block_count;
  const struct hs_reallocations* reallocations; /* NULL: none */
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

/* What ranges and turns add to the angle of a track of `zone`. */
hs_fine_angle hs_track_turn(const hs_zone* zone, hs_track track) __attribute__((cold));

/* Angle at which sector 0 of a track of `zone` begins. */
static inline hs_angle hs_track_angle(const hs_zone* zone, hs_track track) {
  const uint32_t cylinder = track.cylinder.value - zone->first_cylinder.value;
  hs_fine_angle angle =
      zone->first_angle + cylinder * zone->cylinder_skew + zone->head_skew[track.head.value];
  if (zone->turned) {
    angle += hs_track_turn(zone, track);
  }
  return (hs_angle)(angle >> 32);
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

/* The zone that a block's address belongs to. Precondition: lbn < block_count. */
const hs_zone* hs_zone_of_lbn(const hs_geometry* geometry, hs_lbn lbn);

/* The zone that holds a cylinder; NULL for one that belongs to none. */
const hs_zone* hs_zone_of_cylinder(const hs_geometry* geometry, hs_cylinder cylinder);

/* Place of a block. Precondition: lbn < block_count. */
hs_pbn hs_lbn_to_pbn(const hs_geometry* geometry, hs_lbn lbn);

/* Block at a place. False where none is: reserved, slipped, reallocated, spare and not in use, or
 * outside the disk. */
bool hs_pbn_to_lbn(const hs_geometry* geometry, hs_pbn pbn, hs_lbn* lbn);

/* The longest run of at most `blocks` blocks from `lbn` on one track. Precondition: blocks > 0 and
 * lbn < block_count. Returns at least one block. */
hs_extent hs_map_extent(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks);

/* A walk over the extents of consecutive blocks: one search at its start, then a step a track. */
typedef struct hs_walk {
  const hs_geometry* geometry;
  const hs_zone* zone; /* of the next block's place */
  const hs_segment* segment;
  hs_lbn lbn;       /* of the next block */
  hs_lbn plain_end; /* up to here a run is a track, and the next one is on the next track */
  uint32_t run;     /* blocks from the next one on that lie side by side on one track */
  hs_pbn place;     /* of the next block */
} hs_walk;

/* Precondition: lbn < block_count. */
hs_walk hs_walk_begin(const hs_geometry* geometry, hs_lbn lbn);

/* The next extent, of at most `blocks` blocks. Precondition: blocks > 0, and the walk has not come
 * to the end of the disk. An extent ends at the end of a track, at a slip and at a reallocation. */
hs_extent hs_walk_next(hs_walk* walk, uint32_t blocks);

#endif
