/* The tagged queue: every task that the drive has accepted and not finished.
 *
 * Contract: the scheduler orders SIMPLE tasks. An ORDERED task runs when all older tasks are over,
 * and younger tasks wait for it. A HEAD OF QUEUE task runs before all tasks that have not started,
 * the newest first (SCSI-2, 7.8.2). A table of buckets finds a task by its initiator and tag.
 * Ownership: the caller owns the memory of the tasks and buckets, and that of the scheduler. */
#ifndef HEADSTACK_TASK_QUEUE_H
#define HEADSTACK_TASK_QUEUE_H

#include "controller/command.h"
#include "hal/compiler.h"
#include "schedulers/scheduler.h"
#include "schedulers/task_facts.h"

/* A list of tasks, linked by `right` of hs_task. */
typedef struct hs_task_list {
  uint32_t first; /* first task, or HS_NO_TASK */
  uint32_t last;  /* last task, or HS_NO_TASK */
} hs_task_list;

typedef struct hs_task_queue {
  hs_task* tasks;       /* [depth]: the entries */
  uint32_t depth;       /* most tasks that the queue can hold */
  uint32_t held;        /* tasks accepted and not finished, the running task included */
  uint32_t free;        /* first of a chain of entries given back, by `right`, or HS_NO_TASK */
  uint32_t fresh;       /* first entry that has never been used; `depth`: none is left */
  hs_task_list urgent;  /* HEAD OF QUEUE tasks, in the order in which they will run */
  hs_task_list fenced;  /* an ORDERED task and all tasks that came after it */
  uint64_t next_order;  /* `order` of the next task that arrives */
  uint32_t* buckets;    /* [bucket_mask + 1]: first task of a chain, or HS_NO_TASK */
  uint32_t bucket_mask; /* buckets - 1; the number of buckets is a power of two */
  uint32_t held_by[HS_INITIATORS];  /* tasks of each initiator among those held */
  uint32_t untagged[HS_INITIATORS]; /* the initiator's task without a tag, or HS_NO_TASK */
  hs_scheduler scheduler;           /* the scheduler of the SIMPLE tasks */
} hs_task_queue;

/* Bytes of memory that hs_task_queue_init needs for `depth` tasks. */
size_t hs_task_queue_memory(uint32_t depth);

/* Prepare an empty queue. `tasks` has hs_task_queue_memory(depth) bytes, which need not be cleared.
 * `memory` is the scheduler's. Both must outlive the queue. If the scheduler or the drive uses
 * facts about tasks, the caller then sets scheduler.facts to its table of `depth` facts. */
void hs_task_queue_init(hs_task_queue* queue, hs_task* tasks, uint32_t depth,
                        const hs_scheduler_ops* ops, const hs_drive_params* drive,
                        const uint32_t* parameters, void* memory);

/* Returns an entry for a new task. Returns HS_NO_TASK if the queue is full. The caller fills in the
 * address, the nexus, the attribute, the arrival, and the facts if the scheduler uses them. Then
 * the caller calls hs_task_queue_add. */
uint32_t hs_task_queue_claim(hs_task_queue* queue);

/* Accept the task in a claimed entry. */
void hs_task_queue_add(hs_task_queue* queue, uint32_t entry);

/* Take a waiting task out of its place, as if it had been chosen. The entry stays the task's until
 * hs_task_queue_finish. */
void hs_task_queue_take(hs_task_queue* queue, uint32_t entry);

/* True: the task waits, and has been neither chosen nor started. */
bool hs_task_queue_waits(const hs_task_queue* queue, uint32_t entry);

/* The facts about a waiting task become `facts`. A scheduler that uses deadlines orders the task
 * anew. Precondition: only limits change, and not the class. */
void hs_task_queue_change_facts(hs_task_queue* queue, uint32_t entry, const hs_task_facts* facts);

/* True if a task waits that hs_task_queue_next may take. While no task is active, it takes one. */
bool hs_task_queue_ready(const hs_task_queue* queue);

/* Take the task to run next out of the waiting tasks. HS_NO_TASK if no task waits, or if the
 * scheduler lets no waiting task start before an active task is over. Another task may still be
 * running. Precondition: no other task has been taken to run next. The entry stays the
 * task's until hs_task_queue_finish. */
HS_KEPT uint32_t hs_task_queue_next(hs_task_queue* queue, const hs_drive_view* view);

/* Whether the scheduler has picked the task, which has not ended. */
bool hs_task_queue_picked(const hs_task_queue* queue, uint32_t task);

/* A running task is over. The task's entry is free again. */
void hs_task_queue_finish(hs_task_queue* queue, uint32_t task);

/* End a task that runs or waits. The task's entry is free again. */
void hs_task_queue_abort(hs_task_queue* queue, uint32_t task);

/* The task of an initiator with this tag, or with `untagged` the task without a tag. HS_NO_TASK if
 * there is no such task. */
uint32_t hs_task_queue_find(const hs_task_queue* queue, uint8_t initiator, hs_tag tag,
                            bool untagged);

/* A block has moved to another place. Locates all tasks anew that have this block in their run, or
 * right after their run. For a task that is not located, only the first block counts. Looks at
 * every task. */
void hs_task_queue_relocate(hs_task_queue* queue, hs_lbn lbn);

/* Walk over all tasks held: the first task, and the task after `task`. HS_NO_TASK: there is no
 * further task. `task` itself may have ended. */
uint32_t hs_task_queue_first(const hs_task_queue* queue);
uint32_t hs_task_queue_after(const hs_task_queue* queue, uint32_t task);

/* Whether the initiator has a task on some of the same blocks and one of the two tasks writes. Then
 * their order matters. Looks at every task. */
bool hs_task_queue_conflict(const hs_task_queue* queue, const hs_task* task);

#endif
