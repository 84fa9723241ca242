/* Length of a read-ahead: its limit in blocks, and the ends of tracks and cylinders at which the
 * drive stops earlier. */
#include "buffer/cache.h"
#include "disk/read_run.h"

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

static bool on_same_track(hs_pbn a, hs_pbn b) {
  return a.cylinder.value == b.cylinder.value && a.head.value == b.head.value;
}

/* True: a read of [lbn, end) has crossed to another track, or has reached the end of its track. */
static bool crossed(const hs_geometry* geometry, hs_lbn lbn, uint32_t end) {
  return !on_same_track(hs_lbn_to_pbn(geometry, lbn), hs_lbn_to_pbn(geometry, (hs_lbn){end}));
}

/* Number of blocks after `last` that lie on the track of `last` or on the next track, at most
 * `most`. */
static uint32_t on_two_tracks(const hs_geometry* geometry, hs_lbn last, uint32_t most) {
  const uint32_t here = hs_blocks_within(geometry, last, most, false);
  if (here == most) {
    return most;
  }
  const hs_lbn next = {last.value + here + 1};
  return here + 1 + hs_blocks_within(geometry, next, most - here - 1, false);
}

/* Number of blocks after the read that lie before the drive's boundary, at most `ahead`. */
static uint32_t within_reach(const hs_cache* cache, hs_lbn lbn, uint32_t end, uint32_t ahead) {
  const hs_lbn last = {end - 1};
  switch (cache->rules->read_ahead_reach) {
    case HS_REACH_CYLINDER:
      return hs_blocks_within(cache->geometry, last, ahead, true);
    case HS_REACH_TRACK:
      return hs_blocks_within(cache->geometry, last, ahead, false);
    case HS_REACH_AS_READ:
      return crossed(cache->geometry, lbn, end)
                 ? on_two_tracks(cache->geometry, last, ahead)
                 : hs_blocks_within(cache->geometry, last, ahead, false);
    default:
      return ahead;
  }
}

uint32_t hs_read_ahead_end(const hs_cache* cache, const hs_cached_read* read) {
  const hs_lbn lbn = read->lbn;
  const uint32_t end = read->end;
  const hs_cache_rules* rules = cache->rules;
  const uint32_t left = cache->geometry->block_count - end;
  const uint32_t blocks = end - lbn.value;
  uint32_t room = cache->segment_blocks;
  if (rules->read_ahead_keeps_read) {
    room = blocks < room ? room - blocks : 0;
  }
  uint32_t ahead = lesser(lesser(rules->prefetch_maximum_blocks, room), left);
  if (rules->read_ahead_after_sequential_only && !read->sequential) {
    ahead = 0;
  }
  if (rules->read_ahead_reach != HS_REACH_DISK && ahead != 0) {
    ahead = within_reach(cache, lbn, end, ahead);
  }
  if (!rules->whole_track_read) {
    return end + ahead;
  }
  const uint32_t track_end =
      hs_run_of_miss(rules, cache->geometry, lbn, blocks, read->following).end.value;
  return end + ahead > track_end ? end + ahead : track_end;
}
