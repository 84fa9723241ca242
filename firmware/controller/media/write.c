/* Sequencing of writes: through to the medium, or cached and destaged. */
#include "media/write.h"

#include "channel/program.h"
#include "destage/destage.h"
#include "disk/located.h"
#include "disk/merge.h"
#include "disk/read_run.h"
#include "duration/duration.h"
#include "media/orders.h"
#include "media/planning.h"
#include "media/status.h"
#include "media/write_orders.h"

/* Move the arm to the place of the rest of the write. The host may send the rest only after the
 * channel has reached the end of its order. */
static void go_on_with_rest(hs_hal* hal, const hs_geometry* geometry, hs_lbn rest) {
  const hs_pbn last = hs_lbn_to_pbn(geometry, (hs_lbn){rest.value - 1});
  const hs_pbn next = hs_lbn_to_pbn(geometry, rest);
  if (last.cylinder.value != next.cylinder.value || last.head.value != next.head.value) {
    hs_write(hal, HS_CHANNEL_GO_ON, HS_TRACK(next.cylinder.value, next.head.value));
  }
}

static void data_at(const hs_firmware* firmware, hs_lbn from) {
  hs_media_data_at(firmware, HS_SEGMENT_WRITE, from.value);
  hs_host_data_at(firmware, HS_SEGMENT_WRITE, from.value);
}

/* The channel has got the next `blocks` blocks of the active write. Move the arm to the block after
 * them, if it is on another track. */
static void go_on(hs_firmware* firmware, uint32_t blocks) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const hs_lbn from = {task->lbn.value + active->streamed};
  active->streamed += blocks;
  if (hs_side_by_side(task, active->streamed + 1)) {
    return; /* the next block is on the track */
  }
  if (active->streamed == task->blocks) {
    hs_move_to_next_track(firmware->hal, firmware->config.drive, from, blocks);
  } else {
    go_on_with_rest(firmware->hal, &firmware->config.drive->geometry,
                    (hs_lbn){from.value + blocks});
  }
}

/* Hand the next `blocks` of the active write to the channel. */
static void run_write(hs_firmware* firmware, uint32_t blocks) {
  const hs_drive_params* drive = firmware->config.drive;
  const hs_lbn from = {hs_active_task(firmware)->lbn.value + firmware->active.streamed};
  data_at(firmware, from);
  hs_walk walk = hs_walk_begin(&drive->geometry, from);
  hs_run_extents(firmware->hal, &walk, blocks, hs_write_run_flags(&drive->write));
  go_on(firmware, blocks);
}

/* Program the channel for the active write, or for the part of the write that a segment holds. */
static void write_media(hs_firmware* firmware, const hs_plan* plan, hs_orders* orders) {
  hs_active* active = &firmware->active;
  const hs_write_rules* rules = &firmware->config.drive->write;
  const uint32_t fill = plan->minimum_blocks;
  active->chunk = orders->chunk;
  hs_write(firmware->hal, HS_CHANNEL_BEGIN, plan->seek_start);
  hs_write(firmware->hal, HS_CHANNEL_READY, plan->ready);
  hs_write(firmware->hal, HS_CHANNEL_FILL,
           HS_FILL(fill < active->chunk ? fill : active->chunk, rules->seek_with_data));
  if (rules->ahead_q8 != 0) {
    hs_write(firmware->hal, HS_CHANNEL_AHEAD, HS_AHEAD(rules->ahead_q8, rules->ahead_delay));
  }
  data_at(firmware, orders->first);
  hs_order_program(firmware->hal, orders);
  go_on(firmware, active->chunk);
  if (active->chunk == hs_active_task(firmware)->blocks) {
    active->marked = active->chunk;
    hs_write(firmware->hal, HS_CHANNEL_NOTIFY, active->chunk);
  }
}

/* Start a write that is over when its data are in the buffer. The drive writes the data to the
 * medium later. */
static void start_cached_write(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_overheads* o = &firmware->config.drive->overheads;
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  active->write.cached = true;
  active->done = task->blocks;
  hs_host_data_at(firmware, HS_SEGMENT_WRITE, task->lbn.value);
  hs_write(firmware->hal, HS_PORT_WORK,
           hs_command_time(firmware->config.drive, HS_TERM_WRITE_CACHED, o->write_cached_command,
                           view, task));
  hs_write(firmware->hal, HS_PORT_BEFORE,
           o->data_preparation + (view->connected ? 0 : o->first_reselect));
  hs_port_go(
      firmware->hal, task->slot,
      HS_PORT_OP_DATA_OUT | HS_PORT_OP_INTERRUPT | (view->connected ? 0u : HS_PORT_OP_RESELECT),
      HS_STATUS_GOOD, task->blocks);
}

/* The status of the active write, if the status is over at `end`. */
static uint8_t status_at(hs_firmware* firmware, hs_ticks end) {
  return hs_has_duration(firmware, firmware->active.task) ? hs_duration_status(firmware, end)
                                                          : hs_good_status(firmware);
}

/* Decide how the data reach the medium before the status is sent, because the host may read the
 * data after the status. */
void hs_write_stored(hs_firmware* firmware) {
  const hs_task* task = hs_active_task(firmware);
  const hs_ticks completion = firmware->config.drive->overheads.write_completion;
  const hs_ticks end = hs_read(firmware->hal, HS_SPINDLE_NOW) + completion;
  firmware->active.write.cached = false;
  firmware->active.ordered = true;
  hs_destage_stored(firmware, task, end);
  hs_write(firmware->hal, HS_PORT_AFTER, completion);
  hs_port_go(firmware->hal, task->slot, HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT,
             status_at(firmware, end), 0);
}

/* Discard the buffer's old blocks of the range, and keep the blocks of the write. With DPO, the
 * buffer does not keep the blocks of the write. */
static void take_buffer(hs_cache* cache, const hs_task* task) {
  hs_cache_write(cache, task->lbn, task->blocks);
  if ((task->flags & HS_FLAG_DPO) != 0) {
    hs_cache_drop_written(cache);
  }
}

/* The port's operations for data out. If more of the write follows, the port reports the arrival of
 * the data. */
static uint32_t data_out(hs_active* active) {
  const bool more = active->marked == 0;
  active->sending = more;
  return HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT | (more ? HS_PORT_OP_INTERRUPT : 0u);
}

void hs_start_write(hs_firmware* firmware, const hs_drive_view* view) {
  const hs_task* task = hs_active_task(firmware);
  take_buffer(&firmware->cache, task);
  if (hs_caches_write(&firmware->unit.cache_rules, task) &&
      hs_write_buffer_fits(&firmware->write_buffer, task->blocks,
                           firmware->config.drive->cache.segment_blocks, view->now)) {
    start_cached_write(firmware, view);
    return;
  }
  hs_plan plan;
  hs_plan_media(firmware->config.drive, view, task, &plan);
  write_media(firmware, &plan, hs_orders_of_active(firmware, view));
  firmware->active.write.last_reselect = plan.last_reselect;
  uint32_t operations = data_out(&firmware->active);
  if (plan.reselect) {
    if (view->connected) {
      hs_write(firmware->hal, HS_PORT_BEFORE, plan.disconnect - view->now);
      hs_port_go(firmware->hal, task->slot, HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD, 0);
    }
    operations |= HS_PORT_OP_RESELECT;
    hs_write(firmware->hal, HS_PORT_NOT_BEFORE, plan.not_before);
  }
  hs_write(firmware->hal, HS_PORT_BEFORE, plan.before);
  hs_write(firmware->hal, HS_PORT_AFTER, plan.after);
  hs_port_go(firmware->hal, task->slot, operations, HS_STATUS_GOOD, firmware->active.chunk);
  firmware->active.connected = false;
  hs_note_orders(firmware);
  hs_predict_active(firmware, view, &plan);
}

/* Delay of the status of a write that ends one block before the end of its track or cylinder. */
static hs_ticks near_end_of_write(const hs_drive_params* drive, const hs_task* task) {
  const hs_overheads* o = &drive->overheads;
  switch (hs_end_of(&drive->geometry, task->lbn, task->blocks + 1)) {
    case HS_ENDS_TRACK:
      return o->write_near_track_end;
    case HS_ENDS_CYLINDER:
      return o->write_near_cylinder_end;
    default:
      return 0;
  }
}

/* Delay of the status of a write that ends at or near the end of its track or cylinder. */
static hs_ticks end_of_write(const hs_drive_params* drive, const hs_task* task) {
  const hs_overheads* o = &drive->overheads;
  if (hs_side_by_side(task, task->blocks + 2)) {
    return 0; /* two blocks more are on the track */
  }
  const hs_ticks switched = hs_time_to_next_track(drive, task->lbn, task->blocks, true);
  if ((o->write_track_end | o->write_cylinder_end | o->write_near_track_end |
       o->write_near_cylinder_end) == 0) {
    return switched;
  }
  switch (hs_end_of(&drive->geometry, task->lbn, task->blocks)) {
    case HS_ENDS_TRACK:
      return switched + o->write_track_end;
    case HS_ENDS_CYLINDER:
      return switched + o->write_cylinder_end;
    default:
      return near_end_of_write(drive, task);
  }
}

/* Ask the host for the next blocks of a write larger than a segment. The blocks already on the
 * medium have left room for them. */
static void take_more(hs_firmware* firmware, hs_ticks now) {
  hs_active* active = &firmware->active;
  const hs_drive_params* drive = firmware->config.drive;
  const hs_overheads* o = &drive->overheads;
  const hs_task* task = hs_active_task(firmware);
  const uint32_t end =
      active->done + hs_chunk_of(firmware->config.drive, task->blocks - active->done);
  active->chunk = end - active->streamed;
  active->marked = 0;
  active->write.last_reselect = o->second_reselect;
  if (drive->write.ahead_q8 != 0) {
    hs_write(firmware->hal, HS_CHANNEL_AHEAD, 0);
  }
  run_write(firmware, active->chunk);
  hs_write(firmware->hal, HS_PORT_NOT_BEFORE, now + drive->write.reconnect_preparation);
  hs_write(firmware->hal, HS_PORT_BEFORE, o->first_reselect + o->data_preparation);
  hs_write(firmware->hal, HS_PORT_AFTER, o->write_disconnect);
  hs_port_go(firmware->hal, task->slot, HS_PORT_OP_RESELECT | data_out(active), HS_STATUS_GOOD,
             active->chunk);
}

/* Blocks of the next part of a write, at least `part` of the `left` blocks from `from` on. If more
 * follow, the part ends with a physical sector, because the head writes whole physical sectors. */
static uint32_t up_to_physical(const hs_drive_params* drive, hs_lbn from, uint32_t part,
                               uint32_t left) {
  const uint32_t physical = drive->geometry.sector_blocks;
  const uint32_t into = hs_into_physical(physical, from.value + part);
  const uint32_t wanted = into == 0 ? part : part + physical - into;
  const uint32_t most = hs_write_at_once(drive, from, left);
  return wanted < most ? wanted : most;
}

/* All data that the host has sent are in the buffer. Set the mark at which the drive asks for more
 * data: when there is room for the next part, or for the rest. */
void hs_write_taken(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const uint32_t segment = firmware->config.drive->cache.segment_blocks;
  const uint32_t share = firmware->config.drive->write.room_ppm;
  const uint32_t room = hs_share(segment, share == 0 ? 250000u : share);
  const uint32_t left = task->blocks - active->streamed;
  const uint32_t part = left < room ? left : room == 0 ? 1 : room;
  const hs_lbn from = {task->lbn.value + active->streamed};
  const uint32_t wanted = up_to_physical(firmware->config.drive, from, part, left);
  active->marked = left == 0 ? task->blocks : active->streamed + wanted - segment;
  hs_write(firmware->hal, HS_CHANNEL_NOTIFY, active->marked);
}

/* Take the next blocks, or send the status. The blocks up to the mark are on the medium. */
void hs_written_chunk(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_drive_params* drive = firmware->config.drive;
  const hs_task* task = hs_active_task(firmware);
  const hs_ticks now = hs_read(firmware->hal, HS_SPINDLE_NOW);
  active->done = active->marked;
  if (active->done != task->blocks) {
    take_more(firmware, now);
    return;
  }
  const hs_ticks reselection = now + drive->write.reconnect_preparation + end_of_write(drive, task);
  const hs_ticks before = active->write.last_reselect + drive->overheads.write_completion;
  hs_write(firmware->hal, HS_PORT_NOT_BEFORE, reselection);
  hs_write(firmware->hal, HS_PORT_BEFORE, before);
  active->ordered = true;
  hs_port_go(firmware->hal, task->slot,
             HS_PORT_OP_RESELECT | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT,
             status_at(firmware, reselection + before), 0);
}
