/* Facts about a task that only some schedulers use. A host's device driver knows them by itself. A
 * drive takes them from the command (controller/unit/facts.c).
 *
 * Units: times are in ticks. Ownership: the table of facts is the caller's
 * (hs_scheduler::facts). */
#ifndef HEADSTACK_TASK_FACTS_H
#define HEADSTACK_TASK_FACTS_H

#include "disk/types.h"

/* The task has no deadline. */
#define HS_NO_DEADLINE UINT64_MAX

typedef struct hs_task_facts {
  hs_ticks deadline; /* time by which the task should be over, or HS_NO_DEADLINE */
  hs_ticks start_by; /* time by which the task should have started, or HS_NO_DEADLINE */
  hs_ticks period;   /* ticks between the tasks of its stream; 0: the time to the deadline */
  /* The drive's own use: time by which a started task should be over, before its start the time
   * that it may take from its start on; 0: no such limit. */
  hs_ticks working;
  uint16_t class_id; /* class of the workload that the task belongs to */
  uint8_t priority;  /* priority of the command (SAM-5 8.7), 1 to 15; 0: none */
  uint8_t limit;     /* the drive's own use: number of its duration limit; 0: none */
  uint8_t missed;    /* the drive's own use: times of the limit that the task has exceeded */
  /* the drive's own use: policies of the limit's times (hs_duration_policy) */
  uint8_t waiting_policy, working_policy, whole_policy;
  bool strict;   /* the drive does not serve the task after its deadline or `start_by` */
  bool inserted; /* set by a scheduler: the task is served out of its class's turn */
  bool failed;   /* the task ended with an error, or was aborted */
} hs_task_facts;

/* The facts about a task of a class, without a deadline. */
static inline hs_task_facts hs_facts_of_class(uint16_t class_id) {
  const hs_task_facts facts = {HS_NO_DEADLINE, HS_NO_DEADLINE, 0,    0, class_id, 0, 0, 0, 0, 0, 0,
                               false,          false,          false};
  return facts;
}

/* Add the facts of a task's priority, 1 to 15. A task of class 0 gets the class with the number of
 * the priority, if the class exists. A task without a deadline gets the deadline `until`.
 * `classes`: number of classes; 0: any class exists. */
static inline void hs_facts_add_priority(hs_task_facts* facts, uint8_t priority, uint32_t classes,
                                         hs_ticks until) {
  facts->priority = priority;
  if (facts->class_id == 0 && (classes == 0 || priority < classes)) {
    facts->class_id = priority;
  }
  if (facts->deadline == HS_NO_DEADLINE && facts->limit == 0) {
    facts->deadline = until;
  }
}

#endif
