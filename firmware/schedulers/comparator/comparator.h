/* What the schedulers share that decide in the comparator: which tasks are in it, and how it is
 * asked.
 *
 * The comparator holds the oldest waiting tasks, as many as it has entries; the others wait for one
 * to leave. So the schedule is that of the scheduler without _hw over these tasks.
 *
 * A scan gives the task with the least key: a lower bound of its positioning time, exact for most,
 * plus its age. If it is not exact, the task is entered anew with its exact key, and the comparator
 * is asked again. Of the last winner it is then certain that no other is better, ties included. */
#ifndef HEADSTACK_SCHEDULERS_COMPARATOR_H
#define HEADSTACK_SCHEDULERS_COMPARATOR_H

#include "disk/predict.h"
#include "index/block_index.h"
#include "position/aging.h"
#include "schedulers/parameters.h"

/* A scheduler's memory begins with it. Tasks are chained by age with `left` (older) and `right`. */
typedef struct hs_comparator_queue {
  hs_aging aging; /* HS_AGING_NONE, HS_AGING_CREDIT, or HS_AGING_LIMIT with a limit of 0 */
  hs_departures departures;
  uint32_t entries;   /* of the comparator, or the capacity; 0: it has not been set up yet */
  uint32_t used;      /* entries with a task */
  uint32_t free;      /* entries given back, chained through task_of */
  uint32_t fresh;     /* entries from here on have never been used */
  uint32_t* entry_of; /* [capacity]: of each task; NO_ENTRY: it is outside */
  uint32_t* task_of;  /* [capacity]: of each entry */
  uint32_t oldest;
  uint32_t youngest;
  uint32_t outside;     /* the oldest of those that are */
  uint32_t confirmed;   /* tasks entered with their exact keys, chained by `parent` */
  hs_ticks base;        /* ages in the comparator are counted from here */
  hs_block_index tasks; /* those in the comparator by block */
  hs_block_index reads; /* the reads among them, if hits are to be found */
  bool with_hits;
} hs_comparator_queue;

size_t hs_comparator_memory(const hs_drive_params* drive, uint32_t capacity);
size_t hs_comparator_hits_memory(const hs_drive_params* drive, uint32_t capacity);

/* `with_hits`: what the buffer can answer takes no time. */
void hs_comparator_init(hs_scheduler* scheduler, hs_aging aging, bool with_hits);

void hs_comparator_arrival(hs_scheduler* scheduler, uint32_t task);
uint32_t hs_comparator_pick(hs_scheduler* scheduler, const hs_drive_view* view);
void hs_comparator_remove(hs_scheduler* scheduler, uint32_t task);

#endif
