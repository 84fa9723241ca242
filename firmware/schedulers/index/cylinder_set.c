#include "index/cylinder_set.h"

#define BITS 32u

static uint32_t words_for(uint32_t bits) { return (bits + BITS - 1) / BITS; }

size_t hs_cylinder_set_words(uint32_t cylinders) {
  const uint32_t words = words_for(cylinders);
  return words + words_for(words);
}

uint32_t* hs_cylinder_set_init(hs_cylinder_set* set, uint32_t cylinders, uint32_t* memory) {
  const uint32_t words = words_for(cylinders);
  set->cylinders = cylinders;
  set->words = memory;
  set->summary = memory + words;
  for (uint32_t i = 0; i < words + words_for(words); ++i) {
    memory[i] = 0;
  }
  return memory + words + words_for(words);
}

void hs_cylinder_set_add(hs_cylinder_set* set, uint32_t cylinder) {
  const uint32_t word = cylinder / BITS;
  set->words[word] |= 1u << (cylinder % BITS);
  set->summary[word / BITS] |= 1u << (word % BITS);
}

void hs_cylinder_set_drop(hs_cylinder_set* set, uint32_t cylinder) {
  const uint32_t word = cylinder / BITS;
  set->words[word] &= ~(1u << (cylinder % BITS));
  if (set->words[word] == 0) {
    set->summary[word / BITS] &= ~(1u << (word % BITS));
  }
}

static uint32_t lowest_bit(uint32_t word) { return (uint32_t)__builtin_ctz(word); }
static uint32_t highest_bit(uint32_t word) { return BITS - 1 - (uint32_t)__builtin_clz(word); }

uint32_t hs_cylinder_set_up(const hs_cylinder_set* set, uint32_t from) {
  if (from >= set->cylinders) {
    return HS_NO_CYLINDER;
  }
  uint32_t word = from / BITS;
  const uint32_t here = set->words[word] & (0xffffffffu << (from % BITS));
  if (here != 0) {
    return word * BITS + lowest_bit(here);
  }
  ++word;
  const uint32_t groups = words_for(words_for(set->cylinders));
  uint32_t mask = 0xffffffffu << (word % BITS);
  for (uint32_t group = word / BITS; group < groups; ++group, mask = 0xffffffffu) {
    const uint32_t words = set->summary[group] & mask;
    if (words != 0) {
      word = group * BITS + lowest_bit(words);
      return word * BITS + lowest_bit(set->words[word]);
    }
  }
  return HS_NO_CYLINDER;
}

uint32_t hs_cylinder_set_down(const hs_cylinder_set* set, uint32_t from) {
  if (from >= set->cylinders) {
    return HS_NO_CYLINDER;
  }
  uint32_t word = from / BITS;
  const uint32_t here = set->words[word] & (0xffffffffu >> (BITS - 1 - from % BITS));
  if (here != 0) {
    return word * BITS + highest_bit(here);
  }
  if (word == 0) {
    return HS_NO_CYLINDER;
  }
  --word;
  uint32_t mask = 0xffffffffu >> (BITS - 1 - word % BITS);
  for (uint32_t group = word / BITS + 1; group-- > 0; mask = 0xffffffffu) {
    const uint32_t words = set->summary[group] & mask;
    if (words != 0) {
      word = group * BITS + highest_bit(words);
      return word * BITS + highest_bit(set->words[word]);
    }
  }
  return HS_NO_CYLINDER;
}

bool hs_cylinder_walk_on_up(const hs_cylinder_set* set, hs_cylinder_walk* walk) {
  const uint32_t next = hs_cylinder_set_up(set, (walk->word + 1) * BITS);
  if (next == HS_NO_CYLINDER) {
    return false;
  }
  walk->word = next / BITS;
  walk->bits = set->words[walk->word];
  return true;
}

bool hs_cylinder_walk_on_down(const hs_cylinder_set* set, hs_cylinder_walk* walk) {
  const uint32_t next =
      walk->word == 0 ? HS_NO_CYLINDER : hs_cylinder_set_down(set, walk->word * BITS - 1);
  if (next == HS_NO_CYLINDER) {
    return false;
  }
  walk->word = next / BITS;
  walk->bits = set->words[walk->word];
  return true;
}
