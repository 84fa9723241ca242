/* Tasks from the queue that the sequencing does not serve: tasks other than reads and writes, and
 * tasks for which the unit is not ready. */
#ifndef HEADSTACK_SERVICE_H
#define HEADSTACK_SERVICE_H

#include "controller/state.h"

/* Start a task. `not_ready` gives the reason why the unit cannot do the task yet; key 0: it can. */
void hs_start_service(hs_firmware* firmware, uint32_t entry, const hs_drive_view* view,
                      const hs_sense* not_ready);

/* The channel has reached its mark; the port has reached the end of a sequence. */
void hs_service_media_reached(hs_firmware* firmware);
void hs_service_port_reached(hs_firmware* firmware);

#endif
