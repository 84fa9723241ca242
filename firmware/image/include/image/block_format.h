/* The header of a parameter block, and the results of reading a block. */
#ifndef HEADSTACK_BLOCK_FORMAT_H
#define HEADSTACK_BLOCK_FORMAT_H

#include <stdint.h>

#define HS_BLOCK_MAGIC 0x4b425348u /* "HSBK" */
#define HS_BLOCK_VERSION 1u
#define HS_BLOCK_NAME 24u /* bytes for the scheduler's name, its final 0 included */

/* The header, with which the block begins. */
typedef struct hs_block_header {
  uint32_t magic;                /* HS_BLOCK_MAGIC */
  uint32_t version;              /* HS_BLOCK_VERSION of the writer */
  uint32_t layout;               /* layout of the structures inside, by the writer's compiler */
  uint32_t bytes;                /* bytes of the whole block, header included; a multiple of 8 */
  uint64_t check;                /* check of all bytes after it */
  uint32_t ram_bytes;            /* bytes of RAM that the drive has, from HS_MAP_RAM on */
  uint32_t reserved;             /* always 0 */
  char scheduler[HS_BLOCK_NAME]; /* hs_scheduler_ops.name, ended with 0 */
} hs_block_header;

/* The result of reading a block. If the result is not HS_BLOCK_GOOD, the image stops with the
 * number in a0 (an ebreak). */
typedef enum hs_block_result {
  HS_BLOCK_GOOD,         /* the block has been read */
  HS_BLOCK_NO_BLOCK,     /* the memory does not begin with a block */
  HS_BLOCK_OTHER,        /* the block has another version, or another layout of its structures */
  HS_BLOCK_SIZE,         /* the block is longer than its memory, or its length does not fit */
  HS_BLOCK_DAMAGED,      /* the check does not match the bytes */
  HS_BLOCK_NO_SCHEDULER, /* no scheduler of the image has this name */
  HS_BLOCK_NO_MEMORY     /* the reader has too little memory */
} hs_block_result;

#endif
