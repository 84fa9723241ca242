/* Weighted shortest time first. The weight is the I/O time, times the remaining share of M (Seltzer
 * 1990, 5.1.2). Requests that have waited for M or longer are served before all other requests, the
 * longest overdue first. The largest M stands for any larger M. With this value the wait does not
 * count. */
#include "position/position.h"

enum {
  M,
  WEIGHS
};

#define MOST_LIMIT (65535 * HS_ONE)

static size_t wstf_memory(const hs_drive_params* drive, uint32_t capacity) {
  const size_t aged = hs_position_aged_memory(drive, capacity);
  const size_t plain = hs_position_memory(drive, capacity);
  return aged > plain ? aged : plain;
}

/* A time is less than 2^48 ticks, because a block costs at most a revolution. A score fits 63 bits
 * if the remaining share has at most LIMIT_BITS bits. */
#define LIMIT_BITS 47u

static uint32_t bits_beyond(hs_ticks limit) {
  uint32_t beyond = 0;
  while (limit >> LIMIT_BITS >> beyond != 0) {
    ++beyond;
  }
  return beyond;
}

static void wstf_init(hs_scheduler* scheduler) {
  hs_aging aging = hs_aging_none(hs_weighed_by(scheduler, WEIGHS));
  if (hs_fraction(scheduler, M) != MOST_LIMIT) {
    aging.kind = HS_AGING_LIMIT;
    aging.limit = hs_seconds(scheduler, M);
    aging.coarse = bits_beyond(aging.limit);
  }
  hs_position_init(scheduler, aging, sizeof(hs_position));
}

const hs_scheduler_ops hs_wstf = {
    .name = "wstf",
    .summary = "the I/O time, times the share of M that is left to wait, least first",
    .paper = "Seltzer 1990, 5.1.2",
    .knowledge = HS_KNOWS_POSITION,
    .parameters = {[M] = {.name = "M",
                          .default_value = 30 * HS_ONE,
                          .minimum = 66 /* 1 ms */,
                          .maximum = MOST_LIMIT,
                          .unit = "s"},
                   [WEIGHS] = HS_WEIGHS_PARAMETER(HS_WEIGHS_IO)},
    .memory = wstf_memory,
    .init = wstf_init,
    .arrival = hs_position_arrival,
    .pick = hs_position_pick,
    .remove = hs_position_remove,
};
