/* Disk-overhead reduction (the share paper, 2.2): requests are inserted into the gaps of a
 * sequence. An inserted request has two properties. Property 1: the way over the request costs
 * little more than the direct way. Property 2: its class does not get too far ahead. */
#ifndef HEADSTACK_SCHEDULERS_OVERHEAD_REDUCTION_H
#define HEADSTACK_SCHEDULERS_OVERHEAD_REDUCTION_H

#include "share/fair_queue.h"

/* Number of requests that a gap takes. */
enum {
  HS_INSERT_ONE = 0,    /* one request; there is also a gap before the first request */
  HS_INSERT_LITERAL = 1 /* any number, as in algorithm 1; gaps lie between first and last request */
};

/* How the host estimates seek times. */
enum {
  HS_SEEKS_LINEAR = 0, /* 2 ms, and the rest of a full seek in proportion to the distance */
  HS_SEEKS_CURVE = 1   /* the drive's own curve */
};

typedef struct hs_margins {
  uint32_t overhead; /* M_dmo: longest detour, in percent of a full seek, Q16.16 */
  uint64_t lead;     /* M_qos: most virtual time ahead of the slowest class; 0: no insertions */
  uint32_t gaps;     /* HS_INSERT_*: number of requests that a gap takes */
  uint32_t seeks;    /* HS_SEEKS_*: estimate of seek times */
} hs_margins;

/* The host's estimate of a seek between two cylinders, in ticks. */
hs_ticks hs_estimated_seek(const hs_scheduler* scheduler, uint32_t seeks, hs_cylinder from,
                           hs_cylinder to);

/* Make a sequence (hs_fair_batch) and insert requests into it. Precondition: tasks are located. */
void hs_expanded_batch(hs_scheduler* scheduler, const hs_margins* margins);

/* The virtual time of an M_qos that is given as a parameter in Q16.16. */
static inline uint64_t hs_lead_of(uint32_t parameter) {
  return (uint64_t)parameter * (HS_VIRTUAL_ONE / HS_ONE);
}

#endif
