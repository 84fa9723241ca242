/* A set of cylinders: a bitmap with a summary. The next member outward is
 * found in a few steps. */
#ifndef HEADSTACK_SCHEDULERS_CYLINDER_SET_H
#define HEADSTACK_SCHEDULERS_CYLINDER_SET_H

#include "disk/types.h"

/* The number of no cylinder. */
#define HS_NO_CYLINDER 0xffffffffu

typedef struct hs_cylinder_set {
  uint32_t cylinders; /* possible members: 0 .. cylinders - 1 */
  uint32_t* words;    /* a bit for each cylinder: 1 for a member */
  uint32_t* summary;  /* a bit for each of `words`: 1 if the word is not 0 */
} hs_cylinder_set;

/* Numbers of 32 bits that hs_cylinder_set_init needs. */
size_t hs_cylinder_set_words(uint32_t cylinders);

/* Prepare an empty set. Returns the first number after those that the set uses. */
uint32_t* hs_cylinder_set_init(hs_cylinder_set* set, uint32_t cylinders, uint32_t* memory);

void hs_cylinder_set_add(hs_cylinder_set* set, uint32_t cylinder);
void hs_cylinder_set_drop(hs_cylinder_set* set, uint32_t cylinder);

/* The first member at or above `from`, and at or below `from`. HS_NO_CYLINDER if there is no such
 * member, or if `from` is no cylinder. */
uint32_t hs_cylinder_set_up(const hs_cylinder_set* set, uint32_t from);
uint32_t hs_cylinder_set_down(const hs_cylinder_set* set, uint32_t from);

/* A walk over the members, upwards or downwards. */
typedef struct hs_cylinder_walk {
  uint32_t word; /* number of the current word; later words have not been visited */
  uint32_t bits; /* members of the current word that are still to come */
} hs_cylinder_walk;

/* A walk up or down from a cylinder. The cylinder itself is included. */
static inline hs_cylinder_walk hs_cylinder_walk_up(const hs_cylinder_set* set, uint32_t from) {
  const uint32_t word = from / 32;
  return (hs_cylinder_walk){word, set->words[word] & 0xffffffffu << (from % 32)};
}

static inline hs_cylinder_walk hs_cylinder_walk_down(const hs_cylinder_set* set, uint32_t from) {
  const uint32_t word = from / 32;
  return (hs_cylinder_walk){word, set->words[word] & 0xffffffffu >> (31 - from % 32)};
}

/* Continue with the next word that has a member. False: no further word has a member, and the walk
 * stays at its end. */
bool hs_cylinder_walk_on_up(const hs_cylinder_set* set, hs_cylinder_walk* walk);
bool hs_cylinder_walk_on_down(const hs_cylinder_set* set, hs_cylinder_walk* walk);

/* The next member of the walk. HS_NO_CYLINDER: there is no further member. */
static inline uint32_t hs_cylinder_next_up(const hs_cylinder_set* set, hs_cylinder_walk* walk) {
  if (walk->bits == 0 && !hs_cylinder_walk_on_up(set, walk)) {
    return HS_NO_CYLINDER;
  }
  const uint32_t bit = (uint32_t)__builtin_ctz(walk->bits);
  walk->bits &= walk->bits - 1;
  return walk->word * 32 + bit;
}

static inline uint32_t hs_cylinder_next_down(const hs_cylinder_set* set, hs_cylinder_walk* walk) {
  if (walk->bits == 0 && !hs_cylinder_walk_on_down(set, walk)) {
    return HS_NO_CYLINDER;
  }
  const uint32_t bit = 31 - (uint32_t)__builtin_clz(walk->bits);
  walk->bits ^= 1u << bit;
  return walk->word * 32 + bit;
}

#endif
