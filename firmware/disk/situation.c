#include "disk/situation.h"

#include "disk/read_run.h"

static hs_ticks longer_of(hs_ticks a, hs_ticks b) { return a > b ? a : b; }

static hs_gaps gaps_of(const hs_drive_view* view) {
  const hs_ticks since = view->now - view->read_done;
  const hs_stream* stream = &view->stream;
  return (hs_gaps){since, stream->goes_on ? longer_of(stream->longest_gap, since) : since};
}

hs_stream hs_stream_after(hs_stream before, bool write, bool hit, bool sequential,
                          hs_ticks since_read) {
  if (write || (sequential && !(hit && before.goes_on))) {
    return (hs_stream){0};
  }
  return (hs_stream){true, sequential ? longer_of(before.longest_gap, since_read) : 0};
}

hs_situation hs_situation_of(const hs_drive_params* drive, const hs_drive_view* view) {
  hs_situation situation = {.last_write = view->last_write, .last_end = view->last_end};
  if (drive->terms.count == 0) {
    return situation;
  }
  situation.gaps = gaps_of(view);
  situation.conditions = (uint16_t)((view->last_write ? HS_IF_AFTER_WRITE : 0u) |
                                    (view->last_hit ? HS_IF_AFTER_HIT : 0u) |
                                    (view->last_sequential ? HS_IF_AFTER_SEQUENTIAL : 0u) |
                                    (view->stream.goes_on ? HS_IF_STREAMING : 0u) |
                                    (view->reading ? HS_IF_READING_AHEAD : 0u));
  situation.arm = view->track.cylinder;
  if (drive->terms.by_place && view->last_end.value != 0) {
    const hs_pbn last = hs_lbn_to_pbn(&drive->geometry, (hs_lbn){view->last_end.value - 1});
    situation.track = (hs_track){last.cylinder, last.head};
  }
  return situation;
}

static bool applies(const hs_term* term, hs_term_target target, uint32_t conditions,
                    uint32_t distance, hs_gaps gaps) {
  return term->target == target && (conditions & term->all) == term->all &&
         (conditions & term->none) == 0 && (term->beyond == 0 || distance > term->beyond) &&
         (term->up_to == 0 || distance <= term->up_to) &&
         (term->within == 0 || gaps.since_read < term->within) &&
         (term->gaps_within == 0 || gaps.longest < term->gaps_within);
}

int64_t hs_terms_sum(const hs_terms* terms, hs_term_target target, uint32_t conditions,
                     uint32_t distance, hs_gaps gaps) {
  int64_t sum = 0;
  for (uint32_t i = 0; i < terms->count; ++i) {
    if (applies(&terms->term[i], target, conditions, distance, gaps)) {
      sum += terms->term[i].time;
    }
  }
  return sum;
}

static bool same_track(hs_pbn a, hs_track b) {
  return a.cylinder.value == b.cylinder.value && a.head.value == b.head.value;
}

static uint32_t conditions_of_place(const hs_geometry* geometry, hs_track from, hs_pbn to) {
  const hs_zone* zone = hs_zone_of_track(geometry, (hs_track){to.cylinder, to.head});
  const bool same_zone = from.cylinder.value >= zone->first_cylinder.value &&
                         from.cylinder.value <= zone->last_cylinder.value &&
                         (zone->order < HS_INWARDS || from.head.value == zone->surface);
  uint32_t conditions = same_zone ? HS_IF_SAME_ZONE : 0;
  if (to.cylinder.value == from.cylinder.value) {
    conditions |= HS_IF_SAME_CYLINDER;
    conditions |= same_track(to, from) ? HS_IF_SAME_TRACK : 0u;
  }
  conditions |= to.cylinder.value > from.cylinder.value ? HS_IF_UPWARDS : 0u;
  return conditions;
}

static uint32_t conditions_of_end(const hs_geometry* geometry, uint32_t looked_at, hs_pbn first,
                                  hs_lbn lbn, uint32_t blocks) {
  uint32_t conditions = 0;
  if ((looked_at & HS_IF_CROSSES_TRACK) != 0) {
    const hs_pbn end = hs_lbn_to_pbn(geometry, (hs_lbn){lbn.value + blocks - 1});
    conditions |=
        same_track(end, (hs_track){first.cylinder, first.head}) ? 0u : HS_IF_CROSSES_TRACK;
  }
  if ((looked_at & HS_IF_ENDS_TRACK) != 0) {
    conditions |= hs_end_of(geometry, lbn, blocks) == HS_ENDS_INSIDE ? 0u : HS_IF_ENDS_TRACK;
  }
  return conditions;
}

int64_t hs_situation_terms(const hs_drive_params* drive, const hs_situation* situation,
                           hs_term_target target, hs_lbn lbn, uint32_t blocks, bool write) {
  if (drive->terms.count == 0) {
    return 0;
  }
  uint32_t conditions = situation->conditions;
  uint32_t distance = 0;
  if (lbn.value == situation->last_end.value) {
    conditions |= HS_IF_FOLLOWING | (write == situation->last_write ? HS_IF_SEQUENTIAL : 0u);
  }
  if (drive->terms.by_place) {
    const hs_pbn first = hs_lbn_to_pbn(&drive->geometry, lbn);
    const uint32_t here = situation->track.cylinder.value;
    distance =
        first.cylinder.value > here ? first.cylinder.value - here : here - first.cylinder.value;
    conditions |= conditions_of_place(&drive->geometry, situation->track, first);
    conditions |= first.cylinder.value == situation->arm.value ? HS_IF_ARM_THERE : 0u;
    conditions |= conditions_of_end(&drive->geometry, drive->terms.looked_at, first, lbn, blocks);
  }
  return hs_terms_sum(&drive->terms, target, conditions, distance, situation->gaps);
}
