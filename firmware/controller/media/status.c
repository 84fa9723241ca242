#include "media/status.h"

void hs_active_go(hs_firmware* firmware, uint32_t operations, uint8_t status, uint32_t count) {
  hs_active* active = &firmware->active;
  const hs_overheads* o = &firmware->config.drive->overheads;
  uint32_t all = operations | HS_PORT_OP_INTERRUPT;
  if (!active->connected) {
    all |= HS_PORT_OP_RESELECT;
    hs_write(firmware->hal, HS_PORT_BEFORE, o->first_reselect);
    active->connected = true;
  }
  if ((operations & HS_PORT_OP_STATUS) != 0) {
    hs_write(firmware->hal, HS_PORT_AFTER, o->read_completion);
    active->service = HS_SERVICE_STATUS;
    active->ordered = true;
  }
  hs_port_go(firmware->hal, hs_active_task(firmware)->slot, all, status, count);
}

void hs_disconnect(hs_firmware* firmware, hs_ticks after) {
  if (firmware->active.connected) {
    hs_write(firmware->hal, HS_PORT_BEFORE, after);
    hs_port_go(firmware->hal, hs_active_task(firmware)->slot, HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD,
               0);
    firmware->active.connected = false;
  }
}

void hs_tell_sense(hs_firmware* firmware, const hs_sense* sense) {
  firmware->sense[hs_active_task(firmware)->initiator] = *sense;
  hs_write(firmware->hal, HS_PORT_SENSE, hs_sense_pack(sense));
}

void hs_fail_active(hs_firmware* firmware, const hs_sense* sense) {
  hs_tell_sense(firmware, sense);
  hs_active_go(firmware, HS_PORT_OP_STATUS, hs_status_of_sense(sense), 0);
}

uint8_t hs_report_recovered(hs_firmware* firmware) {
  hs_tell_sense(firmware, &firmware->active.recovery.told);
  return HS_STATUS_CHECK_CONDITION;
}
