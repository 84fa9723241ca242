/* Time that the arm and the platter take: the arithmetic that the hardware decides by and the
 * firmware predicts by. Both call these functions, so both get the same tick. */
#ifndef HEADSTACK_MECHANICS_H
#define HEADSTACK_MECHANICS_H

#include "disk/types.h"

/* Seek tables count in units of 2^HS_SEEK_SHIFT ticks, so that an entry fits 32 bits. */
#define HS_SEEK_SHIFT 8

#define HS_MOST_SETTLE_STEPS 16u

typedef struct hs_mechanics {
  const uint32_t* seek; /* [cylinders]: time by distance; entry 0 is 0 */
  const uint32_t*
      seek_up; /* the same towards higher cylinders, at the start of a command; may be */
  const uint32_t* seek_down;  /* `seek` itself, as that towards lower ones */
  const uint32_t* seek_bound; /* [cylinders]: least time of this distance or any longer one, either
                                 way: real curves are not monotone, so a search needs it to stop
                                 early */
  hs_ticks head_switch;
  hs_ticks same_cylinder;   /* positioning at the start of a command without a seek; least of all */
  hs_ticks cylinder_switch; /* in a transfer, to the next cylinder; 0: the seek over one */
  int64_t read_settle; /* ticks added to a positioning that moved, before a read; may be negative */
  int64_t write_settle; /* the same before a write */
  /* After a seek over at most so many cylinders at the start of a command, rising, a write settles
   * so much longer, in the unit of the seek tables. */
  uint32_t write_step_count;
  uint32_t write_step_cylinders[HS_MOST_SETTLE_STEPS];
  uint32_t write_step_more[HS_MOST_SETTLE_STEPS];
} hs_mechanics;

static inline hs_ticks hs_settled(const hs_mechanics* m, hs_ticks move, bool write) {
  if (move == 0) {
    return 0;
  }
  const int64_t settled = (int64_t)move + (write ? m->write_settle : m->read_settle);
  return settled > 0 ? (hs_ticks)settled : 0;
}

/* What a write settles longer after a seek over so many cylinders. */
static inline hs_ticks hs_write_step(const hs_mechanics* m, uint32_t cylinders) {
  for (uint32_t i = 0; i < m->write_step_count; ++i) {
    if (cylinders <= m->write_step_cylinders[i]) {
      return (hs_ticks)m->write_step_more[i] << HS_SEEK_SHIFT;
    }
  }
  return 0;
}

/* Time at the start of a command to bring `to` under the right head (Worthington 1994, A.3): the
 * seek, or the head switch if that takes longer; then settling, after any movement. */
static inline hs_ticks hs_positioning(const hs_mechanics* m, hs_track from, hs_track to,
                                      bool write) {
  const uint32_t a = from.cylinder.value;
  const uint32_t b = to.cylinder.value;
  hs_ticks move = (hs_ticks)(a < b ? m->seek_up[b - a] : m->seek_down[a - b]) << HS_SEEK_SHIFT;
  if (a == b) {
    move = m->same_cylinder;
  }
  if (from.head.value != to.head.value && move < m->head_switch) {
    move = m->head_switch;
  }
  const hs_ticks settled = hs_settled(m, move, write);
  return write && move != 0 ? settled + hs_write_step(m, a < b ? b - a : a - b) : settled;
}

/* Time from one track of a transfer to the next, which the drive has prepared for. */
static inline hs_ticks hs_crossing(const hs_mechanics* m, hs_track from, hs_track to, bool write) {
  const uint32_t a = from.cylinder.value;
  const uint32_t b = to.cylinder.value;
  hs_ticks move = (hs_ticks)m->seek[a < b ? b - a : a - b] << HS_SEEK_SHIFT;
  if (m->cylinder_switch != 0 && a + 1 == b) {
    move = m->cylinder_switch;
  }
  if (from.head.value != to.head.value && move < m->head_switch) {
    move = m->head_switch;
  }
  return hs_settled(m, move, write);
}

/* Time from `arrive` until `target` passes under the head: 0 if it is just there. */
static inline hs_ticks hs_rotation_wait(hs_ticks arrive, hs_angle target) {
  return (hs_angle)(target - (hs_angle)arrive);
}

#endif
