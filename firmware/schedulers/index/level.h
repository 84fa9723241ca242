/* The level of seek reduction: the kind of place by which the seek-reducing schedulers keep
 * requests. A place is a block, a cylinder, or a cylinder as a host without the mapping would guess
 * it (Worthington 1994, 5.1, 5.2 and 6.2). Within a place, requests are kept by block. */
#ifndef HEADSTACK_SCHEDULERS_LEVEL_H
#define HEADSTACK_SCHEDULERS_LEVEL_H

#include "schedulers/parameters.h"

typedef struct hs_level {
  const hs_geometry* geometry;  /* the drive's layout, owned by the caller */
  uint32_t kind;                /* HS_LEVEL_*: the kind of place */
  uint32_t blocks_per_cylinder; /* HS_LEVEL_FIXED: blocks of a guessed cylinder, at least 1 */
} hs_level;

/* The level from the scheduler's parameters. HS_LEVEL_PARAMETERS begin at number `level`. Sets the
 * scheduler's knowledge. */
static inline hs_level hs_level_init(hs_scheduler* scheduler, uint32_t level) {
  const uint32_t kind = hs_choice(scheduler, level);
  scheduler->knowledge = kind == HS_LEVEL_MAP ? HS_KNOWS_MAP : HS_KNOWS_LBN;
  const uint32_t blocks = hs_whole(scheduler, level + 1);
  return (hs_level){&scheduler->drive->geometry, kind, blocks == 0 ? 1 : blocks};
}

/* The place of a block. Only HS_LEVEL_MAP uses `cylinder`, the block's cylinder. */
static inline uint32_t hs_level_place(const hs_level* level, hs_lbn lbn, hs_cylinder cylinder) {
  switch (level->kind) {
    case HS_LEVEL_MAP:
      return cylinder.value;
    case HS_LEVEL_FIXED:
      return lbn.value / level->blocks_per_cylinder;
    default:
      return lbn.value;
  }
}

/* The place of a block whose cylinder is not known yet. */
static inline uint32_t hs_level_place_of(const hs_level* level, hs_lbn lbn) {
  const hs_cylinder none = {0};
  return hs_level_place(
      level, lbn,
      level->kind == HS_LEVEL_MAP ? hs_lbn_to_pbn(level->geometry, lbn).cylinder : none);
}

/* Number of places. Every distance is less. */
static inline uint32_t hs_level_places(const hs_level* level) {
  const uint32_t blocks = level->geometry->block_count;
  switch (level->kind) {
    case HS_LEVEL_MAP:
      return level->geometry->cylinders;
    case HS_LEVEL_FIXED:
      return blocks / level->blocks_per_cylinder + 1;
    default:
      return blocks;
  }
}

/* A share (Q16.16) of the number of places, rounded down. */
static inline uint64_t hs_level_share(const hs_level* level, uint32_t share) {
  return ((uint64_t)hs_level_places(level) * share) >> 16;
}

#endif
