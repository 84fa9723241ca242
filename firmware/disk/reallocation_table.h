/* Where entries of the table of moved blocks are. */
#ifndef HEADSTACK_REALLOCATION_TABLE_H
#define HEADSTACK_REALLOCATION_TABLE_H

#include "disk/reallocation.h"

/* Number of the first run that ends behind `lbn`; `moved` if there is none. */
uint32_t hs_find_moved(const hs_reallocations* table, hs_lbn lbn);

/* Number of the first run of spare places that ends behind `place`; `taken` if there is none. */
uint32_t hs_find_taken(const hs_reallocations* table, hs_pbn place);

#endif
