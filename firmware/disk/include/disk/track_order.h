/* Order of a zone's blocks over its tracks (hs_track_order).
 *
 * The tracks of a zone are numbered from 0 in the order in which its blocks lie on them. */
#ifndef HEADSTACK_TRACK_ORDER_H
#define HEADSTACK_TRACK_ORDER_H

#include "disk/geometry.h"

/* Number of a track of `zone`. */
uint32_t hs_number_of_track(const hs_zone* zone, hs_track track);

/* The track with a number. Precondition: the zone has the track. */
hs_track hs_track_of_number(const hs_zone* zone, uint32_t number);

/* Number of the zone's tracks. */
static inline uint32_t hs_tracks_of_zone(const hs_zone* zone) {
  return (zone->last_cylinder.value - zone->first_cylinder.value + 1) * zone->heads;
}

/* True: the blocks of a cylinder run from the last head to head 0. `into` counts cylinders from the
 * zone's first cylinder. */
static inline bool hs_descends(const hs_zone* zone, uint32_t into) {
  return zone->order == HS_SERPENTINE && (into & 1u) == zone->descending;
}

#endif
