/* What a parameter block begins with, and what can be wrong with one. */
#ifndef HEADSTACK_BLOCK_FORMAT_H
#define HEADSTACK_BLOCK_FORMAT_H

#include <stdint.h>

#define HS_BLOCK_MAGIC 0x4b425348u /* "HSBK" */
#define HS_BLOCK_VERSION 1u
#define HS_BLOCK_NAME 24u

/* What the block begins with. */
typedef struct hs_block_header {
  uint32_t magic;
  uint32_t version;
  uint32_t layout;               /* of the structures inside, as their writer's compiler has them */
  uint32_t bytes;                /* of the whole block, with this header; a multiple of 8 */
  uint64_t check;                /* of what follows */
  uint32_t ram_bytes;            /* that the drive has, from HS_MAP_RAM on */
  uint32_t reserved;             /* 0 */
  char scheduler[HS_BLOCK_NAME]; /* hs_scheduler_ops.name, ended with 0 */
} hs_block_header;

/* What came of reading a block. The image stops with the number in a0 (an ebreak). */
typedef enum hs_block_result {
  HS_BLOCK_GOOD,
  HS_BLOCK_NO_BLOCK,     /* it does not begin as one */
  HS_BLOCK_OTHER,        /* of another version, or another layout of its structures */
  HS_BLOCK_SIZE,         /* longer than its memory, or not as long as what it holds */
  HS_BLOCK_DAMAGED,      /* its check is not that of its bytes */
  HS_BLOCK_NO_SCHEDULER, /* there is none of this name, or not in a drive */
  HS_BLOCK_NO_MEMORY     /* the reader has not enough */
} hs_block_result;

#endif
