#include "share/fair_queue.h"

#include "index/task_links.h"

/* hs_task.key of a task here. */
enum {
  IN_CLASS = 0,
  IN_SEQUENCE = 1
};

size_t hs_fair_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  (void)capacity;
  return sizeof(hs_fair_queue);
}

void hs_fair_init(hs_scheduler* scheduler) {
  hs_fair_queue* fair = scheduler->memory;
  fair->now = 0;
  fair->first = HS_NO_TASK;
  fair->last = HS_NO_TASK;
  fair->from = (hs_lbn){0};
  fair->cylinder = (hs_cylinder){0};
  fair->picked = HS_NO_TASK;
  fair->unserved = 0;
  fair->counts = HS_COUNTS_UNSERVED;
  for (uint32_t i = 0; i < HS_MOST_CLASSES; ++i) {
    fair->classes[i] = (hs_fair_class){.oldest = HS_NO_TASK, .youngest = HS_NO_TASK};
  }
}

uint64_t hs_fair_cost_of(const hs_scheduler* scheduler, uint32_t class_id, uint32_t blocks) {
  const uint64_t bytes = (uint64_t)blocks * scheduler->drive->bytes_per_block;
  return (bytes << (40 - 9)) / scheduler->tables.weights[class_id]; /* Q16.16 */
}

uint64_t hs_fair_cost(const hs_scheduler* scheduler, uint32_t task) {
  return hs_fair_cost_of(scheduler, scheduler->facts[task].class_id, scheduler->tasks[task].blocks);
}

static void into_sequence(hs_scheduler* scheduler, uint32_t task, uint32_t before) {
  hs_fair_queue* fair = scheduler->memory;
  hs_task* tasks = scheduler->tasks;
  const uint32_t behind = before == HS_NO_TASK ? fair->first : tasks[before].right;
  hs_task_link(tasks, task, before, behind, &fair->first, &fair->last);
  tasks[task].key = IN_SEQUENCE;
}

/* --- reservation queues ----------------------------------------------------------------------- */

static hs_fair_class* class_of(const hs_scheduler* scheduler, uint32_t task) {
  return &((hs_fair_queue*)scheduler->memory)->classes[scheduler->facts[task].class_id];
}

static bool counts(const hs_fair_queue* fair, const hs_fair_class* c) {
  return fair->counts == HS_COUNTS_QUEUED ? c->oldest != HS_NO_TASK : c->unserved != 0;
}

hs_fair_rear hs_fair_rear_of(const hs_scheduler* scheduler) {
  const hs_fair_queue* fair = scheduler->memory;
  hs_fair_rear rear = {UINT32_MAX, UINT64_MAX, UINT64_MAX};
  for (uint32_t i = 0; i < scheduler->tables.classes; ++i) {
    const hs_fair_class* c = &fair->classes[i];
    if (!counts(fair, c)) {
      continue;
    }
    if (c->inserted < rear.slowest) {
      rear = (hs_fair_rear){i, c->inserted, rear.slowest};
    } else if (c->inserted < rear.second) {
      rear.second = c->inserted;
    }
  }
  return rear;
}

void hs_fair_arrival(hs_scheduler* scheduler, uint32_t task) {
  hs_fair_queue* fair = scheduler->memory;
  hs_fair_class* c = class_of(scheduler, task);
  const bool counted = counts(fair, c);
  scheduler->tasks[task].key = IN_CLASS;
  const uint32_t blocks = scheduler->tasks[task].blocks;
  if (c->oldest == HS_NO_TASK || blocks < c->least_blocks) {
    c->least_blocks = blocks;
  }
  if (c->oldest == HS_NO_TASK) {
    c->start = fair->now > c->finish ? fair->now : c->finish;
    c->finish = c->start + hs_fair_cost(scheduler, task);
  }
  fair->unserved++;
  c->unserved++;
  if (!counted) {
    const hs_fair_rear rear = hs_fair_rear_of(scheduler);
    const uint64_t slowest = hs_fair_slowest(&rear, scheduler->facts[task].class_id);
    if (slowest != UINT64_MAX && slowest > c->inserted) {
      c->inserted = slowest;
    }
  }
  hs_task_link(scheduler->tasks, task, c->youngest, HS_NO_TASK, &c->oldest, &c->youngest);
}

/* Remove the task from its queue, as if it had not arrived. */
static void withdraw(hs_scheduler* scheduler, uint32_t task) {
  hs_fair_class* c = class_of(scheduler, task);
  const bool was_oldest = c->oldest == task;
  hs_task_unlink(scheduler->tasks, task, &c->oldest, &c->youngest);
  if (was_oldest) {
    c->finish = c->start;
    if (c->oldest != HS_NO_TASK) {
      c->finish += hs_fair_cost(scheduler, c->oldest);
    }
  }
}

void hs_fair_remove(hs_scheduler* scheduler, uint32_t task) {
  hs_fair_queue* fair = scheduler->memory;
  if (fair->picked != task) {
    class_of(scheduler, task)->unserved--;
    fair->unserved--;
  }
  fair->picked = HS_NO_TASK;
  if (scheduler->tasks[task].key == IN_SEQUENCE) {
    hs_task_unlink(scheduler->tasks, task, &fair->first, &fair->last);
  } else {
    withdraw(scheduler, task);
  }
}

uint32_t hs_fair_pick(hs_scheduler* scheduler) {
  hs_fair_queue* fair = scheduler->memory;
  fair->picked = fair->first;
  return fair->first;
}

void hs_fair_completion(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view) {
  (void)view;
  ((hs_fair_queue*)scheduler->memory)->unserved--;
  class_of(scheduler, task)->unserved--;
}

/* --- the base sequence ------------------------------------------------------------------------ */

/* The class whose oldest task has the least virtual finish time. Of equal classes, the class with
 * the older task. */
static hs_fair_class* next_class(hs_scheduler* scheduler) {
  hs_fair_queue* fair = scheduler->memory;
  const hs_task* tasks = scheduler->tasks;
  hs_fair_class* next = NULL;
  for (uint32_t i = 0; i < scheduler->tables.classes; ++i) {
    hs_fair_class* c = &fair->classes[i];
    if (c->oldest == HS_NO_TASK) {
      continue;
    }
    scheduler->examined++;
    if (next == NULL || c->finish < next->finish ||
        (c->finish == next->finish && tasks[c->oldest].order < tasks[next->oldest].order)) {
      next = c;
    }
  }
  return next;
}

static uint32_t take_turn(hs_scheduler* scheduler, hs_fair_class* c) {
  hs_fair_queue* fair = scheduler->memory;
  const uint32_t task = c->oldest;
  hs_task_unlink(scheduler->tasks, task, &c->oldest, &c->youngest);
  fair->now = c->start;
  if (c->oldest != HS_NO_TASK) {
    c->start = c->finish;
    c->finish += hs_fair_cost(scheduler, c->oldest);
  }
  return task;
}

/* True: `a` comes before `b` in a C-SCAN from `from`. */
static bool scanned_before(hs_lbn from, const hs_task* a, const hs_task* b) {
  const bool a_ahead = a->lbn.value >= from.value;
  const bool b_ahead = b->lbn.value >= from.value;
  if (a_ahead != b_ahead) {
    return a_ahead;
  }
  return a->lbn.value != b->lbn.value ? a->lbn.value < b->lbn.value : a->order < b->order;
}

void hs_fair_batch(hs_scheduler* scheduler) {
  hs_fair_queue* fair = scheduler->memory;
  const hs_task* tasks = scheduler->tasks;
  for (uint32_t i = 0; i < HS_FAIR_BATCH; ++i) {
    hs_fair_class* c = next_class(scheduler);
    if (c == NULL) {
      break;
    }
    const uint32_t task = take_turn(scheduler, c);
    uint32_t before = fair->last;
    while (before != HS_NO_TASK && scanned_before(fair->from, &tasks[task], &tasks[before])) {
      before = tasks[before].left;
    }
    into_sequence(scheduler, task, before);
  }
  fair->from.value = tasks[fair->last].lbn.value + tasks[fair->last].blocks;
}

void hs_fair_insert(hs_scheduler* scheduler, uint32_t task, uint32_t before) {
  withdraw(scheduler, task);
  into_sequence(scheduler, task, before);
  scheduler->facts[task].inserted = true;
  class_of(scheduler, task)->inserted += hs_fair_cost(scheduler, task);
}
