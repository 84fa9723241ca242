/* Dynamic segmentation: there is a read segment for each sequential stream, and one more for other
 * reads. The total memory stays the same, so a few streams have long segments. */
#include "buffer/cache.h"

static uint32_t most_segments(const hs_cache* cache) {
  const uint32_t segments = cache->rules->read_segments;
  return segments == 0 ? 1 : segments;
}

void hs_segmentation_init(hs_cache* cache) {
  cache->count = most_segments(cache);
  cache->segment_blocks = cache->rules->segment_blocks;
}

/* Return the number of streams since the last call, and forget the streams. */
static uint32_t take_streams(hs_cache* cache) {
  uint32_t streams = 0;
  for (uint32_t i = 0; i < cache->count; ++i) {
    streams += cache->segments[i].stream ? 1 : 0;
    cache->segments[i].stream = false;
  }
  return streams;
}

/* Move the `count` newest segments, which will remain, to the front. */
static void keep_newest(hs_cache* cache, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t j = i + 1; j < cache->count; ++j) {
      if (cache->segments[j].used > cache->segments[i].used) {
        const hs_cache_segment other = cache->segments[i];
        cache->segments[i] = cache->segments[j];
        cache->segments[j] = other;
      }
    }
  }
}

static void resize(hs_cache* cache, uint32_t count) {
  keep_newest(cache, count < cache->count ? count : cache->count);
  for (uint32_t i = cache->count; i < count; ++i) {
    cache->segments[i] = (hs_cache_segment){0};
  }
  cache->segment_blocks = cache->rules->segment_blocks * most_segments(cache) / count;
  cache->count = count;
  for (uint32_t i = 0; i < count; ++i) {
    hs_cache_segment* segment = &cache->segments[i];
    if (segment->end - segment->first > cache->segment_blocks) {
      segment->first = segment->end - cache->segment_blocks;
    }
  }
}

void hs_segmentation_adapt(hs_cache* cache) {
  const uint32_t period = cache->rules->adapt_segments_after;
  if (period == 0 || cache->reads - cache->adapted < period) {
    return;
  }
  cache->adapted = cache->reads;
  const uint32_t wanted = take_streams(cache) + 1;
  uint32_t count = 1;
  while (count < wanted) {
    count *= 2;
  }
  resize(cache, count < most_segments(cache) ? count : most_segments(cache));
}
