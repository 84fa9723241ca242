/* The walk over a configuration: one function that counts its bytes, writes it or reads it.
 *
 * Units: bytes. */
#ifndef HEADSTACK_BLOCK_WALK_H
#define HEADSTACK_BLOCK_WALK_H

#include "controller/state.h"
#include "image/arena.h"
#include "image/block_format.h"

typedef enum hs_walk_mode {
  HS_WALK_COUNT, /* count the bytes, write nothing */
  HS_WALK_WRITE, /* write the block from the configuration */
  HS_WALK_READ   /* make the configuration from the block */
} hs_walk_mode;

typedef struct hs_block_walk {
  hs_walk_mode mode;      /* what the walk does */
  uint8_t* to;            /* HS_WALK_WRITE: the block */
  const uint8_t* from;    /* HS_WALK_READ: the block */
  size_t at;              /* bytes of the block so far */
  size_t end;             /* HS_WALK_READ: bytes of the block */
  hs_arena* arena;        /* HS_WALK_READ: memory for structures with pointers */
  hs_block_result result; /* first error; HS_BLOCK_GOOD: none */
} hs_block_walk;

/* Walk over the members of `config`. The scheduler is left out, because it is in the header.
 * HS_WALK_READ writes to `config`; the other modes only read it. */
void hs_walk_config(hs_block_walk* walk, hs_firmware_config* config) __attribute__((cold));

#endif
