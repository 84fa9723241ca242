#include "media/service_steps.h"

#include "destage/destage.h"
#include "state/work.h"

void hs_end_with(hs_firmware* firmware, const hs_sense* sense) {
  if (sense->key != 0) {
    hs_fail_active(firmware, sense);
  } else {
    hs_active_go(firmware, HS_PORT_OP_STATUS, HS_STATUS_GOOD, 0);
  }
}

void hs_end_good(hs_firmware* firmware) {
  hs_active_go(firmware, HS_PORT_OP_STATUS, hs_good_status(firmware), 0);
}

void hs_flushed(hs_firmware* firmware) {
  hs_work_of(firmware, hs_active_task(firmware)->action)->flushed(firmware);
}

void hs_start_flush(hs_firmware* firmware, hs_lbn lbn, uint32_t blocks) {
  firmware->active.service = HS_SERVICE_MEDIUM;
  if (hs_flush(firmware, lbn, blocks)) {
    hs_flushed(firmware);
  } else {
    hs_disconnect(firmware, firmware->config.drive->overheads.read_hit_command);
  }
}

void hs_ask_for_list(hs_firmware* firmware, uint32_t bytes) {
  firmware->active.service = HS_SERVICE_PARAMETERS;
  firmware->active.chunk = bytes;
  hs_active_go(firmware, HS_PORT_OP_PARAMETERS, HS_STATUS_GOOD, bytes);
}
