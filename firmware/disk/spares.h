/* The choice of spare places. */
#ifndef HEADSTACK_SPARES_H
#define HEADSTACK_SPARES_H

#include "disk/reallocation_table.h"

/* Spare places for `blocks` blocks from `first` on, in the order that hs_reallocate promises; false
 * if there are none. */
bool hs_find_spare(const hs_geometry* geometry, const hs_reallocations* table, hs_lbn first,
                   uint32_t blocks, hs_pbn* spare);

#endif
