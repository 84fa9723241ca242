/* What the seek-reducing schedulers share: requests in the order of their places, and the choice
 * among the nearest on both sides of the last request (Worthington 1994, 3.1). Requests at the last
 * one's own place go first, from its block upwards and then from the place's lowest: C-LOOK within
 * a cylinder (5.2). */
#ifndef HEADSTACK_SCHEDULERS_SWEEP_H
#define HEADSTACK_SCHEDULERS_SWEEP_H

#include "index/level.h"
#include "index/ordered_index.h"

typedef struct hs_sweep {
  hs_ordered_index index;
  hs_level level;
  bool down; /* the direction of the last movement */
} hs_sweep;

/* Where a decision counts from. */
typedef struct hs_sweep_point {
  uint32_t place;
  hs_lbn block; /* within the place, from here on first */
} hs_sweep_point;

/* The operations of a scheduler whose memory is one hs_sweep. */
size_t hs_sweep_memory(const hs_drive_params* drive, uint32_t capacity);
void hs_sweep_arrival(hs_scheduler* scheduler, uint32_t task);
void hs_sweep_remove(hs_scheduler* scheduler, uint32_t task);

/* Empty; upwards. The level's parameters begin at `level`. */
void hs_sweep_init(hs_scheduler* scheduler, uint32_t level);

/* The same for a scheduler without a level's parameters: places are blocks. */
void hs_sweep_init_by_block(hs_scheduler* scheduler);

/* The first block of the previous request, from which the scanning schedulers count. */
hs_sweep_point hs_sweep_from_start(const hs_sweep* sweep, const hs_drive_view* view);

/* Just past its last block; at a level of cylinders, still on that block's cylinder. */
hs_sweep_point hs_sweep_from_end(const hs_sweep* sweep, const hs_drive_view* view);

/* The nearest request of the better side: the side whose `count` >= 1 nearest requests are nearer
 * on average, those against the direction of movement counted as `penalty` places farther. The
 * older one wins a tie. */
uint32_t hs_sweep_nearest(hs_scheduler* scheduler, hs_sweep_point from, uint32_t count,
                          uint64_t penalty);

/* The nearest on the side of a place, one at the point's own place first. Some request is there or
 * on the way. */
uint32_t hs_sweep_towards(hs_scheduler* scheduler, hs_sweep_point from, uint32_t place);

/* The next one upwards, or the lowest. */
uint32_t hs_sweep_upwards(hs_scheduler* scheduler, hs_sweep_point from);

/* The first request at the highest place of an index that is not empty. */
uint32_t hs_sweep_highest(const hs_ordered_index* index);

static inline uint64_t hs_sweep_key(uint32_t place, hs_lbn lbn) {
  return ((uint64_t)place << 32) | lbn.value;
}

#endif
