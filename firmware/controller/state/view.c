/* The state of the drive, for schedulers and plans. */
#include "state/view.h"

#include "disk/situation.h"
#include "state/access.h"

bool hs_is_filling(const hs_cache* cache, uint64_t done) {
  uint32_t end = cache->segments[cache->filling].end - cache->program_first;
  if (HS_DONE_STOP(done) < end) {
    end = HS_DONE_STOP(done);
  }
  return HS_DONE_BLOCKS(done) != end;
}

static bool reading_ahead(hs_hal* hal, const hs_cache* cache) {
  return cache->filling != HS_NO_SEGMENT && hs_is_filling(cache, hs_read(hal, HS_CHANNEL_DONE));
}

hs_drive_view hs_firmware_view(const hs_firmware* firmware, hs_knowledge knowledge,
                               bool connected) {
  hs_drive_view view = {.now = hs_read(firmware->hal, HS_SPINDLE_NOW),
                        .last_first = firmware->last_first,
                        .last_end = firmware->last_end,
                        .last_write = firmware->last_write,
                        .last_hit = firmware->last_hit,
                        .last_sequential = firmware->last_sequential,
                        .read_done = firmware->read_done,
                        .connected = connected};
  const hs_drive_params* drive = firmware->config.drive;
  if (drive->terms.by_stream) {
    view.stream = firmware->stream;
  }
  if (drive->overheads.prefetch_interrupt != 0 ||
      (drive->terms.looked_at & HS_IF_READING_AHEAD) != 0) {
    view.reading = reading_ahead(firmware->hal, &firmware->cache);
  }
  const bool position = knowledge >= HS_KNOWS_POSITION;
  if (position || hs_looks_at_arm(drive)) {
    const uint64_t track = hs_read(firmware->hal, HS_CHANNEL_TRACK);
    view.free_at = position ? hs_read(firmware->hal, HS_CHANNEL_FREE) : 0;
    view.track.cylinder.value = HS_TRACK_CYLINDER(track);
    view.track.head.value = HS_TRACK_HEAD(track);
  }
  return view;
}
