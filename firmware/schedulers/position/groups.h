/* What the grouped schedulers share: the disk in groups of cylinders, SPTF within one, the groups
 * in cyclic order (Seltzer 1990, 5.1.1). */
#ifndef HEADSTACK_SCHEDULERS_GROUPS_H
#define HEADSTACK_SCHEDULERS_GROUPS_H

#include "position/position.h"

/* Parameters of a grouped scheduler. */
enum {
  HS_GROUPS,
  HS_GROUPS_WEIGHS
};
#define HS_GROUPS_PARAMETER HS_WHOLE_PARAMETER("groups", 4, 1, 65535)

typedef struct hs_groups {
  hs_position position; /* the tasks that may be picked */
  uint32_t first;       /* cylinder with data ... */
  uint32_t cylinders;   /* ... and how many there are; what was moved beyond them belongs to the
                           group at that end */
  uint32_t count;       /* of groups */
  uint32_t group;       /* that is being served */
  bool freezing;        /* what comes for the group being served waits for its next turn ... */
  bool frozen;          /* ... from the first pick in it on, ... */
  uint64_t admitted;    /* ... unless its order is below this: it is no newcomer, ... */
  uint64_t newest;      /* (one past the highest order that has come) */
  uint32_t held;        /* ... in this list, by `right` and `left` */
} hs_groups;

size_t hs_groups_memory(const hs_drive_params* drive, uint32_t capacity);
void hs_groups_init(hs_scheduler* scheduler, bool freezing);
void hs_groups_arrival(hs_scheduler* scheduler, uint32_t task);
uint32_t hs_groups_pick(hs_scheduler* scheduler, const hs_drive_view* view);
void hs_groups_remove(hs_scheduler* scheduler, uint32_t task);

#endif
