#include "media/read/read_orders.h"

#include "channel/program.h"
#include "disk/located.h"
#include "disk/read_run.h"
#include "media/read/read_send.h"

/* Delay of the reconnection after the task's block number `mark`, from 1, is in the buffer. */
static hs_ticks late_reconnect(const hs_drive_params* drive, const hs_task* task, uint32_t mark) {
  const hs_overheads* o = &drive->overheads;
  const bool all = mark == task->blocks;
  hs_ticks late = all ? o->read_last_block : 0;
  if (hs_side_by_side(task, mark + 1)) {
    return late;
  }
  if (o->read_track_end != 0 && hs_end_of(&drive->geometry, task->lbn, mark) != HS_ENDS_INSIDE) {
    late += o->read_track_end;
  }
  if (all) {
    late += hs_time_to_next_track(drive, task->lbn, mark, false);
  }
  return late;
}

/* The program holds as many blocks of the task as a segment. If these are the whole task, the
 * read-ahead follows. */
void hs_prepare_read(const hs_firmware* firmware, const hs_task* task, hs_orders* orders) {
  const hs_drive_params* drive = firmware->config.drive;
  const hs_geometry* geometry = &drive->geometry;
  const hs_cache_rules* rules = &drive->cache;
  orders->chunk = hs_fit_program(geometry, task->lbn, hs_chunk_of(drive, task->blocks));
  hs_read_run run = {task->lbn, {task->lbn.value + orders->chunk}, rules->zero_latency_read};
  if (orders->chunk == task->blocks) {
    run = hs_run_of_miss(rules, geometry, task->lbn, orders->chunk, orders->following);
  }
  orders->first = run.first;
  orders->mark = hs_part_of_read(drive, task->lbn, orders->chunk);
  orders->late_reconnect = late_reconnect(drive, task, orders->mark);
  orders->walk = run.first.value == task->lbn.value ? hs_walk_of_task(geometry, task)
                                                    : hs_walk_begin(geometry, run.first);
  hs_prepare_program(orders, run.end.value - run.first.value,
                     run.on_arrival ? HS_RUN_ZERO_LATENCY : 0u);
}
