/* The orders that a task needs on its way to the medium.
 *
 * Contract: orders are the same whenever they are prepared, up to a change of the map. */
#ifndef HEADSTACK_ORDERS_H
#define HEADSTACK_ORDERS_H

#include "state/access.h"

/* Prepare the orders of the chosen task while another task is at work. No effect if no task is
 * chosen, if its orders are prepared, or if it may not need orders. */
void hs_prepare_ahead(hs_firmware* firmware);

/* The orders of the active task, which goes to the medium from its first block on. The function
 * prepares the orders unless they were prepared ahead. The caller gives the orders at once. `view`
 * is the state at the start of the task. */
hs_orders* hs_orders_of_active(hs_firmware* firmware, const hs_drive_view* view);

/* The active task has got its first orders. */
static inline void hs_note_orders(hs_firmware* firmware) {
  if (firmware->config.picks_ahead) {
    firmware->active.orders_at = hs_read(firmware->hal, HS_SPINDLE_NOW);
  }
}

#endif
