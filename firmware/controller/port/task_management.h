/* Task management functions, and overlapped commands. */
#ifndef HEADSTACK_TASK_MANAGEMENT_H
#define HEADSTACK_TASK_MANAGEMENT_H

#include "controller/state.h"
#include "hal/compiler.h"

/* Take a task management function from the port, carry it out and answer it. */
HS_COLD void hs_manage(hs_firmware* firmware);

/* Whether the nexus belongs to a task that the drive already has. Then its initiator has lost track
 * of its tasks, and all tasks of this initiator are ended (SCSI-2 6.5.2). */
bool hs_overlapped(hs_firmware* firmware, uint8_t operation, uint64_t nexus);

#endif
