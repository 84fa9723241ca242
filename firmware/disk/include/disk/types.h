/* Types that all parts of the firmware and the hardware model share.
 *
 * Units: time and angle have one representation (docs/inside/decisions.md, "ticks"). The drive's
 * time base is locked to its spindle, and one tick is 2^-32 of a revolution. A time in ticks, cut
 * to 32 bits, *is* the angle of the platter. The wait for a sector is one unsigned subtraction.
 *
 * Addresses are one-member structs. The compiler rejects a cylinder where a head is expected. */
#ifndef HEADSTACK_TYPES_H
#define HEADSTACK_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A time or a duration, in ticks. 2^32 ticks are one revolution. */
typedef uint64_t hs_ticks;

/* An angle of the platter, in ticks. The type wraps at 2^32, one revolution. */
typedef uint32_t hs_angle;

#define HS_TICKS_PER_REVOLUTION ((hs_ticks)1 << 32)

/* whole * ppm / 1,000,000, rounded down, without a division of 64 bits. The multiplication gives a
 * share that is at most 2 too low. The loop raises this share. Precondition: ppm is at most
 * 1,000,000. */
static inline uint32_t hs_share(uint32_t whole, uint32_t ppm) {
  const uint64_t parts = (uint64_t)whole * ppm;
  uint32_t share = (uint32_t)((parts >> 20) * UINT64_C(4503599627) >> 32);
  while (parts - (uint64_t)share * 1000000u >= 1000000u) {
    ++share;
  }
  return share;
}

/* Logical block number. */
typedef struct hs_lbn {
  uint32_t value; /* 0 .. block_count - 1 */
} hs_lbn;

/* Cylinder. */
typedef struct hs_cylinder {
  uint32_t value; /* 0 .. cylinders - 1; 0 at the outer edge */
} hs_cylinder;

/* Head (surface). */
typedef struct hs_head {
  uint32_t value; /* 0 .. heads - 1 */
} hs_head;

/* Sector on a track, from 0 at the track's own first sector. Skew is part of the track's angle. */
typedef struct hs_sector {
  uint32_t value; /* 0 .. sectors_per_track - 1 */
} hs_sector;

/* SCSI-2 queue tag. The bus carries 16 bits here, because queues deeper than 256 can be studied. */
typedef struct hs_tag {
  uint16_t value; /* the tag's 16 bits */
} hs_tag;

/* A place on the medium: one sector. */
typedef struct hs_pbn {
  hs_cylinder cylinder; /* cylinder of the sector */
  hs_head head;         /* head of the sector */
  hs_sector sector;     /* sector on the track */
} hs_pbn;

/* A track of the medium. */
typedef struct hs_track {
  hs_cylinder cylinder; /* cylinder of the track */
  hs_head head;         /* head of the track */
} hs_track;

#endif
