#ifndef HEADSTACK_TASK_MANAGEMENT_H
#define HEADSTACK_TASK_MANAGEMENT_H

#include "controller/state.h"

/* Take a task management function from the port, and answer it. */
void hs_manage(hs_firmware* firmware);

/* Does the nexus belong to a task that the drive has? If so, its initiator has lost count: every
 * task of it is ended (SCSI-2 6.5.2). */
bool hs_overlapped(hs_firmware* firmware, uint8_t operation, uint64_t nexus);

#endif
