#include "index/age_tree.h"

/* Number of entries of a level, in whole groups, above `entries` entries. */
static uint32_t padded(uint32_t entries) {
  return (entries + HS_AGE_GROUP - 1) & ~(HS_AGE_GROUP - 1);
}

size_t hs_age_tree_memory(uint32_t columns) {
  uint32_t entries = padded(columns);
  uint32_t all = entries;
  while (entries != HS_AGE_GROUP) {
    entries = padded(entries / HS_AGE_GROUP);
    all += entries;
  }
  return all * sizeof(hs_ticks);
}

void hs_age_tree_init(hs_age_tree* tree, uint32_t columns, hs_ticks* memory) {
  uint32_t entries = padded(columns);
  tree->top = 0;
  tree->level[0] = memory;
  while (entries != HS_AGE_GROUP) {
    memory += entries;
    entries = padded(entries / HS_AGE_GROUP);
    tree->level[++tree->top] = memory;
  }
  for (hs_ticks* age = tree->level[0]; age != memory + entries; ++age) {
    *age = HS_NEVER;
  }
}

static hs_ticks least_of_group(const hs_ticks* group) {
  hs_ticks least = group[0];
  for (uint32_t i = 1; i < HS_AGE_GROUP; ++i) {
    least = group[i] < least ? group[i] : least;
  }
  return least;
}

void hs_age_tree_set(hs_age_tree* tree, uint32_t column, hs_ticks oldest) {
  uint32_t entry = column;
  for (uint32_t k = 0; tree->level[k][entry] != oldest; ++k) {
    tree->level[k][entry] = oldest;
    if (k == tree->top) {
      return;
    }
    oldest = least_of_group(&tree->level[k][entry & ~(HS_AGE_GROUP - 1)]);
    entry >>= HS_AGE_BITS;
  }
}
