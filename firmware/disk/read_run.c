#include "disk/read_run.h"

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

static bool on_same_track(hs_pbn a, hs_pbn b) {
  return a.cylinder.value == b.cylinder.value && a.head.value == b.head.value;
}

uint32_t hs_blocks_within(const hs_geometry* geometry, hs_lbn lbn, uint32_t most, bool cylinder) {
  hs_walk walk = hs_walk_begin(geometry, lbn);
  const hs_pbn here = walk.place;
  uint32_t blocks = 0;
  while (blocks <= most) {
    const hs_pbn first = walk.place;
    const uint32_t run = hs_walk_step(&walk, most + 1 - blocks);
    if (cylinder ? first.cylinder.value != here.cylinder.value : !on_same_track(first, here)) {
      break;
    }
    blocks += run;
  }
  return blocks - 1;
}

uint32_t hs_blocks_before(const hs_geometry* geometry, hs_lbn lbn) {
  const hs_pbn here = hs_lbn_to_pbn(geometry, lbn);
  uint32_t before = lesser(here.sector.value, lbn.value); /* at most: slips hold no blocks */
  while (!on_same_track(hs_lbn_to_pbn(geometry, (hs_lbn){lbn.value - before}), here)) {
    --before;
  }
  return before;
}

bool hs_next_place(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks, hs_pbn* last,
                   hs_pbn* next) {
  const uint32_t behind = lbn.value + blocks;
  if (behind == geometry->block_count) {
    return false;
  }
  hs_walk walk = hs_walk_begin(geometry, (hs_lbn){behind - 1});
  *last = walk.place;
  hs_walk_step(&walk, 1);
  *next = walk.place;
  return true;
}

/* The next block decides, because spare and slipped sectors hold no blocks. */
hs_run_end hs_end_of(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks) {
  hs_pbn last;
  hs_pbn next;
  if (!hs_next_place(geometry, lbn, blocks, &last, &next) ||
      last.cylinder.value != next.cylinder.value) {
    return HS_ENDS_CYLINDER;
  }
  return last.head.value != next.head.value ? HS_ENDS_TRACK : HS_ENDS_INSIDE;
}

/* The first block of the track, if it is at most `most` blocks before `lbn` and no slip or
 * reallocation lies between them; otherwise `lbn`. */
static hs_lbn front_of_track(const hs_geometry* geometry, hs_lbn lbn, uint32_t most) {
  const hs_pbn place = hs_lbn_to_pbn(geometry, lbn);
  const uint32_t before = lesser(place.sector.value, lbn.value);
  const hs_lbn front = {lbn.value - before};
  const hs_walk walk = hs_walk_begin(geometry, front);
  return before <= most && on_same_track(walk.place, place) && walk.run > before ? front : lbn;
}

static bool begins_on_last_track(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks) {
  const hs_lbn last = {lbn.value + blocks - 1};
  return on_same_track(hs_lbn_to_pbn(geometry, lbn), hs_lbn_to_pbn(geometry, last));
}

hs_read_run hs_run_of_miss(const hs_cache_rules* rules, const hs_geometry* geometry, hs_lbn lbn,
                           uint32_t blocks, bool following) {
  hs_read_run run = {lbn, {lbn.value + blocks}, rules->zero_latency_read};
  if (!rules->whole_track_read || (rules->whole_track_read_if_following && !following) ||
      !rules->enabled || blocks > rules->segment_blocks) {
    return run;
  }
  run.on_arrival = true;
  if (!rules->whole_track_read_of_last_only || begins_on_last_track(geometry, lbn, blocks)) {
    run.first = front_of_track(geometry, lbn, rules->segment_blocks - blocks);
  }
  const uint32_t room = rules->segment_blocks - (run.end.value - run.first.value);
  const uint32_t left = geometry->block_count - run.end.value;
  run.end.value +=
      hs_blocks_within(geometry, (hs_lbn){run.end.value - 1}, lesser(room, left), false);
  return run;
}

uint32_t hs_read_watermark(const hs_cache_rules* rules, uint32_t chunk) {
  const uint32_t whole = rules->read_watermark_of_segment ? rules->segment_blocks : chunk;
  const uint32_t left = rules->read_watermark_all_but;
  const uint32_t share = hs_share(whole, rules->read_watermark_ppm);
  const uint32_t mark = left == 0 ? share : chunk > left ? chunk - left : 0;
  return mark == 0 ? 1 : mark < chunk ? mark : chunk;
}
