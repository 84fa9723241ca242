/* C-LOOK: upwards from the previous request's first block, then back to the lowest (Worthington
 * 1994, 3.1). A request for the previous first block itself counts as ahead. */
#include "schedulers/level.h"
#include "schedulers/ordered_index.h"

const char* const hs_level_choices[] = {"lbn", "map", NULL};

static size_t clook_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  (void)capacity;
  return sizeof(hs_ordered_index);
}

static void clook_init(hs_scheduler* scheduler) {
  scheduler->knowledge = hs_level_knowledge(scheduler->parameters[0]);
  hs_ordered_init(scheduler->memory, scheduler->tasks);
}

static void clook_arrival(hs_scheduler* scheduler, uint32_t task) {
  const hs_task* t = &scheduler->tasks[task];
  hs_ordered_insert(scheduler->memory, task,
                    hs_level_key(scheduler->parameters[0], t->track.cylinder, t->lbn));
}

static uint32_t clook_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_ordered_index* index = scheduler->memory;
  hs_cylinder here = {0};
  if (scheduler->parameters[0] == HS_LEVEL_MAP) {
    here = hs_lbn_to_pbn(&scheduler->drive->geometry, view->last_first).cylinder;
  }
  const uint64_t from = hs_level_key(scheduler->parameters[0], here, view->last_first);
  const uint32_t ahead = hs_ordered_at_least(index, from);
  scheduler->examined++;
  return ahead != HS_NO_TASK ? ahead : hs_ordered_at_least(index, 0);
}

static void clook_remove(hs_scheduler* scheduler, uint32_t task) {
  hs_ordered_remove(scheduler->memory, task);
}

const hs_scheduler_ops hs_clook = {
    .name = "clook",
    .summary = "upwards, then back to the lowest request",
    .paper = "Worthington 1994, 3.1",
    .knowledge = HS_KNOWS_LBN,
    .parameters = {HS_LEVEL_PARAMETER},
    .memory = clook_memory,
    .init = clook_init,
    .arrival = clook_arrival,
    .pick = clook_pick,
    .remove = clook_remove,
};
