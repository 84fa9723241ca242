#include "disk/service_time.h"

#include "disk/merge.h"
#include "disk/read_run.h"

static hs_ticks longest_move(const hs_drive_params* drive) {
  const hs_mechanics* m = &drive->mechanics;
  uint32_t longest = 0;
  for (uint32_t d = 0; d < drive->geometry.cylinders; ++d) {
    longest = m->seek_up[d] > longest ? m->seek_up[d] : longest;
    longest = m->seek_down[d] > longest ? m->seek_down[d] : longest;
  }
  const int64_t settle = m->read_settle > m->write_settle ? m->read_settle : m->write_settle;
  const hs_ticks move =
      hs_later(hs_later((hs_ticks)longest << HS_SEEK_SHIFT, m->same_cylinder), m->head_switch);
  hs_ticks step = 0;
  for (uint32_t i = 0; i < m->write_step_count; ++i) {
    step = hs_later(step, (hs_ticks)m->write_step_more[i] << HS_SEEK_SHIFT);
  }
  return move + (settle > 0 ? (hs_ticks)settle : 0) + step;
}

void hs_service_init(hs_service* service, const hs_drive_params* drive, void* memory) {
  service->drive = drive;
  service->departures = hs_departures_make(drive);
  service->longest_move = longest_move(drive);
  service->own = memory;
}

/* Ticks that the write of an extent adds because it begins or ends in a part of a physical sector,
 * if the head is on the track from `on_track` on. The start of a task is its caller's: with
 * `first`, only the end counts. */
static __attribute__((cold)) hs_ticks merging(const hs_drive_params* drive, const hs_zone* zone,
                                              const hs_extent* extent, hs_ticks on_track,
                                              bool first) {
  const uint32_t physical = drive->geometry.sector_blocks;
  const hs_write_run run = {.zone = zone,
                            .sector = extent->first.sector.value,
                            .sectors = extent->blocks,
                            .angle = extent->angle};
  const hs_ticks plain = on_track + hs_rotation_wait(on_track, extent->angle);
  const hs_ticks start = first ? plain : hs_write_run_start(&run, physical, on_track, on_track);
  const bool again = !(first && hs_begins_in_part(&run, physical)) &&
                     hs_written_at_once(&run, physical, on_track, start) != run.sectors;
  return start - plain + (again ? HS_TICKS_PER_REVOLUTION : 0);
}

hs_ticks hs_time_on_medium(const hs_drive_params* drive, const hs_task* task) {
  const bool merges = task->write && drive->geometry.sector_blocks != 1;
  hs_walk walk = hs_walk_begin(&drive->geometry, task->lbn);
  const hs_ticks begin = task->angle;
  hs_ticks at = begin;
  hs_track track = task->track;
  for (uint32_t left = task->blocks; left != 0;) {
    const hs_zone* zone = walk.zone;
    const hs_extent extent = hs_walk_next(&walk, left);
    const hs_track next = {extent.first.cylinder, extent.first.head};
    if (left != task->blocks) {
      at += hs_crossing(&drive->mechanics, track, next, task->write);
    }
    const uint32_t sector = extent.first.sector.value;
    const hs_ticks more = merges ? merging(drive, zone, &extent, at, left == task->blocks) : 0;
    at += more + hs_rotation_wait(at, extent.angle) +
          hs_sector_offset(zone, sector + extent.blocks) - hs_sector_offset(zone, sector);
    track = next;
    left -= extent.blocks;
  }
  return at - begin;
}

/* Blocks in the buffer when the bus is free for a read's data. */
static uint32_t watermark_of(const hs_cache_rules* rules, uint32_t blocks) {
  const uint32_t segment = rules->segment_blocks;
  return hs_read_watermark(rules, segment != 0 && segment < blocks ? segment : blocks);
}

/* Time from the first block on the medium to the completion. */
static hs_ticks behind_first(const hs_drive_params* drive, const hs_task* task) {
  const hs_overheads* o = &drive->overheads;
  const hs_ticks span = hs_time_on_medium(drive, task);
  const hs_ticks bus = task->blocks * drive->write_per_block;
  if (task->write) {
    return hs_later(span, bus) + drive->write.reconnect_preparation + o->second_reselect +
           o->write_completion;
  }
  const hs_ticks mark = span / task->blocks * watermark_of(&drive->cache, task->blocks);
  return hs_later(span + drive->write_per_block,
                  mark + o->first_reselect + o->data_preparation + bus) +
         o->read_completion;
}

void hs_service_arrival(hs_service* service, const hs_task* tasks, uint32_t task) {
  const hs_drive_params* drive = service->drive;
  const hs_task* t = &tasks[task];
  const hs_overheads* o = &drive->overheads;
  const int64_t* most = drive->terms.most;
  const int64_t terms =
      hs_task_terms(drive, t->write ? &o->write : &o->read_miss, t->lbn, t->blocks) +
      (t->write ? most[HS_TERM_WRITE] + most[HS_TERM_WRITE_DATA] : most[HS_TERM_READ_MISS]);
  service->own[task] =
      (hs_own_time){.behind = behind_first(drive, t),
                    .ahead = hs_predict_lead(drive, t) + (terms > 0 ? (hs_ticks)terms : 0)};
}

/* From now, for a drive that is free. */
static hs_ticks latest_of(const hs_departure* from) {
  hs_ticks latest = 0;
  for (uint32_t write = 0; write < 2; ++write) {
    for (uint32_t sequential = 0; sequential < 2; ++sequential) {
      const hs_prospect* of = &from->of[write][sequential];
      latest = hs_later(latest, hs_later(hs_later(of->seek_start, of->ready), of->data_start));
    }
  }
  return latest;
}

/* The longest positioning once the arm may start. The block passes after a revolution at most. The
 * next mark at which the bus can start follows after another revolution at most. So does a block
 * that is written only after its physical sector has been read. */
static hs_ticks longest_positioning(const hs_service* service) {
  const hs_drive_params* drive = service->drive;
  const hs_ticks turns = (drive->start_marks_per_revolution == 0 ? 1u : 2u) +
                         (drive->geometry.sector_blocks == 1 ? 0u : 1u);
  return service->longest_move + turns * HS_TICKS_PER_REVOLUTION;
}

hs_ticks hs_service_longest(const hs_service* service) {
  hs_ticks latest = 0;
  for (uint32_t i = 0; i < 8; ++i) {
    const hs_departure* from = &service->departures.after[i >> 2][(i >> 1) & 1u][i & 1u];
    latest = hs_later(latest, latest_of(from));
  }
  return latest + longest_positioning(service);
}

hs_service_view hs_service_at(const hs_service* service, const hs_task* tasks,
                              const hs_drive_view* view) {
  hs_service_view at = {
      .service = service,
      .tasks = tasks,
      .predictor = hs_predictor_depart(service->drive, &service->departures, view)};
  at.longest = hs_later(view->now + latest_of(at.predictor.from), view->free_at) - view->now +
               longest_positioning(service);
  return at;
}

hs_ticks hs_service_time(const hs_service_view* at, uint32_t task) {
  return hs_predict_cost(&at->predictor, &at->tasks[task]) + at->service->own[task].behind;
}

hs_ticks hs_service_least(const hs_service_view* at, uint32_t task) {
  const uint32_t here = at->predictor.track.cylinder.value;
  const uint32_t there = at->tasks[task].track.cylinder.value;
  return hs_predict_bound(&at->predictor, here < there ? there - here : here - there) +
         at->service->own[task].behind;
}

hs_ticks hs_service_most(const hs_service_view* at, uint32_t task) {
  const hs_own_time* own = &at->service->own[task];
  return at->longest + own->ahead + own->behind;
}

bool hs_service_feasible(const hs_service_view* at, uint32_t task, hs_ticks deadline) {
  if (deadline < at->predictor.now) {
    return false;
  }
  const hs_ticks left = deadline - at->predictor.now;
  if (left < hs_service_least(at, task)) {
    return false;
  }
  return left >= hs_service_most(at, task) || left >= hs_service_time(at, task);
}
