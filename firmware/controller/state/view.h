/* The state of the head channel. */
#ifndef HEADSTACK_VIEW_H
#define HEADSTACK_VIEW_H

#include "controller/state.h"

/* Whether the channel will still bring blocks into the segment that it fills. `done` is the value
 * of HS_CHANNEL_DONE. Precondition: the channel fills a segment. */
bool hs_is_filling(const hs_cache* cache, uint64_t done);

#endif
