/* What a scheduler's parameters are, as it reads them, and those that several share.
 *
 * A scheduler names each of its parameters once, in an enum: by these names it fills in its table
 * and asks for the values. */
#ifndef HEADSTACK_SCHEDULERS_SCHEDULERS_H
#define HEADSTACK_SCHEDULERS_SCHEDULERS_H

#include "schedulers/scheduler.h"

#define HS_ONE 65536u /* 1 in Q16.16 */

/* --- reading --------------------------------------------------------------------------------- */

/* A `whole` number. */
static inline uint32_t hs_whole(const hs_scheduler* scheduler, uint32_t parameter) {
  return scheduler->parameters[parameter] >> 16;
}

/* A number with a fraction, Q16.16. */
static inline uint32_t hs_fraction(const hs_scheduler* scheduler, uint32_t parameter) {
  return scheduler->parameters[parameter];
}

/* Which of the parameter's `choices`, from 0. */
static inline uint32_t hs_choice(const hs_scheduler* scheduler, uint32_t parameter) {
  return scheduler->parameters[parameter];
}

static inline hs_ticks hs_ticks_of(hs_ticks unit, uint32_t q16) {
  return unit * (q16 >> 16) + ((unit * (q16 & 0xffffu)) >> 16);
}

/* A time whose unit is the second, and one whose unit is the millisecond. */
static inline hs_ticks hs_seconds(const hs_scheduler* scheduler, uint32_t parameter) {
  return hs_ticks_of(scheduler->drive->second, scheduler->parameters[parameter]);
}
static inline hs_ticks hs_milliseconds(const hs_scheduler* scheduler, uint32_t parameter) {
  return hs_ticks_of(scheduler->drive->second / 1000, scheduler->parameters[parameter]);
}

/* --- shared ---------------------------------------------------------------------------------- */

/* Seek reduction by block number, by cylinder (Worthington 1994, 5.1 and 5.2), or by cylinders of
 * `blocks_per_cylinder` blocks each, whatever the drive's are (6.2). */
enum {
  HS_LEVEL_LBN = 0,
  HS_LEVEL_MAP = 1,
  HS_LEVEL_FIXED = 2
};
extern const char* const hs_level_choices[];

/* A level is so many parameters: in the enum, what is behind it begins so much farther. */
enum {
  HS_LEVEL_PARAMETER_COUNT = 2
};
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
