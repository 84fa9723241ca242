/* Reading a scheduler's parameters, and the parameters that several schedulers share.
 *
 * Contract: a scheduler names each of its parameters once, in an enum. By these names the scheduler
 * fills in its table and reads the values.
 * Units: numbers are in Q16.16 (HS_ONE is 1), times become ticks when read. */
#ifndef HEADSTACK_SCHEDULERS_SCHEDULERS_H
#define HEADSTACK_SCHEDULERS_SCHEDULERS_H

#include "schedulers/scheduler.h"

#define HS_ONE 65536u /* 1 in Q16.16 */

/* --- reading --------------------------------------------------------------------------------- */

/* The value of a `whole` number. */
static inline uint32_t hs_whole(const hs_scheduler* scheduler, uint32_t parameter) {
  return scheduler->parameters[parameter] >> 16;
}

/* The value of a number with a fraction, Q16.16. */
static inline uint32_t hs_fraction(const hs_scheduler* scheduler, uint32_t parameter) {
  return scheduler->parameters[parameter];
}

/* The number of the choice among the parameter's `choices`, from 0. */
static inline uint32_t hs_choice(const hs_scheduler* scheduler, uint32_t parameter) {
  return scheduler->parameters[parameter];
}

/* `q16` (Q16.16) times `unit`, in ticks, rounded down. */
static inline hs_ticks hs_ticks_of(hs_ticks unit, uint32_t q16) {
  return unit * (q16 >> 16) + ((unit * (q16 & 0xffffu)) >> 16);
}

/* The value in ticks of a time given in seconds, or in milliseconds. */
static inline hs_ticks hs_seconds(const hs_scheduler* scheduler, uint32_t parameter) {
  return hs_ticks_of(scheduler->drive->second, scheduler->parameters[parameter]);
}
static inline hs_ticks hs_milliseconds(const hs_scheduler* scheduler, uint32_t parameter) {
  return hs_ticks_of(scheduler->drive->second / 1000, scheduler->parameters[parameter]);
}

/* --- shared ---------------------------------------------------------------------------------- */

/* The level of seek reduction (Worthington 1994, 5.1, 5.2 and 6.2). */
enum {
  HS_LEVEL_LBN = 0,  /* by block number */
  HS_LEVEL_MAP = 1,  /* by the drive's cylinders */
  HS_LEVEL_FIXED = 2 /* by cylinders of `blocks_per_cylinder` blocks each, on any drive */
};
extern const char* const hs_level_choices[];

/* Number of parameters of a level. In a scheduler's enum, the next parameter's number is higher by
 * this number. */
enum {
  HS_LEVEL_PARAMETER_COUNT = 2
};
#define HS_LEVEL_PARAMETERS(level)                                                    \
  {.name = "level", .choices = hs_level_choices, .default_value = (level)}, {         \
    .name = "blocks_per_cylinder", .default_value = 1024 * HS_ONE, .minimum = HS_ONE, \
    .maximum = 65535 * HS_ONE, .whole = true, .minor = true                           \
  }

#define HS_WHOLE_QUEUE 65535u /* as the length of a window: the window has no end */

/* The largest credit. This value stands for any larger credit. */
#define HS_MOST_CREDIT (65535 * HS_ONE)

/* The credit: milliseconds of positioning time that a second of waiting is worth. */
#define HS_CREDIT_PARAMETER                                                            \
  {                                                                                    \
    .name = "W", .default_value = 6 * HS_ONE, .minimum = 0, .maximum = HS_MOST_CREDIT, \
    .unit = "ms/s"                                                                     \
  }

/* The part of a request's time that the position schedulers compare. */
typedef enum hs_weighed {
  HS_WEIGHS_POSITIONING, /* overheads, seek and rotation */
  HS_WEIGHS_MECHANICS,   /* seek and rotation */
  HS_WEIGHS_IO           /* positioning, and the time of its blocks under the head */
} hs_weighed;
extern const char* const hs_weighed_choices[];

/* A parameter whose choices are hs_weighed. */
#define HS_WEIGHS_PARAMETER(by_default) \
  { .name = "weighs", .choices = hs_weighed_choices, .default_value = (by_default), .minor = true }

/* The cost of turning back, as a share of the disk: 0 .. 1. */
#define HS_TURN_PARAMETER \
  { .name = "R", .default_value = 13107 /* 0.2 */, .minimum = 0, .maximum = HS_ONE }

/* A parameter with a whole number from `least` to `most`. */
#define HS_WHOLE_PARAMETER(called, by_default, least, most)                            \
  {                                                                                    \
    .name = (called), .default_value = (by_default)*HS_ONE, .minimum = (least)*HS_ONE, \
    .maximum = (most)*HS_ONE, .whole = true                                            \
  }

#endif
