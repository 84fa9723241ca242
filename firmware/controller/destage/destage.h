/* Destaging: the way of cached writes from the buffer to the medium. */
#ifndef HEADSTACK_DESTAGE_H
#define HEADSTACK_DESTAGE_H

#include "controller/state.h"

/* Blocks that a cached write has brought are in the buffer; its status will be sent at `then`. */
void hs_destage_stored(hs_firmware* firmware, const hs_task* task, hs_ticks then);

/* The channel has done a program of destaging, or HS_CAUSE_WAKE has come. True if what the active
 * task has waited for is there: the caller lets the task take its course. */
bool hs_destage_reached(hs_firmware* firmware);
bool hs_destage_wake(hs_firmware* firmware);

/* The drive is about to take up the next task, if `ready` says that there is one. True if that task
 * must wait, since destaging goes first. Precondition: no task is active, and some blocks wait. */
bool hs_destage_at_rest(hs_firmware* firmware, bool ready);

/* Must the transfer wait until other blocks are on the medium? If so, hs_destage_reached or
 * hs_destage_wake tells later that they are. */
bool hs_destage_before(hs_firmware* firmware, const hs_task* task, hs_ticks now);

/* Would the write's data stay in the buffer, by the rules that hold now? */
bool hs_caches_write(const hs_cache_rules* rules, const hs_task* task);

/* Bring those of the blocks onto the medium that only the buffer has. True if there are none; if
 * not, hs_destage_reached or hs_destage_wake tells later that they are there. */
bool hs_flush(hs_firmware* firmware, hs_lbn lbn, uint32_t blocks);
/* Bring all blocks onto the medium, without anybody waiting for it. */
void hs_flush_soon(hs_firmware* firmware);
/* The task that waited for a flush has been aborted. */
void hs_flush_not_awaited(hs_destage* destage);
/* The channel has been stopped (HS_CHANNEL_STOP): what was being destaged is destaged later. */
void hs_stop_media(hs_firmware* firmware, hs_ticks now);

#endif
