#include "position/runs.h"

size_t hs_runs_memory(const hs_drive_params* drive, uint32_t capacity) {
  return hs_candidates_memory(drive, capacity, true);
}

void hs_runs_init(hs_runs* runs, const hs_scheduler* scheduler, const hs_block_index* reads,
                  const hs_aging* aging, void* memory) {
  hs_ordered_init(&runs->ends, scheduler->tasks);
  runs->reads = reads;
  runs->aging = aging;
  hs_candidates_init(&runs->leaders, scheduler->drive, scheduler->capacity, true, memory);
}

static uint64_t end_of(const hs_task* task) { return (uint64_t)task->lbn.value + task->blocks; }

/* The oldest waiting read that ends before the block. HS_NO_TASK: no read does. */
static uint32_t first_ending(const hs_runs* runs, uint32_t block) {
  const uint32_t found = hs_ordered_at_least(&runs->ends, block);
  return found != HS_NO_TASK && end_of(&runs->ends.tasks[found]) == block ? found : HS_NO_TASK;
}

static uint32_t next_ending(const hs_runs* runs, uint32_t task, uint32_t block) {
  const uint32_t found = hs_ordered_next(&runs->ends, task);
  return found != HS_NO_TASK && end_of(&runs->ends.tasks[found]) == block ? found : HS_NO_TASK;
}

bool hs_runs_is_sequential(const hs_runs* runs, uint32_t task) {
  const hs_task* t = &runs->ends.tasks[task];
  const uint32_t oldest = t->write ? HS_NO_TASK : first_ending(runs, t->lbn.value);
  return oldest != HS_NO_TASK && runs->ends.tasks[oldest].order < t->order;
}

/* --- leaders --------------------------------------------------------------------------------- */

static bool leads(const hs_runs* runs, uint32_t task) {
  const hs_task* tasks = runs->ends.tasks;
  const uint64_t end = end_of(&tasks[task]);
  uint32_t i = hs_block_index_near(runs->reads, end);
  while (i != HS_NO_TASK && (tasks[i].lbn.value != end || tasks[i].order < tasks[task].order)) {
    i = runs->reads->next[i];
  }
  return i != HS_NO_TASK;
}

static bool is_leader(const hs_runs* runs, uint32_t task) {
  return runs->leaders.chunk_of[task] != HS_NO_CHUNK;
}

static void enter(hs_runs* runs, const hs_scheduler* scheduler, uint32_t task) {
  hs_candidates_insert(&runs->leaders, scheduler->drive, scheduler->tasks, task,
                       hs_age_of(runs->aging, &scheduler->tasks[task]));
}

static void leave(hs_runs* runs, const hs_scheduler* scheduler, uint32_t task) {
  hs_candidates_remove(&runs->leaders, scheduler->tasks, task);
  runs->leaders.chunk_of[task] = HS_NO_CHUNK;
}

void hs_runs_insert(hs_runs* runs, const hs_scheduler* scheduler, uint32_t task) {
  const hs_task* tasks = scheduler->tasks;
  const uint32_t first = tasks[task].lbn.value;
  runs->leaders.chunk_of[task] = HS_NO_CHUNK;
  if (tasks[task].write) {
    return;
  }
  hs_ordered_insert(&runs->ends, task, end_of(&tasks[task]));
  if (leads(runs, task)) { /* the task has been located again */
    enter(runs, scheduler, task);
  }
  uint32_t before = first_ending(runs, first);
  for (; before != HS_NO_TASK; before = next_ending(runs, before, first)) {
    if (tasks[before].order < tasks[task].order && !is_leader(runs, before)) {
      enter(runs, scheduler, before);
    }
  }
}

void hs_runs_remove(hs_runs* runs, const hs_scheduler* scheduler, uint32_t task) {
  const hs_task* t = &scheduler->tasks[task];
  if (t->write) {
    return;
  }
  hs_ordered_remove(&runs->ends, task);
  if (is_leader(runs, task)) {
    leave(runs, scheduler, task);
  }
  uint32_t before = first_ending(runs, t->lbn.value);
  for (; before != HS_NO_TASK; before = next_ending(runs, before, t->lbn.value)) {
    if (is_leader(runs, before) && !leads(runs, before)) {
      leave(runs, scheduler, before);
    }
  }
}
