/* Command duration limits (SPC-6): how long a command may wait, work, and take in all. A READ or
 * WRITE names one of seven limits for reads or of seven for writes. docs/reference/scsi.md has the
 * sources.
 *
 * Units: of each limit's own `unit`. */
#ifndef HEADSTACK_DURATION_LIMITS_H
#define HEADSTACK_DURATION_LIMITS_H

#include <stdint.h>

/* Limits of each kind, numbered from 1 in commands. */
#define HS_DURATION_LIMITS 7u

/* The end of a command that has exceeded a time. Values of the mode pages. */
typedef enum hs_duration_policy {
  HS_DURATION_EARLIEST = 0x0,    /* it is served as early as possible */
  HS_DURATION_NEXT = 0x1,        /* it gets the next limit; `whole` only */
  HS_DURATION_WITHOUT = 0x2,     /* it has no limit any more; `whole` only */
  HS_DURATION_UNAVAILABLE = 0xd, /* it ends with GOOD and the sense COMPLETED */
  HS_DURATION_ABORT = 0xf        /* it ends with ABORTED COMMAND */
} hs_duration_policy;

/* Code of the unit of a limit's times. */
typedef enum hs_duration_unit {
  HS_DURATION_NO_UNIT = 0x0, /* the limit has no times */
  HS_DURATION_500_NS = 0x6,
  HS_DURATION_1_US = 0x8,
  HS_DURATION_10_MS = 0xa,
  HS_DURATION_500_MS = 0xe
} hs_duration_unit;

/* A limit. A time of 0 is no limit. */
typedef struct hs_duration_limit {
  uint16_t waiting;       /* most units from arrival to start: MAX INACTIVE TIME */
  uint16_t working;       /* most units from start to end: MAX ACTIVE TIME */
  uint16_t whole;         /* most units from arrival to end: COMMAND DURATION GUIDELINE */
  uint8_t unit;           /* hs_duration_unit */
  uint8_t waiting_policy; /* hs_duration_policy of each time */
  uint8_t working_policy;
  uint8_t whole_policy;
} hs_duration_limit;

/* All limits: [0] of reads, page T2A; [1] of writes, page T2B. */
typedef struct hs_duration_limits {
  hs_duration_limit of[2][HS_DURATION_LIMITS];
} hs_duration_limits;

/* Commands of one limit so far. A command that misses both times counts in all four. */
typedef struct hs_duration_counters {
  uint32_t waited;   /* commands that exceeded a time before their start */
  uint32_t worked;   /* commands that exceeded a time after their start */
  uint32_t both;     /* commands that did both */
  uint32_t commands; /* all commands */
} hs_duration_counters;

/* Ticks of a limit's time, rounded down. `second` is the ticks of a second, below 2^47. */
uint64_t hs_duration_ticks(uint32_t count, uint8_t unit, uint64_t second);

#endif
