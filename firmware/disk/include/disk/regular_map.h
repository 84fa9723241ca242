/* Within the mapping: the layout without its reallocations. */
#ifndef HEADSTACK_REGULAR_MAP_H
#define HEADSTACK_REGULAR_MAP_H

#include "disk/geometry.h"

/* The place that is `offset` places behind the zone's first, and how many lie side by side on its
 * track from there on. Precondition: offset < place_count. */
hs_pbn hs_regular_place(const hs_geometry* geometry, const hs_zone* zone, uint32_t offset,
                        uint32_t* run);

/* The block at a place; false where none is. */
bool hs_regular_block(const hs_geometry* geometry, hs_pbn place, hs_lbn* lbn);

#endif
