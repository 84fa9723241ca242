#include "image/arena.h"

void* hs_arena_take(hs_arena* arena, size_t bytes) {
  const size_t rounded = (bytes + 7u) & ~(size_t)7u;
  if (rounded < bytes || rounded > (size_t)(arena->end - arena->next)) {
    return NULL;
  }
  void* const memory = arena->next;
  arena->next += rounded;
  return memory;
}
