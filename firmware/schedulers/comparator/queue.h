/* The queue of a scheduler that decides in the comparator. */
#ifndef HEADSTACK_COMPARATOR_QUEUE_H
#define HEADSTACK_COMPARATOR_QUEUE_H

#include "disk/predict.h"
#include "index/block_index.h"
#include "position/aging.h"
#include "schedulers/scheduler.h"

/* hs_comparator_queue::place */
enum {
  PLACE_GONE,    /* the task does not wait */
  PLACE_INSIDE,  /* in the comparator */
  PLACE_EXACT,   /* in the comparator, with its exact key */
  PLACE_OUTSIDE, /* waits until there is room in the comparator */
};

/* hs_comparator_queue::care */
enum {
  CARE_BOUND = 1,   /* keys are lower bounds */
  CARE_HITS = 2,    /* a read that the buffer can answer takes no time */
  CARE_OUTSIDE = 4, /* tasks wait outside */
  CARE_AGE = 8      /* an age in the comparator is cut */
};

/* The memory of such a scheduler begins with this queue. The tasks outside the comparator are
 * chained by age, by `left` (older) and `right` (younger). */
typedef struct hs_comparator_queue {
  uint32_t entries;        /* entries in use: the comparator's, at most `capacity`; 0: not set up */
  uint32_t used;           /* entries with a task */
  uint32_t care;           /* CARE_*: rare work of a decision beside the scan; 0: none */
  uint32_t youngest;       /* youngest task in the comparator; HS_NO_TASK: not known */
  uint32_t newest;         /* at least the lowest 32 bits of the order of the youngest */
  uint8_t* place;          /* [capacity]: where each task is */
  bool plain[2];           /* [write]: entries need the place of the task and its lead only */
  bool bound[2];           /* [write]: keys are lower bounds */
  bool anywhere[2];        /* [write]: a transfer can begin in the middle */
  bool lead_by_blocks;     /* the lead of a write depends on its number of blocks only */
  uint32_t lead_blocks;    /* blocks of a write whose lead is known; 0: not known */
  uint32_t lead;           /* lead of a write of that many blocks, in ticks */
  uint32_t outside_oldest; /* oldest task outside the comparator, or HS_NO_TASK */
  uint32_t outside_youngest; /* youngest task outside the comparator, or HS_NO_TASK */
  uint32_t confirmed;        /* first task with its exact key, chained by `parent`; HS_NO_TASK */
  hs_aging aging; /* HS_AGING_NONE, HS_AGING_CREDIT, or HS_AGING_LIMIT with a limit of 0 */
  hs_ticks base;  /* age from which ages in the comparator count */
  hs_departures departures; /* the drive's prospects in every situation */
  hs_block_index reads;     /* reads in the comparator, by block; with hits only */
} hs_comparator_queue;

static inline hs_comparator_queue* hs_comparator_queue_of(const hs_scheduler* scheduler) {
  return scheduler->memory;
}

/* True: a task's score depends on its wait only. */
static inline bool hs_comparator_by_wait(const hs_comparator_queue* q) {
  return q->aging.kind == HS_AGING_LIMIT;
}

#endif
