#include "model/config/tables/firmware_params.h"

#include <algorithm>
#include <limits>

#include "model/config/bus_timing.h"
#include "model/config/tables/firmware_terms.h"

extern "C" {
#include <disk/plan.h>
}

namespace headstack {

namespace {

// A value of a drive file in the firmware's form.
struct Conversion {
  const TickClock& clock;

  void operator()(hs_ticks& to, Picoseconds from) const { to = clock.duration_ticks(from); }
  void operator()(std::int64_t& to, Picoseconds from) const { to = clock.signed_ticks(from); }
  void operator()(hs_command_terms& to, const CommandTerms& from) const;
  template <class Same>
  void operator()(Same& to, Same from) const {
    to = from;
  }
};
#define CONVERTED(type, name) convert(to.name, from.name);

void Conversion::operator()(hs_command_terms& to, const CommandTerms& from) const {
  const Conversion& convert = *this;
  HS_COMMAND_TERMS(CONVERTED)
}

bool by_task(const hs_command_terms& terms) {
  return terms.per_block != 0 || terms.sector_times_thousandths != 0;
}

hs_overheads overheads(const OverheadConfig& from, const Conversion& convert) {
  hs_overheads to{};
  HS_OVERHEADS(CONVERTED)
  to.by_task = by_task(to.read_miss) || by_task(to.write);
  return to;
}

// True: some term is for commands that use the medium.
bool of_media(const hs_terms& terms) {
  return std::any_of(terms.term, terms.term + terms.count, [](const hs_term& term) {
    return term.target == HS_TERM_READ_MISS || term.target == HS_TERM_WRITE ||
           term.target == HS_TERM_WRITE_DATA;
  });
}

// Returns the least sum of a command's own terms, for all places on the disk.
std::int64_t least_terms(const hs_command_terms& terms, const hs_geometry& geometry) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::uint32_t i = 0; i < geometry.zone_count; ++i) {
    hs_drive_params drive{};
    drive.geometry = geometry;
    least = std::min(least, hs_task_terms(&drive, &terms, geometry.zones[i].first_lbn, 1));
  }
  return least;
}

hs_write_rules write_rules(const WriteConfig& from, const Conversion& convert) {
  hs_write_rules to{};
  HS_WRITE_RULES(CONVERTED)
  to.ahead_q8 = (from.ahead_thousandths * 256 + 500) / 1000;
  return to;
}

hs_cache_rules cache_rules(const CacheConfig& from, const Conversion& convert) {
  hs_cache_rules to{};
  HS_CACHE_RULES(CONVERTED)
  to.enabled = from.mode == CacheMode::prefetch;
  to.read_segments = read_segments(from);
  to.segment_blocks = from.size_blocks / from.segments;
  return to;
}

hs_destage_rules destage_rules(const DestageConfig& d, std::uint32_t segment_blocks,
                               const TickClock& clock) {
  hs_destage_rules rules{};
  rules.start = d.start;
  rules.order = d.order;
  rules.command_first = d.command_first;
  rules.idle_delay = clock.duration_ticks(d.idle_delay);
  rules.amount_blocks =
      static_cast<std::uint32_t>(std::uint64_t{d.amount_ppm} * segment_blocks / 1'000'000);
  return rules;
}

}  // namespace

DriveConfig without_firmware_times(const DriveConfig& drive) {
  DriveConfig rest = drive;
#define NOTHING(type, name) rest.overhead.name = {};
  HS_FIRMWARE_TIMES(NOTHING)
#undef NOTHING
  rest.overhead.terms.clear();
  rest.write.reconnect_preparation = Picoseconds{0};
  rest.processor = {};
  return rest;
}

hs_drive_params drive_params(const DriveConfig& drive, const DriveTables& tables) {
  const TickClock& clock = tables.clock();
  hs_drive_params params{};
  params.geometry = tables.geometry();
  params.mechanics = tables.mechanics();
  const Conversion convert{clock};
  params.overheads = overheads(drive.overhead, convert);
  params.terms = firmware_terms(drive.overhead.terms, &clock);
  if (of_media(params.terms)) {
    params.overheads.by_task = true;
  }
  if (params.overheads.by_task) {
    const std::int64_t* least = params.terms.least;
    params.overheads.least_terms = std::min(
        least_terms(params.overheads.read_miss, params.geometry) + least[HS_TERM_READ_MISS],
        least_terms(params.overheads.write, params.geometry) + least[HS_TERM_WRITE] +
            std::min<std::int64_t>(least[HS_TERM_WRITE_DATA], 0));
  }
  params.start_marks_per_revolution = drive.bus.start_marks_per_revolution;
  params.read_marks_per_revolution = drive.bus.read_marks_per_revolution;
  params.release_reads = drive.bus.release_reads;
  params.part_ends_with_track = drive.bus.release_at_track_end;
  params.advance_at_track_end = drive.seek.advance_at_track_end;
  params.write = write_rules(drive.write, convert);
  params.cache = cache_rules(drive.cache, convert);
  params.destage = destage_rules(drive.conditions.destage, params.cache.segment_blocks, clock);
  params.write_per_block = clock.duration_ticks(write_time_per_block(drive));
  params.second = clock.duration_ticks(Picoseconds(1'000'000'000'000));
  params.bytes_per_block = drive.layout.bytes_per_sector;
  return params;
}

hs_duration_limits firmware_durations(const DurationLimitsConfig& config) {
  hs_duration_limits limits{};
  std::copy(config.reads.begin(), config.reads.end(), limits.of[0]);
  std::copy(config.writes.begin(), config.writes.end(), limits.of[1]);
  return limits;
}

PriorityTimes firmware_priority_times(const PrioritiesConfig& config) {
  PriorityTimes times{};
  if (config.deadlines) {
    std::copy(config.deadlines->begin(), config.deadlines->end(), times.begin());
    return times;
  }
  for (std::uint32_t i = 0; i < HS_PRIORITIES; ++i) {
    times.at(i) = (i + 1) * HS_PRIORITY_STEP_US;
  }
  return times;
}

}  // namespace headstack
