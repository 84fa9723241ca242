/* Commands with a parameter list, after the list has arrived. */
#include "media/service_steps.h"
#include "state/work.h"
#include "unit/replies.h"

/* Read the length of the list's rest from the header, and ask the host for the rest. False: the
 * rest is too long. */
static bool take_reassign_header(hs_firmware* firmware, const uint8_t* list) {
  const uint32_t more = hs_reassign_length(list);
  firmware->active.done = HS_REASSIGN_HEADER_BYTES;
  if (more > HS_LIST_BYTES) {
    return false;
  }
  if (more == 0) {
    hs_end_good(firmware);
  } else {
    hs_ask_for_list(firmware, more);
  }
  return true;
}

void hs_list_reassign(hs_firmware* firmware, const uint8_t* list, uint32_t bytes) {
  hs_sense sense = hs_illegal(HS_CODE_LIST_LENGTH);
  if (firmware->active.done != 0) {
    sense = hs_take_reassign(firmware, list, bytes);
  } else if (take_reassign_header(firmware, list)) {
    return;
  }
  hs_end_with(firmware, &sense);
}

void hs_list_send_diagnostic(hs_firmware* firmware, const uint8_t* list, uint32_t bytes) {
  const hs_sense sense =
      hs_take_send_diagnostic(&firmware->config.drive->geometry, list, bytes,
                              &firmware->unit.translation[hs_active_task(firmware)->initiator]);
  hs_end_with(firmware, &sense);
}

/* Carry out MODE SELECT. If writes are no longer cached, or no longer allowed (SPC-4 7.5.8), GOOD
 * is sent only after all blocks are on the medium. */
void hs_list_mode_select(hs_firmware* firmware, const uint8_t* list, uint32_t bytes) {
  const hs_sense sense = hs_take_mode_select(firmware, hs_active_task(firmware), list, bytes);
  if (sense.key == 0 &&
      (!firmware->unit.cache_rules.write_back || hs_mode_write_protected(&firmware->unit.mode))) {
    hs_start_flush(firmware, (hs_lbn){0}, firmware->config.drive->geometry.block_count);
  } else {
    hs_end_with(firmware, &sense);
  }
}

void hs_flushed_mode_select(hs_firmware* firmware) { hs_end_good(firmware); }
