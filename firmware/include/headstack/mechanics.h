/* Time that the arm and the platter take: the arithmetic that the hardware decides by and the
 * firmware predicts by. Both call these functions, so both get the same tick.
 */
#ifndef HEADSTACK_MECHANICS_H
#define HEADSTACK_MECHANICS_H

#include "headstack/types.h"

/* Seek tables count in units of 2^HS_SEEK_SHIFT ticks, so that an entry fits 32 bits. */
#define HS_SEEK_SHIFT 8

typedef struct hs_mechanics {
  const uint32_t* seek;       /* [cylinders]: time by distance; entry 0 is 0 */
  const uint32_t* seek_bound; /* [cylinders]: least time of this distance or any longer one: real
                                 curves are not monotone, so a search needs it to stop early */
  hs_ticks head_switch;
  hs_ticks write_settle; /* added to a positioning that moved, before a write */
} hs_mechanics;

/* Time to bring `to` under the right head (Worthington 1994, A.3): the seek, or the head switch if
 * that takes longer; a write settles after any movement. */
static inline hs_ticks hs_positioning(const hs_mechanics* m, hs_track from, hs_track to,
                                      bool write) {
  const uint32_t a = from.cylinder.value;
  const uint32_t b = to.cylinder.value;
  hs_ticks move = (hs_ticks)m->seek[a < b ? b - a : a - b] << HS_SEEK_SHIFT;
  if (from.head.value != to.head.value && move < m->head_switch) {
    move = m->head_switch;
  }
  return write && move != 0 ? move + m->write_settle : move;
}

/* Time from `arrive` until `target` passes under the head: 0 if it is just there. */
static inline hs_ticks hs_rotation_wait(hs_ticks arrive, hs_angle target) {
  return (hs_angle)(target - (hs_angle)arrive);
}

#endif
