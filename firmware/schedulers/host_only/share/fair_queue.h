/* Proportional sharing: a reservation queue for each class, virtual times, and batches in C-SCAN
 * order (the share paper, 2.1; its BQS module is the algorithm YFQ).
 *
 * Virtual times count 512-byte blocks over percent, in steps of 2^-24. */
#ifndef HEADSTACK_SCHEDULERS_FAIR_QUEUE_H
#define HEADSTACK_SCHEDULERS_FAIR_QUEUE_H

#include "schedulers/host_request.h"
#include "schedulers/parameters.h"

#define HS_VIRTUAL_ONE ((uint64_t)1 << 24)
#define HS_FAIR_BATCH 4u

/* The classes whose V the others may not get ahead of: those that have ... */
enum {
  HS_COUNTS_UNSERVED = 0, /* tasks that are not served */
  HS_COUNTS_QUEUED = 1    /* a reservation queue that is not empty, as the paper says */
};

typedef struct hs_fair_class {
  uint32_t oldest, youngest; /* its reservation queue, linked through the tasks */
  uint64_t start, finish;    /* S and F: of the oldest */
  uint64_t inserted;         /* V: of all that was served out of turn (2.2) */
  uint32_t unserved;         /* its tasks that wait, are in the sequence, or at the drive */
  uint32_t least_blocks;     /* of any in its reservation queue, or less */
} hs_fair_class;

typedef struct hs_fair_queue {
  uint64_t now;         /* the global virtual time */
  uint32_t first, last; /* the sequence to be served, linked through the tasks */
  hs_lbn from;          /* where C-SCAN begins: at the end of the sequence before */
  hs_cylinder cylinder; /* of that end */
  uint32_t picked;      /* the task that is about to be removed for the drive */
  uint32_t unserved;    /* tasks of all classes */
  uint32_t counts;      /* HS_COUNTS_* */
  hs_fair_class classes[HS_MOST_CLASSES];
} hs_fair_queue;

/* Operations of a scheduler whose memory begins with an hs_fair_queue. */
size_t hs_fair_memory(const hs_drive_params* drive, uint32_t capacity);
void hs_fair_init(hs_scheduler* scheduler);
void hs_fair_arrival(hs_scheduler* scheduler, uint32_t task);
uint32_t hs_fair_pick(hs_scheduler* scheduler); /* of a sequence that is not empty */
void hs_fair_remove(hs_scheduler* scheduler, uint32_t task);
void hs_fair_completion(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view);

/* Make a sequence of the tasks whose turn it is, HS_FAIR_BATCH at most. Precondition: the sequence
 * is empty and a task waits. */
void hs_fair_batch(hs_scheduler* scheduler);

/* What a task, or one of so many blocks, adds to its class's virtual times. */
uint64_t hs_fair_cost(const hs_scheduler* scheduler, uint32_t task);
uint64_t hs_fair_cost_of(const hs_scheduler* scheduler, uint32_t class_id, uint32_t blocks);

/* Move a task from its reservation queue into the sequence, behind `before` (HS_NO_TASK: to its
 * head), out of turn: it counts in V, and S and F are as if it had not come. */
void hs_fair_insert(hs_scheduler* scheduler, uint32_t task, uint32_t before);

/* The slowest class that counts, and V of the next slowest. By the paper's rule what others get is
 * forgotten while a short queue's tasks are all on their way. */
typedef struct hs_fair_rear {
  uint32_t class_id;
  uint64_t slowest; /* UINT64_MAX: none counts */
  uint64_t second;  /* UINT64_MAX: no other counts */
} hs_fair_rear;

hs_fair_rear hs_fair_rear_of(const hs_scheduler* scheduler);

/* V of the slowest class that counts, but for this one; UINT64_MAX: none does. */
static inline uint64_t hs_fair_slowest(const hs_fair_rear* rear, uint32_t but) {
  return rear->class_id == but ? rear->second : rear->slowest;
}

#endif
