#include "media/read/read_send.h"

#include "disk/read_run.h"
#include "duration/duration.h"
#include "media/read/read_program.h"
#include "media/status.h"

/* Angle at which the track of a block begins. */
static hs_angle track_angle(const hs_geometry* geometry, hs_lbn lbn) {
  const hs_zone* zone = hs_zone_of_lbn(geometry, lbn);
  const hs_extent extent = hs_map_extent(geometry, lbn, 1);
  return extent.angle - (hs_angle)hs_sector_offset(zone, extent.first.sector.value);
}

/* Time from the last block of a read to the end of its track, `before` blocks later. */
static hs_ticks to_track_end(const hs_geometry* geometry, hs_lbn behind, uint32_t before) {
  const hs_lbn last = {behind.value - 1};
  const hs_zone* zone = hs_zone_of_lbn(geometry, last);
  const uint32_t from = hs_lbn_to_pbn(geometry, last).sector.value;
  const uint32_t end = hs_lbn_to_pbn(geometry, (hs_lbn){last.value + before}).sector.value;
  return (hs_angle)(hs_sector_offset(zone, end + 1) - hs_sector_offset(zone, from + 1));
}

/* Least time from the last block to the status, for a read that ends near the end of a track. The
 * drive's work at the end of the track delays the status. */
static hs_ticks least_near_end(const hs_drive_params* drive, const hs_task* task) {
  const hs_overheads* o = &drive->overheads;
  const hs_lbn behind = {task->lbn.value + task->blocks};
  const uint32_t near = o->read_near_end == 0 ? 1 : o->read_near_end;
  for (uint32_t before = 1; before <= near; ++before) {
    const hs_run_end end = hs_end_of(&drive->geometry, behind, before);
    if (end != HS_ENDS_INSIDE) {
      const hs_ticks least =
          end == HS_ENDS_TRACK ? o->read_near_track_end_least : o->read_near_cylinder_end_least;
      return least == 0 ? 0 : least + to_track_end(&drive->geometry, behind, before);
    }
  }
  return 0;
}

/* Least time from the last block to the status, for a read from the medium. */
static hs_ticks least_to_status(const hs_drive_params* drive, const hs_task* task) {
  const hs_overheads* o = &drive->overheads;
  if ((o->read_track_end_least | o->read_cylinder_end_least | o->read_near_track_end_least |
       o->read_near_cylinder_end_least) == 0) {
    return 0;
  }
  switch (hs_end_of(&drive->geometry, task->lbn, task->blocks)) {
    case HS_ENDS_TRACK:
      return o->read_track_end_least;
    case HS_ENDS_CYLINDER:
      return o->read_cylinder_end_least;
    default:
      return least_near_end(drive, task);
  }
}

void hs_send_blocks(hs_firmware* firmware, uint32_t blocks, uint32_t operations, uint8_t status) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const hs_overheads* o = &firmware->config.drive->overheads;
  const hs_ticks reselect = active->read.sent == 0 ? o->first_reselect : o->second_reselect;
  const uint32_t from = task->lbn.value + active->done + active->read.sent;
  hs_write(firmware->hal, HS_BUFFER_INDEX, (uint32_t)(from - firmware->cache.program_first));
  hs_host_data_at(firmware, HS_SEGMENT_READ + firmware->cache.filling, from);
  if (active->read.late_reconnect != 0) {
    hs_write(firmware->hal, HS_PORT_NOT_BEFORE,
             hs_read(firmware->hal, HS_SPINDLE_NOW) + active->read.late_reconnect);
  }
  if (firmware->config.drive->read_marks_per_revolution != 0) {
    hs_write(firmware->hal, HS_PORT_MARKS,
             HS_MARKS(track_angle(&firmware->config.drive->geometry, task->lbn),
                      firmware->config.drive->read_marks_per_revolution));
  }
  const hs_ticks before = active->connected && active->done != 0 ? 0 : o->data_preparation;
  hs_write(firmware->hal, HS_PORT_BEFORE, before + (active->connected ? 0 : reselect));
  if (!active->connected) {
    operations |= HS_PORT_OP_RESELECT;
    active->connected = true;
  }
  if ((operations & HS_PORT_OP_STATUS) != 0) {
    hs_write(firmware->hal, HS_PORT_AFTER, o->read_completion);
    const hs_ticks least = least_to_status(firmware->config.drive, task);
    if (least != 0) {
      hs_write(firmware->hal, HS_PORT_LEAST, least);
    }
    active->ordered = true;
  }
  active->sending = true;
  hs_port_go(firmware->hal, task->slot, operations | HS_PORT_OP_DATA_IN, status, blocks);
}

void hs_send_part(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  hs_write(firmware->hal, HS_PORT_AFTER,
           firmware->config.drive->overheads.read_disconnect_after_read);
  hs_send_blocks(firmware, active->marked - active->read.sent,
                 HS_PORT_OP_DISCONNECT | HS_PORT_OP_INTERRUPT, HS_STATUS_GOOD);
  active->connected = false;
  active->read.late_reconnect = 0;
}

uint32_t hs_part_of_read(const hs_drive_params* drive, hs_lbn from, uint32_t left) {
  const bool ends = drive->release_reads && drive->part_ends_with_track;
  const uint32_t most = ends ? 1 + hs_blocks_within(&drive->geometry, from, left - 1, false) : left;
  return hs_read_watermark(&drive->cache, most);
}

void hs_part_sent(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const uint32_t lbn = hs_active_task(firmware)->lbn.value;
  const uint32_t program = firmware->cache.program_first;
  active->read.sent = active->marked;
  active->marked += hs_part_of_read(firmware->config.drive, (hs_lbn){lbn + active->marked},
                                    active->chunk - active->marked);
  const uint32_t first = lbn > program ? lbn - program : 0;
  /* blocks in the buffer before the program */
  const uint32_t resident = lbn < program ? program - lbn : 0;
  hs_write(firmware->hal, HS_CHANNEL_NOTIFY, HS_NOTIFY(first, active->marked - resident));
}

/* Number of blocks to send to the host at a time. A read larger than a segment is sent in pieces.
 * After a piece has been sent, the media can read into its room. Moved blocks may split a read;
 * then only blocks that have been ordered from the channel are sent. */
static uint32_t piece_of(const hs_drive_params* drive, const hs_active* active,
                         const hs_task* task) {
  const uint32_t segment = drive->cache.segment_blocks;
  const uint32_t left = task->blocks - active->done;
  const uint32_t piece = segment < 4 ? 1 : segment / 4;
  const uint32_t told = active->streamed - active->done;
  const uint32_t most = task->blocks > segment && piece < left ? piece : left;
  return most < told ? most : told;
}

void hs_send_chunk(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const bool release = firmware->config.drive->release_reads && !active->connected;
  if (release && active->chunk == task->blocks && active->marked != 0 &&
      active->marked < active->chunk) {
    hs_send_part(firmware);
    return;
  }
  active->chunk = piece_of(firmware->config.drive, active, task);
  const bool last = active->done + active->chunk == task->blocks;
  const bool ends = last && !hs_has_duration(firmware, active->task);
  hs_send_blocks(firmware, active->chunk - active->read.sent,
                 HS_PORT_OP_INTERRUPT | (ends ? HS_PORT_OP_STATUS : 0u),
                 ends ? hs_good_status(firmware) : HS_STATUS_GOOD);
  if (last && !ends) {
    active->ordered = true;
    active->status_due = true;
  }
}

/* Let the channel read into the room that the last piece has left. If the channel had reached the
 * end of its order, the head must find its place again. */
static void read_on(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  hs_cache* cache = &firmware->cache;
  const hs_cache_rules* rules = &firmware->config.drive->cache;
  const hs_task* task = hs_active_task(firmware);
  const uint32_t left = task->blocks - active->done;
  const uint32_t room =
      hs_fit_program(&firmware->config.drive->geometry, (hs_lbn){task->lbn.value + active->done},
                     hs_chunk_of(firmware->config.drive, left));
  const uint32_t end = active->done + room;
  if (end <= active->streamed) {
    return;
  }
  const hs_lbn from = {task->lbn.value + active->streamed};
  if (hs_read(firmware->hal, HS_CHANNEL_DONE) == from.value - cache->program_first) {
    hs_write(firmware->hal, HS_CHANNEL_BEGIN, hs_read(firmware->hal, HS_SPINDLE_NOW));
    cache->program_first = from.value;
  }
  hs_media_data_at(firmware, HS_SEGMENT_READ + cache->filling, from.value);
  hs_walk walk = hs_walk_begin(&firmware->config.drive->geometry, from);
  hs_run_extents(firmware->hal, &walk, end - active->streamed,
                 rules->zero_latency_read ? HS_RUN_ZERO_LATENCY : 0u);
  active->streamed = end;
  if (end == task->blocks) {
    const uint32_t behind = task->lbn.value + end;
    hs_keep_program(firmware->hal, &firmware->config.drive->cache, behind - cache->program_first);
    hs_run_read_ahead(firmware, &walk, (hs_lbn){cache->segments[cache->filling].end});
  }
}

/* True: the piece has a block at which the channel stops. The piece waits until this block is
 * resolved. The piece may have begun before the channel's program. */
static bool must_wait(const hs_firmware* firmware) {
  const hs_task* task = &firmware->queue.tasks[firmware->active.task];
  const hs_active* active = &firmware->active;
  const uint32_t end =
      task->lbn.value + active->done + piece_of(firmware->config.drive, active, task);
  const uint32_t behind = end - firmware->cache.program_first;
  const uint32_t stop = HS_DONE_STOP(hs_read(firmware->hal, HS_CHANNEL_DONE));
  if (stop == HS_DONE_NO_STOP || (int32_t)stop >= (int32_t)behind) {
    return false;
  }
  hs_write(firmware->hal, HS_CHANNEL_NOTIFY, HS_NOTIFY(0u, behind));
  return true;
}

void hs_read_next_chunk(hs_firmware* firmware) {
  firmware->active.read.late_reconnect = 0;
  read_on(firmware);
  if (!must_wait(firmware)) {
    hs_send_chunk(firmware);
  }
}
