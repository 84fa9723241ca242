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

void hs_firmware_view(const hs_firmware* firmware, hs_knowledge knowledge, bool connected,
                      hs_drive_view* view) {
  const hs_drive_params* drive = firmware->config.drive;
  const bool position = knowledge >= HS_KNOWS_POSITION;
  view->now = hs_read(firmware->hal, HS_SPINDLE_NOW);
  view->last_first = firmware->last_first;
  view->last_end = firmware->last_end;
  view->last_write = firmware->last_write;
  view->last_hit = firmware->last_hit;
  view->last_sequential = firmware->last_sequential;
  view->read_done = firmware->read_done;
  view->stream = firmware->stream; /* stays 0 if no term depends on streams */
  view->connected = connected;
  view->reading = (drive->overheads.prefetch_interrupt != 0 ||
                   (drive->terms.looked_at & HS_IF_READING_AHEAD) != 0) &&
                  reading_ahead(firmware->hal, &firmware->cache);
  view->free_at = 0;
  view->track = (hs_track){{0}, {0}};
  if (position || hs_looks_at_arm(drive)) {
    const uint64_t track = hs_read(firmware->hal, HS_CHANNEL_TRACK);
    view->free_at = position ? hs_read(firmware->hal, HS_CHANNEL_FREE) : 0;
    view->track.cylinder.value = HS_TRACK_CYLINDER(track);
    view->track.head.value = HS_TRACK_HEAD(track);
  }
}
