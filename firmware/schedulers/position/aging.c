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

hs_aging hs_aging_none(hs_weighed weighs) {
  return (hs_aging){.kind = HS_AGING_NONE, .weighs = weighs};
}

hs_aging hs_aging_by_wait(const hs_scheduler* scheduler, uint32_t credit, hs_weighed weighs) {
  const uint32_t w = hs_fraction(scheduler, credit);
  if (w == HS_MOST_CREDIT) {
    return (hs_aging){.kind = HS_AGING_LIMIT, .weighs = weighs, .limit = 0};
  }
  /* Q16.16 of ms/s: 2^32 / (2^16 * 1000), rounded to the nearest. */
  const uint64_t weight = ((uint64_t)w * 65536 + 500) / 1000;
  return (hs_aging){.kind = HS_AGING_CREDIT, .weighs = weighs, .weight_q32 = weight};
}
