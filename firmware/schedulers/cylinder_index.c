#include "schedulers/cylinder_index.h"

#define BITS 32u

static uint32_t words_for(uint32_t bits) { return (bits + BITS - 1) / BITS; }

size_t hs_cylinder_index_memory(uint32_t cylinders) {
  const uint32_t words = words_for(cylinders);
  return sizeof(hs_cylinder_index) +
         sizeof(uint32_t) * ((size_t)2 * cylinders + words + words_for(words));
}

void hs_cylinder_index_init(void* memory, hs_task* tasks, uint32_t cylinders) {
  hs_cylinder_index* index = memory;
  const uint32_t words = words_for(cylinders);
  index->tasks = tasks;
  index->cylinders = cylinders;
  index->oldest = (uint32_t*)(index + 1);
  index->youngest = index->oldest + cylinders;
  index->occupied = index->youngest + cylinders;
  index->summary = index->occupied + words;
  for (uint32_t i = 0; i < cylinders; ++i) {
    index->oldest[i] = HS_NO_TASK;
    index->youngest[i] = HS_NO_TASK;
  }
  for (uint32_t i = 0; i < words + words_for(words); ++i) {
    index->occupied[i] = 0;
  }
}

void hs_cylinder_index_insert(hs_cylinder_index* index, uint32_t task) {
  hs_task* tasks = index->tasks;
  const uint32_t cylinder = tasks[task].track.cylinder.value;
  const uint32_t older = index->youngest[cylinder];
  tasks[task].left = older;
  tasks[task].right = HS_NO_TASK;
  if (older == HS_NO_TASK) {
    index->oldest[cylinder] = task;
    const uint32_t word = cylinder / BITS;
    index->occupied[word] |= 1u << (cylinder % BITS);
    index->summary[word / BITS] |= 1u << (word % BITS);
  } else {
    tasks[older].right = task;
  }
  index->youngest[cylinder] = task;
}

void hs_cylinder_index_remove(hs_cylinder_index* index, uint32_t task) {
  hs_task* tasks = index->tasks;
  const uint32_t cylinder = tasks[task].track.cylinder.value;
  const uint32_t older = tasks[task].left;
  const uint32_t younger = tasks[task].right;
  if (older == HS_NO_TASK) {
    index->oldest[cylinder] = younger;
  } else {
    tasks[older].right = younger;
  }
  if (younger == HS_NO_TASK) {
    index->youngest[cylinder] = older;
  } else {
    tasks[younger].left = older;
  }
  if (index->oldest[cylinder] == HS_NO_TASK) {
    const uint32_t word = cylinder / BITS;
    index->occupied[word] &= ~(1u << (cylinder % BITS));
    if (index->occupied[word] == 0) {
      index->summary[word / BITS] &= ~(1u << (word % BITS));
    }
  }
}

static uint32_t lowest_bit(uint32_t word) { return (uint32_t)__builtin_ctz(word); }
static uint32_t highest_bit(uint32_t word) { return BITS - 1 - (uint32_t)__builtin_clz(word); }

uint32_t hs_cylinder_index_up(const hs_cylinder_index* index, uint32_t from) {
  if (from >= index->cylinders) {
    return HS_NO_CYLINDER;
  }
  uint32_t word = from / BITS;
  const uint32_t here = index->occupied[word] & (0xffffffffu << (from % BITS));
  if (here != 0) {
    return word * BITS + lowest_bit(here);
  }
  ++word;
  const uint32_t groups = words_for(words_for(index->cylinders));
  uint32_t mask = 0xffffffffu << (word % BITS);
  for (uint32_t group = word / BITS; group < groups; ++group, mask = 0xffffffffu) {
    const uint32_t words = index->summary[group] & mask;
    if (words != 0) {
      word = group * BITS + lowest_bit(words);
      return word * BITS + lowest_bit(index->occupied[word]);
    }
  }
  return HS_NO_CYLINDER;
}

uint32_t hs_cylinder_index_down(const hs_cylinder_index* index, uint32_t from) {
  if (from >= index->cylinders) {
    return HS_NO_CYLINDER;
  }
  uint32_t word = from / BITS;
  const uint32_t here = index->occupied[word] & (0xffffffffu >> (BITS - 1 - from % BITS));
  if (here != 0) {
    return word * BITS + highest_bit(here);
  }
  if (word == 0) {
    return HS_NO_CYLINDER;
  }
  --word;
  uint32_t mask = 0xffffffffu >> (BITS - 1 - word % BITS);
  for (uint32_t group = word / BITS + 1; group-- > 0; mask = 0xffffffffu) {
    const uint32_t words = index->summary[group] & mask;
    if (words != 0) {
      word = group * BITS + highest_bit(words);
      return word * BITS + highest_bit(index->occupied[word]);
    }
  }
  return HS_NO_CYLINDER;
}
