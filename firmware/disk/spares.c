#include "spares.h"

#include "disk/regular_map.h"
#include "disk/track_order.h"

static uint32_t sector_number(const hs_zone* zone, hs_pbn place) {
  const hs_track track = {place.cylinder, place.head};
  return hs_number_of_track(zone, track) * zone->sectors_per_track + place.sector.value;
}

static hs_pbn place_of_number(const hs_zone* zone, uint32_t number) {
  const hs_track track = hs_track_of_number(zone, number / zone->sectors_per_track);
  return (hs_pbn){track.cylinder, track.head, {number % zone->sectors_per_track}};
}

/* True: some of these sectors are slipped. */
static bool any_slipped(const hs_zone* zone, uint32_t sector, uint32_t sectors) {
  uint32_t low = 0;
  uint32_t high = zone->slip_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (zone->slips[middle].sector + zone->slips[middle].sectors <= sector) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < zone->slip_count && zone->slips[low].sector < sector + sectors;
}

/* The first run of taken places that overlaps these sectors. NULL: all sectors are free. */
static const hs_reallocation* taken_among(const hs_reallocations* table, hs_pbn place,
                                          uint32_t sectors) {
  const hs_reallocation* taken = hs_taken_from(table, place);
  const bool meets = taken != NULL && hs_place_key(taken->place) < hs_place_key(place) + sectors;
  return meets ? taken : NULL;
}

/* True: some of these sectors of a track hold a block. */
static bool any_block(const hs_geometry* geometry, hs_pbn place, uint32_t sectors) {
  hs_lbn lbn;
  for (uint32_t i = 0; i < sectors; ++i) {
    if (hs_regular_block(geometry, place, &lbn)) {
      return true;
    }
    place.sector.value++;
  }
  return false;
}

/* Find spare places at the end of the block's track, cylinder or range of cylinders. */
static bool find_in_group(const hs_geometry* geometry, const hs_reallocations* table,
                          const hs_zone* zone, hs_lbn first, uint32_t blocks, hs_pbn* spare) {
  uint32_t run;
  const hs_pbn home = hs_regular_place(geometry, zone, first.value - zone->first_lbn.value, &run);
  const uint32_t group = sector_number(zone, home) / zone->group_sectors;
  const uint32_t groups = hs_tracks_of_zone(zone) * zone->sectors_per_track / zone->group_sectors;
  if (group >= groups) {
    return false; /* the sectors after the last whole group have no spare sectors */
  }
  const uint32_t end = (group + 1) * zone->group_sectors;
  for (uint32_t sector = end - (zone->group_sectors - zone->group_blocks); sector + blocks <= end;
       ++sector) {
    *spare = place_of_number(zone, sector);
    if (spare->sector.value + blocks <= zone->sectors_per_track &&
        !any_slipped(zone, sector, blocks) && !any_block(geometry, *spare, blocks) &&
        taken_among(table, *spare, blocks) == NULL) {
      return true;
    }
  }
  return false;
}

/* Find a spare place after the zone's last block. */
static bool find_at_end(const hs_geometry* geometry, const hs_reallocations* table,
                        const hs_zone* zone, uint32_t blocks, hs_pbn* spare) {
  uint32_t offset = zone->block_count;
  while (offset < zone->place_count) {
    uint32_t run;
    *spare = hs_regular_place(geometry, zone, offset, &run);
    if (run < blocks) {
      offset += run;
      continue;
    }
    const hs_reallocation* taken = taken_among(table, *spare, blocks);
    if (taken == NULL) {
      return true;
    }
    offset += taken->place.sector.value + taken->blocks - spare->sector.value;
  }
  return false;
}

bool hs_find_spare(const hs_geometry* geometry, const hs_reallocations* table, hs_lbn first,
                   uint32_t blocks, hs_pbn* spare) {
  const hs_zone* home = hs_zone_of_lbn(geometry, first);
  const hs_zone* last = geometry->zones + geometry->zone_count;
  if (home->group_sectors != 0 && find_in_group(geometry, table, home, first, blocks, spare)) {
    return true;
  }
  for (const hs_zone* zone = home; zone < last; ++zone) {
    if (find_at_end(geometry, table, zone, blocks, spare)) {
      return true;
    }
  }
  for (const hs_zone* zone = home; zone > geometry->zones; --zone) {
    if (find_at_end(geometry, table, zone - 1, blocks, spare)) {
      return true;
    }
  }
  return false;
}
