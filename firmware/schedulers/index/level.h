/* What the seek-reducing schedulers take for a place: a block, a cylinder, or a cylinder as a host
 * that knows no mapping would guess it (Worthington 1994, 5.1, 5.2 and 6.2). Requests are kept by
 * place, and within a place by block. */
#ifndef HEADSTACK_SCHEDULERS_LEVEL_H
#define HEADSTACK_SCHEDULERS_LEVEL_H

#include "schedulers/parameters.h"

typedef struct hs_level {
  const hs_geometry* geometry;
  uint32_t kind; /* HS_LEVEL_* */
  uint32_t blocks_per_cylinder;
} hs_level;

/* Take the level from the scheduler's parameters, of which HS_LEVEL_PARAMETERS begin at `level`.
 * Tells the scheduler what it must know. */
static inline hs_level hs_level_init(hs_scheduler* scheduler, uint32_t level) {
  const uint32_t kind = hs_choice(scheduler, level);
  scheduler->knowledge = kind == HS_LEVEL_MAP ? HS_KNOWS_MAP : HS_KNOWS_LBN;
  const uint32_t blocks = hs_whole(scheduler, level + 1);
  return (hs_level){&scheduler->drive->geometry, kind, blocks == 0 ? 1 : blocks};
}

/* The place of a block; `cylinder` is read at the map level only. */
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

/* The place of a block that is not a waiting request's. */
static inline uint32_t hs_level_place_of(const hs_level* level, hs_lbn lbn) {
  const hs_cylinder none = {0};
  return hs_level_place(
      level, lbn,
      level->kind == HS_LEVEL_MAP ? hs_lbn_to_pbn(level->geometry, lbn).cylinder : none);
}

/* Number of places: no distance reaches it. */
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

/* A share of all places, Q16.16, rounded down. */
static inline uint64_t hs_level_share(const hs_level* level, uint32_t share) {
  return ((uint64_t)hs_level_places(level) * share) >> 16;
}

#endif
