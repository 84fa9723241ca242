/* Sequential runs of waiting reads: a younger read follows an older one that ends where it begins.
 * A read that another one follows, and that follows none, leads a run. */
#ifndef HEADSTACK_SCHEDULERS_RUNS_H
#define HEADSTACK_SCHEDULERS_RUNS_H

#include "index/block_index.h"
#include "index/ordered_index.h"
#include "position/aging.h"
#include "position/candidates.h"

typedef struct hs_runs {
  hs_ordered_index ends;       /* reads by the block behind them, linked through the tasks */
  const hs_block_index* reads; /* reads by their first block */
  const hs_aging* aging;       /* how the leaders age */
  hs_candidates leaders;
} hs_runs;

/* Bytes behind the hs_runs itself. */
size_t hs_runs_memory(const hs_drive_params* drive, uint32_t capacity);

/* Prepare an empty one. `memory` is aligned for uint64_t, and not cleared. A task is in `reads`
 * when it is inserted here, and no longer when it is removed here. What this is handed outlives
 * it. */
void hs_runs_init(hs_runs* runs, const hs_scheduler* scheduler, const hs_block_index* reads,
                  const hs_aging* aging, void* memory);

void hs_runs_insert(hs_runs* runs, const hs_scheduler* scheduler, uint32_t task);
void hs_runs_remove(hs_runs* runs, const hs_scheduler* scheduler, uint32_t task);

/* Does the waiting task follow another? Never if it is a write. */
bool hs_runs_is_sequential(const hs_runs* runs, uint32_t task);

#endif
