/* Pseudo-random numbers that are the same in every run: a hash of a counter. */
#ifndef HEADSTACK_SCHEDULERS_MIX_H
#define HEADSTACK_SCHEDULERS_MIX_H

#include <stdint.h>

/* Step of such a counter. */
#define HS_MIX_STEP UINT64_C(0x9e3779b97f4a7c15)

/* The finaliser of MurmurHash3. */
static inline uint64_t hs_mix(uint64_t h) {
  h = (h ^ (h >> 33)) * UINT64_C(0xff51afd7ed558ccd);
  h = (h ^ (h >> 33)) * UINT64_C(0xc4ceb9fe1a85ec53);
  return h ^ (h >> 33);
}

#endif
