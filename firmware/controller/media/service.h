/* Tasks from the queue that are no reads or writes, or that the unit is not ready for. */
#ifndef HEADSTACK_SERVICE_H
#define HEADSTACK_SERVICE_H

#include "controller/state.h"

/* Start a task; `not_ready` says why the unit cannot do it yet, with a key of 0 if it can. */
void hs_start_service(hs_firmware* firmware, uint32_t entry, const hs_drive_view* view,
                      const hs_sense* not_ready);

/* The channel has reached its mark, or the port the end of a sequence. */
void hs_service_media_reached(hs_firmware* firmware);
void hs_service_port_reached(hs_firmware* firmware);

#endif
