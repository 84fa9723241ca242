/* What the buffer forgets. */
#ifndef HEADSTACK_FORGET_H
#define HEADSTACK_FORGET_H

#include "controller/state.h"

/* Forget what the buffer has read ahead: a running program of the channel may have been stopped, or
 * rules have changed. */
void hs_forget_reads(hs_firmware* firmware);

/* Forget that, and what a write that was broken off has left there. */
void hs_forget_buffer(hs_firmware* firmware);

#endif
