/* The way through a configuration, the same for writing it, for counting its bytes and for reading
 * it. */
#ifndef HEADSTACK_BLOCK_WALK_H
#define HEADSTACK_BLOCK_WALK_H

#include "controller/state.h"
#include "image/arena.h"
#include "image/block_format.h"

typedef enum hs_walk_mode {
  HS_WALK_COUNT, /* go through a configuration, write nothing */
  HS_WALK_WRITE,
  HS_WALK_READ /* make the configuration from the block */
} hs_walk_mode;

typedef struct hs_block_walk {
  hs_walk_mode mode;
  uint8_t* to;         /* writing: the block */
  const uint8_t* from; /* reading: the block */
  size_t at;           /* bytes gone through */
  size_t end;          /* reading: of the block */
  hs_arena* arena;
  hs_block_result result; /* what went wrong first */
} hs_block_walk;

/* Go through the members of `config` but its scheduler, which is in the header. When reading,
 * `config` is written to, otherwise only read. */
void hs_walk_config(hs_block_walk* walk, hs_firmware_config* config);

#endif
