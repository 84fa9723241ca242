#include "share/overhead_reduction.h"

/* --- property 1 ------------------------------------------------------------------------------- */

static hs_ticks full_seek(const hs_scheduler* scheduler) {
  const hs_drive_params* drive = scheduler->drive;
  return (hs_ticks)drive->mechanics.seek[drive->geometry.cylinders - 1] << HS_SEEK_SHIFT;
}

/* The estimate: a table, or a straight line from the first cylinder on. */
typedef struct estimate {
  const uint32_t* curve; /* NULL: the line */
  hs_ticks start;
  hs_ticks slope; /* for each cylinder */
} estimate;

static estimate estimate_by(const hs_scheduler* scheduler, uint32_t seeks) {
  const hs_drive_params* drive = scheduler->drive;
  if (seeks == HS_SEEKS_CURVE) {
    return (estimate){.curve = drive->mechanics.seek};
  }
  const hs_ticks full = full_seek(scheduler);
  const hs_ticks start = drive->second / 500;
  return full <= start ? (estimate){.start = full}
                       : (estimate){.start = start,
                                    .slope = (full - start) / (drive->geometry.cylinders - 1)};
}

static inline hs_ticks estimated(const estimate* by, hs_cylinder from, hs_cylinder to) {
  const uint32_t distance = from.value < to.value ? to.value - from.value : from.value - to.value;
  if (distance == 0) {
    return 0;
  }
  return by->curve != NULL ? (hs_ticks)by->curve[distance] << HS_SEEK_SHIFT
                           : by->start + by->slope * distance;
}

hs_ticks hs_estimated_seek(const hs_scheduler* scheduler, uint32_t seeks, hs_cylinder from,
                           hs_cylinder to) {
  const estimate by = estimate_by(scheduler, seeks);
  return estimated(&by, from, to);
}

typedef struct gap {
  hs_cylinder from, to;
  estimate by;
  hs_ticks most; /* greatest time of the path that includes an inserted request */
} gap;

static gap gap_between(const hs_scheduler* scheduler, const hs_margins* margins, hs_cylinder from,
                       hs_cylinder to) {
  const hs_ticks percent = full_seek(scheduler) / 100;
  const hs_ticks margin = (percent * margins->overhead) >> 16;
  const estimate by = estimate_by(scheduler, margins->seeks);
  return (gap){from, to, by, estimated(&by, from, to) + margin};
}

static inline bool fits(const gap* g, const hs_task* task) {
  const hs_cylinder at = task->track.cylinder;
  return estimated(&g->by, g->from, at) + estimated(&g->by, at, g->to) <= g->most;
}

/* --- property 2 ------------------------------------------------------------------------------- */

/* True: a class may lead the slowest class by the given amount. The paper bounds the span of all V;
 * this code bounds a class's own lead over the slowest class. The two rules differ only if a class
 * is already beyond the margin. A class that returns with an old V can be beyond the margin. By the
 * paper's rule, no request of any class could then be inserted. */
static bool may_lead(const hs_scheduler* scheduler, const hs_margins* margins, uint32_t class_id,
                     uint64_t slowest, uint32_t blocks) {
  const hs_fair_queue* fair = scheduler->memory;
  const uint64_t then =
      fair->classes[class_id].inserted + hs_fair_cost_of(scheduler, class_id, blocks);
  return slowest == UINT64_MAX || then <= slowest || then - slowest <= margins->lead;
}

/* --- algorithm 1 ------------------------------------------------------------------------------ */

/* The first request that fits the gap and that may lead, class by class, the oldest request first.
 * A class is skipped if even its smallest request would lead too far. */
static uint32_t insertable(hs_scheduler* scheduler, const hs_margins* margins, const gap* g) {
  const hs_fair_queue* fair = scheduler->memory;
  const hs_task* tasks = scheduler->tasks;
  const hs_fair_rear rear = hs_fair_rear_of(scheduler);
  for (uint32_t i = 0; i < scheduler->tables.classes; ++i) {
    const hs_fair_class* c = &fair->classes[i];
    if (c->oldest == HS_NO_TASK) {
      continue;
    }
    const uint64_t slowest = hs_fair_slowest(&rear, i);
    if (!may_lead(scheduler, margins, i, slowest, c->least_blocks)) {
      continue;
    }
    for (uint32_t task = c->oldest; task != HS_NO_TASK; task = tasks[task].right) {
      scheduler->examined++;
      if (fits(g, &tasks[task]) && may_lead(scheduler, margins, i, slowest, tasks[task].blocks)) {
        return task;
      }
    }
  }
  return HS_NO_TASK;
}

/* Insert into the gap after `before` (HS_NO_TASK: at the head). Returns the inserted task. */
static uint32_t fill(hs_scheduler* scheduler, const hs_margins* margins, uint32_t before) {
  const hs_fair_queue* fair = scheduler->memory;
  const hs_task* tasks = scheduler->tasks;
  const uint32_t behind = before == HS_NO_TASK ? fair->first : tasks[before].right;
  const hs_cylinder from = before == HS_NO_TASK ? fair->cylinder : tasks[before].track.cylinder;
  const gap g = gap_between(scheduler, margins, from, tasks[behind].track.cylinder);
  const uint32_t task = insertable(scheduler, margins, &g);
  if (task != HS_NO_TASK) {
    hs_fair_insert(scheduler, task, before);
  }
  return task;
}

void hs_expanded_batch(hs_scheduler* scheduler, const hs_margins* margins) {
  hs_fair_queue* fair = scheduler->memory;
  const hs_task* tasks = scheduler->tasks;
  hs_fair_batch(scheduler);
  uint32_t at = fair->first;
  if (margins->lead == 0) {
    at = fair->last; /* no displacement is allowed: insert no task */
  } else if (margins->gaps == HS_INSERT_ONE) {
    (void)fill(scheduler, margins, HS_NO_TASK);
  }
  while (at != fair->last) {
    const uint32_t next = tasks[at].right;
    const uint32_t inserted = fill(scheduler, margins, at);
    at = margins->gaps == HS_INSERT_LITERAL && inserted != HS_NO_TASK ? inserted : next;
  }
  fair->cylinder = tasks[fair->last].track.cylinder;
}
