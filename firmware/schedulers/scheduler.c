#include "schedulers/scheduler.h"

#include "disk/located.h"

size_t hs_scheduler_memory(const hs_scheduler_ops* ops, const hs_drive_params* drive,
                           uint32_t capacity) {
  return ops->memory == NULL ? 0 : ops->memory(drive, capacity);
}

void hs_scheduler_init(hs_scheduler* scheduler, const hs_scheduler_ops* ops,
                       const hs_drive_params* drive, hs_task* tasks, uint32_t capacity,
                       const uint32_t* parameters, void* memory) {
  *scheduler = (hs_scheduler){.ops = ops,
                              .knowledge = ops->knowledge,
                              .drive = drive,
                              .tasks = tasks,
                              .capacity = capacity,
                              .memory = memory};
  for (uint32_t i = 0; i < HS_MAX_SCHEDULER_PARAMETERS; ++i) {
    scheduler->parameters[i] =
        parameters != NULL ? parameters[i] : ops->parameters[i].default_value;
  }
  if (ops->init != NULL) {
    ops->init(scheduler);
  }
}

void hs_scheduler_locate(const hs_scheduler* scheduler, hs_task* task) {
  if (scheduler->knowledge >= HS_KNOWS_MAP) {
    hs_locate(&scheduler->drive->geometry, task);
  }
}

void hs_scheduler_arrival(hs_scheduler* scheduler, uint32_t task) {
  hs_scheduler_locate(scheduler, &scheduler->tasks[task]);
  scheduler->waiting++;
  scheduler->ops->arrival(scheduler, task);
}

uint32_t hs_scheduler_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  if (scheduler->waiting == 0) {
    return HS_NO_TASK;
  }
  scheduler->decisions++;
  if (scheduler->ops->take != NULL) {
    scheduler->waiting--;
    return scheduler->ops->take(scheduler, view);
  }
  const uint32_t task = scheduler->ops->pick(scheduler, view);
  hs_scheduler_remove(scheduler, task);
  return task;
}

void hs_scheduler_remove(hs_scheduler* scheduler, uint32_t task) {
  scheduler->ops->remove(scheduler, task);
  scheduler->waiting--;
}

void hs_scheduler_completion(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view) {
  if (scheduler->ops->completion != NULL) {
    scheduler->ops->completion(scheduler, task, view);
  }
}
