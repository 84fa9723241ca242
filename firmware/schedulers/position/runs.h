/* Sequential runs of waiting reads. A younger read follows an older read if it begins where the
 * older read ends. A read leads a run if another read follows it and it follows no read itself. */
#ifndef HEADSTACK_SCHEDULERS_RUNS_H
#define HEADSTACK_SCHEDULERS_RUNS_H

#include "index/block_index.h"
#include "index/ordered_index.h"
#include "position/aging.h"
#include "position/candidates.h"

typedef struct hs_runs {
  hs_ordered_index ends; /* waiting reads by the block after their last, linked through tasks */
  const hs_block_index* reads; /* waiting reads by their first block */
  const hs_aging* aging;       /* how the leaders age */
  hs_candidates leaders;       /* reads that another read follows */
} hs_runs;

/* Bytes of memory that hs_runs_init needs. */
size_t hs_runs_memory(const hs_drive_params* drive, uint32_t capacity);

/* Prepare an empty hs_runs. `memory` is aligned for uint64_t and need not be cleared. All arguments
 * must outlive the hs_runs. Contract: a task is in `reads` when it is inserted here, and no longer
 * in `reads` when it is removed here. */
void hs_runs_init(hs_runs* runs, const hs_scheduler* scheduler, const hs_block_index* reads,
                  const hs_aging* aging, void* memory);

void hs_runs_insert(hs_runs* runs, const hs_scheduler* scheduler, uint32_t task);
void hs_runs_remove(hs_runs* runs, const hs_scheduler* scheduler, uint32_t task);

/* Whether the waiting task follows another task. False for a write. */
bool hs_runs_is_sequential(const hs_runs* runs, uint32_t task);

#endif
