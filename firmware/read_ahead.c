/* How far a read-ahead goes: a length, and the boundaries of tracks and cylinders at which the
 * drive stops before that.
 */
#include "headstack/cache.h"

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

static bool on_same_track(hs_pbn a, hs_pbn b) {
  return a.cylinder.value == b.cylinder.value && a.head.value == b.head.value;
}

/* Blocks behind the one at `lbn`, of `most`, that lie on the same track, or in the same cylinder.
 */
static uint32_t within(const hs_geometry* geometry, hs_lbn lbn, uint32_t most, bool cylinder) {
  hs_walk walk = hs_walk_begin(geometry, lbn);
  const hs_pbn here = walk.place;
  uint32_t blocks = 0;
  while (blocks <= most) {
    const hs_extent extent = hs_walk_next(&walk, most + 1 - blocks);
    if (cylinder ? extent.first.cylinder.value != here.cylinder.value
                 : !on_same_track(extent.first, here)) {
      break;
    }
    blocks += extent.blocks;
  }
  return blocks - 1;
}

static bool crossed(const hs_geometry* geometry, hs_lbn lbn, uint32_t end) {
  return !on_same_track(hs_lbn_to_pbn(geometry, lbn), hs_lbn_to_pbn(geometry, (hs_lbn){end - 1}));
}

/* How many of the `ahead` blocks behind the read lie before the boundary that the drive keeps. */
static uint32_t within_reach(const hs_cache* cache, hs_lbn lbn, uint32_t end, uint32_t ahead) {
  const hs_lbn last = {end - 1};
  switch (cache->rules->ahead_reach) {
    case HS_REACH_CYLINDER:
      return within(cache->geometry, last, ahead, true);
    case HS_REACH_TRACK:
      return within(cache->geometry, last, ahead, false);
    case HS_REACH_AS_READ:
      return crossed(cache->geometry, lbn, end) ? ahead
                                                : within(cache->geometry, last, ahead, false);
    default:
      return ahead;
  }
}

uint32_t hs_read_ahead_end(const hs_cache* cache, hs_lbn lbn, uint32_t end, bool sequential) {
  const hs_cache_rules* rules = cache->rules;
  const uint32_t left = cache->geometry->block_count - end;
  const uint32_t blocks = end - lbn.value;
  uint32_t room = cache->segment_blocks;
  if (rules->ahead_keeps_read) {
    room = blocks < room ? room - blocks : 0;
  }
  uint32_t ahead = lesser(lesser(rules->prefetch_maximum, room), left);
  if (rules->ahead_after_sequential && !sequential) {
    ahead = 0;
  }
  if (rules->ahead_reach != HS_REACH_DISK && ahead != 0) {
    ahead = within_reach(cache, lbn, end, ahead);
  }
  if (!rules->whole_track) {
    return end + ahead;
  }
  const uint32_t track_end = hs_run_of_miss(rules, cache->geometry, lbn, blocks).end.value;
  return end + ahead > track_end ? end + ahead : track_end;
}

/* The first block of the track if it is at most `most` blocks before `lbn`, and no slip or
 * reallocation lies between; else `lbn`. */
static hs_lbn front_of_track(const hs_geometry* geometry, hs_lbn lbn, uint32_t most) {
  const hs_pbn place = hs_lbn_to_pbn(geometry, lbn);
  const uint32_t before = lesser(place.sector.value, lbn.value);
  const hs_lbn front = {lbn.value - before};
  const hs_walk walk = hs_walk_begin(geometry, front);
  return before <= most && on_same_track(walk.place, place) && walk.run > before ? front : lbn;
}

hs_read_run hs_run_of_miss(const hs_cache_rules* rules, const hs_geometry* geometry, hs_lbn lbn,
                           uint32_t blocks) {
  hs_read_run run = {lbn, {lbn.value + blocks}, rules->zero_latency_read};
  if (!rules->whole_track || !rules->enabled || blocks > rules->segment_blocks) {
    return run;
  }
  run.on_arrival = true;
  run.first = front_of_track(geometry, lbn, rules->segment_blocks - blocks);
  const uint32_t room = rules->segment_blocks - (run.end.value - run.first.value);
  const uint32_t left = geometry->block_count - run.end.value;
  run.end.value += within(geometry, (hs_lbn){run.end.value - 1}, lesser(room, left), false);
  return run;
}
