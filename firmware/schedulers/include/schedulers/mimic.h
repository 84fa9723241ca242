/* The Disk Mimic: the times of a drive's requests (Popovici 2003, 3.1). A time depends on the type
 * of the request, the type of the request before, and the inter-request distance. The distance goes
 * from the last block of the request before to the first block of this request.
 *
 * Contract: hs_mimic is a table that was probed beforehand and does not change (5).
 * hs_mimic_learner observes while it is used (6). Units: host times in ns, because the drive is a
 * black box; distances in blocks. Ownership: all tables are the caller's. */
#ifndef HEADSTACK_MIMIC_H
#define HEADSTACK_MIMIC_H

#include "disk/types.h"

enum {
  HS_MIMIC_KINDS = 4,     /* pairs of types: of the request before and of this request */
  HS_MIMIC_SIDES = 2,     /* 0: distances of 0 or more; 1: negative distances */
  HS_MIMIC_BUCKETS = 4096 /* buckets of each side */
};

/* The kind of a request after another request: a row of the tables. */
static inline uint32_t hs_mimic_kind(bool write_before, bool write) {
  return (write_before ? 2u : 0u) + (write ? 1u : 0u);
}

/* The inter-request distance, in blocks. `last_end` is the block after the last of the request
 * before. Precondition: the drive has fewer than 2^31 blocks. */
static inline int32_t hs_mimic_distance(hs_lbn last_end, hs_lbn first) {
  return (int32_t)((int64_t)first.value - (int64_t)last_end.value + 1);
}

/* Lower bounds for searches that go outward. */
typedef struct hs_mimic_reach {
  uint32_t shift; /* a bucket is 2^shift distances; the last bucket has all farther distances too */
  /* [write_before][side][bucket]: least time, in ns, at a distance of this bucket or farther on
   * this side. UINT32_MAX: no time is known. */
  uint32_t ns[2][HS_MIMIC_SIDES][HS_MIMIC_BUCKETS];
} hs_mimic_reach;

/* Set every bound to UINT32_MAX, because no time is known. */
void hs_mimic_reach_init(hs_mimic_reach* reach, uint32_t block_count);

/* Lower the bounds: a time of `ns` exists for distances from `first` to `last`, for a read or a
 * write. */
void hs_mimic_reach_lower(hs_mimic_reach* reach, bool write_before, int32_t first, int32_t last,
                          uint32_t ns);

/* The bound at a distance, in ns. */
static inline uint32_t hs_mimic_bound(const hs_mimic_reach* reach, bool write_before,
                                      int32_t distance) {
  const uint32_t size = distance < 0 ? 0u - (uint32_t)distance : (uint32_t)distance;
  const uint32_t bucket = size >> reach->shift;
  return reach
      ->ns[write_before][distance < 0][bucket < HS_MIMIC_BUCKETS ? bucket : HS_MIMIC_BUCKETS - 1];
}

/* How a table summarises a distance's samples (Popovici 2003, 5.1). These are the values of a
 * parameter of `smtf`, which has their words. */
typedef enum hs_mimic_summary {
  HS_MIMIC_MEAN,          /* the mean of the samples */
  HS_MIMIC_MEDIAN,        /* the median of the samples */
  HS_MIMIC_MAXIMUM,       /* the longest sample */
  HS_MIMIC_MINIMUM,       /* the shortest sample */
  HS_MIMIC_PROBABILISTIC, /* all samples */
  HS_MIMIC_SUMMARIES
} hs_mimic_summary;

/* The times of one kind by distance. Between two distances, times lie on a straight line. */
typedef struct hs_mimic_points {
  const int32_t* distance; /* [count]: distances, rising */
  const uint32_t* ns;      /* [count][layers]: times of each distance, rising */
  uint32_t count;          /* distances, at least 1 */
} hs_mimic_points;

typedef struct hs_mimic {
  hs_mimic_points points[HS_MIMIC_KINDS]; /* [kind]: the times of a kind */
  /* Times of a distance: 1, or the samples that a probabilistic table draws from. */
  uint32_t layers;
  hs_mimic_reach reach; /* lower bounds of the times */
} hs_mimic;

/* Prepare the bounds of a table. Precondition: `points` and `layers` are set. */
void hs_mimic_init(hs_mimic* mimic, uint32_t block_count);

/* The time of a kind at a distance, in ns. Beyond the outermost points: the time of the nearest
 * point. Precondition: layer < layers. */
uint32_t hs_mimic_ns(const hs_mimic* mimic, uint32_t kind, int32_t distance, uint32_t layer);

#endif
