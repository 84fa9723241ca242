/* The choice of spare places for blocks that must move. */
#ifndef HEADSTACK_SPARES_H
#define HEADSTACK_SPARES_H

#include "disk/reallocation_table.h"

/* Find spare places for `blocks` blocks from `first` on, in the order that hs_reallocate promises.
 * `*spare` is the first place. False if no such places are free; `*spare` is undefined then. */
bool hs_find_spare(const hs_geometry* geometry, const hs_reallocations* table, hs_lbn first,
                   uint32_t blocks, hs_pbn* spare);

#endif
