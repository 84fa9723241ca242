/* Destaging: the way of cached writes from the buffer to the medium. */
#ifndef HEADSTACK_DESTAGE_H
#define HEADSTACK_DESTAGE_H

#include "stages.h"

/* Blocks that a cached write has brought are in the buffer; its status will be sent at `then`. */
void hs_destage_stored(hs_firmware* firmware, const hs_task* task, hs_ticks then);

/* The channel has done a program of destaging. */
void hs_destage_reached(hs_firmware* firmware);

/* destage_recovery.c: HS_CAUSE_ERROR of a program of destaging. */
void hs_destage_error(hs_firmware* firmware);
/* destage_recovery.c: the block that was tried again, if there is one, is on the medium. */
void hs_destage_retried(hs_firmware* firmware);

/* HS_CAUSE_WAKE. */
void hs_destage_wake(hs_firmware* firmware);

/* The drive is about to take up the next task, if `ready` says that there is one. True if it must
 * wait, since destaging goes first. Precondition: no task is active, and some blocks wait. */
bool hs_destage_at_rest(hs_firmware* firmware, bool ready);

/* Must the transfer wait for the medium to get other blocks first? If so, the active task goes on
 * by hs_flushed or hs_resume. */
bool hs_destage_before(hs_firmware* firmware, const hs_task* task, hs_ticks now);

/* Would the task's data stay in the buffer? */
bool hs_caches_write(const hs_firmware* firmware, const hs_task* task);

#endif
