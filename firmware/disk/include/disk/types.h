/* Types that every part of the firmware shares, and that the hardware model shares with it.
 *
 * Time and angle have one representation (docs/inside/decisions.md, "ticks"): the drive's time base
 * is locked to its spindle, and one tick is 2^-32 of a revolution. A time in ticks, cut to 32 bits,
 * *is* the angle of the platter, so "how long until that sector" is one unsigned subtraction.
 *
 * Addresses are one-member structs, so that a cylinder cannot be passed for a head. */
#ifndef HEADSTACK_TYPES_H
#define HEADSTACK_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A time or a duration; 2^32 ticks are one revolution. */
typedef uint64_t hs_ticks;

/* An angle of the platter, 2^32 to the turn; wraps by itself. */
typedef uint32_t hs_angle;

#define HS_TICKS_PER_REVOLUTION ((hs_ticks)1 << 32)

/* Logical block number, 0 .. block_count - 1. */
typedef struct hs_lbn {
  uint32_t value;
} hs_lbn;

/* Cylinder, 0 at the outer edge. */
typedef struct hs_cylinder {
  uint32_t value;
} hs_cylinder;

/* Head (surface), from 0. */
typedef struct hs_head {
  uint32_t value;
} hs_head;

/* Sector on a track, from 0 at the track's own first sector (skew is in the track's angle). */
typedef struct hs_sector {
  uint32_t value;
} hs_sector;

/* SCSI-2 queue tag. The bus carries 16 bits here, so that queues deeper than 256 can be studied. */
typedef struct hs_tag {
  uint16_t value;
} hs_tag;

/* A place on the medium. */
typedef struct hs_pbn {
  hs_cylinder cylinder;
  hs_head head;
  hs_sector sector;
} hs_pbn;

/* Where the heads stand: over which track. */
typedef struct hs_track {
  hs_cylinder cylinder;
  hs_head head;
} hs_track;

#endif
