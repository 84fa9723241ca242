/* The orders of a read for the channel. */
#ifndef HEADSTACK_READ_ORDERS_H
#define HEADSTACK_READ_ORDERS_H

#include "controller/state.h"

/* Prepare the orders of a read that misses. `orders->following` is set before. */
void hs_prepare_read(const hs_firmware* firmware, const hs_task* task, hs_orders* orders);

#endif
