#include "disk/geometry.h"

static bool begins_by(const hs_turn* turn, hs_track track) {
  return turn->from.cylinder.value < track.cylinder.value ||
         (turn->from.cylinder.value == track.cylinder.value &&
          turn->from.head.value <= track.head.value);
}

/* Number of the zone's turns that begin at or before a track. */
static uint32_t turns_up_to(const hs_zone* zone, hs_track track) {
  uint32_t low = 0;
  uint32_t high = zone->turn_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (begins_by(&zone->turns[middle], track)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

hs_fine_angle hs_track_turn(const hs_zone* zone, hs_track track) {
  const uint32_t turns = turns_up_to(zone, track);
  hs_fine_angle angle = turns == 0 ? 0 : zone->turns[turns - 1].angle;
  if (zone->range_cylinders != 0) {
    const uint32_t cylinder = track.cylinder.value - zone->first_cylinder.value;
    angle += cylinder / zone->range_cylinders * zone->range_turn;
  }
  return angle;
}
