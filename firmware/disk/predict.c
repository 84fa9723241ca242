#include "disk/predict.h"

#include <stddef.h>

#include "disk/located.h"
#include "disk/merge.h"
#include "disk/read_run.h"

static hs_ticks sooner(hs_ticks a, hs_ticks b) { return a < b ? a : b; }

static hs_prospect prospect(const hs_drive_params* drive, const hs_drive_view* view,
                            bool sequential, bool write) {
  hs_plan plan;
  hs_plan_class(drive, view, sequential, write, &plan);
  return (hs_prospect){
      .seek_start = plan.seek_start, .ready = plan.ready, .data_start = plan.data_start};
}

/* The earlier instants of both, `more` later. */
static hs_prospect earlier_of(const hs_prospect* a, const hs_prospect* b, hs_ticks more) {
  return (hs_prospect){.seek_start = sooner(a->seek_start, b->seek_start) + more,
                       .ready = sooner(a->ready, b->ready) + more,
                       .data_start = sooner(a->data_start, b->data_start) + more};
}

static bool same(const hs_prospect* a, const hs_prospect* b) {
  return a->seek_start == b->seek_start && a->ready == b->ready && a->data_start == b->data_start;
}

static hs_departure departure(const hs_drive_params* drive, const hs_drive_view* situation) {
  const hs_mechanics* m = &drive->mechanics;
  const bool anywhere = drive->cache.zero_latency_read || drive->cache.whole_track_read;
  const int64_t settle = m->read_settle < m->write_settle ? m->read_settle : m->write_settle;
  const hs_ticks terms = (hs_ticks)drive->overheads.least_terms; /* may be below 0 */
  hs_departure d;
  d.settle_gain = settle < 0 ? (hs_ticks)-settle : 0;
  d.by_lead[0] = !drive->overheads.by_task && !anywhere;
  d.by_lead[1] = !drive->overheads.by_task && !drive->write.zero_latency &&
                 !drive->write.seek_with_data && drive->start_marks_per_revolution == 0 &&
                 drive->mechanics.write_step_count == 0 && drive->geometry.sector_blocks == 1;
  for (uint32_t write = 0; write < 2; ++write) {
    for (uint32_t sequential = 0; sequential < 2; ++sequential) {
      d.of[write][sequential] = prospect(drive, situation, sequential != 0, write != 0);
    }
    d.earliest[write] = earlier_of(&d.of[write][0], &d.of[write][1], terms);
    d.exact[write] = d.by_lead[write] && same(&d.of[write][0], &d.of[write][1]);
  }
  return d;
}

hs_departures hs_departures_make(const hs_drive_params* drive) {
  hs_departures departures;
  for (uint32_t i = 0; i < 8; ++i) {
    const hs_drive_view situation = {
        .last_write = (i & 4u) != 0, .connected = (i & 2u) != 0, .reading = (i & 1u) != 0};
    departures.after[i >> 2][(i >> 1) & 1u][i & 1u] = departure(drive, &situation);
  }
  return departures;
}

static inline int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

/* Instant at which the arm starts. The instant is signed, because negative terms can put it before
 * time 0. */
static inline int64_t arm_start(const hs_prospect* p, hs_ticks now, hs_ticks free_at) {
  return greater((int64_t)(now + p->seek_start), (int64_t)free_at);
}

static inline hs_outset outset_of(const hs_prospect* p, hs_ticks now, hs_ticks free_at,
                                  int64_t settle) {
  const int64_t seek = arm_start(p, now, free_at);
  return (hs_outset){.moving = seek + settle,
                     .resting = greater(seek, (int64_t)(now + p->ready)),
                     .data = (int64_t)(now + p->data_start)};
}

hs_predictor hs_predictor_depart(const hs_drive_params* drive, const hs_departures* departures,
                                 const hs_drive_view* view) {
  const hs_departure* d = hs_departure_of(departures, view);
  const hs_mechanics* m = &drive->mechanics;
  const int64_t read = arm_start(&d->earliest[0], view->now, view->free_at);
  const int64_t write = arm_start(&d->earliest[1], view->now, view->free_at);
  /* set member by member, because a copy of a situation that no term uses would cost cycles */
  hs_predictor p;
  p.drive = drive;
  p.now = view->now;
  p.free_at = view->free_at;
  p.track = view->track;
  p.last_end = view->last_end;
  p.last_write = view->last_write;
  p.from = d;
  p.outset[0] = outset_of(&d->earliest[0], view->now, view->free_at, m->read_settle);
  p.outset[1] = outset_of(&d->earliest[1], view->now, view->free_at, m->write_settle);
  p.arm_start = (hs_ticks)(read < write ? read : write) - view->now;
  if (drive->terms.count != 0) {
    p.situation = hs_situation_of(drive, view);
  }
  return p;
}

/* The run of sectors with which a task begins on the medium. */
typedef struct stretch {
  const hs_zone* zone; /* NULL: the run begins with the task's first sector and no other */
  uint32_t sector;
  uint32_t sectors;
  hs_angle angle;
} stretch;

/* First run of a read. If the drive reads a track from the sector at which the head arrives, the
 * run is the read's part of the first track. */
static stretch stretch_of_read(const hs_drive_params* drive, const hs_task* task, bool following) {
  const hs_read_run run =
      hs_run_of_miss(&drive->cache, &drive->geometry, task->lbn, task->blocks, following);
  if (!run.on_arrival) {
    return (stretch){.zone = NULL, .angle = task->angle};
  }
  hs_walk walk = hs_walk_begin(&drive->geometry, run.first);
  const hs_zone* zone = walk.zone;
  const uint32_t blocks = run.end.value - run.first.value;
  const uint32_t segment = drive->cache.segment_blocks; /* blocks read at once; 0: all */
  const hs_extent extent = hs_walk_next(&walk, segment != 0 && segment < blocks ? segment : blocks);
  return (stretch){.zone = zone,
                   .sector = extent.first.sector.value,
                   .sectors = extent.blocks,
                   .angle = run.first.value == task->lbn.value ? task->angle : extent.angle};
}

/* Blocks of a write that the channel is told of first. */
static uint32_t at_once(const hs_drive_params* drive, const hs_task* task) {
  return hs_write_at_once(drive, task->lbn, task->blocks);
}

static stretch stretch_of_write(const hs_drive_params* drive, const hs_task* task) {
  const hs_walk walk = hs_walk_of_task(&drive->geometry, task);
  const uint32_t blocks = at_once(drive, task);
  return (stretch){.zone = walk.zone,
                   .sector = walk.place.sector.value,
                   .sectors = blocks < walk.run ? blocks : walk.run,
                   .angle = task->angle};
}

static bool begins_anywhere(const hs_drive_params* drive, const hs_task* task) {
  return task->write ? drive->write.zero_latency
                     : drive->cache.zero_latency_read || drive->cache.whole_track_read;
}

static stretch stretch_of(const hs_drive_params* drive, const hs_task* task, bool following) {
  return task->write ? stretch_of_write(drive, task) : stretch_of_read(drive, task, following);
}

/* `following`: the task begins where the request before ended. */
static hs_ticks media_start(const hs_drive_params* drive, const hs_task* task, hs_ticks eligible,
                            bool following) {
  if (begins_anywhere(drive, task)) {
    const stretch s = stretch_of(drive, task, following);
    if (s.zone != NULL) {
      return hs_zero_latency_start(s.zone, s.sector, s.sectors, 1, s.angle, eligible).first;
    }
  }
  return eligible + hs_rotation_wait(eligible, task->angle);
}

/* The same for a write to physical sectors of several blocks. The head is on the track from
 * `on_track` on. */
static __attribute__((cold)) hs_ticks physical_start(const hs_drive_params* drive,
                                                     const hs_task* task, hs_ticks on_track,
                                                     hs_ticks eligible) {
  const stretch s = stretch_of_write(drive, task);
  const hs_write_run run = {
      .zone = s.zone, .sector = s.sector, .sectors = s.sectors, .angle = s.angle};
  const uint32_t sector_blocks = drive->geometry.sector_blocks;
  return drive->write.zero_latency
             ? hs_zero_latency_write(&run, sector_blocks, on_track, eligible).first
             : hs_write_run_start(&run, sector_blocks, on_track, eligible);
}

hs_target hs_predict_target(const hs_drive_params* drive, const hs_task* task) {
  if (begins_anywhere(drive, task)) {
    const stretch s = stretch_of(drive, task, true); /* at most that much */
    if (s.zone != NULL) {
      const hs_ticks last = hs_sector_offset(s.zone, s.sector + s.sectors - 1);
      return (hs_target){.angle = s.angle,
                         .span = (hs_angle)(last - hs_sector_offset(s.zone, s.sector))};
    }
  }
  return (hs_target){.angle = task->angle, .span = 0};
}

/* hs_write_ahead of the task's first extent. */
static hs_ticks ahead_of_media(const hs_drive_params* drive, const hs_task* task,
                               hs_ticks data_start) {
  const hs_walk walk = hs_walk_of_task(&drive->geometry, task);
  const uint32_t blocks = at_once(drive, task);
  const hs_ahead_rule rule = {.ahead_q8 = drive->write.ahead_q8,
                              .delay = drive->write.ahead_delay,
                              .blocks = blocks,
                              .data_start = data_start,
                              .per_block = drive->write_per_block};
  return hs_write_ahead(&rule, 0, blocks < walk.run ? blocks : walk.run, walk.zone,
                        walk.place.sector.value);
}

static bool is_sequential(bool last_write, hs_lbn last_end, const hs_task* task) {
  return last_write == task->write && task->lbn.value == last_end.value;
}

static const hs_prospect* prospect_of(const hs_predictor* p, const hs_task* task) {
  return &p->from->of[task->write][is_sequential(p->last_write, p->last_end, task)];
}

/* Position of the heads when they are free, and data for the terms. The prospects count from
 * `now`. */
typedef struct outset_place {
  hs_ticks now;
  hs_track track;
  hs_ticks free_at;
  hs_lbn last_end;
  const hs_situation* situation;
} outset_place;

/* Delay of the task by its media terms. */
static hs_ticks own_terms(const hs_drive_params* drive, const hs_situation* situation,
                          const hs_task* task) {
  return drive->overheads.by_task
             ? (hs_ticks)hs_media_terms(drive, situation, task->lbn, task->blocks, task->write)
             : 0;
}

static hs_ticks own_data_terms(const hs_drive_params* drive, const hs_situation* situation,
                               const hs_task* task) {
  return drive->terms.count != 0
             ? (hs_ticks)hs_data_terms(drive, situation, task->lbn, task->blocks)
             : 0;
}

/* Returns the instant at which a task meets the medium, and sets `*arm` to the start of the arm.
 * `seek`: earliest start of the arm. `ready`: before this instant no media access happens.
 * `data_start` and `minimum`, for a write: start of its data on the bus, and blocks that must be in
 * the buffer before the media write. */
static hs_ticks meeting(const hs_drive_params* drive, const outset_place* from, const hs_task* task,
                        hs_ticks seek, hs_ticks ready, hs_ticks data_start, uint32_t minimum,
                        hs_ticks* arm) {
  const bool following = from->last_end.value == task->lbn.value;
  const hs_ticks move = hs_positioning(&drive->mechanics, from->track, task->track, task->write);
  seek = hs_later(seek, from->free_at);
  if (!task->write) {
    *arm = seek;
    return media_start(drive, task, hs_later(seek + move, ready), following);
  }
  const hs_ticks data = data_start + minimum * drive->write_per_block;
  if (drive->write.seek_with_data) {
    seek = hs_later(seek, data);
  }
  const hs_ticks on_track = hs_later(seek + move, ready);
  hs_ticks eligible = hs_later(on_track, data);
  if (drive->write.ahead_q8 != 0) {
    eligible = hs_later(eligible, ahead_of_media(drive, task, data_start));
  }
  *arm = seek;
  return drive->geometry.sector_blocks == 1 ? media_start(drive, task, eligible, following)
                                            : physical_start(drive, task, on_track, eligible);
}

/* Returns the result of `meeting` for the prospects of the task's kind of command. */
static hs_ticks start_of(const hs_drive_params* drive, const hs_prospect* p,
                         const outset_place* from, const hs_task* task, hs_ticks* arm) {
  const hs_ticks now = from->now;
  const hs_ticks own = own_terms(drive, from->situation, task);
  const hs_ticks seek = now + p->seek_start + own;
  if (!task->write) {
    return meeting(drive, from, task, seek, now + p->ready, 0, 0, arm);
  }
  const hs_ticks data_start =
      hs_bus_start(drive, now + p->data_start + own + own_data_terms(drive, from->situation, task));
  return meeting(drive, from, task, seek, now + p->ready + own, data_start,
                 hs_write_start_blocks(drive, task), arm);
}

hs_ticks hs_predict_cost(const hs_predictor* predictor, const hs_task* task) {
  const hs_predictor* p = predictor;
  const outset_place from = {p->now, p->track, p->free_at, p->last_end, &p->situation};
  hs_ticks arm = 0;
  return start_of(p->drive, prospect_of(p, task), &from, task, &arm) - p->now;
}

hs_ticks hs_predict_mechanics(const hs_predictor* predictor, const hs_task* task) {
  const hs_predictor* p = predictor;
  const outset_place from = {p->now, p->track, p->free_at, p->last_end, &p->situation};
  hs_ticks arm = 0;
  const hs_ticks media = start_of(p->drive, prospect_of(p, task), &from, task, &arm);
  return media - arm;
}

hs_ticks hs_predict_latest_arm(const hs_predictor* predictor, bool write) {
  const hs_predictor* p = predictor;
  if (p->drive->overheads.by_task || (write && p->drive->write.seek_with_data)) {
    return HS_ARM_UNBOUNDED;
  }
  const hs_prospect* of = p->from->of[write];
  return hs_later(p->now + hs_later(of[0].seek_start, of[1].seek_start), p->free_at) - p->now;
}

hs_ticks hs_predict_led(const hs_predictor* predictor, const hs_task* task, int64_t move,
                        uint32_t lead, bool mechanics) {
  const hs_predictor* p = predictor;
  const hs_mechanics* m = &p->drive->mechanics;
  const int64_t settle = task->write ? m->write_settle : m->read_settle;
  const hs_prospect* own = prospect_of(p, task);
  const hs_outset outset = outset_of(own, p->now, p->free_at, settle);
  const hs_ticks eligible = hs_eligible(&outset, move, lead);
  const hs_ticks from = mechanics ? (hs_ticks)(outset.moving - settle) : p->now;
  return eligible + hs_rotation_wait(eligible, task->angle) - from;
}

uint32_t hs_predict_lead(const hs_drive_params* drive, const hs_task* task) {
  if (!task->write) {
    return 0;
  }
  hs_ticks lead = hs_write_start_blocks(drive, task) * drive->write_per_block;
  if (drive->write.ahead_q8 != 0) {
    /* an instant so late that no result of the rule is below 0 */
    const hs_ticks start = (hs_ticks)1 << 48;
    lead = hs_later(lead, hs_later(ahead_of_media(drive, task, start), start) - start);
  }
  return lead < UINT32_MAX ? (uint32_t)lead : UINT32_MAX;
}

hs_ticks hs_predict_media_start(const hs_drive_params* drive, const hs_drive_view* view,
                                const hs_task* task) {
  const bool sequential = is_sequential(view->last_write, view->last_end, task);
  const hs_prospect p = prospect(drive, view, sequential, task->write);
  const hs_situation situation = hs_situation_of(drive, view);
  const outset_place from = {0, view->track, view->free_at, view->last_end, &situation};
  hs_ticks arm = 0;
  return start_of(drive, &p, &from, task, &arm);
}

hs_ticks hs_predict_planned_start(const hs_drive_params* drive, const hs_drive_view* view,
                                  const hs_plan* plan, const hs_task* task) {
  const outset_place from = {0, view->track, view->free_at, view->last_end, NULL};
  hs_ticks arm = 0;
  return meeting(drive, &from, task, plan->seek_start, plan->ready, plan->data_start,
                 task->write ? plan->minimum_blocks : 0, &arm);
}
