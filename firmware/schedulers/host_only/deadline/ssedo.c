/* Shortest seek and earliest deadline by ordering: of the first m requests by deadline, the least
 * beta^(i-1) d for the i-th, d being its distance (Real-time paper, 2.2.4). */
#include "host_only/deadline/seek_window.h"

enum {
  M,
  BETA,
  IN
};

/* mantissa * 2^exponent, the mantissa's highest bit set; 0 is {0, 0}. */
typedef struct number {
  uint64_t mantissa;
  uint32_t exponent;
} number;

static number normal(uint64_t mantissa, uint32_t exponent) {
  if (mantissa == 0) {
    return (number){0, 0};
  }
  const uint32_t zeros = (uint32_t)__builtin_clzll(mantissa);
  return (number){mantissa << zeros, exponent - zeros};
}

static bool less(number a, number b) {
  return a.exponent != b.exponent ? a.exponent < b.exponent : a.mantissa < b.mantissa;
}

/* Powers are cut to 32 bits; exponents begin so high that they do not fall to 0. */
#define FIRST_EXPONENT 256u

static number times(number weight, uint32_t factor) {
  return normal((weight.mantissa >> 32) * factor, weight.exponent + 32);
}

static uint32_t ssedo_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const uint32_t beta = hs_fraction(scheduler, BETA); /* the 2^16 is everybody's */
  hs_seek_window window = hs_seek_window_open(scheduler, hs_whole(scheduler, M),
                                              hs_choice(scheduler, IN) == HS_IN_BLOCKS, view);
  const hs_task* tasks = scheduler->tasks;
  number weight = normal(1, FIRST_EXPONENT);
  number least = {0, UINT32_MAX};
  uint32_t best = HS_NO_TASK;
  uint32_t task;
  while ((task = hs_seek_window_next(&window)) != HS_NO_TASK) {
    scheduler->examined++;
    const number weighted = times(weight, hs_seek_window_distance(&window, task));
    if (best == HS_NO_TASK || less(weighted, least) ||
        (!less(least, weighted) && tasks[task].order < tasks[best].order)) {
      best = task;
      least = weighted;
    }
    weight = times(weight, beta);
    weight.exponent -= 16;
  }
  return best;
}

const hs_scheduler_ops hs_ssedo = {
    .name = "ssedo",
    .summary = "shortest seek weighted by the deadline's place in their order",
    .paper = "Real-time paper, 2.2.4",
    .knowledge = HS_KNOWS_MAP,
    .needs = HS_NEEDS_DEADLINES,
    .parameters = {[M] = HS_WINDOW_PARAMETER,
                   [BETA] = {.name = "beta",
                             .default_value = 66191 /* 1.01 */,
                             .minimum = HS_ONE,
                             .maximum = 65535 * HS_ONE},
                   [IN] = HS_DISTANCE_PARAMETER},
    .memory = hs_deadlines_memory,
    .init = hs_deadlines_init,
    .arrival = hs_deadlines_arrival,
    .pick = ssedo_pick,
    .remove = hs_deadlines_remove,
};
