#include "position/aging.h"

hs_ticks hs_age_of(const hs_aging* aging, const hs_task* task) {
  switch (aging->kind) {
    case HS_AGING_CREDIT:
    case HS_AGING_RUNS:
      return hs_product_q32(aging->weight_q32, task->arrival);
    case HS_AGING_LIMIT:
      return task->arrival;
    default:
      return 0;
  }
}

hs_aging hs_aging_none(const hs_scheduler* scheduler, uint32_t weighs) {
  return (hs_aging){.kind = HS_AGING_NONE, .weighs = (hs_weighed)scheduler->parameters[weighs]};
}

hs_aging hs_aging_by_credit(const hs_scheduler* scheduler) {
  /* Q16.16 of ms/s: 2^32 / (2^16 * 1000), rounded to the nearest. */
  const uint64_t weight = ((uint64_t)scheduler->parameters[0] * 65536 + 500) / 1000;
  return (hs_aging){.kind = HS_AGING_CREDIT, .weight_q32 = weight};
}

hs_aging hs_aging_by_wait(const hs_scheduler* scheduler) {
  hs_aging aging = scheduler->parameters[0] == HS_MOST_CREDIT
                       ? (hs_aging){.kind = HS_AGING_LIMIT, .limit = 0}
                       : hs_aging_by_credit(scheduler);
  aging.weighs = (hs_weighed)scheduler->parameters[1];
  return aging;
}
