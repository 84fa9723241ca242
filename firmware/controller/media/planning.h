/* The plan of the active task. */
#ifndef HEADSTACK_PLANNING_H
#define HEADSTACK_PLANNING_H

#include "controller/state.h"

/* Fills in the plan of the active task, and predicts its start on the medium for schedulers that
 * know the position. Precondition: the task goes to the medium. */
void hs_plan_active(hs_firmware* firmware, const hs_drive_view* view, hs_plan* plan);

#endif
