#include "schedulers/list.h"

#define LISTED(name) &hs_##name,
const hs_scheduler_ops* const hs_schedulers[] = {HS_SCHEDULERS(LISTED) NULL};
