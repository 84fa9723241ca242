#include "disk/geometry.h"
#include "disk/reallocation_table.h"
#include "disk/regular_map.h"
#include "disk/track_order.h"

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

static bool any_reallocated(const hs_geometry* geometry) {
  return geometry->reallocations != NULL && geometry->reallocations->taken != 0;
}

/* Computes value / sectors_per_track by a multiplication. The quotient is exact or too low by 1. */
static uint32_t tracks_in(const hs_zone* zone, uint32_t value) {
  const uint32_t quotient = (uint32_t)((value * (zone->pitch_q16 >> 16)) >> 32);
  return quotient + (value - quotient * zone->sectors_per_track >= zone->sectors_per_track);
}

/* The binary searches below do not branch on the value found, because a processor cannot predict
 * such a branch. The answer is always one of the `left` entries from `low` on. */

/* The segment that holds the block `offset` blocks into the zone. */
static const hs_segment* segment_of_offset(const hs_zone* zone, uint32_t offset) {
  const hs_segment* low = zone->segments;
  for (uint32_t left = zone->segment_count; left > 1;) {
    const uint32_t half = left / 2;
    low += low[half].offset <= offset ? half : 0;
    left -= half;
  }
  return low;
}

/* The last segment that begins at or before a sector. If no segment does, the first segment. */
static const hs_segment* segment_of_sector(const hs_zone* zone, uint32_t sector) {
  const hs_segment* low = zone->segments;
  for (uint32_t left = zone->segment_count; left > 1;) {
    const uint32_t half = left / 2;
    low += low[half].sector <= sector ? half : 0;
    left -= half;
  }
  return low;
}

/* End of a segment's blocks, in blocks from the zone's first block. */
static uint32_t end_of_segment(const hs_zone* zone, const hs_segment* segment) {
  const bool last = segment + 1 == zone->segments + zone->segment_count;
  return last ? zone->place_count : segment[1].offset;
}

const hs_zone* hs_zone_of_lbn(const hs_geometry* geometry, hs_lbn lbn) {
  const hs_zone* low = geometry->zones;
  for (uint32_t left = geometry->zone_count; left > 1;) {
    const uint32_t half = left / 2;
    low += low[half].first_lbn.value <= lbn.value ? half : 0;
    left -= half;
  }
  return low;
}

static bool in_cylinders(const hs_zone* zone, hs_cylinder cylinder) {
  return cylinder.value >= zone->first_cylinder.value &&
         cylinder.value <= zone->last_cylinder.value;
}

/* The zone that holds a track. `zone` is the last of the zones with the track's cylinder, and each
 * of these zones lies on one surface. NULL: no zone lies on the surface of the track. */
static const hs_zone* zone_on_surface(const hs_geometry* geometry, const hs_zone* zone,
                                      hs_track track) {
  while (zone->surface != track.head.value) {
    if (zone == geometry->zones || !in_cylinders(zone - 1, track.cylinder)) {
      return NULL;
    }
    --zone;
  }
  return zone;
}

const hs_zone* hs_zone_of_track(const hs_geometry* geometry, hs_track track) {
  const hs_zone* low = geometry->zones;
  for (uint32_t left = geometry->zone_count; left > 1;) {
    const uint32_t half = left / 2;
    low += low[half].first_cylinder.value <= track.cylinder.value ? half : 0;
    left -= half;
  }
  if (!in_cylinders(low, track.cylinder)) {
    return NULL;
  }
  return low->order >= HS_INWARDS ? zone_on_surface(geometry, low, track) : low;
}

static bool grouped(const hs_zone* zone, const hs_segment* segment) {
  return zone->group_sectors != 0 && segment->phase != HS_NO_GROUPS;
}

/* The same as below, in a zone with groups of sectors, or with an order of its own. */
static __attribute__((noinline)) hs_pbn place_in_uneven(const hs_zone* zone,
                                                        const hs_segment* segment, uint32_t into,
                                                        uint32_t* run) {
  uint32_t index = segment->sector + into;
  uint32_t in_group = UINT32_MAX;
  if (grouped(zone, segment)) {
    const uint32_t counted = segment->phase + into;
    const uint32_t groups = counted / zone->group_blocks;
    index += groups * (zone->group_sectors - zone->group_blocks);
    in_group = (groups + 1) * zone->group_blocks - counted;
  }
  const uint32_t number = tracks_in(zone, index);
  const uint32_t sector = index - number * zone->sectors_per_track;
  const hs_track track = hs_track_of_number(zone, number);
  *run = lesser(zone->sectors_per_track - sector, in_group);
  return (hs_pbn){track.cylinder, track.head, {sector}};
}

/* Place of the block `into` blocks after a segment's first block. `*run` becomes the number of
 * adjacent blocks from there on, without the limit of the segment's end. */
static hs_pbn place_in_segment(const hs_geometry* geometry, const hs_zone* zone,
                               const hs_segment* segment, uint32_t into, uint32_t* run) {
  if (zone->uneven) {
    return place_in_uneven(zone, segment, into, run);
  }
  const uint32_t index = segment->sector + into;
  const uint32_t track = tracks_in(zone, index);
  const uint32_t sector = index - track * zone->sectors_per_track;
  const uint32_t cylinders_in = track / geometry->heads;
  *run = zone->sectors_per_track - sector;
  return (hs_pbn){
      .cylinder = {zone->first_cylinder.value + cylinders_in},
      .head = {track - cylinders_in * geometry->heads},
      .sector = {sector},
  };
}

hs_pbn hs_regular_place(const hs_geometry* geometry, const hs_zone* zone, uint32_t offset,
                        uint32_t* run) {
  const hs_segment* segment = segment_of_offset(zone, offset);
  const hs_pbn place = place_in_segment(geometry, zone, segment, offset - segment->offset, run);
  *run = lesser(*run, end_of_segment(zone, segment) - offset);
  return place;
}

/* End of a segment's blocks in use, in blocks from the zone's first block. */
static uint32_t used_end(const hs_zone* zone, const hs_segment* segment) {
  return lesser(end_of_segment(zone, segment), zone->block_count);
}

/* End of the plain stretch of a segment whose blocks in use end at `end`; see hs_walk.plain_end. */
static hs_lbn plain_end(const hs_zone* zone, const hs_segment* segment, uint32_t end) {
  return (hs_lbn){grouped(zone, segment) ? 0 : zone->first_lbn.value + end};
}

/* Put the walk on its block, which is in `segment` of `zone`. */
static void enter_segment(hs_walk* walk, const hs_zone* zone, const hs_segment* segment) {
  const uint32_t offset = walk->lbn.value - zone->first_lbn.value;
  const uint32_t end = used_end(zone, segment);
  walk->zone = zone;
  walk->segment = segment;
  walk->plain_end = plain_end(zone, segment, end);
  walk->place =
      place_in_segment(walk->geometry, zone, segment, offset - segment->offset, &walk->run);
  walk->run = lesser(walk->run, end - offset);
}

/* Apply the table of moved blocks to a walk. If the walk's block is at its regular place, the run
 * ends before the next moved block. If the block was moved, the walk continues at its new place. */
static void reallocate(hs_walk* walk) {
  const hs_reallocation* moved = hs_reallocation_from(walk->geometry->reallocations, walk->lbn);
  walk->plain_end.value = 0;
  walk->segment = NULL;
  if (moved == NULL) {
    return;
  }
  if (moved->first.value > walk->lbn.value) {
    walk->run = lesser(walk->run, moved->first.value - walk->lbn.value);
    return;
  }
  const uint32_t into = walk->lbn.value - moved->first.value;
  walk->run = moved->blocks - into;
  walk->place = moved->place;
  walk->place.sector.value += into;
  walk->zone =
      hs_zone_of_track(walk->geometry, (hs_track){moved->place.cylinder, moved->place.head});
}

hs_walk hs_walk_begin(const hs_geometry* geometry, hs_lbn lbn) {
  hs_walk walk = {.geometry = geometry, .lbn = lbn};
  const hs_zone* zone = hs_zone_of_lbn(geometry, lbn);
  enter_segment(&walk, zone, segment_of_offset(zone, lbn.value - zone->first_lbn.value));
  if (any_reallocated(geometry)) {
    reallocate(&walk);
  }
  return walk;
}

hs_walk hs_walk_resume(const hs_geometry* geometry, const hs_zone* zone, const hs_segment* segment,
                       hs_lbn lbn, hs_pbn place, uint32_t run) {
  hs_walk walk = {.geometry = geometry,
                  .zone = zone,
                  .segment = segment,
                  .lbn = lbn,
                  .run = run,
                  .place = place};
  if (!any_reallocated(geometry)) {
    walk.plain_end = plain_end(zone, segment, used_end(zone, segment));
  }
  return walk;
}

/* Move to the start of the next track, on a plain stretch. */
static void step_track(hs_walk* walk) {
  walk->place.sector.value = 0;
  if (walk->zone->order != HS_OVER_HEADS) {
    const hs_track here = {walk->place.cylinder, walk->place.head};
    const hs_track next = hs_track_of_number(walk->zone, hs_number_of_track(walk->zone, here) + 1);
    walk->place.cylinder = next.cylinder;
    walk->place.head = next.head;
  } else if (++walk->place.head.value == walk->geometry->heads) {
    walk->place.head.value = 0;
    walk->place.cylinder.value++;
  }
  walk->run = lesser(walk->zone->sectors_per_track, walk->plain_end.value - walk->lbn.value);
}

/* Move to the next run of blocks, if it is not on the next track. */
static void jump(hs_walk* walk) {
  if (walk->lbn.value == walk->geometry->block_count) {
    return;
  }
  if (any_reallocated(walk->geometry)) {
    *walk = hs_walk_begin(walk->geometry, walk->lbn);
    return;
  }
  const hs_zone* zone = walk->zone;
  const uint32_t offset = walk->lbn.value - zone->first_lbn.value;
  if (offset == zone->block_count) {
    enter_segment(walk, zone + 1, zone[1].segments);
  } else if (offset == end_of_segment(zone, walk->segment)) {
    enter_segment(walk, zone, walk->segment + 1);
  } else {
    enter_segment(walk, zone, walk->segment);
  }
}

static void next_run(hs_walk* walk) {
  if (walk->lbn.value < walk->plain_end.value) {
    step_track(walk);
  } else {
    jump(walk);
  }
}

uint32_t hs_walk_step(hs_walk* walk, uint32_t blocks) {
  const uint32_t run = lesser(blocks, walk->run);
  walk->lbn.value += run;
  walk->place.sector.value += run;
  walk->run -= run;
  if (walk->run == 0) {
    next_run(walk);
  }
  return run;
}

hs_extent hs_walk_next(hs_walk* walk, uint32_t blocks) {
  hs_extent extent = {.first = walk->place, .angle = hs_place_angle(walk->zone, walk->place)};
  extent.blocks = hs_walk_step(walk, blocks);
  return extent;
}

hs_pbn hs_lbn_to_pbn(const hs_geometry* geometry, hs_lbn lbn) {
  return hs_walk_begin(geometry, lbn).place;
}

/* Number of the block `into` sectors after a segment's first block, counted from the zone's first
 * block. If the sector holds no block, the result is the end of the segment or a later number. */
static uint32_t offset_in_segment(const hs_zone* zone, const hs_segment* segment, uint32_t into) {
  if (!grouped(zone, segment)) {
    return segment->offset + into;
  }
  const uint32_t counted = segment->phase + into;
  const uint32_t groups = counted / zone->group_sectors;
  const uint32_t in_group = counted - groups * zone->group_sectors;
  if (in_group >= zone->group_blocks) {
    return UINT32_MAX;
  }
  return segment->offset + groups * zone->group_blocks + in_group - segment->phase;
}

bool hs_regular_block(const hs_geometry* geometry, hs_pbn place, hs_lbn* lbn) {
  const hs_track track = {place.cylinder, place.head};
  const hs_zone* zone = hs_zone_of_track(geometry, track);
  if (zone == NULL || place.head.value >= geometry->heads ||
      place.sector.value >= zone->sectors_per_track) {
    return false;
  }
  const uint32_t index =
      hs_number_of_track(zone, track) * zone->sectors_per_track + place.sector.value;
  const hs_segment* segment = segment_of_sector(zone, index);
  if (index < segment->sector) {
    return false; /* reserved */
  }
  const uint32_t offset = offset_in_segment(zone, segment, index - segment->sector);
  if (offset >= used_end(zone, segment)) {
    return false;
  }
  lbn->value = zone->first_lbn.value + offset;
  return true;
}

/* The same for a disk with reallocated blocks. */
static bool block_among_moved(const hs_geometry* geometry, hs_pbn place, hs_lbn* lbn) {
  const hs_reallocations* table = geometry->reallocations;
  const hs_reallocation* spare = hs_taken_from(table, place);
  if (spare != NULL && hs_place_key(spare->place) <= hs_place_key(place)) {
    if (spare->first.value == HS_BAD_PLACE) {
      return false;
    }
    lbn->value = spare->first.value + (place.sector.value - spare->place.sector.value);
    return true;
  }
  hs_lbn regular;
  if (!hs_regular_block(geometry, place, &regular)) {
    return false;
  }
  const hs_reallocation* moved = hs_reallocation_from(table, regular);
  if (moved != NULL && moved->first.value <= regular.value) {
    return false;
  }
  *lbn = regular;
  return true;
}

bool hs_pbn_to_lbn(const hs_geometry* geometry, hs_pbn pbn, hs_lbn* lbn) {
  return any_reallocated(geometry) ? block_among_moved(geometry, pbn, lbn)
                                   : hs_regular_block(geometry, pbn, lbn);
}

/* Does the first step of a walk only. No data for a next step are computed, because most tasks are
 * a single extent. */
hs_extent hs_map_extent(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks) {
  if (any_reallocated(geometry)) {
    hs_walk walk = hs_walk_begin(geometry, lbn);
    return hs_walk_next(&walk, blocks);
  }
  const hs_zone* zone = hs_zone_of_lbn(geometry, lbn);
  const uint32_t offset = lbn.value - zone->first_lbn.value;
  const hs_segment* segment = segment_of_offset(zone, offset);
  const uint32_t end = used_end(zone, segment);
  uint32_t run = 0;
  const hs_pbn place = place_in_segment(geometry, zone, segment, offset - segment->offset, &run);
  return (hs_extent){
      .first = place,
      .blocks = lesser(blocks, lesser(run, end - offset)),
      .angle = hs_place_angle(zone, place),
  };
}
