/* The place of a task's first block, kept in the task. The firmware searches the map once for a
 * task whose scheduler knows the map.
 *
 * Contract: hs_locate sets `track`, `angle`, `zone`, `segment`, `sector` and `run` of a task
 * together. Before that, `run` is 0, and the functions here search the map. `run` is 0 too if the
 * zone's number is 65,536 or higher. `sector` and `run` fit 16 bits, because a track has at most
 * 65,535 sectors. If a block moves, its tasks must be located again. */
#ifndef HEADSTACK_LOCATED_H
#define HEADSTACK_LOCATED_H

#include "disk/geometry.h"
#include "disk/task.h"

/* The segment is not known: its number is too large, or blocks have moved. */
#define HS_UNKNOWN_SEGMENT 0xffffu

/* Set the place of the task's first block. Precondition: the task's blocks are on the disk. */
void hs_locate(const hs_geometry* geometry, hs_task* task);

/* Whether `blocks` blocks from the task's first block on lie side by side on one track. False also
 * for a task without a place. */
static inline bool hs_side_by_side(const hs_task* task, uint32_t blocks) {
  return blocks <= task->run;
}

/* Whether the task has its segment, which belongs to the zone of the block's address. */
static inline bool hs_segment_kept(const hs_task* task) {
  return task->run != 0 && task->segment != HS_UNKNOWN_SEGMENT;
}

/* The zone that the task's first block belongs to by its address, as hs_zone_of_lbn. */
static inline const hs_zone* hs_zone_of_task(const hs_geometry* geometry, const hs_task* task) {
  return hs_segment_kept(task) ? &geometry->zones[task->zone] : hs_zone_of_lbn(geometry, task->lbn);
}

/* The walk that begins with the task's first block. */
hs_walk hs_walk_of_task(const hs_geometry* geometry, const hs_task* task);

/* The track of the task's last block. */
hs_track hs_last_track(const hs_geometry* geometry, const hs_task* task);

/* The angle at which the task's last block begins. */
hs_angle hs_last_angle(const hs_geometry* geometry, const hs_task* task);

#endif
