/* The schedulers' tables of operations, and the parameters that several share. */
#ifndef HEADSTACK_SCHEDULERS_SCHEDULERS_H
#define HEADSTACK_SCHEDULERS_SCHEDULERS_H

#include "headstack/scheduler.h"

extern const hs_scheduler_ops hs_fcfs;
extern const hs_scheduler_ops hs_sstf;
extern const hs_scheduler_ops hs_scan;
extern const hs_scheduler_ops hs_cscan;
extern const hs_scheduler_ops hs_look;
extern const hs_scheduler_ops hs_clook;
extern const hs_scheduler_ops hs_fscan;
extern const hs_scheduler_ops hs_vscan;
extern const hs_scheduler_ops hs_cvscan;
extern const hs_scheduler_ops hs_sptf;
extern const hs_scheduler_ops hs_gstf;
extern const hs_scheduler_ops hs_gstf_frozen;
extern const hs_scheduler_ops hs_wstf;
extern const hs_scheduler_ops hs_asptf;
extern const hs_scheduler_ops hs_spctf;
extern const hs_scheduler_ops hs_aspctf;
extern const hs_scheduler_ops hs_aspctf_seq;
extern const hs_scheduler_ops hs_smtf;
extern const hs_scheduler_ops hs_smtf_online;
extern const hs_scheduler_ops hs_sptf_hw;
extern const hs_scheduler_ops hs_asptf_hw;
extern const hs_scheduler_ops hs_spctf_hw;
extern const hs_scheduler_ops hs_yfq;
extern const hs_scheduler_ops hs_yfq_dor;
extern const hs_scheduler_ops hs_yfq_tuned;
extern const hs_scheduler_ops hs_edf;
extern const hs_scheduler_ops hs_lsf;
extern const hs_scheduler_ops hs_rm;
extern const hs_scheduler_ops hs_fd_edf;
extern const hs_scheduler_ops hs_fd_scan;
extern const hs_scheduler_ops hs_pscan;
extern const hs_scheduler_ops hs_scan_edf;
extern const hs_scheduler_ops hs_ssedo;
extern const hs_scheduler_ops hs_ssedv;

/* Seek reduction by block number, by cylinder (Worthington 1994, 5.1 and 5.2), or by cylinders of
 * `blocks_per_cylinder` blocks each, whatever the drive's are (6.2). */
enum {
  HS_LEVEL_LBN = 0,
  HS_LEVEL_MAP = 1,
  HS_LEVEL_FIXED = 2
};
extern const char* const hs_level_choices[];

#define HS_ONE 65536u /* 1 in Q16.16 */

#define HS_LEVEL_PARAMETERS(level)                                                    \
  {.name = "level", .choices = hs_level_choices, .default_value = (level)}, {         \
    .name = "blocks_per_cylinder", .default_value = 1024 * HS_ONE, .minimum = HS_ONE, \
    .maximum = 65535 * HS_ONE, .whole = true, .minor = true                           \
  }

#define HS_WHOLE_QUEUE 65535u /* as the length of a window: it has no end */

#define HS_MOST_CREDIT (65535 * HS_ONE)

/* What a second of waiting is worth, in milliseconds of positioning. */
#define HS_CREDIT_PARAMETER                                                            \
  {                                                                                    \
    .name = "W", .default_value = 6 * HS_ONE, .minimum = 0, .maximum = HS_MOST_CREDIT, \
    .unit = "ms/s"                                                                     \
  }

/* What of a request's time the position schedulers weigh. */
typedef enum hs_weighed {
  HS_WEIGHS_POSITIONING, /* overheads, seek and rotation */
  HS_WEIGHS_MECHANICS,   /* seek and rotation */
  HS_WEIGHS_IO           /* positioning, and its blocks under the head */
} hs_weighed;
extern const char* const hs_weighed_choices[];

#define HS_WEIGHS_PARAMETER(by_default) \
  { .name = "weighs", .choices = hs_weighed_choices, .default_value = (by_default), .minor = true }

/* What turning back costs, as a share of the disk. */
#define HS_TURN_PARAMETER \
  { .name = "R", .default_value = 13107 /* 0.2 */, .minimum = 0, .maximum = HS_ONE }

#define HS_WHOLE_PARAMETER(called, by_default, least, most)                            \
  {                                                                                    \
    .name = (called), .default_value = (by_default)*HS_ONE, .minimum = (least)*HS_ONE, \
    .maximum = (most)*HS_ONE, .whole = true                                            \
  }

#endif
