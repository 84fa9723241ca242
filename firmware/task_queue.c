#include "headstack/task_queue.h"

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
  hs_scheduler_init(&queue->scheduler, ops, drive, tasks, depth, parameters, memory);
}

static uint32_t take_entry(hs_task_queue* queue) {
  const uint32_t entry = queue->free;
  if (entry != HS_NO_TASK) {
    queue->free = queue->tasks[entry].right;
    return entry;
  }
  return queue->fresh < queue->depth ? queue->fresh++ : HS_NO_TASK;
}

uint32_t hs_task_queue_add(hs_task_queue* queue, const hs_task* task) {
  const uint32_t entry = take_entry(queue);
  if (entry == HS_NO_TASK) {
    return HS_NO_TASK;
  }
  hs_task* tasks = queue->tasks;
  queue->held++;
  tasks[entry] = *task;
  tasks[entry].order = queue->next_order++;
  if (task->attribute == HS_ATTRIBUTE_HEAD_OF_QUEUE) {
    hs_scheduler_locate(&queue->scheduler, &tasks[entry]);
    list_push_front(&queue->urgent, tasks, entry);
  } else if (task->attribute == HS_ATTRIBUTE_ORDERED || queue->fenced.first != HS_NO_TASK) {
    hs_scheduler_locate(&queue->scheduler, &tasks[entry]);
    list_push_back(&queue->fenced, tasks, entry);
  } else {
    hs_scheduler_arrival(&queue->scheduler, entry);
  }
  return entry;
}

bool hs_task_queue_ready(const hs_task_queue* queue) {
  return queue->scheduler.waiting != 0 || queue->urgent.first != HS_NO_TASK ||
         queue->fenced.first != HS_NO_TASK;
}

/* Once an ORDERED task is over, the SIMPLE ones behind it go to the scheduler, up to the next
 * ORDERED one. */
static void admit_simple(hs_task_queue* queue) {
  hs_task* tasks = queue->tasks;
  while (queue->fenced.first != HS_NO_TASK &&
         tasks[queue->fenced.first].attribute == HS_ATTRIBUTE_SIMPLE) {
    hs_scheduler_arrival(&queue->scheduler, list_pop_front(&queue->fenced, tasks));
  }
}

uint32_t hs_task_queue_next(hs_task_queue* queue, const hs_drive_view* view) {
  if (queue->urgent.first != HS_NO_TASK) {
    return list_pop_front(&queue->urgent, queue->tasks);
  }
  admit_simple(queue);
  if (queue->scheduler.waiting != 0) {
    return hs_scheduler_pick(&queue->scheduler, view);
  }
  return queue->fenced.first != HS_NO_TASK ? list_pop_front(&queue->fenced, queue->tasks)
                                           : HS_NO_TASK;
}

void hs_task_queue_finish(hs_task_queue* queue, uint32_t task) {
  queue->tasks[task].right = queue->free;
  queue->free = task;
  queue->held--;
}
