/* The positioning times of a chunk's candidates at a glance: lower bounds in 32 bits, all at once,
 * by which most of them are out of the question. Vectors as GCC and Clang have them, so that there
 * is no branch for any candidate, which a processor could not foretell.
 *
 * Times count in the steps of the seek tables, 2^HS_SEEK_SHIFT ticks, from the decision. A platter
 * that has gone as many whole steps from an instant rounded down to the angle rounded down has gone
 * no farther than it really has. */
#ifndef HEADSTACK_SCHEDULERS_GLANCE_H
#define HEADSTACK_SCHEDULERS_GLANCE_H

#include "disk/predict.h"
#include "position/candidates.h"

/* A processor that does one lane after the other is better off without a glance. */
#if defined __SSE2__ || defined __ARM_NEON
#define HS_GLANCE_PAYS true
#else
#define HS_GLANCE_PAYS false
#endif

#define HS_GLANCE_MOST ((int64_t)1 << 28) /* times are cut to this, so that sums fit */

typedef int32_t hs_lanes __attribute__((vector_size(sizeof(int32_t) * HS_CHUNK_CANDIDATES)));
typedef uint32_t hs_unsigned_lanes
    __attribute__((vector_size(sizeof(uint32_t) * HS_CHUNK_CANDIDATES)));

typedef uint64_t hs_halves __attribute__((vector_size(sizeof(int32_t) * HS_CHUNK_CANDIDATES)));

typedef struct hs_glance {
  hs_lanes data;           /* hs_outset of a write, for each candidate */
  hs_lanes beyond;         /* this time and longer ones are of no interest */
  hs_unsigned_lanes angle; /* of the platter at the decision, and the revolutions before */
  int32_t moving[2];       /* hs_outset of a read, of a write */
  int32_t resting[2];
  uint32_t least_seek; /* a glance will do at entries of the seek table from this on, ... */
  uint32_t seeks;      /* ... so many of them */
} hs_glance;

/* A cylinder: when the heads are over it. */
typedef struct hs_glance_over {
  int32_t read;
  int32_t write;
} hs_glance_over;

static inline int32_t hs_glance_time(const hs_predictor* predictor, int64_t instant) {
  const int64_t steps = (instant - (int64_t)predictor->now) >> HS_SEEK_SHIFT;
  return (int32_t)(steps > HS_GLANCE_MOST    ? HS_GLANCE_MOST
                   : steps < -HS_GLANCE_MOST ? -HS_GLANCE_MOST
                                             : steps);
}

/* `of_use` is false if nothing can be seen from the angle of a task's first block alone. */
static inline hs_glance hs_glance_make(const hs_predictor* predictor, bool of_use) {
  const hs_outset* of = predictor->outset;
  const hs_ticks head_switch = predictor->drive->mechanics.head_switch >> HS_SEEK_SHIFT;
  const bool general = !of_use || head_switch >= (hs_ticks)HS_GLANCE_MOST;
  const uint32_t angle = (uint32_t)(predictor->now >> HS_SEEK_SHIFT);
  const int32_t data = hs_glance_time(predictor, of[1].data);
  return (hs_glance){
      .data = {data, data, data, data},
      .angle = {angle, angle, angle, angle},
      .moving = {hs_glance_time(predictor, of[0].moving), hs_glance_time(predictor, of[1].moving)},
      .resting = {hs_glance_time(predictor, of[0].resting),
                  hs_glance_time(predictor, of[1].resting)},
      .least_seek = (uint32_t)head_switch + 1,
      .seeks = general ? 0 : (uint32_t)(HS_GLANCE_MOST - (int64_t)head_switch)};
}

/* From now on only positioning times up to so many ticks are of interest. The difference of two
 * instants that were rounded down can be one more than theirs rounded down. */
static inline void hs_glance_limit(hs_glance* glance, int64_t ticks) {
  const int64_t steps = (ticks >> HS_SEEK_SHIFT) + 2;
  const int32_t beyond = steps < INT32_MAX ? (int32_t)steps : INT32_MAX;
  glance->beyond = (hs_lanes){beyond, beyond, beyond, beyond};
}

/* Do all heads move for as long as this entry of a seek table says? */
static inline bool hs_glance_will_do(const hs_glance* glance, uint32_t seek) {
  return seek - glance->least_seek < glance->seeks;
}

static inline hs_glance_over hs_glance_at(const hs_glance* glance, uint32_t seek) {
  const int32_t read = glance->moving[0] + (int32_t)seek;
  const int32_t write = glance->moving[1] + (int32_t)seek;
  return (hs_glance_over){.read = read > glance->resting[0] ? read : glance->resting[0],
                          .write = write > glance->resting[1] ? write : glance->resting[1]};
}

/* Is there one in the chunk that may be of interest? */
static inline bool hs_glance_any(const hs_glance* glance, const hs_glance_over* over,
                                 const hs_chunk* chunk) {
  hs_unsigned_lanes angle;
  hs_unsigned_lanes lead;
  hs_lanes write;
  __builtin_memcpy(&angle, chunk->angle, sizeof angle);
  __builtin_memcpy(&lead, chunk->lead, sizeof lead);
  __builtin_memcpy(&write, chunk->write, sizeof write);
  const hs_lanes track = over->read ^ ((over->read ^ over->write) & write);
  const hs_lanes data = glance->data + (hs_lanes)(lead >> HS_SEEK_SHIFT);
  const hs_lanes late = (data > track) & write;
  const hs_lanes eligible = track ^ ((track ^ data) & late);
  const hs_unsigned_lanes wait =
      ((angle >> HS_SEEK_SHIFT) - ((hs_unsigned_lanes)eligible + glance->angle)) &
      (UINT32_MAX >> HS_SEEK_SHIFT);
  const hs_halves found = (hs_halves)(eligible + (hs_lanes)wait < glance->beyond);
  return (found[0] | found[1]) != 0;
}

#endif
