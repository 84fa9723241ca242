#include "model/config/tables/firmware_params.h"

#include <algorithm>
#include <limits>

#include "model/config/bus_timing.h"

extern "C" {
#include <disk/plan.h>
}

namespace headstack {

namespace {

hs_command_terms terms(const CommandTerms& t, const TickClock& clock) {
  return {clock.signed_ticks(t.after_write), clock.signed_ticks(t.sequential),
          clock.duration_ticks(t.per_block), t.sector_thousandths};
}

bool by_task(const hs_command_terms& terms) { return terms.per_block != 0 || terms.sectors != 0; }

hs_overheads overheads(const OverheadConfig& o, const TickClock& clock) {
  const auto ticks = [&clock](Picoseconds time) { return clock.duration_ticks(time); };
  hs_overheads out{};
  out.read_hit_command = ticks(o.read_hit_command);
  out.read_hit_idle = clock.signed_ticks(o.read_hit_idle);
  out.read_miss_command = ticks(o.read_miss_command);
  out.read_miss_after_write = clock.signed_ticks(o.read_miss_after_write);
  out.write_cached_command = ticks(o.write_cached_command);
  out.write_command = ticks(o.write_command);
  out.write_command_non_sequential = ticks(o.write_command_non_sequential);
  out.read_disconnect_after_read = ticks(o.read_disconnect_after_read);
  out.read_disconnect_after_write = ticks(o.read_disconnect_after_write);
  out.write_disconnect = ticks(o.write_disconnect);
  out.write_disconnect_non_sequential = ticks(o.write_disconnect_non_sequential);
  out.write_disconnect_duration_non_sequential = ticks(o.write_disconnect_duration_non_sequential);
  out.write_second_disconnect_non_sequential = ticks(o.write_second_disconnect_non_sequential);
  out.write_seek_delay_non_sequential = ticks(o.write_seek_delay_non_sequential);
  out.data_preparation = ticks(o.data_preparation);
  out.read_completion = ticks(o.read_completion);
  out.write_completion = ticks(o.write_completion);
  out.first_reselect = ticks(o.first_reselect);
  out.second_reselect = ticks(o.second_reselect);
  out.read_last_block = ticks(o.read_last_block);
  out.read_track_end = ticks(o.read_track_end);
  out.write_track_end = ticks(o.write_track_end);
  out.write_cylinder_end = ticks(o.write_cylinder_end);
  out.read_hit_reading = ticks(o.read_hit_reading);
  out.prefetch_interrupt = ticks(o.prefetch_interrupt);
  out.read_hit = terms(o.read_hit, clock);
  out.read_miss = terms(o.read_miss, clock);
  out.write = terms(o.write, clock);
  out.write_cached = terms(o.write_cached, clock);
  out.by_task = by_task(out.read_miss) || by_task(out.write);
  return out;
}

// The least that a command's own terms come to, anywhere on the disk.
std::int64_t least_terms(const hs_command_terms& terms, const hs_geometry& geometry) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::uint32_t i = 0; i < geometry.zone_count; ++i) {
    hs_drive_params drive{};
    drive.geometry = geometry;
    least = std::min(least, hs_task_terms(&drive, &terms, geometry.zones[i].first_lbn, 1));
  }
  return least;
}

hs_write_rules write_rules(const WriteConfig& w, const TickClock& clock) {
  hs_write_rules rules{};
  rules.minimum_positioning = clock.duration_ticks(w.minimum_positioning);
  rules.minimum_blocks = w.minimum_blocks;
  rules.minimum_blocks_large = w.minimum_blocks_large;
  rules.large_request = w.large_request;
  rules.reconnect_preparation = clock.duration_ticks(w.reconnect_preparation);
  rules.ahead_q8 = (w.ahead_thousandths * 256 + 500) / 1000;
  rules.ahead_delay = clock.duration_ticks(w.ahead_delay);
  rules.start = static_cast<std::uint8_t>(w.start);
  rules.zero_latency = w.zero_latency;
  rules.seek_with_data = w.seek_with_data;
  rules.room_ppm = w.room_ppm;
  rules.single_connection = w.single_connection;
  return rules;
}

hs_cache_rules cache_rules(const CacheConfig& c) {
  hs_cache_rules rules{};
  rules.enabled = c.mode == CacheMode::prefetch;
  rules.prefetch_on_idle_hit = c.prefetch_on_idle_hit;
  rules.hit_on_written_data = c.hit_on_written_data;
  rules.zero_latency_read = c.zero_latency_read;
  rules.hit_by_first_block = c.hit_by_first_block;
  rules.write_back = c.write_back;
  rules.partial_hit_waits = c.partial_hit_waits;
  rules.hit_newest_only = c.hit_newest_segment_only;
  rules.keep_reads_on_write = c.keep_reads_on_write;
  rules.ahead_after_sequential = c.read_ahead_after_sequential_only;
  rules.ahead_of_misses_only = c.read_ahead_of_misses_only;
  rules.ahead_keeps_read = c.read_ahead_keeps_read;
  rules.whole_track = c.whole_track_read;
  rules.ahead_reach = static_cast<std::uint8_t>(c.read_ahead_reach);
  rules.read_segments = read_segments(c);
  rules.adapt_after = c.adapt_after;
  rules.segment_blocks = c.size_blocks / c.segments;
  rules.read_watermark_ppm = c.read_watermark_ppm;
  rules.watermark_of_segment = c.read_watermark_of_segment;
  rules.prefetch_minimum = c.prefetch_minimum_blocks;
  rules.prefetch_maximum = c.prefetch_maximum_blocks;
  return rules;
}

hs_destage_rules destage_rules(const DestageConfig& d, std::uint32_t segment_blocks,
                               const TickClock& clock) {
  hs_destage_rules rules{};
  rules.start = static_cast<std::uint8_t>(d.start);
  rules.order = static_cast<std::uint8_t>(d.order);
  rules.command_first = d.command_first;
  rules.idle_delay = clock.duration_ticks(d.idle_delay);
  rules.amount_blocks =
      static_cast<std::uint32_t>(std::uint64_t{d.amount_ppm} * segment_blocks / 1'000'000);
  return rules;
}
static_assert(static_cast<int>(DestageStart::need) == HS_DESTAGE_NEED);
static_assert(static_cast<int>(DestageOrder::ascending) == HS_DESTAGE_ASCENDING);

}  // namespace

hs_drive_params drive_params(const DriveConfig& drive, const DriveTables& tables) {
  const TickClock& clock = tables.clock();
  hs_drive_params params{};
  params.geometry = tables.geometry();
  params.mechanics = tables.mechanics();
  params.overheads = overheads(drive.overhead, clock);
  if (params.overheads.by_task) {
    params.overheads.least_terms =
        std::min(least_terms(params.overheads.read_miss, params.geometry),
                 least_terms(params.overheads.write, params.geometry));
  }
  params.bus_marks = drive.bus.start_marks_per_revolution;
  params.release_reads = drive.bus.release_reads;
  params.go_on = drive.seek.go_on_at_track_end;
  params.write = write_rules(drive.write, clock);
  params.cache = cache_rules(drive.cache);
  params.destage = destage_rules(drive.destage, params.cache.segment_blocks, clock);
  params.write_per_block = clock.duration_ticks(write_time_per_block(drive));
  params.second = clock.duration_ticks(Picoseconds(1'000'000'000'000));
  params.bytes_per_block = drive.layout.bytes_per_sector;
  return params;
}

}  // namespace headstack
