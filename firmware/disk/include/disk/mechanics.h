/* Times of the arm and the platter.
 *
 * Contract: the hardware decides by these functions, and the firmware predicts by them. Therefore
 * both get the same tick.
 * Units: ticks; seek tables count in 2^HS_SEEK_SHIFT ticks. Distances are in cylinders.
 * Ownership: the caller owns the seek tables, which must outlive the hs_mechanics. */
#ifndef HEADSTACK_MECHANICS_H
#define HEADSTACK_MECHANICS_H

#include "disk/types.h"

/* Seek tables count in units of 2^HS_SEEK_SHIFT ticks. In this unit an entry fits 32 bits. */
#define HS_SEEK_SHIFT 8

/* Most steps by which a write settles longer. */
#define HS_MOST_SETTLE_STEPS 16u

typedef struct hs_mechanics {
  /* [cylinders]: seek time by distance within a transfer, in the tables' unit. Entry 0 is 0. */
  const uint32_t* seek;
  /* [cylinders]: seek time by distance towards higher cylinders, at the start of a command. May be
   * `seek` itself. */
  const uint32_t* seek_up;
  /* [cylinders]: seek time by distance towards lower cylinders, at the start of a command. May be
   * `seek` itself. */
  const uint32_t* seek_down;
  /* [cylinders]: least time of this distance or any longer distance, in either direction. Real
   * curves are not monotone, and a search needs this bound to stop early. */
  const uint32_t* seek_bound;
  hs_ticks head_switch;      /* ticks to another head; least time of any seek to another head */
  hs_ticks same_cylinder;    /* ticks to position at a command's start without a seek; 0: no time */
  hs_ticks cylinder_switch;  /* ticks to the next cylinder in a transfer; 0: the seek over one */
  int64_t read_settle;       /* ticks added after a movement before a read; may be negative */
  int64_t write_settle;      /* ticks added after a movement before a write; may be negative */
  uint32_t write_step_count; /* entries in use of the two arrays below; 0: no steps */
  /* Rising distances in cylinders. A seek at the start of a write command gets the first step whose
   * distance is not less than the seek's distance. */
  uint32_t write_step_cylinders[HS_MOST_SETTLE_STEPS];
  /* Time by which a write of this step settles longer, in the tables' unit. */
  uint32_t write_step_more[HS_MOST_SETTLE_STEPS];
} hs_mechanics;

/* Ticks of a move with its settling, at least 0. A move of 0 settles nothing. */
static inline hs_ticks hs_settled(const hs_mechanics* m, hs_ticks move, bool write) {
  if (move == 0) {
    return 0;
  }
  const int64_t settled = (int64_t)move + (write ? m->write_settle : m->read_settle);
  return settled > 0 ? (hs_ticks)settled : 0;
}

/* Ticks by which a write settles longer after a seek over `cylinders` cylinders. */
static inline hs_ticks hs_write_step(const hs_mechanics* m, uint32_t cylinders) {
  for (uint32_t i = 0; i < m->write_step_count; ++i) {
    if (cylinders <= m->write_step_cylinders[i]) {
      return (hs_ticks)m->write_step_more[i] << HS_SEEK_SHIFT;
    }
  }
  return 0;
}

/* Ticks at the start of a command to bring track `to` under its head (Worthington 1994, A.3). The
 * time is that of the seek, or of the head switch if this takes longer. After any movement comes
 * the settling. */
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

/* Ticks from one track of a transfer to the next. The drive has prepared for this movement. */
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

/* Ticks from `arrive` until angle `target` passes under the head; 0 if it passes at `arrive`. */
static inline hs_ticks hs_rotation_wait(hs_ticks arrive, hs_angle target) {
  return (hs_angle)(target - (hs_angle)arrive);
}

#endif
