/* The table of moved blocks. Look-ups take O(log n), and nothing at all while the table is empty.
 */
#ifndef HEADSTACK_REALLOCATION_TABLE_H
#define HEADSTACK_REALLOCATION_TABLE_H

#include "disk/geometry.h"

/* Stands in place of a block: the spare place has gone bad as well. */
#define HS_BAD_PLACE UINT32_MAX

/* A run of blocks that lies on a run of spare places of one track. */
typedef struct hs_reallocation {
  hs_lbn first;
  uint32_t blocks;
  hs_pbn place;
} hs_reallocation;

typedef struct hs_reallocations {
  hs_reallocation* by_block; /* what was moved, rising */
  hs_reallocation* by_place; /* spare places in use or bad (HS_BAD_PLACE), rising */
  uint32_t moved;            /* entries of by_block */
  uint32_t taken;            /* entries of by_place */
  uint32_t capacity;         /* of either */
} hs_reallocations;

/* Number of the first run that ends behind `lbn`; `moved` if there is none. */
uint32_t hs_find_moved(const hs_reallocations* table, hs_lbn lbn);

/* Number of the first run of spare places that ends behind `place`; `taken` if there is none. */
uint32_t hs_find_taken(const hs_reallocations* table, hs_pbn place);

/* The first run that ends behind `lbn`; NULL if there is none. */
const hs_reallocation* hs_reallocation_from(const hs_reallocations* table, hs_lbn lbn);

/* The first run of spare places, in use or bad, that ends behind `place`; NULL if there is none. */
const hs_reallocation* hs_taken_from(const hs_reallocations* table, hs_pbn place);

/* Places in their order on the disk, as numbers. */
static inline uint64_t hs_place_key(hs_pbn place) {
  return (uint64_t)place.cylinder.value << 32 | (uint64_t)place.head.value << 20 |
         place.sector.value;
}

#endif
