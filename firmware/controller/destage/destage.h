/* Destaging: the way of cached writes from the buffer to the medium.
 *
 * Units: blocks; times are in ticks. */
#ifndef HEADSTACK_DESTAGE_H
#define HEADSTACK_DESTAGE_H

#include "controller/state.h"

/* The blocks of a cached write are in the buffer. The status of the write will be sent at
 * `then`. */
void hs_destage_stored(hs_firmware* firmware, const hs_task* task, hs_ticks then);

/* The channel has done a program of destaging; HS_CAUSE_WAKE has come. True if the wait of the
 * active task is over: the caller continues the task. */
bool hs_destage_reached(hs_firmware* firmware);
bool hs_destage_wake(hs_firmware* firmware);

/* The drive is about to begin the next task. `ready`: there is a next task. True if this task must
 * wait because destaging goes first. Precondition: no task is active, and some blocks wait. */
bool hs_destage_at_rest(hs_firmware* firmware, bool ready);

/* Whether the transfer must wait until other blocks are on the medium. If so, hs_destage_reached or
 * hs_destage_wake returns true later, when the wait is over. */
bool hs_destage_before(hs_firmware* firmware, const hs_task* task, hs_ticks now);

/* Whether the write's data would stay in the buffer under these rules. */
bool hs_caches_write(const hs_cache_rules* rules, const hs_task* task);

/* Bring those of the blocks onto the medium that only the buffer has. True if there are no such
 * blocks. If not, hs_destage_reached or hs_destage_wake returns true later, when they are there. */
bool hs_flush(hs_firmware* firmware, hs_lbn lbn, uint32_t blocks);
/* Bring all blocks onto the medium. No task waits for it. */
void hs_flush_soon(hs_firmware* firmware);
/* The task that waited for a flush has been aborted. */
void hs_flush_not_awaited(hs_destage* destage);
/* Stop the channel (HS_CHANNEL_STOP). Blocks that are not destaged yet are destaged later. */
void hs_stop_media(hs_firmware* firmware, hs_ticks now);

#endif
