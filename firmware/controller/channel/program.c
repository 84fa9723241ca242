#include "channel/program.h"

#include "disk/read_run.h"

#define MOST_BLOCKS 0xffffu /* of a RUN */

/* Take the walk's next extent, of at most `blocks` blocks. Returns its value of HS_CHANNEL_RUN. */
static uint64_t next_extent(hs_walk* walk, uint32_t blocks, uint32_t flags) {
  const hs_pbn first = walk->place;
  const uint32_t run = hs_walk_step(walk, blocks);
  return HS_RUN(first.cylinder.value, first.head.value, first.sector.value, run, flags);
}

void hs_run_extents(hs_hal* hal, hs_walk* walk, uint32_t blocks, uint32_t flags) {
  const uint32_t end = walk->lbn.value + blocks;
  while (walk->lbn.value != end) {
    hs_write(hal, HS_CHANNEL_RUN, next_extent(walk, end - walk->lbn.value, flags));
  }
}

void hs_prepare_program(hs_orders* orders, uint32_t blocks, uint32_t flags) {
  orders->end.value = orders->walk.lbn.value + blocks;
  orders->flags = flags;
  orders->run = next_extent(&orders->walk, blocks, flags);
}

void hs_order_program(hs_hal* hal, hs_orders* orders) {
  hs_write(hal, HS_CHANNEL_RUN, orders->run);
  hs_run_extents(hal, &orders->walk, orders->end.value - orders->walk.lbn.value, orders->flags);
}

/* True: blocks were moved, and may split a program into more extents than the channel accepts. */
static bool broken_up(const hs_geometry* geometry) {
  const hs_reallocations* table = geometry->reallocations;
  return table != NULL && table->taken != 0;
}

uint32_t hs_fit_program(const hs_geometry* geometry, hs_lbn lbn, uint32_t blocks) {
  if (!broken_up(geometry)) {
    return blocks;
  }
  hs_walk walk = hs_walk_begin(geometry, lbn);
  uint32_t fit = 0;
  for (uint32_t extents = 0; extents < HS_CHANNEL_EXTENTS - 2 && fit != blocks; ++extents) {
    fit += hs_walk_step(&walk, blocks - fit);
  }
  return fit;
}

/* True: the walk's next blocks fill one track after another, and fit one RUN. */
static bool on_following_tracks(const hs_walk* walk, uint32_t blocks) {
  return blocks != 0 && blocks <= MOST_BLOCKS && walk->lbn.value + blocks <= walk->plain_end.value;
}

uint32_t hs_run_ahead(hs_hal* hal, hs_walk* walk, uint32_t blocks) {
  if (on_following_tracks(walk, blocks)) {
    const hs_pbn first = walk->place;
    hs_write(
        hal, HS_CHANNEL_RUN,
        HS_RUN(first.cylinder.value, first.head.value, first.sector.value, blocks, HS_RUN_AHEAD));
    return blocks;
  }
  if (!broken_up(walk->geometry)) {
    hs_run_extents(hal, walk, blocks, HS_RUN_AHEAD);
    return blocks;
  }
  uint64_t room = hs_read(hal, HS_CHANNEL_RUN);
  uint32_t left = blocks;
  for (; left != 0 && room != 0; --room) {
    const uint32_t run = left < walk->run ? left : walk->run;
    hs_run_extents(hal, walk, run, HS_RUN_AHEAD);
    left -= run;
  }
  return blocks - left;
}

/* True: the next block lies on another track than the last block. Both tracks are then returned
 * too. */
static bool next_track(const hs_drive_params* drive, hs_lbn lbn, uint32_t blocks, hs_track* from,
                       hs_track* to) {
  hs_pbn last;
  hs_pbn next;
  if (!drive->advance_at_track_end || !hs_next_place(&drive->geometry, lbn, blocks, &last, &next)) {
    return false;
  }
  *from = (hs_track){last.cylinder, last.head};
  *to = (hs_track){next.cylinder, next.head};
  return last.cylinder.value != next.cylinder.value || last.head.value != next.head.value;
}

void hs_move_to_next_track(hs_hal* hal, const hs_drive_params* drive, hs_lbn lbn, uint32_t blocks) {
  hs_track from;
  hs_track to;
  if (next_track(drive, lbn, blocks, &from, &to)) {
    hs_write(hal, HS_CHANNEL_GO_ON, HS_TRACK(to.cylinder.value, to.head.value));
  }
}

hs_ticks hs_time_to_next_track(const hs_drive_params* drive, hs_lbn lbn, uint32_t blocks,
                               bool write) {
  hs_track from;
  hs_track to;
  return next_track(drive, lbn, blocks, &from, &to)
             ? hs_crossing(&drive->mechanics, from, to, write)
             : 0;
}
