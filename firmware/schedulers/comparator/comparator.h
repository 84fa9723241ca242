/* The shared part of the schedulers that decide in the comparator: the tasks in the comparator, and
 * the decision.
 *
 * Contract: the comparator holds the oldest waiting tasks, as many as it has entries. The other
 * tasks wait until a task leaves. Over the tasks in the comparator, the schedule equals that of the
 * scheduler without _hw.
 *
 * A scan gives the task with the least key. The key is a lower bound of the positioning time, exact
 * for most tasks, plus the age. If the key is not exact, the firmware enters the task anew with its
 * exact key and scans again. Then no other task is better than the last winner, ties included. */
#ifndef HEADSTACK_SCHEDULERS_COMPARATOR_H
#define HEADSTACK_SCHEDULERS_COMPARATOR_H

#include "disk/predict.h"
#include "index/block_index.h"
#include "position/aging.h"
#include "schedulers/parameters.h"

/* The memory of such a scheduler begins with this queue. Tasks are chained by age, by `left`
 * (older) and `right` (younger). */
typedef struct hs_comparator_queue {
  hs_aging aging; /* HS_AGING_NONE, HS_AGING_CREDIT, or HS_AGING_LIMIT with a limit of 0 */
  hs_departures departures; /* the drive's prospects in every situation */
  uint32_t entries;     /* entries in use: the comparator's, at most `capacity`; 0: not set up */
  uint32_t used;        /* entries with a task */
  uint32_t free;        /* first entry given back, chained through task_of, or NO_ENTRY */
  uint32_t fresh;       /* first entry that has never been used */
  uint32_t* entry_of;   /* [capacity]: entry of each task; NO_ENTRY: outside the comparator */
  uint32_t* task_of;    /* [capacity]: task of each entry */
  uint32_t oldest;      /* oldest waiting task, or HS_NO_TASK */
  uint32_t youngest;    /* youngest waiting task, or HS_NO_TASK */
  uint32_t outside;     /* oldest task outside the comparator, or HS_NO_TASK */
  uint32_t confirmed;   /* first task entered with its exact key, chained by `parent` */
  hs_ticks base;        /* age from which ages in the comparator count */
  hs_block_index tasks; /* tasks in the comparator, by block */
  hs_block_index reads; /* reads in the comparator, by block; with `with_hits` only */
  bool with_hits;       /* a read that the buffer can answer takes no time */
} hs_comparator_queue;

/* Bytes of memory of a scheduler, without and with hits. */
size_t hs_comparator_memory(const hs_drive_params* drive, uint32_t capacity);
size_t hs_comparator_hits_memory(const hs_drive_params* drive, uint32_t capacity);

/* Prepare an empty queue. `with_hits`: a read that the buffer can answer takes no time. */
void hs_comparator_init(hs_scheduler* scheduler, hs_aging aging, bool with_hits);

/* The operations of such a scheduler. */
void hs_comparator_arrival(hs_scheduler* scheduler, uint32_t task);
uint32_t hs_comparator_pick(hs_scheduler* scheduler, const hs_drive_view* view);
void hs_comparator_remove(hs_scheduler* scheduler, uint32_t task);

#endif
