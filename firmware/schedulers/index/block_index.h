/* Waiting reads by the block that they begin with, in lists of neighbouring blocks: so those that
 * the buffer can answer are found without a look at the others. */
#ifndef HEADSTACK_SCHEDULERS_BLOCK_INDEX_H
#define HEADSTACK_SCHEDULERS_BLOCK_INDEX_H

#include "schedulers/scheduler.h"

typedef struct hs_block_index {
  uint32_t shift; /* a list is for 2^shift blocks */
  uint32_t count;
  uint32_t* lists; /* [count]: first task of each, or HS_NO_TASK */
  uint32_t* next;  /* [capacity] */
  uint32_t* previous;
} hs_block_index;

/* Bytes behind the hs_block_index itself. */
size_t hs_block_index_memory(const hs_drive_params* drive, uint32_t capacity);

/* Prepare an empty index. `memory` is aligned for uint32_t, and not cleared. */
void hs_block_index_init(hs_block_index* index, const hs_drive_params* drive, uint32_t capacity,
                         void* memory);

void hs_block_index_insert(hs_block_index* index, const hs_task* tasks, uint32_t task);
void hs_block_index_remove(hs_block_index* index, const hs_task* tasks, uint32_t task);

/* The first read of the list for this block, to be followed by `next`; HS_NO_TASK: it is empty, or
 * the block is past the end of the disk. */
uint32_t hs_block_index_near(const hs_block_index* index, uint64_t block);

/* The oldest waiting read that the scheduler's cache would answer; HS_NO_TASK: none. */
uint32_t hs_block_index_oldest_hit(const hs_block_index* index, hs_scheduler* scheduler);

#endif
