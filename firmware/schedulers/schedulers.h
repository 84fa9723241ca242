/* The schedulers' tables of operations, and the parameter that several share. */
#ifndef HEADSTACK_SCHEDULERS_SCHEDULERS_H
#define HEADSTACK_SCHEDULERS_SCHEDULERS_H

#include "headstack/scheduler.h"

extern const hs_scheduler_ops hs_fcfs;
extern const hs_scheduler_ops hs_sstf;
extern const hs_scheduler_ops hs_clook;
extern const hs_scheduler_ops hs_sptf;

/* Seek reduction by block number, or by cylinder with C-LOOK order within one (Worthington 1994,
 * 5.1 and 5.2). */
enum {
  HS_LEVEL_LBN = 0,
  HS_LEVEL_MAP = 1
};
extern const char* const hs_level_choices[];
#define HS_LEVEL_PARAMETER \
  { .name = "level", .choices = hs_level_choices, .default_value = HS_LEVEL_LBN }

#endif
