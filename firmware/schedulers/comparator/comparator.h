/* The shared part of the schedulers that decide in the comparator: the tasks in the comparator, and
 * the decision.
 *
 * Contract: the comparator holds the oldest waiting tasks, as many as it has entries. The other
 * tasks wait until a task leaves. Over the tasks in the comparator, the schedule equals that of the
 * scheduler without _hw.
 *
 * A scan gives the task with the least key, and removes it. A key is the task's positioning time,
 * plus the age. If the drive has rules that the comparator does not know, a key is a lower bound.
 * The firmware then computes the winner's exact key. If the exact key is higher, the firmware
 * enters the task anew with it and scans again. Then no other task is better than the last winner,
 * ties included. */
#ifndef HEADSTACK_SCHEDULERS_COMPARATOR_H
#define HEADSTACK_SCHEDULERS_COMPARATOR_H

#include "disk/predict.h"
#include "index/block_index.h"
#include "position/aging.h"
#include "schedulers/parameters.h"

/* The memory of such a scheduler begins with this queue. The tasks outside the comparator are
 * chained by age, by `left` (older) and `right` (younger). */
typedef struct hs_comparator_queue {
  uint32_t entries;        /* entries in use: the comparator's, at most `capacity`; 0: not set up */
  uint32_t used;           /* entries with a task */
  uint32_t care;           /* what a decision has to do beside the scan, a bit each; 0: nothing */
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
  uint32_t
      confirmed;  /* first task entered with its exact key, chained by `parent`, or HS_NO_TASK */
  hs_aging aging; /* HS_AGING_NONE, HS_AGING_CREDIT, or HS_AGING_LIMIT with a limit of 0 */
  hs_ticks base;  /* age from which ages in the comparator count */
  hs_departures departures; /* the drive's prospects in every situation */
  hs_block_index reads;     /* reads in the comparator, by block; with hits only */
} hs_comparator_queue;

/* Bytes of memory of a scheduler, without and with hits. */
size_t hs_comparator_memory(const hs_drive_params* drive, uint32_t capacity);
size_t hs_comparator_hits_memory(const hs_drive_params* drive, uint32_t capacity);

/* Prepare an empty queue. `with_hits`: a read that the buffer can answer takes no time. */
void hs_comparator_init(hs_scheduler* scheduler, hs_aging aging, bool with_hits);

/* The operations of such a scheduler. */
void hs_comparator_arrival(hs_scheduler* scheduler, uint32_t task);
uint32_t hs_comparator_take(hs_scheduler* scheduler, const hs_drive_view* view);
void hs_comparator_remove(hs_scheduler* scheduler, uint32_t task);

#endif
