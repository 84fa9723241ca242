#include "buffer/cache.h"

#include "disk/read_run.h"

void hs_cache_init(hs_cache* cache, const hs_cache_rules* rules, const hs_geometry* geometry) {
  *cache = (hs_cache){.rules = rules, .geometry = geometry, .filling = HS_NO_SEGMENT};
  hs_segmentation_init(cache);
}

static bool holds(const hs_cache* cache, const hs_cache_segment* segment, hs_lbn lbn,
                  uint32_t blocks) {
  const uint32_t wanted = cache->rules->hit_by_first_block ? lbn.value + 1 : lbn.value + blocks;
  if (lbn.value < segment->first || wanted > segment->end || blocks > cache->segment_blocks) {
    return false;
  }
  return lbn.value >= segment->hole_end || lbn.value + blocks <= segment->hole_first;
}

static bool is_newest(const hs_cache* cache, const hs_cache_segment* segment) {
  return segment->used == cache->reads;
}

uint32_t hs_cache_find(const hs_cache* cache, hs_lbn lbn, uint32_t blocks) {
  for (uint32_t i = 0; i < cache->count; ++i) {
    const hs_cache_segment* segment = &cache->segments[i];
    if (holds(cache, segment, lbn, blocks) &&
        (!cache->rules->hit_newest_segment_only || is_newest(cache, segment))) {
      return i;
    }
  }
  return HS_NO_SEGMENT;
}

hs_cache_answer hs_cache_look_up(const hs_cache* cache, hs_lbn lbn, uint32_t blocks) {
  if (hs_cache_find(cache, lbn, blocks) != HS_NO_SEGMENT) {
    return HS_CACHE_HIT;
  }
  if (cache->rules->hit_on_written_data && lbn.value >= cache->written_first &&
      lbn.value + blocks <= cache->written_end) {
    return HS_CACHE_WRITTEN;
  }
  return HS_CACHE_MISS;
}

bool hs_cache_range(const hs_cache* cache, uint32_t number, hs_lbn* first, hs_lbn* end) {
  if (number < cache->count) {
    *first = (hs_lbn){cache->segments[number].first};
    *end = (hs_lbn){cache->segments[number].end};
    return true;
  }
  *first = (hs_lbn){cache->written_first};
  *end = (hs_lbn){cache->written_end};
  return number == cache->count && cache->rules->hit_on_written_data;
}

/* Discard all but the newest blocks that the segment has room for. */
static void forget_oldest(const hs_cache* cache, hs_cache_segment* segment) {
  if (segment->end - segment->first > cache->segment_blocks) {
    segment->first = segment->end - cache->segment_blocks;
  }
}

/* Discard the blocks that a read has taken from the segment, if the rules say so. */
static void forget_returned(const hs_cache* cache, hs_cache_segment* segment) {
  if (cache->rules->read_once && segment->read_end > segment->first) {
    segment->first = segment->read_end < segment->end ? segment->read_end : segment->end;
  }
}

/* Discard the segment's tracks before the track of a hit, if the rules say so. */
static void forget_tracks_before(const hs_cache* cache, hs_cache_segment* segment, hs_lbn hit) {
  if (cache->rules->hit_drops_tracks_before && hit.value > segment->first) {
    const uint32_t front = hit.value - hs_blocks_before(cache->geometry, hit);
    segment->first = front > segment->first ? front : segment->first;
  }
}

/* True: some segment remembers a read that ended at `lbn`. */
static bool is_sequential(const hs_cache* cache, hs_lbn lbn) {
  for (uint32_t i = 0; i < cache->count; ++i) {
    if (cache->segments[i].used != 0 && cache->segments[i].read_end == lbn.value) {
      return true;
    }
  }
  return false;
}

/* Choose the segment for a miss: an empty segment, otherwise the least recently used segment. The
 * first of several equal segments is chosen. */
static void claim(hs_cache* cache) {
  uint32_t oldest = 0;
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < cache->count && least != 0; ++i) {
    const hs_cache_segment* segment = &cache->segments[i];
    const uint64_t age = segment->first == segment->end ? 0 : segment->used;
    if (age < least) {
      least = age;
      oldest = i;
    }
  }
  cache->filling = oldest;
}

/* A read has used the segment. */
static void touch(hs_cache* cache, hs_cache_segment* segment, uint32_t read_end, bool stream) {
  cache->writes_in_a_row = 0;
  segment->used = ++cache->reads;
  segment->read_end = read_end;
  segment->stream = segment->stream || stream;
}

bool hs_cache_claim(hs_cache* cache, hs_lbn lbn) {
  const bool sequential = is_sequential(cache, lbn);
  hs_segmentation_adapt(cache);
  claim(cache);
  return sequential;
}

hs_lbn hs_cache_fill(hs_cache* cache, const hs_cached_read* read) {
  hs_cache_segment* segment = &cache->segments[cache->filling];
  touch(cache, segment, read->end, read->sequential);
  segment->hole_first = segment->hole_end = 0;
  if (!cache->rules->enabled) {
    segment->first = read->end; /* empty; nothing is read ahead after the last chunk */
    segment->end = read->end;
    return (hs_lbn){read->end};
  }
  segment->first = read->lbn.value;
  if (cache->rules->whole_track_read) {
    const uint32_t blocks = read->end - read->lbn.value;
    segment->first =
        hs_run_of_miss(cache->rules, cache->geometry, read->lbn, blocks, read->following)
            .first.value;
  }
  segment->end = hs_read_ahead_end(cache, read);
  forget_oldest(cache, segment);
  forget_returned(cache, segment);
  return (hs_lbn){segment->end};
}

hs_lbn hs_cache_read_hit(hs_cache* cache, uint32_t segment, hs_lbn lbn, uint32_t blocks,
                         bool reading, bool may_read) {
  hs_cache_segment* held = &cache->segments[segment];
  const uint32_t end = lbn.value + blocks;
  const bool sequential = held->read_end == lbn.value;
  const bool go_on = !cache->rules->read_ahead_of_misses_only &&
                     (reading || (may_read && cache->rules->prefetch_on_idle_hit));
  const hs_cached_read read = {lbn, end, sequential, false};
  const uint32_t ahead = go_on ? hs_read_ahead_end(cache, &read) : end;
  touch(cache, held, end, true);
  if (ahead > held->end) {
    held->end = ahead;
  }
  forget_oldest(cache, held);
  forget_returned(cache, held);
  forget_tracks_before(cache, held, lbn);
  return (hs_lbn){held->end};
}

void hs_cache_stopped(hs_cache* cache, uint32_t done) {
  hs_cache_segment* segment = &cache->segments[cache->filling];
  const uint32_t reached = cache->program_first + done;
  if (reached < segment->end) {
    segment->end = reached > segment->first ? reached : segment->first;
  }
  cache->filling = HS_NO_SEGMENT;
}

static void drop(hs_cache_segment* segment) { *segment = (hs_cache_segment){0}; }

void hs_cache_drop_reads(hs_cache* cache) {
  for (uint32_t i = 0; i < cache->count; ++i) {
    drop(&cache->segments[i]);
  }
  cache->filling = HS_NO_SEGMENT;
}

void hs_cache_drop_written(hs_cache* cache) {
  cache->written_first = 0;
  cache->written_end = 0;
}

void hs_cache_drop_all(hs_cache* cache) {
  hs_cache_drop_reads(cache);
  hs_cache_drop_written(cache);
}

/* Discard the blocks of [first, end), which are old. Either both remainders of the segment stay, or
 * only the longer remainder. A segment can have only one hole. The blocks between two holes are
 * therefore discarded too. */
static void cut_out(hs_cache_segment* segment, uint32_t first, uint32_t end, bool both_sides) {
  if (segment->first >= end || segment->end <= first) {
    return;
  }
  if (segment->hole_end > segment->first) {
    first = segment->hole_first < first ? segment->hole_first : first;
    end = segment->hole_end > end ? segment->hole_end : end;
  }
  segment->hole_first = segment->hole_end = 0;
  const uint32_t before = first > segment->first ? first - segment->first : 0;
  const uint32_t behind = segment->end > end ? segment->end - end : 0;
  if (before == 0 && behind == 0) {
    drop(segment);
  } else if (both_sides && before != 0 && behind != 0) {
    segment->hole_first = first;
    segment->hole_end = end;
  } else if (behind >= before) {
    segment->first = end;
  } else {
    segment->end = first;
  }
}

void hs_cache_drop(hs_cache* cache, hs_lbn lbn, uint32_t blocks) {
  for (uint32_t i = 0; i < cache->count; ++i) {
    cut_out(&cache->segments[i], lbn.value, lbn.value + blocks, cache->rules->keep_both_sides);
  }
}

void hs_cache_drop_filling(hs_cache* cache) {
  if (cache->filling != HS_NO_SEGMENT) {
    drop(&cache->segments[cache->filling]);
    cache->filling = HS_NO_SEGMENT;
  }
}

/* Discard the segments that hold a block of [first, end). */
static void drop_overlapped(hs_cache* cache, uint32_t first, uint32_t end) {
  for (uint32_t i = 0; i < cache->count; ++i) {
    if (cache->segments[i].first < end && cache->segments[i].end > first) {
      drop(&cache->segments[i]);
    }
  }
}

void hs_cache_write(hs_cache* cache, hs_lbn lbn, uint32_t blocks) {
  const uint32_t most = cache->rules->reads_survive_writes;
  const bool kept = most == 0 || ++cache->writes_in_a_row <= most;
  if (cache->rules->keep_reads_on_write && kept) {
    if (cache->rules->drop_overlapped_segment) {
      drop_overlapped(cache, lbn.value, lbn.value + blocks);
    } else {
      hs_cache_drop(cache, lbn, blocks);
    }
    cache->filling = HS_NO_SEGMENT;
  } else {
    hs_cache_drop_reads(cache);
  }
  if (cache->rules->enabled) {
    const uint32_t segment = cache->rules->segment_blocks;
    const bool goes_on = cache->rules->hit_on_written_run && lbn.value == cache->written_end &&
                         cache->written_end != cache->written_first;
    cache->written_first = goes_on ? cache->written_first : lbn.value;
    cache->written_end = lbn.value + blocks;
    if (cache->written_end - cache->written_first > segment) {
      cache->written_first = cache->written_end - segment;
    }
  }
}
