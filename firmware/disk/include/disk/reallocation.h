/* Blocks whose places became defective after the layout was made. Such blocks move to spare places.
 *
 * Contract: the factory makes the table. The table grows while the drive works (REASSIGN BLOCKS,
 * recovery of media errors). Ownership: the caller owns the table and its memory. */
#ifndef HEADSTACK_REALLOCATION_H
#define HEADSTACK_REALLOCATION_H

#include "disk/reallocation_table.h"

/* Bytes of memory for a table of `capacity` entries. The memory is aligned as for a pointer. */
size_t hs_reallocations_memory(uint32_t capacity);

/* Make a table that starts with a copy of the entries of `factory`. NULL: the table starts empty.
 * `memory` has hs_reallocations_memory(capacity) bytes and must outlive the table. Precondition:
 * `factory` has at most `capacity` entries. */
void hs_reallocations_init(hs_reallocations* table, void* memory, uint32_t capacity,
                           const hs_reallocations* factory);

/* Move `blocks` blocks from `first` on to spare places that lie side by side on one track. The
 * places where the blocks lay are not used again. One block stands for a defective sector, all
 * blocks of a track for a defective track.
 *
 * Spare places are taken from the first of these that has enough:
 * - the end of the first block's track, cylinder or range of cylinders
 * - the end of its zone
 * - the end of the nearest zone towards the spindle
 * - the end of the nearest zone outwards
 *
 * Returns true, and the first new place in `*spare`. Returns false and changes no entry if no such
 * places are free or the table is full. The table needs three entries for each spare run that has
 * gone bad, and one entry for any other run.
 * Precondition: the blocks exist, and geometry->reallocations is `table` (or NULL at first). */
bool hs_reallocate(const hs_geometry* geometry, hs_reallocations* table, hs_lbn first,
                   uint32_t blocks, hs_pbn* spare);

#endif
