/* Defects that were found after the layout was made: their blocks are moved to spare places. The
 * table is made at the factory and grows while the drive works (REASSIGN BLOCKS, recovery of media
 * errors). Look-ups take O(log n), and nothing at all while the table is empty. */
#ifndef HEADSTACK_REALLOCATION_H
#define HEADSTACK_REALLOCATION_H

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

/* Bytes, aligned as for a pointer, that a table of `capacity` entries takes. */
size_t hs_reallocations_memory(uint32_t capacity);

/* Make a table that starts with the entries of `factory` (NULL: empty). Precondition: `capacity` is
 * enough for those. */
void hs_reallocations_init(hs_reallocations* table, void* memory, uint32_t capacity,
                           const hs_reallocations* factory);

/* Move `blocks` blocks from `first` on to spare places that lie side by side on one track: of the
 * first one's track or cylinder, or at the end of its zone, or of the nearest one towards the
 * spindle that has some, or of the nearest one outwards. Where they lay before is not used again.
 * One block is a defective sector, all the blocks of a track a defective track. False, and nothing
 * done: no such places are free, or the table is full, which needs three entries for each spare run
 * that has gone bad and one for any other. Precondition: the blocks exist, and
 * geometry->reallocations is `table` (or NULL, to begin with). */
bool hs_reallocate(const hs_geometry* geometry, hs_reallocations* table, hs_lbn first,
                   uint32_t blocks, hs_pbn* spare);

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
