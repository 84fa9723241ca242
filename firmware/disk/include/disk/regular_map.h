/* The layout without its reallocations: for the mapping itself and the choice of spare places. */
#ifndef HEADSTACK_REGULAR_MAP_H
#define HEADSTACK_REGULAR_MAP_H

#include "disk/geometry.h"

/* The place that is `offset` places after the zone's first place. `*run` is the number of places
 * that lie side by side on its track from there on. Precondition: offset < place_count. */
hs_pbn hs_regular_place(const hs_geometry* geometry, const hs_zone* zone, uint32_t offset,
                        uint32_t* run);

/* The block at a place, in `*lbn`. False if the place holds no block. */
bool hs_regular_block(const hs_geometry* geometry, hs_pbn place, hs_lbn* lbn);

#endif
