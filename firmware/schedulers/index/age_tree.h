/* Who waits longest in which columns of cylinders: the least age of each column, of every eight
 * neighbouring columns, of every eight such groups, and so on. A search reads the eight of a group
 * together. */
#ifndef HEADSTACK_SCHEDULERS_AGE_TREE_H
#define HEADSTACK_SCHEDULERS_AGE_TREE_H

#include "disk/types.h"

#define HS_NEVER UINT64_MAX /* younger than any task: nobody waits */
#define HS_AGE_BITS 3u
#define HS_AGE_GROUP (1u << HS_AGE_BITS)
#define HS_AGE_LEVELS 6u /* 8^6 columns */

/* Entry i of level k is the least of the entries 8 i to 8 i + 7 of level k - 1; entry i of level 0
 * belongs to column i. A level is filled up with HS_NEVER to whole groups; the last has one. */
typedef struct hs_age_tree {
  hs_ticks* level[HS_AGE_LEVELS];
  uint32_t top; /* number of the last level */
} hs_age_tree;

/* Bytes that hs_age_tree_init wants. Precondition: 0 < columns <= 8^HS_AGE_LEVELS. */
size_t hs_age_tree_memory(uint32_t columns);

/* Prepare a tree where nobody waits. `memory` is aligned for uint64_t. */
void hs_age_tree_init(hs_age_tree* tree, uint32_t columns, hs_ticks* memory);

/* The least age in a column is `oldest` now. */
void hs_age_tree_set(hs_age_tree* tree, uint32_t column, hs_ticks oldest);

#endif
