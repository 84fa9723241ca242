/* The shared part of the schedulers with limits. A limit is a deadline or a latest start. A base
 * order, such as SPTF or C-LOOK, says which task is best. Limits only forbid some of its choices.
 *
 * 1. A task that has waited for `patience` is served, the oldest first. So no task starves. A
 *    strict task that is surely late is left out here: the drive ends it by itself.
 * 2. Otherwise the base order's best task is served, if it passes:
 *    - A strict task that is surely late does not pass, because its service would be wasted.
 *    - A task that endangers others does not pass. The chain of limits serves the waiting tasks
 *      with limits in the order of the limits, without the tasks that it cannot serve in time. A
 *      task endangers others if the chain from now, without this task, meets a limit that the chain
 *      after this task misses.
 *    The next best task of the base order follows, until one passes. At most HS_MOST_SKIPPED tasks
 *    are left out in this way.
 * 3. If none passes: the first task of the chain that passes, or else the first one that can still
 *    be met. If no limit can be met: the oldest task that is not strict, or else the base order's
 *    best.
 *
 * The chain has at most `ahead` tasks. endangered.h has the comparison of two chains, and
 * forecast.h the uncertainty of the predictions. Near the boundary, a task is tried instead of
 * given up. The limit of a task that is late, and not strict, has no effect.
 *
 * Predictions are rare if all limits are far: a bound shows that the chain is in time after any
 * task. */
#ifndef HEADSTACK_SCHEDULERS_LIMITS_H
#define HEADSTACK_SCHEDULERS_LIMITS_H

#include "index/age_list.h"
#include "limits/window.h"
#include "schedulers/parameters.h"

/* Most tasks of the base order that a decision leaves out. */
#define HS_MOST_SKIPPED 8u

/* Parameters of a scheduler with limits. The base order's own parameters follow. */
enum {
  HS_PATIENCE, /* the wait after which a task is served, in ms; the largest value: no task is */
  HS_AHEAD,    /* most tasks of the chain */
  HS_BASE_PARAMETERS
};
#define HS_PATIENCE_PARAMETER                                                                    \
  {                                                                                              \
    .name = "patience", .default_value = 5000 * HS_ONE, .minimum = 0, .maximum = 65535 * HS_ONE, \
    .unit = "ms"                                                                                 \
  }
#define HS_AHEAD_PARAMETER HS_WHOLE_PARAMETER("ahead", 8, 1, HS_MOST_AHEAD)

/* The base order: the operations of a scheduler that has no limits. The memory of the scheduler
 * begins with the memory that these operations use. */
typedef struct hs_base_order {
  /* The best of the entered tasks. HS_NO_TASK: no task is entered. */
  uint32_t (*best)(hs_scheduler* scheduler, const hs_drive_view* view);
  void (*enter)(hs_scheduler* scheduler, uint32_t task);
  void (*leave)(hs_scheduler* scheduler, uint32_t task);
} hs_base_order;

typedef struct hs_limits {
  hs_base_order base;      /* the order without limits */
  hs_second_index limited; /* waiting tasks with limits, by the earlier limit */
  hs_age_list ages;        /* all waiting tasks, by age */
  hs_service service;      /* service times; a task without a limit has its own when needed */
  hs_ticks longest;        /* most ticks of positioning in any state, for hs_window_open */
  hs_ticks patience;       /* a wait in ticks; UINT64_MAX: without end */
  uint32_t ahead;          /* most tasks of the chain, 1 .. HS_MOST_AHEAD */
} hs_limits;

/* Bytes of memory that hs_limits_init needs. */
size_t hs_limits_memory(uint32_t capacity);

/* Prepare `limits`. `memory` is aligned for uint64_t and need not be cleared. */
void hs_limits_init(hs_limits* limits, const hs_scheduler* scheduler, hs_base_order base,
                    void* memory);

/* A task arrives, or leaves. */
void hs_limits_arrival(hs_limits* limits, hs_scheduler* scheduler, uint32_t task);
void hs_limits_remove(hs_limits* limits, hs_scheduler* scheduler, uint32_t task);

/* Choose a task by the rule. Precondition: a task waits. */
uint32_t hs_limits_pick(hs_limits* limits, hs_scheduler* scheduler, const hs_drive_view* view);

#endif
