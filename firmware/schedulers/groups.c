#include "schedulers/groups.h"

#define HELD 1u /* `key` of a task that is held back */

size_t hs_groups_memory(const hs_drive_params* drive, uint32_t capacity) {
  return hs_position_bytes(drive, capacity, sizeof(hs_groups), false);
}

void hs_groups_init(hs_scheduler* scheduler, bool freezing) {
  hs_groups* groups = scheduler->memory;
  const uint32_t cylinders = scheduler->drive->geometry.cylinders;
  const uint32_t wanted = scheduler->parameters[0] >> 16;
  hs_position_init(scheduler, (hs_aging){.kind = HS_AGING_NONE}, sizeof(hs_groups));
  groups->count = wanted == 0 ? 1 : wanted < cylinders ? wanted : cylinders;
  groups->group = 0;
  groups->freezing = freezing;
  groups->frozen = false;
  groups->held = HS_NO_TASK;
}

/* Group i begins at cylinder i * cylinders / count, rounded down. */
static uint32_t first_of(const hs_scheduler* scheduler, uint32_t group) {
  const hs_groups* groups = scheduler->memory;
  return (uint32_t)((uint64_t)group * scheduler->drive->geometry.cylinders / groups->count);
}

static uint32_t group_of(const hs_scheduler* scheduler, uint32_t cylinder) {
  const hs_groups* groups = scheduler->memory;
  return (uint32_t)((((uint64_t)cylinder + 1) * groups->count - 1) /
                    scheduler->drive->geometry.cylinders);
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
  tasks[task].key = 0;
  if (groups->frozen && group_of(scheduler, tasks[task].track.cylinder.value) == groups->group) {
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

/* The group is done with: what was held may be picked, when its turn comes again. */
static void thaw(hs_scheduler* scheduler) {
  hs_groups* groups = scheduler->memory;
  groups->frozen = false;
  while (groups->held != HS_NO_TASK) {
    const uint32_t task = groups->held;
    let_go(groups, scheduler->tasks, task);
    hs_position_arrival(scheduler, task);
  }
}

/* If nothing can be picked in the group, on to the next one where something can. */
static void take_turn(hs_scheduler* scheduler) {
  hs_groups* groups = scheduler->memory;
  const hs_cylinder_set* set = &groups->position.candidates.columns;
  const uint32_t next = first_of(scheduler, groups->group + 1);
  if (hs_cylinder_set_up(set, first_of(scheduler, groups->group)) < next) {
    return;
  }
  thaw(scheduler);
  uint32_t cylinder = hs_cylinder_set_up(set, next);
  if (cylinder == HS_NO_CYLINDER) {
    cylinder = hs_cylinder_set_up(set, 0);
  }
  groups->group = group_of(scheduler, cylinder);
}

uint32_t hs_groups_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  hs_groups* groups = scheduler->memory;
  take_turn(scheduler);
  groups->frozen = groups->freezing;
  return hs_position_search(scheduler, view, first_of(scheduler, groups->group),
                            first_of(scheduler, groups->group + 1) - 1, (hs_best){HS_NO_TASK, 0});
}
