/* The comparator's fields: the packing of values, and their limits. */
#ifndef HEADSTACK_COMPARATOR_FIELDS_H
#define HEADSTACK_COMPARATOR_FIELDS_H

#include "comparator/queue.h"
#include "hal/registers.h"

/* The comparator gets instants in ticks from four revolutions ago, so that none is negative. */
#define SINCE ((hs_ticks)4 << 32)
/* Limits of the comparator's fields. The sum of two instants must fit 40 bits. The key's width
 * limits the handicap. An entry that is younger than the oldest entry by MOST_AGE never wins. */
#define MOST_INSTANT (((hs_ticks)1 << 39) - 1)
#define MOST_AGE ((hs_ticks)1 << 47)
#define MOST_KEY (((hs_ticks)1 << 48) - 1)

#define FIELD(value, name) \
  (((value) & (HS_COMPARATOR__##name##_bm)) >> (HS_COMPARATOR__##name##_bp))
/* Precondition: the value fits the field. */
#define PUT(value, name) ((uint64_t)(value) << (HS_COMPARATOR__##name##_bp))

#endif
