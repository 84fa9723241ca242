/* The Disk Mimic: what a drive's requests take, by their type, that of the one before, and the
 * inter-request distance: from the last block of the one before to the first block of this one
 * (Popovici 2003, 3.1). Times are host times in ns: the drive is a black box.
 *
 * hs_mimic is a table that was probed beforehand and does not change (5); hs_mimic_learner observes
 * while it is used (6). */
#ifndef HEADSTACK_MIMIC_H
#define HEADSTACK_MIMIC_H

#include "disk/types.h"

enum {
  HS_MIMIC_KINDS = 4,
  HS_MIMIC_SIDES = 2,
  HS_MIMIC_BUCKETS = 4096 /* a side */
};

/* Row of the tables for a request after another one. */
static inline uint32_t hs_mimic_kind(bool write_before, bool write) {
  return (write_before ? 2u : 0u) + (write ? 1u : 0u);
}

/* Drives have fewer than 2^31 blocks here. */
static inline int32_t hs_mimic_distance(hs_lbn last_end, hs_lbn first) {
  return (int32_t)((int64_t)first.value - (int64_t)last_end.value + 1);
}

/* Lower bounds, for searches that go outward: no time at a distance of `bucket` or farther on that
 * side is less. A bucket is 2^shift distances; the last one has all that are farther. */
typedef struct hs_mimic_reach {
  uint32_t shift;
  uint32_t ns[2][HS_MIMIC_SIDES][HS_MIMIC_BUCKETS]; /* the request before: read, write */
} hs_mimic_reach;

/* No time is known: every bound is UINT32_MAX. */
void hs_mimic_reach_init(hs_mimic_reach* reach, uint32_t block_count);

/* There is a time of `ns` for distances from `first` to `last`, of either type of request. */
void hs_mimic_reach_lower(hs_mimic_reach* reach, bool write_before, int32_t first, int32_t last,
                          uint32_t ns);

static inline uint32_t hs_mimic_bound(const hs_mimic_reach* reach, bool write_before,
                                      int32_t distance) {
  const uint32_t size = distance < 0 ? 0u - (uint32_t)distance : (uint32_t)distance;
  const uint32_t bucket = size >> reach->shift;
  return reach
      ->ns[write_before][distance < 0][bucket < HS_MIMIC_BUCKETS ? bucket : HS_MIMIC_BUCKETS - 1];
}

/* What a table keeps of a distance's samples (Popovici 2003, 5.1): the values of the parameter of
 * `smtf`, which has their words. */
typedef enum hs_mimic_summary {
  HS_MIMIC_MEAN,
  HS_MIMIC_MEDIAN,
  HS_MIMIC_MAXIMUM,
  HS_MIMIC_MINIMUM,
  HS_MIMIC_PROBABILISTIC, /* all of them */
  HS_MIMIC_SUMMARIES
} hs_mimic_summary;

/* Distances of one kind, rising, each with `layers` times, rising as well: one, or the samples
 * that a probabilistic table draws from. Between two distances, times go along a line. */
typedef struct hs_mimic_points {
  const int32_t* distance; /* [count] */
  const uint32_t* ns;      /* [count][layers] */
  uint32_t count;          /* at least 1 */
} hs_mimic_points;

typedef struct hs_mimic {
  hs_mimic_points points[HS_MIMIC_KINDS];
  uint32_t layers;
  hs_mimic_reach reach;
} hs_mimic;

/* Prepare the bounds of a table whose points are set. */
void hs_mimic_init(hs_mimic* mimic, uint32_t block_count);

/* The time of a kind at a distance; beyond the outermost points, that of the nearest. `layer` is
 * below `layers`. */
uint32_t hs_mimic_ns(const hs_mimic* mimic, uint32_t kind, int32_t distance, uint32_t layer);

#endif
