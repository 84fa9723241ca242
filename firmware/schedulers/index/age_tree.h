/* The least ages of columns of cylinders, as a tree: of each column, of every eight neighbouring
 * columns, of every eight such groups, and so on. A search reads the eight
 * ages of a group together. */
#ifndef HEADSTACK_SCHEDULERS_AGE_TREE_H
#define HEADSTACK_SCHEDULERS_AGE_TREE_H

#include "disk/types.h"

#define HS_NEVER UINT64_MAX              /* age of a column without tasks: younger than any task */
#define HS_AGE_BITS 3u                   /* logarithm to base 2 of HS_AGE_GROUP */
#define HS_AGE_GROUP (1u << HS_AGE_BITS) /* entries of a group */
#define HS_AGE_LEVELS 6u                 /* most levels, enough for 8^6 columns */

/* Entry i of level k is the least of the entries 8 i to 8 i + 7 of level k - 1. Entry i of level 0
 * belongs to column i. A level is filled up with HS_NEVER to whole groups. The last level has one
 * group. */
typedef struct hs_age_tree {
  hs_ticks* level[HS_AGE_LEVELS]; /* entries of each level */
  uint32_t top;                   /* number of the last level */
} hs_age_tree;

/* Bytes of memory that hs_age_tree_init needs. Precondition: 0 < columns <= 8^HS_AGE_LEVELS. */
size_t hs_age_tree_memory(uint32_t columns);

/* Prepare a tree without tasks. `memory` is aligned for uint64_t. */
void hs_age_tree_init(hs_age_tree* tree, uint32_t columns, hs_ticks* memory);

/* Set the least age in a column to `oldest`. */
void hs_age_tree_set(hs_age_tree* tree, uint32_t column, hs_ticks oldest);

#endif
