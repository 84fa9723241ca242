/* An arena: memory that is handed out piece by piece, and never given back. */
#ifndef HEADSTACK_ARENA_H
#define HEADSTACK_ARENA_H

#include <stddef.h>
#include <stdint.h>

/* An arena hands out memory from its front. Each piece is aligned for uint64_t. The caller owns the
 * memory. */
typedef struct hs_arena {
  uint8_t* next; /* first byte that is not handed out yet */
  uint8_t* end;  /* end of the memory */
} hs_arena;

/* Take `bytes` bytes, not cleared. NULL: too few bytes are left. */
void* hs_arena_take(hs_arena* arena, size_t bytes);

#endif
