#include "controller/task_queue.h"

typedef enum place {
  PLACE_FREE,
  PLACE_URGENT,
  PLACE_FENCED,
  PLACE_SCHEDULER,
  PLACE_RUNNING, /* taken from one of the lists */
  PLACE_PICKED   /* running, picked by the scheduler */
} place;

/* --- lists ----------------------------------------------------------------------------------- */

static void list_clear(hs_task_list* list) { *list = (hs_task_list){HS_NO_TASK, HS_NO_TASK}; }

static void list_push_back(hs_task_list* list, hs_task* tasks, uint32_t task) {
  tasks[task].right = HS_NO_TASK;
  if (list->first == HS_NO_TASK) {
    list->first = task;
  } else {
    tasks[list->last].right = task;
  }
  list->last = task;
}

static void list_push_front(hs_task_list* list, hs_task* tasks, uint32_t task) {
  tasks[task].right = list->first;
  if (list->first == HS_NO_TASK) {
    list->last = task;
  }
  list->first = task;
}

static uint32_t list_pop_front(hs_task_list* list, hs_task* tasks) {
  const uint32_t task = list->first;
  list->first = tasks[task].right;
  if (list->first == HS_NO_TASK) {
    list->last = HS_NO_TASK;
  }
  return task;
}

static void list_remove(hs_task_list* list, hs_task* tasks, uint32_t task) {
  if (list->first == task) {
    list_pop_front(list, tasks);
    return;
  }
  uint32_t before = list->first;
  while (tasks[before].right != task) {
    before = tasks[before].right;
  }
  tasks[before].right = tasks[task].right;
  if (list->last == task) {
    list->last = before;
  }
}

/* --- tags ------------------------------------------------------------------------------------ */

static uint32_t bucket_count(uint32_t depth) {
  uint32_t count = 1;
  while (count < depth) {
    count *= 2;
  }
  return count;
}

static uint32_t* bucket_of(const hs_task_queue* queue, uint8_t initiator, hs_tag tag) {
  return &queue->buckets[(tag.value + initiator * 0x9e37u) & queue->bucket_mask];
}

static void enter_tag(hs_task_queue* queue, uint32_t entry) {
  hs_task* task = &queue->tasks[entry];
  queue->held_by[task->initiator]++;
  if ((task->flags & HS_FLAG_UNTAGGED) != 0) {
    queue->untagged[task->initiator] = entry;
    return;
  }
  uint32_t* bucket = bucket_of(queue, task->initiator, task->tag);
  task->chain = *bucket;
  *bucket = entry;
}

static void leave_tag(hs_task_queue* queue, uint32_t entry) {
  const hs_task* task = &queue->tasks[entry];
  queue->held_by[task->initiator]--;
  if ((task->flags & HS_FLAG_UNTAGGED) != 0) {
    queue->untagged[task->initiator] = HS_NO_TASK;
    return;
  }
  uint32_t* link = bucket_of(queue, task->initiator, task->tag);
  while (*link != entry) {
    link = &queue->tasks[*link].chain;
  }
  *link = task->chain;
}

uint32_t hs_task_queue_find(const hs_task_queue* queue, uint8_t initiator, hs_tag tag,
                            bool untagged) {
  if (untagged) {
    return queue->untagged[initiator];
  }
  uint32_t entry = *bucket_of(queue, initiator, tag);
  while (entry != HS_NO_TASK && (queue->tasks[entry].initiator != initiator ||
                                 queue->tasks[entry].tag.value != tag.value)) {
    entry = queue->tasks[entry].chain;
  }
  return entry;
}

/* --- the queue ------------------------------------------------------------------------------- */

size_t hs_task_queue_memory(uint32_t depth) {
  return sizeof(hs_task) * depth + sizeof(uint32_t) * bucket_count(depth);
}

void hs_task_queue_init(hs_task_queue* queue, hs_task* tasks, uint32_t depth,
                        const hs_scheduler_ops* ops, const hs_drive_params* drive,
                        const uint32_t* parameters, void* memory) {
  queue->tasks = tasks;
  queue->depth = depth;
  queue->held = 0;
  queue->free = HS_NO_TASK;
  queue->fresh = 0;
  queue->next_order = 0;
  list_clear(&queue->urgent);
  list_clear(&queue->fenced);
  queue->buckets = (uint32_t*)(void*)(tasks + depth);
  queue->bucket_mask = bucket_count(depth) - 1;
  for (uint32_t i = 0; i <= queue->bucket_mask; ++i) {
    queue->buckets[i] = HS_NO_TASK;
  }
  for (uint32_t i = 0; i < HS_INITIATORS; ++i) {
    queue->held_by[i] = 0;
    queue->untagged[i] = HS_NO_TASK;
  }
  hs_scheduler_init(&queue->scheduler, ops, drive, tasks, depth, parameters, memory);
}

uint32_t hs_task_queue_claim(hs_task_queue* queue) {
  const uint32_t entry = queue->free;
  if (entry != HS_NO_TASK) {
    queue->free = queue->tasks[entry].right;
    return entry;
  }
  if (queue->fresh == queue->depth) {
    return HS_NO_TASK;
  }
  queue->tasks[queue->fresh].place = PLACE_FREE;
  return queue->fresh++;
}

/* Set the task's place on the medium, if the task has blocks on the medium. */
static void locate(const hs_task_queue* queue, hs_task* task) {
  if (hs_action_on_medium(task->action)) {
    hs_scheduler_locate(&queue->scheduler, task);
  }
}

static void to_scheduler(hs_task_queue* queue, uint32_t entry) {
  queue->tasks[entry].place = PLACE_SCHEDULER;
  hs_scheduler_arrival(&queue->scheduler, entry);
}

void hs_task_queue_add(hs_task_queue* queue, uint32_t entry) {
  hs_task* tasks = queue->tasks;
  hs_task* task = &tasks[entry];
  queue->held++;
  task->order = queue->next_order++;
  task->run = 0;
  enter_tag(queue, entry);
  if (task->attribute == HS_ATTRIBUTE_HEAD_OF_QUEUE) {
    locate(queue, task);
    task->place = PLACE_URGENT;
    list_push_front(&queue->urgent, tasks, entry);
  } else if (task->attribute == HS_ATTRIBUTE_ORDERED || queue->fenced.first != HS_NO_TASK) {
    locate(queue, task);
    task->place = PLACE_FENCED;
    list_push_back(&queue->fenced, tasks, entry);
  } else {
    to_scheduler(queue, entry);
  }
}

bool hs_task_queue_ready(const hs_task_queue* queue) {
  return queue->scheduler.waiting != 0 || queue->urgent.first != HS_NO_TASK ||
         queue->fenced.first != HS_NO_TASK;
}

/* Give the scheduler the SIMPLE tasks that waited after an ORDERED task, up to the next ORDERED
 * task. The first ORDERED task has left the list. */
static void admit_simple(hs_task_queue* queue) {
  hs_task* tasks = queue->tasks;
  while (queue->fenced.first != HS_NO_TASK &&
         tasks[queue->fenced.first].attribute == HS_ATTRIBUTE_SIMPLE) {
    to_scheduler(queue, list_pop_front(&queue->fenced, tasks));
  }
}

static uint32_t pick(hs_task_queue* queue, const hs_drive_view* view) {
  const uint32_t task = hs_scheduler_pick(&queue->scheduler, view);
  if (task != HS_NO_TASK) {
    queue->tasks[task].place = PLACE_PICKED;
  }
  return task;
}

static uint32_t pop(hs_task_queue* queue, hs_task_list* list) {
  const uint32_t task = list_pop_front(list, queue->tasks);
  queue->tasks[task].place = PLACE_RUNNING;
  return task;
}

/* Take the next task if some tasks do not wait in the scheduler. */
static HS_RARE uint32_t take_in_turn(hs_task_queue* queue, const hs_drive_view* view) {
  if (queue->urgent.first != HS_NO_TASK) {
    return pop(queue, &queue->urgent);
  }
  admit_simple(queue);
  if (queue->scheduler.waiting != 0) {
    return pick(queue, view);
  }
  return queue->fenced.first != HS_NO_TASK ? pop(queue, &queue->fenced) : HS_NO_TASK;
}

uint32_t hs_task_queue_next(hs_task_queue* queue, const hs_drive_view* view) {
  const bool scheduler_only =
      queue->urgent.first == HS_NO_TASK && queue->fenced.first == HS_NO_TASK;
  return scheduler_only ? pick(queue, view) : take_in_turn(queue, view);
}

bool hs_task_queue_picked(const hs_task_queue* queue, uint32_t task) {
  return queue->tasks[task].place == PLACE_PICKED;
}

void hs_task_queue_finish(hs_task_queue* queue, uint32_t task) {
  leave_tag(queue, task);
  queue->tasks[task].place = PLACE_FREE;
  queue->tasks[task].right = queue->free;
  queue->free = task;
  queue->held--;
}

/* Take a task that waits out of its list or out of the scheduler. */
static void take_out(hs_task_queue* queue, uint32_t task) {
  switch (queue->tasks[task].place) {
    case PLACE_URGENT:
      list_remove(&queue->urgent, queue->tasks, task);
      break;
    case PLACE_FENCED:
      list_remove(&queue->fenced, queue->tasks, task);
      break;
    case PLACE_SCHEDULER:
      hs_scheduler_remove(&queue->scheduler, task);
      break;
    default:
      break;
  }
}

void hs_task_queue_abort(hs_task_queue* queue, uint32_t task) {
  take_out(queue, task);
  hs_task_queue_finish(queue, task);
}

HS_COLD void hs_task_queue_take(hs_task_queue* queue, uint32_t entry) {
  take_out(queue, entry);
  queue->tasks[entry].place = PLACE_RUNNING;
}

HS_COLD bool hs_task_queue_waits(const hs_task_queue* queue, uint32_t entry) {
  const hs_task* task = &queue->tasks[entry];
  return task->place == PLACE_URGENT || task->place == PLACE_FENCED ||
         task->place == PLACE_SCHEDULER;
}

HS_COLD void hs_task_queue_change_facts(hs_task_queue* queue, uint32_t entry,
                                        const hs_task_facts* facts) {
  /* A scheduler that orders by other facts may give a task that comes again another place. */
  const bool by_deadline = (queue->scheduler.ops->needs & HS_NEEDS_DEADLINES) != 0;
  const bool ordered = by_deadline && queue->tasks[entry].place == PLACE_SCHEDULER;
  if (ordered) {
    hs_scheduler_remove(&queue->scheduler, entry);
  }
  queue->scheduler.facts[entry] = *facts;
  if (ordered) {
    hs_scheduler_arrival(&queue->scheduler, entry);
  }
}

static uint32_t first_from(const hs_task_queue* queue, uint32_t entry) {
  while (entry < queue->fresh && queue->tasks[entry].place == PLACE_FREE) {
    ++entry;
  }
  return entry < queue->fresh ? entry : HS_NO_TASK;
}

uint32_t hs_task_queue_first(const hs_task_queue* queue) { return first_from(queue, 0); }

uint32_t hs_task_queue_after(const hs_task_queue* queue, uint32_t task) {
  return first_from(queue, task + 1);
}

bool hs_task_queue_conflict(const hs_task_queue* queue, const hs_task* task) {
  uint32_t entry = hs_task_queue_first(queue);
  for (; entry != HS_NO_TASK; entry = hs_task_queue_after(queue, entry)) {
    const hs_task* other = &queue->tasks[entry];
    const bool overlap = other->lbn.value < task->lbn.value + task->blocks &&
                         task->lbn.value < other->lbn.value + other->blocks;
    if (overlap && hs_action_on_medium(other->action) && other->initiator == task->initiator &&
        (other->write || task->write)) {
      return true;
    }
  }
  return false;
}

HS_COLD void hs_task_queue_relocate(hs_task_queue* queue, hs_lbn lbn) {
  uint32_t entry = hs_task_queue_first(queue);
  for (; entry != HS_NO_TASK; entry = hs_task_queue_after(queue, entry)) {
    hs_task* task = &queue->tasks[entry];
    if (lbn.value - task->lbn.value > task->run || !hs_action_on_medium(task->action)) {
      continue;
    }
    task->run = 0;
    if (task->place == PLACE_SCHEDULER && task->lbn.value == lbn.value) {
      hs_scheduler_remove(&queue->scheduler, entry);
      hs_scheduler_arrival(&queue->scheduler, entry);
    } else {
      locate(queue, task);
    }
  }
}
