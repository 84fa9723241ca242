#include "position/groups.h"

#define HELD 1u /* `key` of a task that is held back */

size_t hs_groups_memory(const hs_drive_params* drive, uint32_t capacity) {
  return hs_position_bytes(drive, capacity, sizeof(hs_groups), false);
}

static uint32_t cylinder_of(const hs_drive_params* drive, uint32_t lbn) {
  hs_geometry regular = drive->geometry;
  regular.reallocations = NULL;
  return hs_lbn_to_pbn(&regular, (hs_lbn){lbn}).cylinder.value;
}

void hs_groups_init(hs_scheduler* scheduler, bool freezing) {
  hs_groups* groups = scheduler->memory;
  const hs_drive_params* drive = scheduler->drive;
  const uint32_t wanted = hs_whole(scheduler, HS_GROUPS);
  hs_position_init(scheduler, hs_aging_none(hs_weighed_by(scheduler, HS_GROUPS_WEIGHS)),
                   sizeof(hs_groups));
  groups->first = cylinder_of(drive, 0);
  groups->cylinders = cylinder_of(drive, drive->geometry.block_count - 1) - groups->first + 1;
  groups->count = wanted == 0 ? 1 : wanted < groups->cylinders ? wanted : groups->cylinders;
  groups->group = 0;
  groups->freezing = freezing;
  groups->frozen = false;
  groups->admitted = 0;
  groups->newest = 0;
  groups->held = HS_NO_TASK;
}

/* The first cylinder of a group: of the cylinders with data, group i begins at number i * cylinders
 * / count, rounded down. */
static uint32_t first_of(const hs_groups* groups, uint32_t group) {
  return group == 0
             ? 0
             : groups->first + (uint32_t)((uint64_t)group * groups->cylinders / groups->count);
}

static uint32_t last_of(const hs_scheduler* scheduler, uint32_t group) {
  const hs_groups* groups = scheduler->memory;
  return group + 1 == groups->count ? scheduler->drive->geometry.cylinders - 1
                                    : first_of(groups, group + 1) - 1;
}

static uint32_t group_of(const hs_groups* groups, uint32_t cylinder) {
  if (cylinder < groups->first) {
    return 0;
  }
  const uint64_t behind = (uint64_t)cylinder - groups->first + 1;
  const uint64_t group = (behind * groups->count - 1) / groups->cylinders;
  return group < groups->count ? (uint32_t)group : groups->count - 1;
}

/* --- tasks held back ------------------------------------------------------------------------- */

static void hold(hs_groups* groups, hs_task* tasks, uint32_t task) {
  tasks[task].key = HELD;
  tasks[task].left = HS_NO_TASK;
  tasks[task].right = groups->held;
  if (groups->held != HS_NO_TASK) {
    tasks[groups->held].left = task;
  }
  groups->held = task;
}

static void let_go(hs_groups* groups, hs_task* tasks, uint32_t task) {
  const uint32_t before = tasks[task].left;
  const uint32_t behind = tasks[task].right;
  tasks[task].key = 0;
  if (before == HS_NO_TASK) {
    groups->held = behind;
  } else {
    tasks[before].right = behind;
  }
  if (behind != HS_NO_TASK) {
    tasks[behind].left = before;
  }
}

void hs_groups_arrival(hs_scheduler* scheduler, uint32_t task) {
  hs_groups* groups = scheduler->memory;
  hs_task* tasks = scheduler->tasks;
  const uint64_t order = tasks[task].order;
  tasks[task].key = 0;
  groups->newest = order < groups->newest ? groups->newest : order + 1;
  if (groups->frozen && order >= groups->admitted &&
      group_of(groups, tasks[task].track.cylinder.value) == groups->group) {
    hold(groups, tasks, task);
  } else {
    hs_position_arrival(scheduler, task);
  }
}

void hs_groups_remove(hs_scheduler* scheduler, uint32_t task) {
  if (scheduler->tasks[task].key == HELD) {
    let_go(scheduler->memory, scheduler->tasks, task);
  } else {
    hs_position_remove(scheduler, task);
  }
}

/* --- turns ----------------------------------------------------------------------------------- */

/* End the turn of a group. The tasks held back can be picked at the group's next turn. */
static void thaw(hs_scheduler* scheduler) {
  hs_groups* groups = scheduler->memory;
  groups->frozen = false;
  while (groups->held != HS_NO_TASK) {
    const uint32_t task = groups->held;
    let_go(groups, scheduler->tasks, task);
    hs_position_arrival(scheduler, task);
  }
}

/* If the current group has no task to pick, continue with the next group that has a task to
 * pick. */
static void take_turn(hs_scheduler* scheduler) {
  hs_groups* groups = scheduler->memory;
  const hs_cylinder_set* set = &groups->position.candidates.columns;
  if (hs_cylinder_set_up(set, first_of(groups, groups->group)) <=
      last_of(scheduler, groups->group)) {
    return;
  }
  thaw(scheduler);
  uint32_t cylinder = HS_NO_CYLINDER;
  if (groups->group + 1 < groups->count) {
    cylinder = hs_cylinder_set_up(set, first_of(groups, groups->group + 1));
  }
  if (cylinder == HS_NO_CYLINDER) {
    cylinder = hs_cylinder_set_up(set, 0);
  }
  groups->group = group_of(groups, cylinder);
}

uint32_t hs_groups_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  hs_groups* groups = scheduler->memory;
  take_turn(scheduler);
  if (groups->freezing && !groups->frozen) {
    groups->frozen = true;
    groups->admitted = groups->newest;
  }
  return hs_position_search(scheduler, view, first_of(groups, groups->group),
                            last_of(scheduler, groups->group), (hs_best){HS_NO_TASK, 0});
}
