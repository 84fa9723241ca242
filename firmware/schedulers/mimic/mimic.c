#include "schedulers/mimic.h"

/* --- bounds ---------------------------------------------------------------------------------- */

void hs_mimic_reach_init(hs_mimic_reach* reach, uint32_t block_count) {
  reach->shift = 0;
  while ((block_count >> reach->shift) >= HS_MIMIC_BUCKETS) {
    reach->shift++;
  }
  for (uint32_t before = 0; before < 2; ++before) {
    for (uint32_t side = 0; side < HS_MIMIC_SIDES; ++side) {
      for (uint32_t bucket = 0; bucket < HS_MIMIC_BUCKETS; ++bucket) {
        reach->ns[before][side][bucket] = UINT32_MAX;
      }
    }
  }
}

/* Lower the bounds of the buckets, up to the farthest bucket. The loop ends at a bucket whose bound
 * is already as low, because the bounds rise outward. */
static void lower_side(const hs_mimic_reach* reach, uint32_t* ns, uint32_t farthest,
                       uint32_t value) {
  uint32_t bucket = farthest >> reach->shift;
  bucket = bucket < HS_MIMIC_BUCKETS ? bucket : HS_MIMIC_BUCKETS - 1;
  while (ns[bucket] > value) {
    ns[bucket] = value;
    if (bucket-- == 0) {
      return;
    }
  }
}

void hs_mimic_reach_lower(hs_mimic_reach* reach, bool write_before, int32_t first, int32_t last,
                          uint32_t ns) {
  if (last >= 0) {
    lower_side(reach, reach->ns[write_before][0], (uint32_t)last, ns);
  }
  if (first < 0) {
    lower_side(reach, reach->ns[write_before][1], 0u - (uint32_t)first, ns);
  }
}

/* --- the table ------------------------------------------------------------------------------- */

/* The last point at or below a distance; 0 if there is none. */
static uint32_t floor_of(const hs_mimic_points* points, int32_t distance) {
  uint32_t low = 0;
  uint32_t size = points->count;
  while (size > 1) {
    const uint32_t half = size / 2;
    low = points->distance[low + half] <= distance ? low + half : low;
    size -= half;
  }
  return low;
}

uint32_t hs_mimic_ns(const hs_mimic* mimic, uint32_t kind, int32_t distance, uint32_t layer) {
  const hs_mimic_points* points = &mimic->points[kind];
  const uint32_t at = floor_of(points, distance);
  const uint32_t* left = points->ns + (size_t)at * mimic->layers;
  if (distance <= points->distance[at] || at + 1 == points->count) {
    return left[layer];
  }
  const uint32_t* right = left + mimic->layers;
  const int64_t span = (int64_t)points->distance[at + 1] - points->distance[at];
  const int64_t rise = (int64_t)right[layer] - (int64_t)left[layer];
  return (uint32_t)((int64_t)left[layer] +
                    rise * ((int64_t)distance - points->distance[at]) / span);
}

void hs_mimic_init(hs_mimic* mimic, uint32_t block_count) {
  hs_mimic_reach_init(&mimic->reach, block_count);
  for (uint32_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
    const hs_mimic_points* points = &mimic->points[kind];
    const bool write_before = kind >= 2;
    for (uint32_t i = 0; i < points->count; ++i) { /* layer 0 has each point's least time */
      const int32_t first = i == 0 ? INT32_MIN : points->distance[i - 1];
      const int32_t last = i + 1 == points->count ? INT32_MAX : points->distance[i + 1];
      hs_mimic_reach_lower(&mimic->reach, write_before, first, last,
                           points->ns[(size_t)i * mimic->layers]);
    }
  }
}
