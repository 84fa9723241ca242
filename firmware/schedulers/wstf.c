/* Weighted shortest time first: the positioning time, times the share of M that is left (Seltzer
 * 1990, 5.1.2). A request that has waited for M or longer goes before all that have not, the
 * longest overdue first. The largest M stands for any larger one: then the wait does not count. */
#include "schedulers/position.h"

#define MOST_LIMIT (65535 * HS_ONE)

static size_t wstf_memory(const hs_drive_params* drive, uint32_t capacity) {
  const size_t aged = hs_position_aged_memory(drive, capacity);
  const size_t plain = hs_position_memory(drive, capacity);
  return aged > plain ? aged : plain;
}

static void wstf_init(hs_scheduler* scheduler) {
  const hs_ticks second = scheduler->drive->second;
  const uint32_t limit = scheduler->parameters[0]; /* seconds, Q16.16 */
  const hs_aging aging = {
      .kind = limit == MOST_LIMIT ? HS_AGING_NONE : HS_AGING_LIMIT,
      .limit = second * (limit >> 16) + (second * (limit & 0xffffu) >> 16),
  };
  hs_position_init(scheduler, aging, sizeof(hs_position));
}

const hs_scheduler_ops hs_wstf = {
    .name = "wstf",
    .summary = "SPTF, times the share of M that is left to wait",
    .paper = "Seltzer 1990, 5.1.2",
    .knowledge = HS_KNOWS_POSITION,
    .parameters = {{.name = "M",
                    .default_value = 30 * HS_ONE,
                    .minimum = 66 /* 1 ms */,
                    .maximum = MOST_LIMIT,
                    .unit = "s"}},
    .memory = wstf_memory,
    .init = wstf_init,
    .arrival = hs_position_arrival,
    .pick = hs_position_pick,
    .remove = hs_position_remove,
};
