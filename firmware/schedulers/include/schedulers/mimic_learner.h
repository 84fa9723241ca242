/* A Disk Mimic that observes while it is used (Popovici 2003, 6). For each distance seen, the
 * learner keeps the number of requests and the sum of their times.
 *
 * Contract: memory is bounded. When the memory is full, the learner does not learn distances that
 * it has not seen before, and counts the requests refused. The learner interpolates between two
 * neighbouring distances only if both are confirmed as check points (table 2 with N = 2). A check
 * point is confirmed if its mean is within 2 % of a line: the line through the other check point
 * and its own neighbour on the far side. Units: ns, blocks. Ownership: the caller owns the memory
 * that hs_mimic_learner_init gets. */
#ifndef HEADSTACK_MIMIC_LEARNER_H
#define HEADSTACK_MIMIC_LEARNER_H

#include "schedulers/mimic.h"

/* The learner does not know the time. */
#define HS_MIMIC_UNKNOWN UINT32_MAX

/* A distance that has been seen. */
typedef struct hs_mimic_sample {
  int32_t distance; /* inter-request distance, in blocks */
  uint32_t count;   /* requests at this distance, at least 1 */
  uint64_t sum_ns;  /* sum of their times, in ns */
} hs_mimic_sample;

enum {
  HS_MIMIC_PAGE = 64 /* samples that a page can hold */
};

/* A page of neighbouring distances. */
typedef struct hs_mimic_page {
  uint32_t size;                          /* samples in use, 0 .. HS_MIMIC_PAGE */
  hs_mimic_sample samples[HS_MIMIC_PAGE]; /* samples, by rising distance */
} hs_mimic_page;

typedef struct hs_mimic_learner {
  hs_mimic_page* pages;                /* [page_count]: pages of all kinds */
  uint32_t page_count;                 /* pages in the memory */
  uint32_t pages_used;                 /* pages in use, from the first on */
  uint32_t* order[HS_MIMIC_KINDS];     /* [kind][page_count]: a kind's pages, by rising distance */
  uint32_t order_size[HS_MIMIC_KINDS]; /* [kind]: pages of the kind; 0: nothing is known of it */
  uint64_t refused;                    /* requests not learnt from, because the memory was full */
  hs_mimic_reach reach;                /* lower bounds of the times */
} hs_mimic_learner;

/* Bytes of memory for at least `distances` distances, aligned for uint64_t. A full page is split in
 * two. Therefore up to twice as many distances may fit. */
size_t hs_mimic_learner_memory(uint32_t distances);

/* Prepare a learner that knows nothing. `memory` is the caller's and must outlive the learner. */
void hs_mimic_learner_init(hs_mimic_learner* learner, uint32_t distances, uint32_t block_count,
                           void* memory);

/* Learn that a request of a kind at this distance took `ns`. */
void hs_mimic_observe(hs_mimic_learner* learner, uint32_t kind, int32_t distance, uint32_t ns);

/* The mean time at a distance that has been seen `least` times or more, in ns. If the distance has
 * not been seen and `between` is true: the time on the line between its confirmed neighbours.
 * Otherwise HS_MIMIC_UNKNOWN. */
uint32_t hs_mimic_learnt_ns(const hs_mimic_learner* learner, uint32_t kind, int32_t distance,
                            uint32_t least, bool between);

#endif
