/* The orders of a write for the channel. */
#ifndef HEADSTACK_WRITE_ORDERS_H
#define HEADSTACK_WRITE_ORDERS_H

#include "controller/state.h"
#include "hal/registers.h"

/* HS_RUN_* of the extents of a write. */
static inline uint32_t hs_write_run_flags(const hs_write_rules* rules) {
  return HS_RUN_WRITE | (rules->zero_latency ? HS_RUN_ZERO_LATENCY : 0u);
}

/* Prepare the orders of a write. */
void hs_prepare_write(const hs_firmware* firmware, const hs_task* task, hs_orders* orders);

#endif
