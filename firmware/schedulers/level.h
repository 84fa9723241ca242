/* Keys of the seek-reducing schedulers at both levels of knowledge: the block number alone, or the
 * cylinder first and the block number within it (Worthington 1994, 5.1 and 5.2). */
#ifndef HEADSTACK_SCHEDULERS_LEVEL_H
#define HEADSTACK_SCHEDULERS_LEVEL_H

#include "schedulers/schedulers.h"

static inline hs_knowledge hs_level_knowledge(uint32_t level) {
  return level == HS_LEVEL_MAP ? HS_KNOWS_MAP : HS_KNOWS_LBN;
}

static inline uint64_t hs_level_key(uint32_t level, hs_cylinder cylinder, hs_lbn lbn) {
  return level == HS_LEVEL_MAP ? ((uint64_t)cylinder.value << 32) | lbn.value : lbn.value;
}

#endif
