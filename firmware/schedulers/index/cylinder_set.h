/* A set of cylinders, as a bitmap with a summary, so that the next one outward is found in a few
 * steps. */
#ifndef HEADSTACK_SCHEDULERS_CYLINDER_SET_H
#define HEADSTACK_SCHEDULERS_CYLINDER_SET_H

#include "disk/types.h"

#define HS_NO_CYLINDER 0xffffffffu

typedef struct hs_cylinder_set {
  uint32_t cylinders;
  uint32_t* words;   /* a bit a cylinder */
  uint32_t* summary; /* a bit for each of `words` that is not 0 */
} hs_cylinder_set;

/* Numbers of 32 bits that hs_cylinder_set_init wants. */
size_t hs_cylinder_set_words(uint32_t cylinders);

/* Prepare an empty set. Returns the first number behind those that it uses. */
uint32_t* hs_cylinder_set_init(hs_cylinder_set* set, uint32_t cylinders, uint32_t* memory);

void hs_cylinder_set_add(hs_cylinder_set* set, uint32_t cylinder);
void hs_cylinder_set_drop(hs_cylinder_set* set, uint32_t cylinder);

/* The first member at or above / at or below `from`; HS_NO_CYLINDER if there is none, and if `from`
 * is no cylinder. */
uint32_t hs_cylinder_set_up(const hs_cylinder_set* set, uint32_t from);
uint32_t hs_cylinder_set_down(const hs_cylinder_set* set, uint32_t from);

/* The first member at or above / at or below `from`, for when it is likely to be near.
 * Precondition: `from` is a cylinder. */
static inline uint32_t hs_cylinder_set_near_up(const hs_cylinder_set* set, uint32_t from) {
  const uint32_t here = set->words[from / 32] >> (from % 32);
  return here != 0 ? from + (uint32_t)__builtin_ctz(here) : hs_cylinder_set_up(set, from);
}

static inline uint32_t hs_cylinder_set_near_down(const hs_cylinder_set* set, uint32_t from) {
  const uint32_t here = set->words[from / 32] << (31 - from % 32);
  return here != 0 ? from - (uint32_t)__builtin_clz(here) : hs_cylinder_set_down(set, from);
}

#endif
