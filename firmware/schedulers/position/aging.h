/* Aging: how a task's wait changes its score.
 *
 * Units: times are in ticks. */
#ifndef HEADSTACK_SCHEDULERS_AGING_H
#define HEADSTACK_SCHEDULERS_AGING_H

#include "schedulers/parameters.h"
#include "schedulers/scheduler.h"

/* How a wait counts. Each task has an age, a number that is lower for an older task. The score is a
 * function of the task's time and its age. The least score wins. */
typedef enum hs_aging_kind {
  HS_AGING_NONE,   /* time */
  HS_AGING_CREDIT, /* time + weight * arrival: the same order as time - weight * waited */
  HS_AGING_RUNS,   /* as HS_AGING_CREDIT; half the time for the first of a run, the others wait */
  HS_AGING_LIMIT   /* time * (limit - waited); past the limit, the longest overdue first */
} hs_aging_kind;

typedef struct hs_aging {
  hs_aging_kind kind;  /* how a wait counts */
  hs_weighed weighs;   /* the part of a request's time that counts */
  uint64_t weight_q32; /* HS_AGING_CREDIT and _RUNS: ticks of time for each tick of wait, Q32 */
  hs_ticks limit;      /* HS_AGING_LIMIT: the limit; 0: the longest waiting first, at any time */
  uint32_t coarse;     /* HS_AGING_LIMIT: low bits of limit - waited that do not count */
} hs_aging;

/* The value of a parameter that is an HS_WEIGHS_PARAMETER. */
static inline hs_weighed hs_weighed_by(const hs_scheduler* scheduler, uint32_t weighs) {
  return (hs_weighed)hs_choice(scheduler, weighs);
}

/* Only the time counts. */
hs_aging hs_aging_none(hs_weighed weighs);

/* Aging by a parameter that is an HS_CREDIT_PARAMETER. The parameter's largest value,
 * HS_MOST_CREDIT, stands for any larger value. With this value only the wait counts. */
hs_aging hs_aging_by_wait(const hs_scheduler* scheduler, uint32_t credit, hs_weighed weighs);

/* a * b / 2^32, rounded down. */
static inline uint64_t hs_product_q32(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)a * b >> 32);
#else
  const uint64_t ah = a >> 32;
  const uint64_t al = (uint32_t)a;
  const uint64_t bh = b >> 32;
  const uint64_t bl = (uint32_t)b;
  return ((ah * bh) << 32) + ah * bl + al * bh + ((al * bl) >> 32);
#endif
}

/* The age of a task. With HS_AGING_CREDIT: the ticks added to its time. */
hs_ticks hs_age_of(const hs_aging* aging, const hs_task* task);

#endif
