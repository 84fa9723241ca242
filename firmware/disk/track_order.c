#include "disk/track_order.h"

/* Number of a cylinder, in the order of the zone's blocks. The same formula leads back. */
static uint32_t cylinder_number(const hs_zone* zone, uint32_t into) {
  const uint32_t last = zone->last_cylinder.value - zone->first_cylinder.value;
  return zone->order == HS_OUTWARDS ? last - into : into;
}

uint32_t hs_number_of_track(const hs_zone* zone, hs_track track) {
  const uint32_t into = track.cylinder.value - zone->first_cylinder.value;
  if (zone->order >= HS_INWARDS) {
    return cylinder_number(zone, into);
  }
  const uint32_t head = track.head.value;
  return into * zone->heads + (hs_descends(zone, into) ? zone->heads - 1 - head : head);
}

hs_track hs_track_of_number(const hs_zone* zone, uint32_t number) {
  if (zone->order >= HS_INWARDS) {
    return (hs_track){{zone->first_cylinder.value + cylinder_number(zone, number)},
                      {zone->surface}};
  }
  const uint32_t into = number / zone->heads;
  const uint32_t head = number - into * zone->heads;
  return (hs_track){{zone->first_cylinder.value + into},
                    {hs_descends(zone, into) ? zone->heads - 1 - head : head}};
}
