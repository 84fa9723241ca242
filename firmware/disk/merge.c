#include "disk/merge.h"

/* A physical sector has been read if it began on the pass before, after the head came to the
 * track. */
static hs_ticks read_by(hs_ticks on_track) { return on_track + HS_TICKS_PER_REVOLUTION; }

hs_ticks hs_merged_start(const hs_write_run* run, uint32_t sector_blocks, hs_ticks on_track,
                         hs_ticks eligible) {
  const hs_ticks into = hs_ticks_into_physical(run->zone, sector_blocks, run->sector);
  const hs_ticks read = read_by(on_track);
  const hs_ticks from = eligible > read ? eligible : read;
  return from + hs_rotation_wait(from, run->angle - (hs_angle)into) + into;
}

hs_run_start hs_zero_latency_write(const hs_write_run* run, uint32_t sector_blocks,
                                   hs_ticks on_track, hs_ticks eligible) {
  if (hs_writes_part(run, sector_blocks)) {
    return (hs_run_start){.first = hs_write_run_start(run, sector_blocks, on_track, eligible),
                          .in_order = run->sectors};
  }
  return hs_zero_latency_start(run->zone, run->sector, run->sectors, sector_blocks, run->angle,
                               eligible);
}

uint32_t hs_written_at_once(const hs_write_run* run, uint32_t sector_blocks, hs_ticks on_track,
                            hs_ticks start) {
  const uint32_t part = hs_into_physical(sector_blocks, run->sector + run->sectors);
  if (part == 0 || part >= run->sectors) { /* whole, or the first physical sector too */
    return run->sectors;
  }
  const uint32_t before = run->sectors - part;
  const hs_ticks last = start + hs_sector_offset(run->zone, run->sector + before) -
                        hs_sector_offset(run->zone, run->sector);
  return last < read_by(on_track) ? before : run->sectors;
}
