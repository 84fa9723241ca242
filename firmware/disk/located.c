#include "disk/located.h"

#include <stddef.h>

void hs_locate(const hs_geometry* geometry, hs_task* task) {
  const hs_walk walk = hs_walk_begin(geometry, task->lbn);
  const uint32_t zone = (uint32_t)(walk.zone - geometry->zones);
  const uint32_t segment =
      walk.segment == NULL ? HS_UNKNOWN_SEGMENT : (uint32_t)(walk.segment - walk.zone->segments);
  task->track = (hs_track){walk.place.cylinder, walk.place.head};
  task->angle = hs_place_angle(walk.zone, walk.place);
  task->zone = (uint16_t)zone;
  task->segment = (uint16_t)(segment < HS_UNKNOWN_SEGMENT ? segment : HS_UNKNOWN_SEGMENT);
  task->sector = (uint16_t)walk.place.sector.value;
  task->run = (uint16_t)(zone <= UINT16_MAX ? walk.run : 0);
}

hs_walk hs_walk_of_task(const hs_geometry* geometry, const hs_task* task) {
  if (!hs_segment_kept(task)) {
    return hs_walk_begin(geometry, task->lbn);
  }
  const hs_zone* zone = &geometry->zones[task->zone];
  const hs_pbn place = {task->track.cylinder, task->track.head, {task->sector}};
  return hs_walk_resume(geometry, zone, zone->segments + task->segment, task->lbn, place,
                        task->run);
}

static hs_lbn last_block(const hs_task* task) {
  return (hs_lbn){task->lbn.value + task->blocks - 1};
}

hs_track hs_last_track(const hs_geometry* geometry, const hs_task* task) {
  if (hs_side_by_side(task, task->blocks)) {
    return task->track;
  }
  const hs_pbn last = hs_lbn_to_pbn(geometry, last_block(task));
  return (hs_track){last.cylinder, last.head};
}

hs_angle hs_last_angle(const hs_geometry* geometry, const hs_task* task) {
  if (hs_side_by_side(task, task->blocks)) {
    const hs_zone* zone = &geometry->zones[task->zone];
    return task->angle + (hs_angle)(hs_sector_offset(zone, task->sector + task->blocks - 1) -
                                    hs_sector_offset(zone, task->sector));
  }
  return hs_map_extent(geometry, last_block(task), 1).angle;
}
