/* Writes to a part of a physical sector (512-byte emulation, SBC-3 4.6).
 *
 * A physical sector is `sector_blocks` blocks side by side on a track; a track holds whole physical
 * sectors, counted from its sector 0. A write that covers only a part of a physical sector needs
 * the rest of its data first. The channel reads the physical sector as it passes, merges the new
 * blocks, and writes it when it passes again.
 *
 * Contract: this is the only rule for such writes, for predictions and for the hardware. With one
 * block to the physical sector, nothing is read, and the functions only compare.
 * Units: ticks; instants are absolute times; sectors of `zone` hold a block each. */
#ifndef HEADSTACK_MERGE_H
#define HEADSTACK_MERGE_H

#include "disk/geometry.h"
#include "disk/mechanics.h"

/* Blocks of the write's physical sector that lie before `block`, an address or a sector of a
 * track. `sector_blocks` is a power of two, here and below. */
static inline uint32_t hs_into_physical(uint32_t sector_blocks, uint32_t block) {
  return block & (sector_blocks - 1);
}

/* Blocks of a write that lie in the physical sector of its first block, `first`. */
static inline uint32_t hs_blocks_of_first(uint32_t sector_blocks, uint32_t first, uint32_t blocks) {
  const uint32_t most = sector_blocks - hs_into_physical(sector_blocks, first);
  return blocks < most ? blocks : most;
}

/* A run of sectors to be written on one track. */
typedef struct hs_write_run {
  const hs_zone* zone;
  uint32_t sector;  /* first sector of the run */
  uint32_t sectors; /* sectors of the run, at least 1 */
  hs_angle angle;   /* angle at which the first sector begins */
} hs_write_run;

/* Whether the run covers only a part of its first physical sector. */
static inline bool hs_begins_in_part(const hs_write_run* run, uint32_t sector_blocks) {
  return hs_blocks_of_first(sector_blocks, run->sector, run->sectors) != sector_blocks;
}

/* Whether the run covers only a part of some physical sector. */
static inline bool hs_writes_part(const hs_write_run* run, uint32_t sector_blocks) {
  return hs_into_physical(sector_blocks, run->sector | (run->sector + run->sectors)) != 0;
}

/* Ticks from the start of the physical sector of `sector` to the start of `sector`. */
static inline hs_ticks hs_ticks_into_physical(const hs_zone* zone, uint32_t sector_blocks,
                                              uint32_t sector) {
  const uint32_t into = hs_into_physical(sector_blocks, sector);
  return hs_sector_offset(zone, sector) - hs_sector_offset(zone, sector - into);
}

/* hs_write_run_start of a run that begins in a part of a physical sector. */
hs_ticks hs_merged_start(const hs_write_run* run, uint32_t sector_blocks, hs_ticks on_track,
                         hs_ticks eligible) __attribute__((cold));

/* The time at which the run's first sector begins in a write in the order of the sectors.
 * `on_track`: the head reads the track from then on. `eligible` (at least `on_track`): no physical
 * sector is written that began before. */
static inline hs_ticks hs_write_run_start(const hs_write_run* run, uint32_t sector_blocks,
                                          hs_ticks on_track, hs_ticks eligible) {
  if (hs_begins_in_part(run, sector_blocks)) {
    return hs_merged_start(run, sector_blocks, on_track, eligible);
  }
  return eligible + hs_rotation_wait(eligible, run->angle);
}

/* The time at which the first sector written begins in a zero-latency write. A run that covers a
 * part of a physical sector is written in the order of its sectors, as hs_write_run_start says. */
hs_run_start hs_zero_latency_write(const hs_write_run* run, uint32_t sector_blocks,
                                   hs_ticks on_track, hs_ticks eligible);

/* Sectors of a run that are written before the head has passed the run's end once, if its first
 * sector is written at `start`. The other sectors lie in the last physical sector, which is read
 * first, and written when it passes again. */
uint32_t hs_written_at_once(const hs_write_run* run, uint32_t sector_blocks, hs_ticks on_track,
                            hs_ticks start);

#endif
