/* The host breaks off a data phase, because it has no more data or no more room for data. The
 * command ends as if the initiator had detected an error (SCSI-2 6.6.11). */
#include "media/broken_off.h"

#include "destage/destage.h"
#include "media/status.h"
#include "port/answer.h"
#include "state/access.h"

/* End the active task. The blocks that have arrived may be on the medium; the other blocks are
 * not. */
static void end_active(hs_firmware* firmware, const hs_sense* sense) {
  hs_active* active = &firmware->active;
  if (hs_action_transfers(firmware->queue.tasks[active->task].action)) {
    hs_stop_media(firmware, hs_read(firmware->hal, HS_SPINDLE_NOW));
    hs_cache_drop_all(&firmware->cache);
    active->failed = true;
  }
  active->connected = true;
  hs_fail_active(firmware, sense);
}

void hs_broken_off(hs_firmware* firmware) {
  const uint64_t nexus = hs_read(firmware->hal, HS_PORT_BROKEN_OFF);
  const hs_sense sense = {.key = HS_SENSE_ABORTED_COMMAND, .code = HS_CODE_INITIATOR_ERROR};
  const uint32_t entry = firmware->active.task;
  if (entry != HS_NO_TASK && firmware->queue.tasks[entry].slot == HS_NEXUS_SLOT(nexus)) {
    end_active(firmware, &sense);
  } else {
    hs_refuse(firmware, sense, nexus);
  }
}
