/* Defects that were found after the layout was made: their blocks are moved to spare places. The
 * table is made at the factory and grows while the drive works (REASSIGN BLOCKS, recovery of media
 * errors). */
#ifndef HEADSTACK_REALLOCATION_H
#define HEADSTACK_REALLOCATION_H

#include "disk/reallocation_table.h"

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

#endif
