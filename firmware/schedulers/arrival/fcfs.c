/* First come, first served: a queue linked through the tasks, the oldest first. */
#include "index/task_links.h"
#include "schedulers/parameters.h"

typedef struct fcfs {
  uint32_t oldest;
  uint32_t youngest;
} fcfs;

static size_t fcfs_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  (void)capacity;
  return sizeof(fcfs);
}

static void fcfs_init(hs_scheduler* scheduler) {
  *(fcfs*)scheduler->memory = (fcfs){HS_NO_TASK, HS_NO_TASK};
}

static void fcfs_arrival(hs_scheduler* scheduler, uint32_t task) {
  fcfs* queue = scheduler->memory;
  hs_task* tasks = scheduler->tasks;
  uint32_t older = queue->youngest;
  uint32_t younger = HS_NO_TASK;
  /* the loop runs only for a task that has been located again */
  while (older != HS_NO_TASK && tasks[older].order > tasks[task].order) {
    younger = older;
    older = tasks[older].left;
  }
  hs_task_link(tasks, task, older, younger, &queue->oldest, &queue->youngest);
}

static uint32_t fcfs_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  (void)view;
  scheduler->examined++;
  return ((const fcfs*)scheduler->memory)->oldest;
}

static void fcfs_remove(hs_scheduler* scheduler, uint32_t task) {
  fcfs* queue = scheduler->memory;
  hs_task_unlink(scheduler->tasks, task, &queue->oldest, &queue->youngest);
}

const hs_scheduler_ops hs_fcfs = {
    .name = "fcfs",
    .summary = "first come, first served",
    .paper = "Worthington 1994, 3",
    .knowledge = HS_KNOWS_NOTHING,
    .memory = fcfs_memory,
    .init = fcfs_init,
    .arrival = fcfs_arrival,
    .pick = fcfs_pick,
    .remove = fcfs_remove,
};
