/* Memory that is given out piece by piece, and never given back. */
#ifndef HEADSTACK_ARENA_H
#define HEADSTACK_ARENA_H

#include <stddef.h>
#include <stdint.h>

/* Memory that is given out from its front, aligned for uint64_t. */
typedef struct hs_arena {
  uint8_t* next;
  uint8_t* end;
} hs_arena;

/* `bytes` bytes, not cleared; NULL: so many are not left. */
void* hs_arena_take(hs_arena* arena, size_t bytes);

#endif
