/* The tagged queue: every task that the drive has accepted and not finished.
 *
 * SIMPLE tasks are the scheduler's to order. An ORDERED task runs when all older tasks are over,
 * and younger ones wait for it. A HEAD OF QUEUE task runs before everything that has not started,
 * the newest first (SCSI-2, 7.8.2).
 *
 * A task is found by its initiator and tag in a table of buckets behind the table of tasks. */
#ifndef HEADSTACK_TASK_QUEUE_H
#define HEADSTACK_TASK_QUEUE_H

#include "controller/command.h"
#include "schedulers/scheduler.h"

typedef struct hs_task_list {
  uint32_t first;
  uint32_t last;
} hs_task_list;

typedef struct hs_task_queue {
  hs_task* tasks; /* [depth] */
  uint32_t depth;
  uint32_t held;       /* tasks accepted and not finished, the running one included */
  uint32_t free;       /* chain of entries given back, by `right` */
  uint32_t fresh;      /* entries from here on have never been used */
  hs_task_list urgent; /* HEAD OF QUEUE, in the order they will run */
  hs_task_list fenced; /* an ORDERED task and all that came after it */
  uint64_t next_order;
  uint32_t* buckets; /* [bucket_mask + 1]: first task of a chain */
  uint32_t bucket_mask;
  uint32_t held_by[HS_INITIATORS];
  uint32_t untagged[HS_INITIATORS]; /* the initiator's task without a tag, or HS_NO_TASK */
  hs_scheduler scheduler;
} hs_task_queue;

/* Bytes of memory that hs_task_queue_init wants for `depth` tasks. */
size_t hs_task_queue_memory(uint32_t depth);

/* Prepare an empty queue. `tasks` has hs_task_queue_memory(depth) bytes, not cleared; `memory` is
 * the scheduler's. */
void hs_task_queue_init(hs_task_queue* queue, hs_task* tasks, uint32_t depth,
                        const hs_scheduler_ops* ops, const hs_drive_params* drive,
                        const uint32_t* parameters, void* memory);

/* Accept a task; `task` gives the address and nexus, the queue sets the rest. Returns its entry, or
 * HS_NO_TASK when the queue is full. */
uint32_t hs_task_queue_add(hs_task_queue* queue, const hs_task* task);

/* True if hs_task_queue_next would find a task. */
bool hs_task_queue_ready(const hs_task_queue* queue);

/* The task to run next, behind the one that runs, if any; taken out of the waiting ones. HS_NO_TASK
 * if none waits. Precondition: no other has been taken for that place. The entry stays the task's
 * until hs_task_queue_finish. */
uint32_t hs_task_queue_next(hs_task_queue* queue, const hs_drive_view* view);

/* A running task is over; its entry is free again. */
void hs_task_queue_finish(hs_task_queue* queue, uint32_t task);

/* A task that runs or waits is over, wherever it is; its entry is free again. */
void hs_task_queue_abort(hs_task_queue* queue, uint32_t task);

/* The task of an initiator with this tag, or without one; HS_NO_TASK: there is none. */
uint32_t hs_task_queue_find(const hs_task_queue* queue, uint8_t initiator, hs_tag tag,
                            bool untagged);

/* The block lies elsewhere now: tasks that wait and begin with it are located anew. Looks at every
 * task. */
void hs_task_queue_relocate(hs_task_queue* queue, hs_lbn lbn);

/* Every task held, one after another; HS_NO_TASK: no more. The last one may be gone. */
uint32_t hs_task_queue_first(const hs_task_queue* queue);
uint32_t hs_task_queue_after(const hs_task_queue* queue, uint32_t task);

/* Does the initiator have a task on the same blocks, so that their order matters: one of the two
 * writes? Looks at every task. */
bool hs_task_queue_conflict(const hs_task_queue* queue, const hs_task* task);

#endif
