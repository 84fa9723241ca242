/* The order in which bfq serves its queues: B-WF2Q+, from block/bfq-wf2q.c of Linux, without groups
 * of queues. A queue has a weight, and a budget of sectors. A virtual start time and a virtual
 * finish time say when the budget begins and ends if all queues are served by their weights. Of the
 * queues that have started, the queue that finishes first is served.
 *
 * Units: budgets and service in sectors of 512 bytes; virtual times in 2^-22 sectors per unit of
 * weight. Ownership: the caller owns the memory. */
#ifndef HEADSTACK_SCHEDULERS_BFQ_SERVICE_H
#define HEADSTACK_SCHEDULERS_BFQ_SERVICE_H

#include "schedulers/scheduler.h"

#define HS_NO_QUEUE UINT32_MAX

/* Classes of priority of Linux, the highest first. */
enum {
  HS_BFQ_REAL_TIME,
  HS_BFQ_BEST_EFFORT,
  HS_BFQ_IDLE,
  HS_BFQ_CLASSES
};

/* The place of a queue. A queue in service is in no tree. */
typedef enum hs_bfq_place {
  HS_BFQ_IN_NO_TREE,
  HS_BFQ_ACTIVE,   /* waits for service */
  HS_BFQ_SLEEPING, /* has no request, but its finish time has not come: Linux's idle tree */
} hs_bfq_place;

/* The state of a queue in this order: bfq_entity of Linux. */
typedef struct hs_bfq_entity {
  uint64_t start, finish; /* virtual times */
  uint64_t entered;       /* order of the entries into trees; the lower wins ties of `finish` */
  uint32_t service;       /* sectors served of the present budget */
  uint32_t budget;        /* sectors of the budget */
  uint16_t weight;        /* weight, from 1 on */
  uint8_t priority_class; /* HS_BFQ_* */
  uint8_t place;          /* hs_bfq_place */
  bool counted;           /* its weight is in the sum of its class */
} hs_bfq_entity;

typedef struct hs_bfq_service {
  hs_bfq_entity queues[HS_MOST_CLASSES];
  uint64_t now[HS_BFQ_CLASSES];     /* virtual time of each class */
  uint32_t weights[HS_BFQ_CLASSES]; /* sum of the weights that count */
  uint32_t used;                    /* queues from here on have never been active */
  uint32_t next;                    /* queue to serve next, or HS_NO_QUEUE */
  uint32_t in_service;              /* queue in service, or HS_NO_QUEUE */
  uint64_t entries;                 /* entries into trees so far */
  hs_ticks time;                    /* present time, set by the caller before each call */
  hs_ticks patience;                /* longest time without a look at the idle class */
  hs_ticks idle_looked_at;          /* last look at the idle class out of its turn */
} hs_bfq_service;

void hs_bfq_service_init(hs_bfq_service* service, hs_ticks second);

/* A queue has its first request. Precondition: its service and budget are set. */
void hs_bfq_activate(hs_bfq_service* service, uint32_t queue, uint32_t weight,
                     uint32_t priority_class);

/* The budget of a waiting queue has changed, or (`ends`) the service of the queue in service ends
 * and the queue has further requests. */
void hs_bfq_requeue(hs_bfq_service* service, uint32_t queue, bool ends);

/* A queue has no request left. `ends`: the service of the queue in service ends by this. */
void hs_bfq_deactivate(hs_bfq_service* service, uint32_t queue, bool ends);

/* Begin the service of the next queue. HS_NO_QUEUE: no queue waits. */
uint32_t hs_bfq_begin_service(hs_bfq_service* service);

/* Count sectors as served to a queue. */
void hs_bfq_served(hs_bfq_service* service, uint32_t queue, uint32_t sectors);

#endif
