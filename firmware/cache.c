#include "headstack/cache.h"

void hs_cache_init(hs_cache* cache, const hs_cache_rules* rules, uint32_t block_count) {
  *cache = (hs_cache){.rules = rules, .block_count = block_count};
}

hs_cache_answer hs_cache_look_up(const hs_cache* cache, hs_lbn lbn, uint32_t blocks) {
  const uint32_t wanted = cache->rules->hit_by_first_block ? lbn.value + 1 : lbn.value + blocks;
  if (lbn.value >= cache->first && wanted <= cache->end && blocks <= cache->rules->segment_blocks) {
    return HS_CACHE_HIT;
  }
  if (cache->rules->hit_on_written_data && lbn.value >= cache->written_first &&
      lbn.value + blocks <= cache->written_end) {
    return HS_CACHE_WRITTEN;
  }
  return HS_CACHE_MISS;
}

/* End of the read-ahead after a read that ends before block `end`. It may overwrite what has been
 * returned, so that a whole segment is its only limit. */
static uint32_t read_ahead_end(const hs_cache* cache, uint32_t end) {
  const uint32_t left = cache->block_count - end;
  uint32_t ahead = cache->rules->prefetch_maximum;
  ahead = ahead < cache->rules->segment_blocks ? ahead : cache->rules->segment_blocks;
  return end + (ahead < left ? ahead : left);
}

/* The segment holds the newest blocks only. */
static void forget_oldest(hs_cache* cache) {
  const uint32_t segment = cache->rules->segment_blocks;
  if (cache->end - cache->first > segment) {
    cache->first = cache->end - segment;
  }
}

hs_lbn hs_cache_read_miss(hs_cache* cache, hs_lbn lbn, uint32_t blocks) {
  const uint32_t end = lbn.value + blocks;
  if (!cache->rules->enabled) {
    cache->first = end; /* empty, and nothing to read ahead of a last chunk */
    cache->end = end;
    return (hs_lbn){end};
  }
  cache->first = lbn.value;
  cache->end = read_ahead_end(cache, end);
  forget_oldest(cache);
  return (hs_lbn){cache->end};
}

hs_lbn hs_cache_read_hit(hs_cache* cache, hs_lbn lbn, uint32_t blocks, bool reading) {
  const uint32_t end = lbn.value + blocks;
  const bool go_on = reading || cache->rules->prefetch_on_idle_hit;
  const uint32_t ahead = go_on ? read_ahead_end(cache, end) : end;
  if (ahead > cache->end) {
    cache->end = ahead;
  }
  forget_oldest(cache);
  return (hs_lbn){cache->end};
}

void hs_cache_cut_off(hs_cache* cache, uint32_t done) {
  const uint32_t read = cache->program_first + done;
  cache->end = read < cache->end ? read : cache->end;
  cache->program_first = cache->end;
}

void hs_cache_write(hs_cache* cache, hs_lbn lbn, uint32_t blocks) {
  cache->first = 0;
  cache->end = 0;
  if (cache->rules->enabled) {
    const uint32_t segment = cache->rules->segment_blocks;
    cache->written_end = lbn.value + blocks;
    cache->written_first = blocks > segment ? cache->written_end - segment : lbn.value;
  }
}
