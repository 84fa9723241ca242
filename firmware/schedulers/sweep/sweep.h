/* The shared part of the seek-reducing schedulers: requests in the order of their places, and the
 * choice among the nearest requests on both sides of the last request (Worthington 1994, 3.1).
 * Requests at the last request's own place go first, from its block upwards and then from the
 * place's lowest block: C-LOOK within a cylinder (5.2).
 *
 * Units: a place is a block or a cylinder (index/level.h). */
#ifndef HEADSTACK_SCHEDULERS_SWEEP_H
#define HEADSTACK_SCHEDULERS_SWEEP_H

#include "index/level.h"
#include "index/ordered_index.h"

typedef struct hs_sweep {
  hs_ordered_index index; /* waiting tasks by place, then by block (hs_sweep_key) */
  hs_level level;         /* the kind of place */
  bool down;              /* the last movement went down; false: up */
} hs_sweep;

/* The point from which a decision counts. */
typedef struct hs_sweep_point {
  uint32_t place; /* place of the last request */
  hs_lbn block;   /* block of this place from which requests go first */
} hs_sweep_point;

/* The operations of a scheduler whose memory is one hs_sweep. */
size_t hs_sweep_memory(const hs_drive_params* drive, uint32_t capacity);
void hs_sweep_arrival(hs_scheduler* scheduler, uint32_t task);
void hs_sweep_remove(hs_scheduler* scheduler, uint32_t task);

/* Prepare an empty hs_sweep that moves upwards. The level's parameters begin at `level`. */
void hs_sweep_init(hs_scheduler* scheduler, uint32_t level);

/* The same for a scheduler without parameters of a level. Places are blocks. */
void hs_sweep_init_by_block(hs_scheduler* scheduler);

/* The point at the first block of the last request. The scanning schedulers count from it. */
hs_sweep_point hs_sweep_from_start(const hs_sweep* sweep, const hs_drive_view* view);

/* The point just past the last block of the last request. At a level of cylinders, this point is
 * still on the cylinder of that block. */
hs_sweep_point hs_sweep_from_end(const hs_sweep* sweep, const hs_drive_view* view);

/* The nearest request of the better side. A side is better if its `count` (at least 1) nearest
 * requests are nearer on average. Requests against the direction of movement count as `penalty`
 * places farther. The older request wins a tie. */
uint32_t hs_sweep_nearest(hs_scheduler* scheduler, hs_sweep_point from, uint32_t count,
                          uint64_t penalty);

/* The nearest request on the side of `place`. Requests at the point's own place go first.
 * Precondition: a request waits at `place` or on the way to it. */
uint32_t hs_sweep_towards(hs_scheduler* scheduler, hs_sweep_point from, uint32_t place);

/* The next request upwards, or else the lowest request. */
uint32_t hs_sweep_upwards(hs_scheduler* scheduler, hs_sweep_point from);

/* The first request at the highest place. Precondition: the index is not empty. */
uint32_t hs_sweep_highest(const hs_ordered_index* index);

/* The key of a request in the index. */
static inline uint64_t hs_sweep_key(uint32_t place, hs_lbn lbn) {
  return ((uint64_t)place << 32) | lbn.value;
}

#endif
