/* The shared part of the grouped schedulers: the disk is divided into groups of cylinders. SPTF
 * decides within a group, and the groups take turns in cyclic order (Seltzer 1990, 5.1.1).
 *
 * Freezing: from the first pick in a group on, newcomers for this group wait for its next turn. */
#ifndef HEADSTACK_SCHEDULERS_GROUPS_H
#define HEADSTACK_SCHEDULERS_GROUPS_H

#include "position/position.h"

/* Parameters of a grouped scheduler. */
enum {
  HS_GROUPS,       /* number of groups */
  HS_GROUPS_WEIGHS /* an HS_WEIGHS_PARAMETER */
};
#define HS_GROUPS_PARAMETER HS_WHOLE_PARAMETER("groups", 4, 1, 65535)

typedef struct hs_groups {
  hs_position position; /* the tasks that may be picked */
  uint32_t first;       /* first cylinder with data */
  /* Cylinders from the first to the last with data. Blocks that were moved beyond them belong to
   * the group at that end. */
  uint32_t cylinders;
  uint32_t count;    /* groups, at least 1 */
  uint32_t group;    /* group that is being served */
  bool freezing;     /* the scheduler freezes groups */
  bool frozen;       /* the group being served is frozen */
  uint64_t admitted; /* `frozen`: tasks with a lower `order` are no newcomers */
  uint64_t newest;   /* highest `order` that has come, plus 1; 0: no task has come */
  uint32_t held;     /* first newcomer held back, linked by `right` and `left`, or HS_NO_TASK */
} hs_groups;

/* The operations of such a scheduler. */
size_t hs_groups_memory(const hs_drive_params* drive, uint32_t capacity);
void hs_groups_init(hs_scheduler* scheduler, bool freezing);
void hs_groups_arrival(hs_scheduler* scheduler, uint32_t task);
uint32_t hs_groups_pick(hs_scheduler* scheduler, const hs_drive_view* view);
void hs_groups_remove(hs_scheduler* scheduler, uint32_t task);

#endif
