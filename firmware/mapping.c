#include "headstack/geometry.h"

/* Entries of a rising table that are at most `value`. */
static uint32_t count_up_to(const uint32_t* table, uint32_t length, uint32_t value) {
  uint32_t low = 0;
  uint32_t high = length;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (table[middle] <= value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

const hs_zone* hs_zone_of_lbn(const hs_geometry* geometry, hs_lbn lbn) {
  uint32_t low = 0;
  uint32_t high = geometry->zone_count;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (geometry->zones[middle].first_lbn.value <= lbn.value) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return &geometry->zones[low];
}

const hs_zone* hs_zone_of_cylinder(const hs_geometry* geometry, hs_cylinder cylinder) {
  uint32_t low = 0;
  uint32_t high = geometry->zone_count;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (geometry->zones[middle].first_cylinder.value <= cylinder.value) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const hs_zone* zone = &geometry->zones[low];
  const bool inside =
      cylinder.value >= zone->first_cylinder.value && cylinder.value <= zone->last_cylinder.value;
  return inside ? zone : NULL;
}

/* Put the walk on the block that is `offset` blocks into `zone`. */
static void enter_zone(hs_walk* walk, const hs_zone* zone, uint32_t offset) {
  walk->zone = zone;
  walk->offset = offset;
  walk->good_track = offset / zone->sectors_per_track;
  walk->next_slip = count_up_to(zone->slips, zone->slip_count, walk->good_track);
  const uint32_t track = zone->front_tracks + walk->good_track + walk->next_slip;
  const uint32_t cylinders_in = track / walk->geometry->heads;
  walk->place = (hs_pbn){
      .cylinder = {zone->first_cylinder.value + cylinders_in},
      .head = {track - cylinders_in * walk->geometry->heads},
      .sector = {offset - walk->good_track * zone->sectors_per_track},
  };
}

hs_walk hs_walk_begin(const hs_geometry* geometry, hs_lbn lbn) {
  hs_walk walk = {.geometry = geometry};
  const hs_zone* zone = hs_zone_of_lbn(geometry, lbn);
  enter_zone(&walk, zone, lbn.value - zone->first_lbn.value);
  return walk;
}

static void step_track(hs_walk* walk) {
  if (++walk->place.head.value == walk->geometry->heads) {
    walk->place.head.value = 0;
    walk->place.cylinder.value++;
  }
}

/* To the start of the next good track. */
static void next_track(hs_walk* walk) {
  const hs_zone* zone = walk->zone;
  if (walk->offset == zone->block_count) {
    if (zone + 1 < walk->geometry->zones + walk->geometry->zone_count) {
      enter_zone(walk, zone + 1, 0);
    }
    return;
  }
  walk->good_track++;
  walk->place.sector.value = 0;
  step_track(walk);
  while (walk->next_slip < zone->slip_count && zone->slips[walk->next_slip] <= walk->good_track) {
    walk->next_slip++;
    step_track(walk);
  }
}

hs_extent hs_walk_next(hs_walk* walk, uint32_t blocks) {
  const hs_zone* zone = walk->zone;
  const hs_pbn first = walk->place;
  const uint32_t on_track = zone->sectors_per_track - first.sector.value;
  const uint32_t in_zone = zone->block_count - walk->offset;
  const uint32_t room = on_track < in_zone ? on_track : in_zone;
  const uint32_t run = blocks < room ? blocks : room;
  const hs_ticks start = hs_sector_offset(zone, first.sector.value);
  const hs_track track = {first.cylinder, first.head};
  walk->offset += run;
  walk->place.sector.value += run;
  if (run == room) {
    next_track(walk);
  }
  return (hs_extent){
      .first = first,
      .blocks = run,
      .angle = hs_track_angle(zone, track) + (hs_angle)start,
  };
}

hs_pbn hs_lbn_to_pbn(const hs_geometry* geometry, hs_lbn lbn) {
  return hs_walk_begin(geometry, lbn).place;
}

bool hs_pbn_to_lbn(const hs_geometry* geometry, hs_pbn pbn, hs_lbn* lbn) {
  const hs_zone* zone = hs_zone_of_cylinder(geometry, pbn.cylinder);
  if (zone == NULL || pbn.head.value >= geometry->heads ||
      pbn.sector.value >= zone->sectors_per_track) {
    return false;
  }
  const uint32_t track =
      (pbn.cylinder.value - zone->first_cylinder.value) * geometry->heads + pbn.head.value;
  if (track < zone->front_tracks) {
    return false;
  }
  const uint32_t data_track = track - zone->front_tracks;
  /* slips[k] + k is the k-th slipped track itself; find how many lie before this one. */
  uint32_t low = 0;
  uint32_t high = zone->slip_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (zone->slips[middle] + middle <= data_track) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low > 0 && zone->slips[low - 1] + (low - 1) == data_track) {
    return false;
  }
  const uint32_t offset = (data_track - low) * zone->sectors_per_track + pbn.sector.value;
  if (offset >= zone->block_count) {
    return false;
  }
  lbn->value = zone->first_lbn.value + offset;
  return true;
}

hs_extent hs_map_extent(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks) {
  hs_walk walk = hs_walk_begin(geometry, lbn);
  return hs_walk_next(&walk, blocks);
}
