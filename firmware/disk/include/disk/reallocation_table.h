/* The table of moved blocks.
 *
 * Contract: a look-up takes O(log n), and no time while the table is empty. Units: blocks.
 * Ownership: hs_reallocations_init gets the memory of both lists from the caller. */
#ifndef HEADSTACK_REALLOCATION_TABLE_H
#define HEADSTACK_REALLOCATION_TABLE_H

#include "disk/geometry.h"

/* Value of `first` for spare places that have gone bad as well. */
#define HS_BAD_PLACE UINT32_MAX

/* A run of blocks that lies on a run of spare places of one track. */
typedef struct hs_reallocation {
  hs_lbn first;    /* first block of the run, or HS_BAD_PLACE */
  uint32_t blocks; /* blocks in the run, at least 1 */
  hs_pbn place;    /* spare place of the first block; the others follow on the same track */
} hs_reallocation;

typedef struct hs_reallocations {
  hs_reallocation* by_block; /* [capacity]: runs of moved blocks, by rising block */
  hs_reallocation* by_place; /* [capacity]: spare places in use or bad, by rising place */
  uint32_t moved;            /* entries in use of by_block; 0: no block has moved */
  uint32_t taken;            /* entries in use of by_place; 0: all spare places are free */
  uint32_t capacity;         /* most entries of each list */
} hs_reallocations;

/* Number of the first run that ends after `lbn`; `moved` if there is none. */
uint32_t hs_find_moved(const hs_reallocations* table, hs_lbn lbn);

/* Number of the first run of spare places that ends after `place`; `taken` if there is none. */
uint32_t hs_find_taken(const hs_reallocations* table, hs_pbn place);

/* The first run that ends after `lbn`; NULL if there is none. */
const hs_reallocation* hs_reallocation_from(const hs_reallocations* table, hs_lbn lbn);

/* The first run of spare places, in use or bad, that ends after `place`; NULL if there is none. */
const hs_reallocation* hs_taken_from(const hs_reallocations* table, hs_pbn place);

/* A place as a number. Numbers rise in the order of places on the disk. */
static inline uint64_t hs_place_key(hs_pbn place) {
  return (uint64_t)place.cylinder.value << 32 | (uint64_t)place.head.value << 20 |
         place.sector.value;
}

#endif
