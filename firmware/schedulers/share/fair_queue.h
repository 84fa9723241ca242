/* Proportional sharing: a reservation queue for each class, virtual times, and batches in C-SCAN
 * order (the share paper, 2.1; its BQS module is the algorithm YFQ).
 *
 * Units: virtual times count 512-byte blocks divided by a class's share in percent, in steps of
 * 2^-24 (HS_VIRTUAL_ONE is 1). */
#ifndef HEADSTACK_SCHEDULERS_FAIR_QUEUE_H
#define HEADSTACK_SCHEDULERS_FAIR_QUEUE_H

#include "schedulers/parameters.h"
#include "schedulers/task_facts.h"

#define HS_VIRTUAL_ONE ((uint64_t)1 << 24)
/* Most tasks of a sequence before insertions. */
#define HS_FAIR_BATCH 4u

/* The classes that count: no other class may get too far ahead of their V. */
enum {
  HS_COUNTS_UNSERVED = 0, /* classes with tasks that are not served yet */
  HS_COUNTS_QUEUED = 1    /* classes whose reservation queue is not empty, as the paper says */
};

typedef struct hs_fair_class {
  uint32_t oldest,
      youngest;           /* ends of its reservation queue, linked through tasks, or HS_NO_TASK */
  uint64_t start, finish; /* S and F: virtual start and finish time of the oldest task */
  uint64_t inserted;      /* V: virtual time of all tasks served out of turn (2.2) */
  uint32_t unserved;      /* its tasks that wait, are in the sequence, or are at the drive */
  uint32_t least_blocks;  /* at most the blocks of any task in its reservation queue */
} hs_fair_class;

typedef struct hs_fair_queue {
  uint64_t now;         /* global virtual time */
  uint32_t first, last; /* ends of the sequence to be served, linked through tasks, or HS_NO_TASK */
  hs_lbn from;          /* block at which C-SCAN begins: the end of the sequence before */
  hs_cylinder cylinder; /* cylinder on which the sequence before ended */
  uint32_t picked;      /* task that is about to be removed for the drive, or HS_NO_TASK */
  uint32_t unserved;    /* tasks of all classes that are not served yet */
  uint32_t counts;      /* HS_COUNTS_*: which classes count */
  hs_fair_class classes[HS_MOST_CLASSES]; /* the classes */
} hs_fair_queue;

/* Operations of a scheduler whose memory begins with an hs_fair_queue. */
size_t hs_fair_memory(const hs_drive_params* drive, uint32_t capacity);
void hs_fair_init(hs_scheduler* scheduler);
void hs_fair_arrival(hs_scheduler* scheduler, uint32_t task);
uint32_t hs_fair_pick(hs_scheduler* scheduler); /* precondition: the sequence is not empty */
void hs_fair_remove(hs_scheduler* scheduler, uint32_t task);
void hs_fair_completion(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view);

/* Make a sequence of the tasks whose turn it is, at most HS_FAIR_BATCH. Precondition: the sequence
 * is empty and a task waits. */
void hs_fair_batch(hs_scheduler* scheduler);

/* The virtual time that a task, or a task of `blocks` blocks, adds to its class. */
uint64_t hs_fair_cost(const hs_scheduler* scheduler, uint32_t task);
uint64_t hs_fair_cost_of(const hs_scheduler* scheduler, uint32_t class_id, uint32_t blocks);

/* Move a task out of turn from its reservation queue into the sequence, after the task `before`
 * (HS_NO_TASK: to the head). The task counts in V. S and F are as if the task had not come. */
void hs_fair_insert(hs_scheduler* scheduler, uint32_t task, uint32_t before);

/* The slowest class that counts, and V of the next slowest. By the paper's rule (HS_COUNTS_QUEUED)
 * a class with a short queue does not count while all its tasks are on their way. The service of
 * other classes in this time is forgotten. */
typedef struct hs_fair_rear {
  uint32_t class_id; /* the slowest class that counts; UINT32_MAX: no class counts */
  uint64_t slowest;  /* its V; UINT64_MAX: no class counts */
  uint64_t second;   /* V of the next slowest class; UINT64_MAX: no other class counts */
} hs_fair_rear;

hs_fair_rear hs_fair_rear_of(const hs_scheduler* scheduler);

/* V of the slowest class that counts, apart from class `but`. UINT64_MAX: no other class counts. */
static inline uint64_t hs_fair_slowest(const hs_fair_rear* rear, uint32_t but) {
  return rear->class_id == but ? rear->second : rear->slowest;
}

#endif
