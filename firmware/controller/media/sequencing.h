/* What the sequencing of reads and of writes share. */
#ifndef HEADSTACK_SEQUENCING_H
#define HEADSTACK_SEQUENCING_H

#include "stages.h"

static inline hs_task* hs_active_task(hs_firmware* firmware) {
  return &firmware->queue.tasks[firmware->active.task];
}

/* A request larger than a buffer segment is served in chunks of a segment. */
static inline uint32_t hs_chunk_of(const hs_firmware* firmware, uint32_t left) {
  const uint32_t segment = firmware->config.drive->cache.segment_blocks;
  return left < segment ? left : segment;
}

static inline hs_walk hs_walk_from(const hs_firmware* firmware, hs_lbn lbn) {
  return hs_walk_begin(&firmware->config.drive->geometry, lbn);
}

/* With hs_drive_params.go_on, let the heads go on from the end of a transfer of these blocks, the
 * program's last, to the next one, if that is on another track. */
void hs_go_on(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks);

/* How long that takes; 0 if they stay. */
hs_ticks hs_going_on(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks, bool write);

/* Hand the walk's next `blocks` to the channel, an extent a track. */
void hs_run_extents(const hs_firmware* firmware, hs_walk* walk, uint32_t blocks, uint32_t flags);

/* As many of the blocks as the channel takes in a program: all, unless moved blocks break it up. */
uint32_t hs_fit_program(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks);
/* hs_run_extents of a read-ahead, as far as there is room; returns how many blocks that is. */
uint32_t hs_run_ahead(const hs_firmware* firmware, hs_walk* walk, uint32_t blocks);

/* Whether the last of `blocks` blocks is the last one of its track or cylinder that is in order:
 * the one behind it is on another, or the disk ends. */
typedef enum hs_run_end {
  HS_ENDS_INSIDE,
  HS_ENDS_TRACK,
  HS_ENDS_CYLINDER
} hs_run_end;
hs_run_end hs_end_of(const hs_firmware* firmware, hs_lbn lbn, uint32_t blocks);

/* read.c */
void hs_start_read_miss(hs_firmware* firmware, const hs_drive_view* view);
/* False, and nothing begun: an error has cut off what the task wants; it misses. */
bool hs_start_read_hit(hs_firmware* firmware, const hs_drive_view* view, hs_cache_answer answer);
void hs_read_next_chunk(hs_firmware* firmware);
void hs_send_chunk(hs_firmware* firmware);
/* Wait for the bus, if it is not held, and bring the next `blocks` of the read to the host. */
void hs_send_blocks(hs_firmware* firmware, uint32_t blocks, uint32_t operations, uint8_t status);
void hs_part_sent(hs_firmware* firmware);

/* write.c */
void hs_start_write(hs_firmware* firmware, const hs_drive_view* view);
void hs_written_chunk(hs_firmware* firmware);
void hs_write_taken(hs_firmware* firmware);
void hs_write_stored(hs_firmware* firmware);

#endif
