#include "disk/geometry.h"
#include "disk/track_order.h"

/* Number of the zone's turns that begin at or before the track with a number. */
static uint32_t turns_up_to(const hs_zone* zone, uint32_t number) {
  uint32_t low = 0;
  uint32_t high = zone->turn_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (zone->turns[middle].from <= number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* Angle of a track by the skews alone. `cylinders` come before it in the order of the blocks. */
static hs_fine_angle skewed(const hs_zone* zone, hs_track track, uint32_t cylinders) {
  if (zone->order != HS_SERPENTINE) {
    return cylinders * zone->cylinder_skew + zone->head_skew[track.head.value];
  }
  const uint32_t descending = (cylinders + 1 - zone->descending) / 2;
  const hs_fine_angle* heads =
      hs_descends(zone, cylinders) ? zone->descending_head_skew : zone->head_skew;
  return (cylinders - descending) * zone->cylinder_skew +
         descending * zone->descending_cylinder_skew + heads[track.head.value];
}

hs_fine_angle hs_turned_angle(const hs_zone* zone, hs_track track) {
  const uint32_t number = hs_number_of_track(zone, track);
  const uint32_t cylinders = number / zone->heads;
  const uint32_t turns = turns_up_to(zone, number);
  hs_fine_angle angle = zone->first_angle + skewed(zone, track, cylinders);
  angle += turns == 0 ? 0 : zone->turns[turns - 1].angle;
  if (zone->range_cylinders != 0) {
    angle += cylinders / zone->range_cylinders * zone->range_turn;
  }
  return angle;
}
