/* What the channel is doing. */
#ifndef HEADSTACK_VIEW_H
#define HEADSTACK_VIEW_H

#include "controller/state.h"

/* Is the channel still to bring blocks into the segment that it fills? `done` is what
 * HS_CHANNEL_DONE says. Precondition: there is such a segment. */
bool hs_is_filling(const hs_cache* cache, uint64_t done);

#endif
