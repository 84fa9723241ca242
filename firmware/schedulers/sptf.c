/* Shortest positioning time first (Worthington 1994, 3.2; STF in Seltzer 1990), exact without
 * looking at every request: outward by cylinder from where the heads are, until no farther cylinder
 * can be reached sooner than the best found. Ties: the older request. */
#include "headstack/predict.h"
#include "schedulers/cylinder_index.h"
#include "schedulers/schedulers.h"

typedef struct best_task {
  uint32_t task;
  hs_ticks cost;
} best_task;

static size_t sptf_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)capacity;
  return hs_cylinder_index_memory(drive->geometry.cylinders);
}

static void sptf_init(hs_scheduler* scheduler) {
  hs_cylinder_index_init(scheduler->memory, scheduler->tasks, scheduler->drive->geometry.cylinders);
}

static void sptf_arrival(hs_scheduler* scheduler, uint32_t task) {
  hs_cylinder_index_insert(scheduler->memory, task);
}

static void sptf_remove(hs_scheduler* scheduler, uint32_t task) {
  hs_cylinder_index_remove(scheduler->memory, task);
}

static void examine_cylinder(hs_scheduler* scheduler, const hs_predictor* predictor,
                             uint32_t cylinder, best_task* best) {
  const hs_cylinder_index* index = scheduler->memory;
  const hs_task* tasks = scheduler->tasks;
  for (uint32_t i = index->oldest[cylinder]; i != HS_NO_TASK; i = tasks[i].right) {
    const hs_ticks cost = hs_predict_cost(predictor, &tasks[i]);
    scheduler->examined++;
    if (best->task == HS_NO_TASK || cost < best->cost ||
        (cost == best->cost && tasks[i].order < tasks[best->task].order)) {
      *best = (best_task){i, cost};
    }
  }
}

static uint32_t sptf_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_cylinder_index* index = scheduler->memory;
  const hs_predictor predictor = hs_predictor_make(scheduler->drive, view);
  const uint32_t here = view->track.cylinder.value;
  uint32_t up = hs_cylinder_index_up(index, here);
  uint32_t down = here == 0 ? HS_NO_CYLINDER : hs_cylinder_index_down(index, here - 1);
  best_task best = {HS_NO_TASK, 0};
  while (up != HS_NO_CYLINDER || down != HS_NO_CYLINDER) {
    const bool go_up = down == HS_NO_CYLINDER || (up != HS_NO_CYLINDER && up - here <= here - down);
    const uint32_t cylinder = go_up ? up : down;
    const uint32_t distance = go_up ? up - here : here - down;
    /* A farther one may still tie and be older: stop only when it must be worse. */
    if (best.task != HS_NO_TASK && hs_predict_bound(&predictor, distance) > best.cost) {
      break;
    }
    examine_cylinder(scheduler, &predictor, cylinder, &best);
    if (go_up) {
      up = hs_cylinder_index_up(index, cylinder + 1);
    } else {
      down = cylinder == 0 ? HS_NO_CYLINDER : hs_cylinder_index_down(index, cylinder - 1);
    }
  }
  return best.task;
}

const hs_scheduler_ops hs_sptf = {
    .name = "sptf",
    .summary = "shortest positioning time (overhead, seek and rotation) first",
    .paper = "Worthington 1994, 3.2",
    .knowledge = HS_KNOWS_POSITION,
    .memory = sptf_memory,
    .init = sptf_init,
    .arrival = sptf_arrival,
    .pick = sptf_pick,
    .remove = sptf_remove,
};
