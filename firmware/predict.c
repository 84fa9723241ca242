#include "headstack/predict.h"

#include "headstack/cache.h"

static hs_ticks sooner(hs_ticks a, hs_ticks b) { return a < b ? a : b; }

static hs_prospect prospect(const hs_drive_params* drive, const hs_drive_view* view, hs_lbn lbn,
                            bool write) {
  const hs_plan plan = hs_plan_media(drive, view, lbn, 1, write);
  return (hs_prospect){
      .seek_start = plan.seek_start, .ready = plan.ready, .data_start = plan.data_start};
}

static hs_departure departure(const hs_drive_params* drive, bool last_write, bool connected) {
  const hs_drive_view view = {.last_write = last_write, .connected = connected};
  const hs_lbn elsewhere = {view.last_end.value + 1};
  return (hs_departure){.read = prospect(drive, &view, elsewhere, false),
                        .write = prospect(drive, &view, elsewhere, true),
                        .sequential_write = prospect(drive, &view, view.last_end, true)};
}

hs_departures hs_departures_make(const hs_drive_params* drive) {
  hs_departures departures;
  for (uint32_t i = 0; i < 4; ++i) {
    departures.after[i / 2][i % 2] = departure(drive, i / 2 != 0, i % 2 != 0);
  }
  return departures;
}

static hs_prospect depart(const hs_prospect* from, const hs_drive_view* view) {
  return (hs_prospect){.seek_start = hs_later(view->now + from->seek_start, view->free_at),
                       .ready = view->now + from->ready,
                       .data_start = view->now + from->data_start};
}

static hs_predictor predictor_of(const hs_drive_params* drive, const hs_departure* departure,
                                 const hs_drive_view* view) {
  const hs_mechanics* m = &drive->mechanics;
  const int64_t settle = m->read_settle < m->write_settle ? m->read_settle : m->write_settle;
  hs_predictor p = {
      .drive = drive,
      .now = view->now,
      .track = view->track,
      .last_end = view->last_end,
      .last_write = view->last_write,
      .write = depart(&departure->write, view),
      .sequential_write = depart(&departure->sequential_write, view),
      .settle_gain = settle < 0 ? (hs_ticks)-settle : 0,
  };
  p.earliest[0] = depart(&departure->read, view);
  p.earliest[0].data_start = 0;
  p.earliest[1] = p.write;
  if (view->last_write) {
    p.earliest[1] = (hs_prospect){
        .seek_start = sooner(p.write.seek_start, p.sequential_write.seek_start),
        .ready = sooner(p.write.ready, p.sequential_write.ready),
        .data_start = sooner(p.write.data_start, p.sequential_write.data_start),
    };
  }
  p.arm_start = sooner(p.earliest[0].seek_start, p.earliest[1].seek_start) - view->now;
  return p;
}

hs_predictor hs_predictor_depart(const hs_drive_params* drive, const hs_departures* departures,
                                 const hs_drive_view* view) {
  return predictor_of(drive, &departures->after[view->last_write][view->connected], view);
}

hs_predictor hs_predictor_make(const hs_drive_params* drive, const hs_drive_view* view) {
  const hs_departure now = departure(drive, view->last_write, view->connected);
  return predictor_of(drive, &now, view);
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

static hs_ticks media_start(const hs_drive_params* drive, const hs_task* task, hs_ticks eligible) {
  if ((drive->cache.zero_latency_read || drive->cache.whole_track) && !task->write) {
    return on_arrival(drive, task, eligible);
  }
  return eligible + hs_rotation_wait(eligible, task->angle);
}

/* hs_write_ahead of the task's first extent. */
static hs_ticks ahead_of_media(const hs_drive_params* drive, const hs_task* task,
                               hs_ticks data_start) {
  const hs_walk walk = hs_walk_begin(&drive->geometry, task->lbn);
  const uint32_t on_track = walk.zone->sectors_per_track - walk.place.sector.value;
  const hs_ahead_rule rule = {.ahead_q8 = drive->write.ahead_q8,
                              .delay = drive->write.ahead_delay,
                              .blocks = task->blocks,
                              .data_start = data_start,
                              .per_block = drive->write_per_block};
  return hs_write_ahead(&rule, 0, task->blocks < on_track ? task->blocks : on_track, walk.zone,
                        walk.place.sector.value);
}

hs_ticks hs_predict_cost(const hs_predictor* predictor, const hs_task* task) {
  const hs_drive_params* drive = predictor->drive;
  const hs_ticks move =
      hs_positioning(&drive->mechanics, predictor->track, task->track, task->write);
  if (!task->write) {
    const hs_prospect* p = &predictor->earliest[0];
    return media_start(drive, task, hs_later(p->seek_start + move, p->ready)) - predictor->now;
  }
  const bool sequential = predictor->last_write && task->lbn.value == predictor->last_end.value;
  const hs_prospect* p = sequential ? &predictor->sequential_write : &predictor->write;
  const uint32_t minimum = hs_blocks_before_media_write(&drive->write, task->blocks);
  const hs_ticks data = p->data_start + minimum * drive->write_per_block;
  hs_ticks eligible = hs_later(hs_later(p->seek_start + move, p->ready), data);
  if (drive->write.ahead_q8 != 0) {
    eligible = hs_later(eligible, ahead_of_media(drive, task, p->data_start));
  }
  return media_start(drive, task, eligible) - predictor->now;
}

uint32_t hs_predict_lead(const hs_drive_params* drive, const hs_task* task) {
  if (!task->write) {
    return 0;
  }
  hs_ticks lead =
      hs_blocks_before_media_write(&drive->write, task->blocks) * drive->write_per_block;
  if (drive->write.ahead_q8 != 0) {
    const hs_ticks start = (hs_ticks)1 << 48; /* so late that the rule need not be cut off at 0 */
    lead = hs_later(lead, hs_later(ahead_of_media(drive, task, start), start) - start);
  }
  return lead < UINT32_MAX ? (uint32_t)lead : UINT32_MAX;
}

hs_ticks hs_predict_media_start(const hs_drive_params* drive, const hs_drive_view* view,
                                const hs_task* task) {
  const hs_predictor predictor = hs_predictor_make(drive, view);
  return view->now + hs_predict_cost(&predictor, task);
}
