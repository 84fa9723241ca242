/* Waiting tasks by their first block, in lists for neighbouring blocks. With this index, a
 * scheduler finds the reads that the buffer can answer, and does not look at the other reads. */
#ifndef HEADSTACK_SCHEDULERS_BLOCK_INDEX_H
#define HEADSTACK_SCHEDULERS_BLOCK_INDEX_H

#include "schedulers/scheduler.h"

typedef struct hs_block_index {
  uint32_t shift;     /* a list is for 2^shift neighbouring blocks */
  uint32_t count;     /* lists */
  uint32_t* lists;    /* [count]: first task of each list, or HS_NO_TASK */
  uint32_t* next;     /* [capacity]: next task of the same list, or HS_NO_TASK */
  uint32_t* previous; /* [capacity]: task before in the same list, or HS_NO_TASK */
} hs_block_index;

/* Bytes of memory that hs_block_index_init needs. */
size_t hs_block_index_memory(const hs_drive_params* drive, uint32_t capacity);

/* Prepare an empty index. `memory` is aligned for uint32_t and need not be cleared. */
void hs_block_index_init(hs_block_index* index, const hs_drive_params* drive, uint32_t capacity,
                         void* memory);

void hs_block_index_insert(hs_block_index* index, const hs_task* tasks, uint32_t task);
void hs_block_index_remove(hs_block_index* index, const hs_task* tasks, uint32_t task);

/* The first task of the list for this block. The others follow by `next`. HS_NO_TASK: the list is
 * empty, or the block is past the end of the disk. */
uint32_t hs_block_index_near(const hs_block_index* index, uint64_t block);

/* The oldest waiting read that the scheduler's cache would answer. HS_NO_TASK: there is none.
 * Precondition: the index has reads only. */
uint32_t hs_block_index_oldest_hit(const hs_block_index* index, hs_scheduler* scheduler);

#endif
