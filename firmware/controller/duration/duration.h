/* Duration limits of tasks (duration_limits.h). The firmware checks a waiting task when it chooses
 * a task, and an active task when it decides on the status. There is no timer: a late task waits at
 * most until the active task ends, and its status then goes before all other work.
 *
 * Units: ticks. */
#ifndef HEADSTACK_DURATION_H
#define HEADSTACK_DURATION_H

#include "controller/state.h"
#include "hal/compiler.h"

/* The number of the limit that a command block names; 0: none. */
uint8_t hs_duration_number(const uint8_t cdb[HS_CDB_BYTES]);

/* Set the limit of a task in a claimed entry of the queue, from its facts' `limit`. Precondition:
 * `limit` is not 0. */
HS_COLD void hs_duration_arrival(hs_firmware* firmware, uint32_t entry);

/* Take out of the queue a task whose limit ends it. HS_NO_TASK: no waiting task must end now. */
HS_COLD uint32_t hs_duration_late(hs_firmware* firmware, hs_ticks now);

/* The task starts, or ends because it is late: then the sense has a key. */
HS_COLD hs_sense hs_duration_start(hs_firmware* firmware, uint32_t entry, hs_ticks now);

/* The status of the active task, which has all its blocks, if the status is over at `end`. The
 * port has got the sense, if there is one. */
HS_COLD uint8_t hs_duration_status(hs_firmware* firmware, hs_ticks end);

/* Whether the task in an entry has a limit. */
static inline bool hs_has_duration(const hs_firmware* firmware, uint32_t entry) {
  const hs_task_facts* facts = firmware->queue.scheduler.facts;
  return facts != NULL && facts[entry].limit != 0;
}

/* Whether a waiting task may have exceeded a time of its limit. */
static inline bool hs_duration_due(const hs_firmware* firmware, hs_ticks now) {
  return now > firmware->next_limit;
}

#endif
