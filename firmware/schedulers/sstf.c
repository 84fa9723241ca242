/* Shortest seek time first, by distance from just past the previous request's last block
 * (Worthington 1994, 3.1). At the map level the distance is in cylinders, and a cylinder's requests
 * go in C-LOOK order (5.2). Equal distances: the older request. */
#include "schedulers/level.h"
#include "schedulers/ordered_index.h"

static size_t sstf_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  (void)capacity;
  return sizeof(hs_ordered_index);
}

static void sstf_init(hs_scheduler* scheduler) {
  scheduler->knowledge = hs_level_knowledge(scheduler->parameters[0]);
  hs_ordered_init(scheduler->memory, scheduler->tasks);
}

static void sstf_arrival(hs_scheduler* scheduler, uint32_t task) {
  const hs_task* t = &scheduler->tasks[task];
  hs_ordered_insert(scheduler->memory, task,
                    hs_level_key(scheduler->parameters[0], t->track.cylinder, t->lbn));
}

/* The nearer of a task above and one below, by their distances; the older of equals. */
static uint32_t nearer(const hs_task* tasks, uint32_t above, uint64_t up, uint32_t below,
                       uint64_t down) {
  if (above == HS_NO_TASK || below == HS_NO_TASK) {
    return above != HS_NO_TASK ? above : below;
  }
  if (up != down) {
    return up < down ? above : below;
  }
  return tasks[above].order < tasks[below].order ? above : below;
}

static uint32_t pick_by_lbn(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_ordered_index* index = scheduler->memory;
  const hs_task* tasks = scheduler->tasks;
  const uint64_t from = view->last_end.value;
  const uint32_t above = hs_ordered_at_least(index, from);
  const uint32_t below = hs_ordered_below(index, from);
  scheduler->examined += 2;
  return nearer(tasks, above, above == HS_NO_TASK ? 0 : tasks[above].lbn.value - from, below,
                below == HS_NO_TASK ? 0 : from - tasks[below].lbn.value);
}

static uint64_t cylinder_key(uint32_t cylinder) { return (uint64_t)cylinder << 32; }

static uint32_t pick_by_cylinder(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_ordered_index* index = scheduler->memory;
  const hs_task* tasks = scheduler->tasks;
  /* The last block served, not the one past it, which may lie on another cylinder. */
  const hs_lbn last = {view->last_end.value == 0 ? 0 : view->last_end.value - 1};
  const uint32_t here = hs_lbn_to_pbn(&scheduler->drive->geometry, last).cylinder.value;
  scheduler->examined += 2;
  uint32_t above = hs_ordered_at_least(index, cylinder_key(here) | view->last_end.value);
  if (above != HS_NO_TASK && tasks[above].track.cylinder.value == here) {
    return above;
  }
  const uint32_t around = hs_ordered_at_least(index, cylinder_key(here));
  if (around != HS_NO_TASK && tasks[around].track.cylinder.value == here) {
    return around;
  }
  uint32_t below = hs_ordered_below(index, cylinder_key(here));
  if (below != HS_NO_TASK) {
    below = hs_ordered_at_least(index, cylinder_key(tasks[below].track.cylinder.value));
  }
  return nearer(tasks, above, above == HS_NO_TASK ? 0 : tasks[above].track.cylinder.value - here,
                below, below == HS_NO_TASK ? 0 : here - tasks[below].track.cylinder.value);
}

static uint32_t sstf_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  return scheduler->parameters[0] == HS_LEVEL_MAP ? pick_by_cylinder(scheduler, view)
                                                  : pick_by_lbn(scheduler, view);
}

static void sstf_remove(hs_scheduler* scheduler, uint32_t task) {
  hs_ordered_remove(scheduler->memory, task);
}

const hs_scheduler_ops hs_sstf = {
    .name = "sstf",
    .summary = "shortest seek distance first",
    .paper = "Worthington 1994, 3.1",
    .knowledge = HS_KNOWS_LBN,
    .parameters = {HS_LEVEL_PARAMETER},
    .memory = sstf_memory,
    .init = sstf_init,
    .arrival = sstf_arrival,
    .pick = sstf_pick,
    .remove = sstf_remove,
};
