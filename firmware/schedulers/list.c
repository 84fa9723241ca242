#include "schedulers/list.h"

#define LISTED(name) &hs_##name,
const hs_scheduler_ops* const hs_schedulers[] = {HS_SCHEDULERS(LISTED) NULL};
const hs_scheduler_ops* const hs_drive_schedulers[] = {HS_DRIVE_SCHEDULERS(LISTED) NULL};
