#include "headstack/predict.h"

#include "headstack/cache.h"

static hs_ticks later(hs_ticks a, hs_ticks b) { return a > b ? a : b; }
static hs_ticks sooner(hs_ticks a, hs_ticks b) { return a < b ? a : b; }

static hs_prospect prospect(const hs_drive_params* drive, const hs_drive_view* view,
                            bool sequential, bool write) {
  const hs_plan plan = hs_plan_class(drive, view, sequential, write);
  return (hs_prospect){
      .seek_start = plan.seek_start, .ready = plan.ready, .data_start = plan.data_start};
}

hs_predictor hs_predictor_make(const hs_drive_params* drive, const hs_drive_view* view) {
  return (hs_predictor){
      .drive = drive,
      .now = view->now,
      .free_at = view->free_at,
      .track = view->track,
      .last_end = view->last_end,
      .last_write = view->last_write,
      .read = prospect(drive, view, false, false),
      .sequential_read = prospect(drive, view, true, false),
      .write = prospect(drive, view, false, true),
      .sequential_write = prospect(drive, view, true, true),
  };
}

/* Of a read that takes each track from where the head arrives. */
static hs_ticks on_arrival(const hs_drive_params* drive, const hs_task* task, hs_ticks eligible) {
  const hs_read_run run = hs_run_of_miss(&drive->cache, &drive->geometry, task->lbn, task->blocks);
  if (!run.on_arrival) {
    return eligible + hs_rotation_wait(eligible, task->angle);
  }
  hs_walk walk = hs_walk_begin(&drive->geometry, run.first);
  const hs_zone* zone = walk.zone;
  const uint32_t blocks = run.end.value - run.first.value;
  const uint32_t segment = drive->cache.segment_blocks; /* as much is read at once; 0: all */
  const hs_extent extent = hs_walk_next(&walk, segment != 0 && segment < blocks ? segment : blocks);
  const hs_angle angle = run.first.value == task->lbn.value ? task->angle : extent.angle;
  return hs_zero_latency_start(zone, extent.first.sector.value, extent.blocks, angle, eligible)
      .first;
}

static hs_ticks write_on_arrival(const hs_drive_params* drive, const hs_task* task,
                                 hs_ticks eligible) {
  const hs_walk walk = hs_walk_begin(&drive->geometry, task->lbn);
  const uint32_t segment = drive->cache.segment_blocks;
  const uint32_t blocks = task->blocks < segment ? task->blocks : segment;
  return hs_zero_latency_start(walk.zone, walk.place.sector.value,
                               blocks < walk.run ? blocks : walk.run, task->angle, eligible)
      .first;
}

static hs_ticks media_start(const hs_drive_params* drive, const hs_task* task, hs_ticks eligible) {
  if (drive->write.zero_latency && task->write) {
    return write_on_arrival(drive, task, eligible);
  }
  if ((drive->cache.zero_latency_read || drive->cache.whole_track) && !task->write) {
    return on_arrival(drive, task, eligible);
  }
  return eligible + hs_rotation_wait(eligible, task->angle);
}

/* hs_write_ahead of the task's first extent. */
static hs_ticks ahead_of_media(const hs_drive_params* drive, const hs_task* task,
                               hs_ticks data_start) {
  const hs_walk walk = hs_walk_begin(&drive->geometry, task->lbn);
  const hs_ahead_rule rule = {.ahead_q8 = drive->write.ahead_q8,
                              .delay = drive->write.ahead_delay,
                              .blocks = task->blocks,
                              .data_start = data_start,
                              .per_block = drive->write_per_block};
  return hs_write_ahead(&rule, 0, task->blocks < walk.run ? task->blocks : walk.run, walk.zone,
                        walk.place.sector.value);
}

static const hs_prospect* prospect_of(const hs_predictor* p, const hs_task* task) {
  const bool sequential = p->last_write == task->write && task->lbn.value == p->last_end.value;
  if (task->write) {
    return sequential ? &p->sequential_write : &p->write;
  }
  return sequential ? &p->sequential_read : &p->read;
}

/* By how much the task's own terms delay it. */
static hs_ticks own_terms(const hs_drive_params* drive, const hs_task* task) {
  const hs_overheads* o = &drive->overheads;
  return o->by_task ? (hs_ticks)hs_task_terms(drive, task->write ? &o->write : &o->read_miss,
                                              task->lbn, task->blocks)
                    : 0;
}

hs_ticks hs_predict_cost(const hs_predictor* predictor, const hs_task* task) {
  const hs_drive_params* drive = predictor->drive;
  const hs_prospect* p = prospect_of(predictor, task);
  const hs_ticks move =
      hs_positioning(&drive->mechanics, predictor->track, task->track, task->write);
  const hs_ticks own = own_terms(drive, task);
  hs_ticks seek = later(p->seek_start + own, predictor->free_at);
  if (!task->write) {
    return media_start(drive, task, later(seek + move, p->ready)) - predictor->now;
  }
  const hs_ticks data_start = hs_bus_start(drive, p->data_start + own);
  const uint32_t minimum = hs_write_start_blocks(drive, task->lbn, task->blocks);
  const hs_ticks data = data_start + minimum * drive->write_per_block;
  if (drive->write.seek_with_data) {
    seek = later(seek, data);
  }
  hs_ticks eligible = later(later(seek + move, p->ready + own), data);
  if (drive->write.ahead_q8 != 0) {
    eligible = later(eligible, ahead_of_media(drive, task, data_start));
  }
  return media_start(drive, task, eligible) - predictor->now;
}

hs_ticks hs_predict_bound(const hs_predictor* predictor, uint32_t distance) {
  const hs_ticks plain =
      sooner(sooner(predictor->read.seek_start, predictor->sequential_read.seek_start),
             sooner(predictor->write.seek_start, predictor->sequential_write.seek_start));
  const hs_ticks start =
      later(plain + (hs_ticks)predictor->drive->overheads.least_terms, predictor->free_at);
  const hs_ticks seek = (hs_ticks)predictor->drive->mechanics.seek_bound[distance] << HS_SEEK_SHIFT;
  const hs_mechanics* m = &predictor->drive->mechanics;
  const int64_t settle = m->read_settle < m->write_settle ? m->read_settle : m->write_settle;
  const hs_ticks less = settle < 0 ? (hs_ticks)-settle : 0;
  return start + (seek > less ? seek - less : 0) - predictor->now;
}

hs_ticks hs_predict_media_start(const hs_drive_params* drive, const hs_drive_view* view,
                                const hs_task* task) {
  const hs_predictor predictor = hs_predictor_make(drive, view);
  return view->now + hs_predict_cost(&predictor, task);
}
