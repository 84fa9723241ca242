/* A Disk Mimic that observes while it is used (Popovici 2003, 6): of each distance seen, how often
 * and how long. Memory is bounded: when it is full, distances not seen before are not learnt, and
 * counted.
 *
 * The means of two neighbouring distances are good for those between them if both are confirmed as
 * check points (table 2 with N = 2): each within 2 % of the line through the other one and its own
 * neighbour on the far side. */
#ifndef HEADSTACK_MIMIC_LEARNER_H
#define HEADSTACK_MIMIC_LEARNER_H

#include "schedulers/mimic.h"

#define HS_MIMIC_UNKNOWN UINT32_MAX

/* A distance that has been seen. */
typedef struct hs_mimic_sample {
  int32_t distance;
  uint32_t count;
  uint64_t sum_ns;
} hs_mimic_sample;

enum {
  HS_MIMIC_PAGE = 64
};

/* Neighbouring distances, rising. */
typedef struct hs_mimic_page {
  uint32_t size;
  hs_mimic_sample samples[HS_MIMIC_PAGE];
} hs_mimic_page;

typedef struct hs_mimic_learner {
  hs_mimic_page* pages; /* [page_count] */
  uint32_t page_count;
  uint32_t pages_used;
  uint32_t* order[HS_MIMIC_KINDS]; /* [page_count] each: a kind's pages, rising */
  uint32_t order_size[HS_MIMIC_KINDS];
  uint64_t refused; /* requests that were not learnt from, for want of memory */
  hs_mimic_reach reach;
} hs_mimic_learner;

/* Bytes of memory for at least so many distances, aligned for uint64_t. A page is split when it is
 * full, so up to twice as many may fit. */
size_t hs_mimic_learner_memory(uint32_t distances);

/* Nothing is known. `memory` stays the caller's and must outlive the learner. */
void hs_mimic_learner_init(hs_mimic_learner* learner, uint32_t distances, uint32_t block_count,
                           void* memory);

/* A request of a kind at this distance took so long. */
void hs_mimic_observe(hs_mimic_learner* learner, uint32_t kind, int32_t distance, uint32_t ns);

/* The mean at a distance that has been seen `least` times or more; else, if `between`, along the
 * line between its confirmed neighbours; else HS_MIMIC_UNKNOWN. */
uint32_t hs_mimic_learnt_ns(const hs_mimic_learner* learner, uint32_t kind, int32_t distance,
                            uint32_t least, bool between);

#endif
