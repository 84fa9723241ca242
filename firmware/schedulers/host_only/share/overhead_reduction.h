/* Disk-overhead reduction (the share paper, 2.2): requests are squeezed into the gaps of a sequence
 * where the way to them and on costs little more than the way past them (property 1), unless
 * their class would get too far ahead (property 2). */
#ifndef HEADSTACK_SCHEDULERS_OVERHEAD_REDUCTION_H
#define HEADSTACK_SCHEDULERS_OVERHEAD_REDUCTION_H

#include "host_only/share/fair_queue.h"

/* Requests that a gap takes. */
enum {
  HS_INSERT_ONE = 0,    /* one, and there is a gap before the first request */
  HS_INSERT_LITERAL = 1 /* as algorithm 1 reads: any number, between first and last */
};

/* What the host knows of seek times. */
enum {
  HS_SEEKS_LINEAR = 0, /* 2 ms, and the rest of a full seek in proportion to the distance */
  HS_SEEKS_CURVE = 1   /* the drive's own curve */
};

typedef struct hs_margins {
  uint32_t overhead; /* M_dmo: percent of a full seek, Q16.16 */
  uint64_t lead;     /* M_qos: a virtual time */
  uint32_t gaps;     /* HS_INSERT_* */
  uint32_t seeks;    /* HS_SEEKS_* */
} hs_margins;

/* The host's estimate of a seek between two cylinders. */
hs_ticks hs_estimated_seek(const hs_scheduler* scheduler, uint32_t seeks, hs_cylinder from,
                           hs_cylinder to);

/* Make a sequence (hs_fair_batch) and expand it. Tasks must be located. */
void hs_expanded_batch(hs_scheduler* scheduler, const hs_margins* margins);

/* M_qos as a parameter, Q16.16, as a virtual time. */
static inline uint64_t hs_lead_of(uint32_t parameter) {
  return (uint64_t)parameter * (HS_VIRTUAL_ONE / HS_ONE);
}

#endif
