/* The orders that a task needs on its way to the medium.
 *
 * Contract: orders do not depend on the time of their preparation. Only a change of the map changes
 * orders. Orders that are prepared belong to the chosen task. The start of any task ends them,
 * because the entry of a task without orders, such as a hit, goes to another task later. */
#ifndef HEADSTACK_ORDERS_H
#define HEADSTACK_ORDERS_H

#include "state/access.h"

/* Prepare the orders of the chosen task while another task is active. No effect if no task is
 * chosen, if its orders are already prepared, or if the task may not need orders. */
void hs_prepare_ahead(hs_firmware* firmware);

/* The orders of the active task, which goes to the medium from its first block on. The function
 * prepares the orders unless they were prepared ahead. The caller gives the orders at once. `view`
 * is the state at the start of the task. */
hs_orders* hs_orders_of_active(hs_firmware* firmware, const hs_drive_view* view);

/* Forget the orders that are prepared. */
static inline void hs_forget_orders(hs_firmware* firmware) { firmware->orders.task = HS_NO_TASK; }

/* Note that the active task has received its first orders. */
static inline void hs_note_orders(hs_firmware* firmware) {
  if (firmware->config.picks_ahead) {
    firmware->active.orders_at = hs_read(firmware->hal, HS_SPINDLE_NOW);
  }
}

#endif
