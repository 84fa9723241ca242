/* The prediction of the active task. */
#ifndef HEADSTACK_PLANNING_H
#define HEADSTACK_PLANNING_H

#include "controller/state.h"

/* Predict the start of the active task on the medium, for schedulers that know the position. `plan`
 * is the task's plan at its start, which `view` describes. */
void hs_predict_active(hs_firmware* firmware, const hs_drive_view* view, const hs_plan* plan);

#endif
