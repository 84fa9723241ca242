/* The values of the vendor's mode pages: the weights of classes, and the times of task priorities.
 * Only a drive whose scheduler uses the values has a page. docs/reference/scsi.md has the layouts.
 *
 * Ownership: the values lie in the memory given to hs_firmware_init. */
#ifndef HEADSTACK_VENDOR_PAGES_H
#define HEADSTACK_VENDOR_PAGES_H

#include <stdint.h>

/* Classes of commands. The group number of a command has 6 bits. */
#define HS_COMMAND_CLASSES 64u
/* Least and greatest weight of a class: a thousandth and all, in percent, Q16.16. */
#define HS_LEAST_WEIGHT 6554u
#define HS_MOST_WEIGHT (100u << 16)

/* Weights of the classes in percent, Q16.16, up to the first 0. */
typedef struct hs_weights {
  uint32_t current[HS_COMMAND_CLASSES]; /* the scheduler shares by these */
  uint32_t saved[HS_COMMAND_CLASSES];   /* after a reset and after a loss of power */
} hs_weights;

/* Task priorities with a time: 1 (the most urgent) to 15. */
#define HS_PRIORITIES 15u
/* Without a time from the drive file, priority p has p steps, in us. */
#define HS_PRIORITY_STEP_US 50000u

/* Times from the arrival of a command to its deadline in us, by priority - 1. 0: no deadline. */
typedef struct hs_priority_times {
  uint32_t current[HS_PRIORITIES];
  uint32_t saved[HS_PRIORITIES]; /* after a reset and after a loss of power */
} hs_priority_times;

#endif
