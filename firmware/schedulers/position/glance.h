/* The glance: lower bounds of the positioning times of the candidates of a chunk, in 32 bits. The
 * bounds rule out most candidates.
 *
 * If the processor has vectors, the code computes all candidates of a chunk at once. The code then
 * has no branch for a candidate, because a processor could not predict such a branch. Without
 * vectors, the code computes the candidates one by one.
 *
 * Units: times count in steps of the seek tables, 2^HS_SEEK_SHIFT ticks, from the decision.
 * Instants and angles are rounded down to whole steps. The wait between them in whole steps is
 * never longer than the real wait. */
#ifndef HEADSTACK_SCHEDULERS_GLANCE_H
#define HEADSTACK_SCHEDULERS_GLANCE_H

#include "disk/predict.h"
#include "position/candidates.h"

#if defined __SSE2__ || defined __ARM_NEON
#define HS_GLANCE_VECTORS 1
#else
#define HS_GLANCE_VECTORS 0
#endif

/* Least number of waiting tasks for which a glance saves time without vectors. */
#define HS_GLANCE_LEAST 8u

/* Times are limited to this many steps. With this limit, sums fit 32 bits. */
#define HS_GLANCE_MOST ((int64_t)1 << 28)

#if HS_GLANCE_VECTORS
/* A number for each candidate of a chunk. */
typedef int32_t hs_lanes __attribute__((vector_size(sizeof(int32_t) * HS_CHUNK_CANDIDATES)));
typedef uint32_t hs_unsigned_lanes
    __attribute__((vector_size(sizeof(uint32_t) * HS_CHUNK_CANDIDATES)));
#define HS_ALL_LANES(number) \
  { (number), (number), (number), (number) }

/* The same bits as two numbers, for a quick test. */
typedef uint64_t hs_halves __attribute__((vector_size(sizeof(int32_t) * HS_CHUNK_CANDIDATES)));
#else
/* A number for one candidate. */
typedef int32_t hs_lanes;
typedef uint32_t hs_unsigned_lanes;
#define HS_ALL_LANES(number) (number)
#endif

/* A glance at one decision. */
typedef struct hs_glance {
  hs_lanes data;           /* hs_outset::data of a write, in steps */
  hs_lanes beyond;         /* a time of this number of steps or more cannot win */
  hs_unsigned_lanes angle; /* angle of the platter at the decision, in steps, with revolutions */
  int32_t moving[2];       /* [write]: hs_outset::moving, in steps */
  int32_t resting[2];      /* [write]: hs_outset::resting, in steps */
  uint32_t least_seek;     /* least entry of the seek table for which a glance is exact enough */
  uint32_t seeks;          /* number of such entries, from `least_seek` on; 0: use no glance */
} hs_glance;

/* The steps after which the heads are over a cylinder. */
typedef struct hs_glance_over {
  int32_t read;  /* for a read */
  int32_t write; /* for a write */
} hs_glance_over;

/* An instant in steps from the decision, rounded down and limited to HS_GLANCE_MOST. */
static inline int32_t hs_glance_time(const hs_predictor* predictor, int64_t instant) {
  const int64_t steps = (instant - (int64_t)predictor->now) >> HS_SEEK_SHIFT;
  return (int32_t)(steps > HS_GLANCE_MOST    ? HS_GLANCE_MOST
                   : steps < -HS_GLANCE_MOST ? -HS_GLANCE_MOST
                                             : steps);
}

/* The glance at a decision. `of_use` is false if the angle of a task's first block alone gives no
 * bound. */
static inline hs_glance hs_glance_make(const hs_predictor* predictor, bool of_use) {
  const hs_outset* of = predictor->outset;
  const hs_ticks head_switch = predictor->drive->mechanics.head_switch >> HS_SEEK_SHIFT;
  const bool general = !of_use || head_switch >= (hs_ticks)HS_GLANCE_MOST;
  const uint32_t angle = (uint32_t)(predictor->now >> HS_SEEK_SHIFT);
  const int32_t data = hs_glance_time(predictor, of[1].data);
  return (hs_glance){
      .data = HS_ALL_LANES(data),
      .angle = HS_ALL_LANES(angle),
      .moving = {hs_glance_time(predictor, of[0].moving), hs_glance_time(predictor, of[1].moving)},
      .resting = {hs_glance_time(predictor, of[0].resting),
                  hs_glance_time(predictor, of[1].resting)},
      .least_seek = (uint32_t)head_switch + 1,
      .seeks = general ? 0 : (uint32_t)(HS_GLANCE_MOST - (int64_t)head_switch)};
}

/* From now on, only positioning times of at most `ticks` can win. The difference of two rounded
 * instants can be one step more than their rounded difference. */
static inline void hs_glance_limit(hs_glance* glance, int64_t ticks) {
  const int64_t steps = (ticks >> HS_SEEK_SHIFT) + 2;
  const int32_t beyond = steps < INT32_MAX ? (int32_t)steps : INT32_MAX;
  glance->beyond = (hs_lanes)HS_ALL_LANES(beyond);
}

/* Whether the move to every head takes the time of this entry of a seek table. */
static inline bool hs_glance_will_do(const hs_glance* glance, uint32_t seek) {
  return seek - glance->least_seek < glance->seeks;
}

/* When the heads are over a cylinder that is `seek` steps away. */
static inline hs_glance_over hs_glance_at(const hs_glance* glance, uint32_t seek) {
  const int32_t read = glance->moving[0] + (int32_t)seek;
  const int32_t write = glance->moving[1] + (int32_t)seek;
  return (hs_glance_over){.read = read > glance->resting[0] ? read : glance->resting[0],
                          .write = write > glance->resting[1] ? write : glance->resting[1]};
}

/* Whether a candidate of the chunk may win. */
#if HS_GLANCE_VECTORS
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
#else
static inline bool hs_glance_any(const hs_glance* glance, const hs_glance_over* over,
                                 const hs_chunk* chunk) {
  for (uint32_t j = 0; j < chunk->count; ++j) {
    int32_t eligible = over->read;
    if (chunk->write[j] != 0) {
      const int32_t data = glance->data + (int32_t)(chunk->lead[j] >> HS_SEEK_SHIFT);
      eligible = data > over->write ? data : over->write;
    }
    const uint32_t angle = (uint32_t)eligible + glance->angle;
    const uint32_t wait =
        ((chunk->angle[j] >> HS_SEEK_SHIFT) - angle) & (UINT32_MAX >> HS_SEEK_SHIFT);
    if (eligible + (int32_t)wait < glance->beyond) {
      return true;
    }
  }
  return false;
}
#endif

#endif
