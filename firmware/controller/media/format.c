/* FORMAT UNIT, after its parameter list. Cached writes go to the medium first, and the format then
 * erases them. */
#include "destage/destage.h"
#include "media/service_steps.h"
#include "unit/replies.h"

static void flush_all(hs_firmware* firmware) {
  hs_start_flush(firmware, (hs_lbn){0}, firmware->config.drive->geometry.block_count);
}

void hs_begin_format(hs_firmware* firmware, const hs_task* task, const hs_drive_view* view) {
  (void)task;
  (void)view;
  flush_all(firmware);
}

void hs_list_format(hs_firmware* firmware, const uint8_t* list, uint32_t bytes) {
  (void)bytes;
  bool immediate = false;
  const hs_sense sense = hs_take_format(list, &immediate);
  if (sense.key != 0) {
    hs_end_with(firmware, &sense);
    return;
  }
  hs_active_task(firmware)->flags |= immediate ? HS_FLAG_IMMEDIATE : 0u;
  flush_all(firmware);
}

/* Begin the format. With IMMED, the status follows at once, and otherwise at the end. */
void hs_flushed_format(hs_firmware* firmware) {
  hs_logical_unit* unit = &firmware->unit;
  const hs_ticks now = hs_read(firmware->hal, HS_SPINDLE_NOW);
  hs_stop_media(firmware, now);
  hs_cache_drop_all(&firmware->cache);
  hs_write(firmware->hal, HS_CHANNEL_ERASE, 0);
  unit->power = hs_format_begun(&firmware->config.drive->geometry, unit->power, now);
  unit->limited = true;
  if ((hs_active_task(firmware)->flags & HS_FLAG_IMMEDIATE) == 0) {
    hs_disconnect(firmware, firmware->config.drive->overheads.read_hit_command);
    hs_write(firmware->hal, HS_PORT_NOT_BEFORE, unit->power.ready_at);
  }
  hs_end_good(firmware);
}
