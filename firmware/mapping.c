#include "headstack/geometry.h"

/* Entries of a rising table that are at most `value`. */
static uint32_t count_up_to(const uint32_t *table, uint32_t length, uint32_t value) {
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

const hs_zone *hs_zone_of_lbn(const hs_geometry *geometry, hs_lbn lbn) {
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

const hs_zone *hs_zone_of_cylinder(const hs_geometry *geometry, hs_cylinder cylinder) {
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
  const hs_zone *zone = &geometry->zones[low];
  const bool inside = cylinder.value >= zone->first_cylinder.value &&
                      cylinder.value <= zone->last_cylinder.value;
  return inside ? zone : NULL;
}

/* Place of the block that is `offset` blocks into `zone`. */
static hs_pbn place_in_zone(const hs_geometry *geometry, const hs_zone *zone, uint32_t offset) {
  const uint32_t good_track = offset / zone->sectors_per_track;
  const uint32_t track =
      zone->front_tracks + good_track + count_up_to(zone->slips, zone->slip_count, good_track);
  const uint32_t cylinders_in = track / geometry->heads;
  return (hs_pbn){
      .cylinder = {zone->first_cylinder.value + cylinders_in},
      .head = {track - cylinders_in * geometry->heads},
      .sector = {offset - good_track * zone->sectors_per_track},
  };
}

hs_pbn hs_lbn_to_pbn(const hs_geometry *geometry, hs_lbn lbn) {
  const hs_zone *zone = hs_zone_of_lbn(geometry, lbn);
  return place_in_zone(geometry, zone, lbn.value - zone->first_lbn.value);
}

bool hs_pbn_to_lbn(const hs_geometry *geometry, hs_pbn pbn, hs_lbn *lbn) {
  const hs_zone *zone = hs_zone_of_cylinder(geometry, pbn.cylinder);
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

hs_extent hs_map_extent(const hs_geometry *geometry, hs_lbn lbn, uint32_t blocks) {
  const hs_zone *zone = hs_zone_of_lbn(geometry, lbn);
  const uint32_t offset = lbn.value - zone->first_lbn.value;
  const hs_pbn first = place_in_zone(geometry, zone, offset);
  const uint32_t on_track = zone->sectors_per_track - first.sector.value;
  const uint32_t in_zone = zone->block_count - offset;
  uint32_t run = blocks < on_track ? blocks : on_track;
  run = run < in_zone ? run : in_zone;
  const hs_ticks start = hs_sector_offset(zone, first.sector.value);
  const hs_track track = {first.cylinder, first.head};
  return (hs_extent){
      .first = first,
      .blocks = run,
      .angle = hs_track_angle(zone, track) + (hs_angle)start,
      .length = hs_sector_offset(zone, first.sector.value + run) - start,
  };
}
