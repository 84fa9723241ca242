/* The comparator's tables: seek times and prospects. */
#ifndef HEADSTACK_COMPARATOR_TABLES_H
#define HEADSTACK_COMPARATOR_TABLES_H

#include "hal/compiler.h"
#include "schedulers/scheduler.h"

/* Tell the comparator the facts of the drive that it needs, and empty it. */
HS_RARE void hs_comparator_set_up(hs_scheduler* scheduler);

#endif
