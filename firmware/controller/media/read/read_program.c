#include "media/read/read_program.h"

#include "media/status.h"

void hs_keep_program(hs_hal* hal, const hs_cache_rules* rules, uint32_t blocks) {
  const uint32_t minimum = rules->prefetch_minimum_blocks;
  const int32_t kept = (int32_t)(blocks + minimum);
  if (minimum != 0 && kept > 0) {
    hs_write(hal, HS_CHANNEL_KEEP, (uint64_t)kept);
  }
}

void hs_run_read_ahead(hs_firmware* firmware, hs_walk* walk, hs_lbn end) {
  if (walk->lbn.value > end.value) {
    return; /* the drive has read whole tracks past `end`, and keeps no block after `end` */
  }
  const uint32_t blocks = end.value - walk->lbn.value;
  const uint32_t run = hs_run_ahead(firmware->hal, walk, blocks);
  if (run != blocks) {
    firmware->cache.segments[firmware->cache.filling].end -= blocks - run;
  }
  if (blocks == 0) {
    hs_move_to_next_track(firmware->hal, firmware->config.drive, (hs_lbn){end.value - 1}, 1);
  }
}

void hs_disconnect_read(hs_firmware* firmware, const hs_drive_view* view, hs_ticks command) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  hs_disconnect(firmware, command + (view->last_write ? o->read_disconnect_after_write
                                                      : o->read_disconnect_after_read));
}
