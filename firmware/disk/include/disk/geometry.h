/* Layout of the disk: from logical blocks to places on the medium (Worthington 1994, table A.2).
 *
 * Blocks run along a track, then over the heads of a cylinder, then to the next cylinder, unless a
 * zone has another order of tracks (track_order.h). The layout leaves out reserved tracks at the
 * front of a zone, slipped sectors and tracks, and spare sectors at the end of tracks or cylinders.
 * All places of a zone beyond its blocks are spare. Blocks whose places became defective later lie
 * on spare places (reallocation.h).
 *
 * Units: blocks, sectors, cylinders; angles are in ticks.
 * Ownership: the caller owns all tables, which must outlive the geometry. The tables are constant,
 * except for the reallocations. */
#ifndef HEADSTACK_GEOMETRY_H
#define HEADSTACK_GEOMETRY_H

#include "disk/types.h"

/* An angle for long sums: 2^64 to the revolution. Constants are rounded up, and a sum is cut to an
 * hs_angle once. Therefore the angle of a track is the exact angle rounded down. */
typedef uint64_t hs_fine_angle;

/* The sectors of a zone are numbered over all its tracks, from 0 at its first physical sector. From
 * there on, the zone may be divided into groups of `group_sectors` sectors. The sectors after the
 * last whole group belong to no group.
 *
 * The blocks of a segment lie on consecutive sectors. Only the spare sectors at the end of each
 * group are left out. A segment ends where the next segment begins. */
#define HS_NO_GROUPS UINT32_MAX

typedef struct hs_segment {
  uint32_t offset; /* the segment's first block, counted from the zone's first block */
  uint32_t sector; /* number of the sector on which the first block lies */
  /* Sectors of its group before the first block: 0 .. group_blocks - 1. 0 without groups.
   * HS_NO_GROUPS: the segment lies after the last group. */
  uint32_t phase;
} hs_segment;

/* A run of slipped sectors. */
typedef struct hs_slip {
  uint32_t sector;  /* number of the first slipped sector, counted from the zone's first sector */
  uint32_t sectors; /* sectors in the run */
} hs_slip;

/* A turn: from a track on, all tracks of the zone begin later than the skews say. */
typedef struct hs_turn {
  uint32_t from;       /* number of the first turned track, in the order of the zone's blocks */
  hs_fine_angle angle; /* angle added to the tracks; includes the turns before this turn */
} hs_turn;

/* Order of a zone's blocks over its tracks. */
typedef enum hs_track_order {
  HS_OVER_HEADS, /* over the heads from 0 on, then to the next cylinder */
  /* The same, but on every other cylinder from the last head to head 0. */
  HS_SERPENTINE,
  HS_INWARDS,  /* on one surface, from the first cylinder to the last */
  HS_OUTWARDS, /* on one surface, from the last cylinder to the first */
} hs_track_order;

/* A run of cylinders with the same number of sectors on each track. Zones with the same cylinders
 * lie on one surface each. */
typedef struct hs_zone {
  hs_cylinder first_cylinder; /* first cylinder of the zone */
  hs_cylinder last_cylinder;  /* last cylinder of the zone */
  uint32_t left_out;          /* a cylinder + left_out is its number in the drive's papers */
  uint32_t sectors_per_track; /* sectors on each track of the zone */
  uint32_t heads;             /* tracks of the zone in a cylinder: 1 on one surface */
  hs_track_order order;       /* order of the blocks over the tracks */
  uint32_t surface;           /* head of a zone on one surface */
  uint32_t descending;        /* 1: in a serpentine order, the zone's second, fourth ... cylinder
                               * descends from the last head to head 0; 0: the first, third ... */
  hs_lbn first_lbn;           /* first logical block of the zone */
  uint32_t block_count;       /* logical blocks in the zone */
  uint32_t place_count;       /* blocks and the spare places after them; segments map both */
  const hs_segment* segments; /* [segment_count]: rising; the first begins at offset 0 */
  uint32_t segment_count;     /* segments of the zone */
  /* Sectors of a group: a track, a cylinder or a range of cylinders with spare sectors at its end.
   * 0: no group has spare sectors. */
  uint32_t group_sectors;
  uint32_t group_blocks;          /* sectors of a group that come before its spare sectors */
  const hs_slip* slips;           /* [slip_count]: rising; for defect lists and spare places */
  uint32_t slip_count;            /* runs of slipped sectors; 0: none */
  hs_fine_angle first_angle;      /* angle at which sector 0 of the zone's first track begins */
  hs_fine_angle cylinder_skew;    /* angle added for each cylinder of the zone */
  const hs_fine_angle* head_skew; /* [heads of the drive]: angle added for a head */
  /* The same two angles for the cylinders of a serpentine order that descend. */
  hs_fine_angle descending_cylinder_skew;
  const hs_fine_angle* descending_head_skew; /* [heads of the drive]; NULL without such cylinders */
  uint32_t range_cylinders; /* cylinders of a range, from the zone's first on; 0: no ranges */
  hs_fine_angle range_turn; /* angle added for each whole range before a cylinder */
  const hs_turn* turns;     /* [turn_count]: rising by track */
  uint32_t turn_count;      /* turns of the zone; 0: none */
  bool turned;              /* the zone has ranges, turns or an order of its own */
  bool uneven;              /* the zone has groups with spare sectors, or an order of its own */
  uint64_t pitch_q16;       /* a sector in 2^-16 ticks: 2^48 / sectors_per_track, rounded down */
} hs_zone;

struct hs_reallocations;

typedef struct hs_geometry {
  const hs_zone* zones; /* [zone_count]: in rising order of first cylinders and of blocks */
  uint32_t zone_count;  /* zones of the disk, at least 1 */
  uint32_t heads;       /* heads of the drive, one for each surface */
  uint32_t cylinders;   /* cylinders of the disk */
  uint32_t block_count; /* logical blocks of the disk */
  /* Blocks of a physical sector, which the head writes as a whole: a power of two. 1: a block is a
   * physical sector. All segments, groups and slips are whole physical sectors. */
  uint32_t sector_blocks;
  const struct hs_reallocations* reallocations; /* moved blocks; NULL: no block has moved */
} hs_geometry;

/* A run of blocks that lie side by side on one track. */
typedef struct hs_extent {
  hs_pbn first;    /* place of the first block */
  uint32_t blocks; /* blocks in the run, at least 1 */
  hs_angle angle;  /* angle at which the first sector begins */
} hs_extent;

/* Ticks from the start of a track's sector 0 to the start of `sector`. This function is the only
 * rounding rule of angles (down), for firmware and hardware. `sector` may be sectors_per_track. */
static inline hs_ticks hs_sector_offset(const hs_zone* zone, uint32_t sector) {
  return (sector * zone->pitch_q16) >> 16;
}

/* Angle at which sector 0 of a track of a `turned` zone begins. */
hs_fine_angle hs_turned_angle(const hs_zone* zone, hs_track track) __attribute__((cold));

/* Angle at which sector 0 of a track of `zone` begins. */
static inline hs_angle hs_track_angle(const hs_zone* zone, hs_track track) {
  if (zone->turned) {
    return (hs_angle)(hs_turned_angle(zone, track) >> 32);
  }
  const uint32_t cylinder = track.cylinder.value - zone->first_cylinder.value;
  const hs_fine_angle angle =
      zone->first_angle + cylinder * zone->cylinder_skew + zone->head_skew[track.head.value];
  return (hs_angle)(angle >> 32);
}

/* Angle at which the sector at a place of `zone` begins. */
static inline hs_angle hs_place_angle(const hs_zone* zone, hs_pbn place) {
  return hs_track_angle(zone, (hs_track){place.cylinder, place.head}) +
         (hs_angle)hs_sector_offset(zone, place.sector.value);
}

/* Where a zero-latency transfer of a run of sectors begins. */
typedef struct hs_run_start {
  hs_ticks first; /* time at which the first sector taken begins */
  /* Sectors from the start of the run that are taken last, in order. The other sectors are taken
   * before them. All sectors of the run if the transfer begins with the run's first sector. */
  uint32_t in_order;
} hs_run_start;

/* The start of a zero-latency transfer of `sectors` sectors from `sector` on. The run's first
 * sector begins at `angle`. The head is on the track from `eligible` on, and takes the next sector
 * of the run that comes by, among each `step`-th from the first on. */
static inline hs_run_start hs_zero_latency_start(const hs_zone* zone, uint32_t sector,
                                                 uint32_t sectors, uint32_t step, hs_angle angle,
                                                 hs_ticks eligible) {
  const hs_ticks into = (hs_angle)((hs_angle)eligible - angle);
  const hs_ticks base = hs_sector_offset(zone, sector);
  uint32_t next = 0;
  while (next < sectors && hs_sector_offset(zone, sector + next) - base < into) {
    next += step;
  }
  if (next >= sectors) {
    const hs_ticks wait = (hs_angle)(angle - (hs_angle)eligible);
    return (hs_run_start){.first = eligible + wait, .in_order = sectors};
  }
  return (hs_run_start){.first = eligible + hs_sector_offset(zone, sector + next) - base - into,
                        .in_order = next == 0 ? sectors : next};
}

/* The zone that a block belongs to by its address. Precondition: lbn < block_count. */
const hs_zone* hs_zone_of_lbn(const hs_geometry* geometry, hs_lbn lbn);

/* The zone that holds a track; NULL if the track belongs to no zone. */
const hs_zone* hs_zone_of_track(const hs_geometry* geometry, hs_track track);

/* Place of a block. Precondition: lbn < block_count. */
hs_pbn hs_lbn_to_pbn(const hs_geometry* geometry, hs_lbn lbn);

/* Block at a place, in `*lbn`. False if the place holds no block: the place is reserved, slipped,
 * reallocated, a free spare place, or outside the disk. */
bool hs_pbn_to_lbn(const hs_geometry* geometry, hs_pbn pbn, hs_lbn* lbn);

/* The longest run of at most `blocks` blocks from `lbn` on one track. Precondition: blocks > 0 and
 * lbn < block_count. Returns at least one block. */
hs_extent hs_map_extent(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks);

/* A walk over the extents of consecutive blocks: one search at its start, then a step for each
 * track. */
typedef struct hs_walk {
  const hs_geometry* geometry; /* the layout, owned by the caller */
  const hs_zone* zone;         /* zone of the next block's place */
  const hs_segment* segment;   /* the next block's segment of `zone`; NULL: blocks have moved */
  hs_lbn lbn;                  /* the next block */
  /* Up to this block, each run ends with its track, and the next run begins with the next track. 0:
   * no such stretch is known. */
  hs_lbn plain_end;
  uint32_t run; /* blocks, from the next block on, that lie side by side on one track */
  hs_pbn place; /* place of the next block */
} hs_walk;

/* A walk that begins with block `lbn`. Precondition: lbn < block_count. */
hs_walk hs_walk_begin(const hs_geometry* geometry, hs_lbn lbn);

/* Returns the walk that hs_walk_begin returned for the block `lbn`. The other arguments are members
 * of that walk. Precondition: since then, no block of the run has moved. */
hs_walk hs_walk_resume(const hs_geometry* geometry, const hs_zone* zone, const hs_segment* segment,
                       hs_lbn lbn, hs_pbn place, uint32_t run);

/* The next extent, of at most `blocks` blocks. An extent ends at the end of a track, at a slip and
 * at a reallocation. Precondition: blocks > 0, and the walk has not come to the end of the disk. */
hs_extent hs_walk_next(hs_walk* walk, uint32_t blocks);

/* Takes the step of hs_walk_next, but computes no angle. Returns the number of blocks. Before the
 * call, `walk->place` is the place of the first block. */
uint32_t hs_walk_step(hs_walk* walk, uint32_t blocks);

#endif
