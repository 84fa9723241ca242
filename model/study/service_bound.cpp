#include "model/study/service_bound.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "model/config/bus_timing.h"
#include "model/config/tables/firmware_params.h"
#include "model/config/tables/resolve.h"

extern "C" {
#include <disk/read_run.h>
#include <disk/service_time.h>
#include <disk/track_order.h>
}

namespace headstack {

namespace {

constexpr std::uint32_t kMostBlocks = 0xffff;  // of a request

void refuse(const DriveConfig& drive, const char* why) {
  throw ConfigError(
      fmt::format("drive '{}' {}, so its service times have no bound", drive.name, why));
}

void check(const DriveConfig& drive, const hs_drive_params& params) {
  if (drive.conditions.variation.seek.count() != 0 || drive.conditions.variation.spindle_ppm != 0) {
    refuse(drive, "has times that vary ([variation])");
  }
  if (params.cache.write_back) {
    refuse(drive, "writes to its medium at times of its own (a write cache)");
  }
  const DefectsConfig& bad = drive.conditions.defects;
  if (!bad.unreadable.empty() || !bad.unwritable.empty() || !bad.correctable.empty() ||
      bad.soft_rate_ppm != 0 || bad.growth_rate_ppm != 0 || bad.growth_interval.count() != 0) {
    refuse(drive, "has errors of the medium ([defects])");
  }
}

// Time from the end of one track to the start of the next one's first sector.
hs_ticks crossing(const hs_drive_params& params, const hs_zone& zone, hs_track from, hs_track to,
                  bool write) {
  const hs_ticks end = hs_track_angle(&zone, from);  // modulo a revolution
  const hs_ticks over = end + hs_crossing(&params.mechanics, from, to, write);
  return over - end + hs_rotation_wait(over, hs_track_angle(&zone, to));
}

// Time of a transfer in a zone. A sector has its share of the crossings. A request may have further
// crossings beyond this share.
struct Pace {
  double per_block = 0.0;
  double extra = 0.0;
};

// Returns the number of cylinders of a range, which has spare sectors or another skew at its end.
// 0: no ranges.
std::uint32_t range_of(const hs_zone& zone) {
  const std::uint32_t of_spares = zone.group_sectors / (zone.heads * zone.sectors_per_track);
  return std::max(zone.range_cylinders, of_spares > 1 ? of_spares : 0);
}

Pace pace_of(const hs_drive_params& params, const hs_zone& zone, bool write) {
  hs_ticks head = 0;
  hs_ticks cylinder = 0;
  // In a serpentine order, the second cylinder has crossings of its own.
  const std::uint32_t tracks = zone.heads * (zone.order == HS_SERPENTINE ? 2 : 1);
  for (std::uint32_t i = 0; i < tracks && i + 1 < hs_tracks_of_zone(&zone); ++i) {
    const hs_ticks time = crossing(params, zone, hs_track_of_number(&zone, i),
                                   hs_track_of_number(&zone, i + 1), write);
    hs_ticks& longest = (i + 1) % zone.heads == 0 ? cylinder : head;
    longest = std::max(longest, time);
  }
  cylinder = std::max(cylinder, head);
  const std::uint32_t cylinders_of_range = range_of(zone);
  // At the end of a range, up to a revolution is lost.
  const double range = cylinders_of_range == 0 ? 0.0 : static_cast<double>(HS_TICKS_PER_REVOLUTION);
  double sectors = zone.sectors_per_track;
  if (zone.group_sectors != 0) {
    sectors *= static_cast<double>(zone.group_blocks) / zone.group_sectors;
  }
  Pace pace;
  pace.per_block =
      (static_cast<double>(HS_TICKS_PER_REVOLUTION + head) +
       (static_cast<double>(cylinder - head) + range / std::max(1U, cylinders_of_range)) /
           zone.heads) /
      sectors;
  pace.extra = static_cast<double>(cylinder) + range;
  return pace;
}

// Returns the first block on the track with a number, or after this track. If the zone has no such
// block, returns the first block of the next zone.
std::uint32_t first_block_from(const hs_geometry& geometry, const hs_zone& zone,
                               std::uint32_t number) {
  for (; number < hs_tracks_of_zone(&zone); ++number) {
    const hs_track track = hs_track_of_number(&zone, number);
    for (std::uint32_t sector = 0; sector < zone.sectors_per_track; ++sector) {
      hs_lbn lbn{};
      if (hs_pbn_to_lbn(&geometry, {track.cylinder, track.head, {sector}}, &lbn)) {
        return lbn.value;
      }
    }
  }
  return zone.first_lbn.value + zone.block_count;
}

// Returns the greatest number of borders at which a request may lose a revolution: ends of zones,
// ends of runs of tracks without a slip, and tracks from which slips turn the zone.
std::size_t most_seams(const hs_geometry& geometry) {
  std::vector<std::uint32_t> seams;
  for (std::uint32_t i = 0; i < geometry.zone_count; ++i) {
    const hs_zone& zone = geometry.zones[i];
    for (std::uint32_t k = 0; k < zone.segment_count; ++k) {
      seams.push_back(zone.first_lbn.value + zone.segments[k].offset);
    }
    for (std::uint32_t k = 0; k < zone.turn_count; ++k) {
      seams.push_back(first_block_from(geometry, zone, zone.turns[k].from));
    }
    std::sort(seams.begin(), seams.end());
  }
  std::size_t most = 0;
  std::size_t first = 0;
  for (std::size_t last = 0; last < seams.size(); ++last) {
    while (seams[last] - seams[first] >= kMostBlocks) {
      ++first;
    }
    most = std::max(most, last - first + 1);
  }
  return seams.size() == 1 ? 0 : most;
}

// Returns the longest delay of a request by the drive's work at and near the ends of tracks.
hs_ticks longest_near_end(const hs_overheads& o, hs_ticks sector, bool write) {
  if (write) {
    return std::max(o.write_near_track_end, o.write_near_cylinder_end);
  }
  const hs_ticks near = std::max(o.read_near_track_end_least, o.read_near_cylinder_end_least);
  return std::max({o.read_track_end_least, o.read_cylinder_end_least,
                   near == 0 ? 0 : near + std::max(o.read_near_end, 1U) * sector});
}

// Returns the time of a block that a write loses, because it takes the data beyond its segment in
// parts. The drive asks for a part when there is room for it, and the medium writes the blocks that
// are left meanwhile. If these blocks do not last until the data come, each part may lose a
// revolution. `bus` is the time of a block on the bus.
double lost_between_parts(const hs_drive_params& params, hs_ticks sector, double bus) {
  constexpr std::uint32_t kDefaultRoom = 250'000;  // ppm, as in the firmware
  const std::uint32_t segment = params.cache.segment_blocks;
  const std::uint32_t share = params.write.room_ppm;
  const std::uint32_t physical = params.geometry.sector_blocks;
  const std::uint32_t room =
      std::max(physical, hs_share(segment, share == 0 ? kDefaultRoom : share));
  const hs_overheads& o = params.overheads;
  const double data =
      static_cast<double>(params.write.reconnect_preparation +
                          std::max(o.first_reselect, o.second_reselect) + o.data_preparation) +
      bus;
  if (static_cast<double>(sector) * (segment - std::min(room + physical - 1, segment)) >= data) {
    return 0.0;
  }
  return (static_cast<double>(HS_TICKS_PER_REVOLUTION) + data) / room;
}

// Returns the longest time until the head reaches the first block, from any situation, without
// waits on the bus.
hs_ticks longest_positioning(const hs_drive_params& params, hs_ticks stop) {
  hs_own_time none{};
  hs_service service{};
  hs_service_init(&service, &params, &none);
  hs_ticks longest = 0;
  for (unsigned i = 0; i < 4; ++i) {
    hs_drive_view view{};
    view.last_write = (i & 1U) != 0;
    view.reading = (i & 2U) != 0;
    view.connected = true;
    view.free_at = stop;
    longest = std::max(longest, hs_service_at(&service, nullptr, &view).longest);
  }
  return longest;
}

}  // namespace

ServiceBound service_bound(const DriveConfig& drive, bool write) {
  const DriveTables tables(drive);
  const hs_drive_params params = drive_params(drive, tables);
  check(drive, params);
  Pace pace;
  hs_ticks lead = 0;
  hs_ticks sector = 0;
  hs_ticks shortest_sector = HS_TICKS_PER_REVOLUTION;
  const std::uint32_t segment = params.cache.segment_blocks;
  for (std::uint32_t i = 0; i < params.geometry.zone_count; ++i) {
    const hs_zone& zone = params.geometry.zones[i];
    const Pace here = pace_of(params, zone, write);
    pace.per_block = std::max(pace.per_block, here.per_block);
    pace.extra = std::max(pace.extra, here.extra);
    const hs_ticks of_zone = HS_TICKS_PER_REVOLUTION / zone.sectors_per_track;
    sector = std::max(sector, of_zone);
    shortest_sector = std::min(shortest_sector, of_zone);
    hs_task task{};
    task.lbn = zone.first_lbn;
    task.blocks = std::max(1U, std::min(segment, zone.block_count));
    task.write = write;
    lead = std::max(lead, hs_ticks{hs_predict_lead(&params, &task)});
  }
  const TickClock& clock = tables.clock();
  const auto bus = static_cast<double>(
      clock.duration_ticks(write ? write_time_per_block(drive) : read_time_per_block(drive)));
  // The drive must still send the blocks that are in the buffer when the bus is free. On a slow
  // bus, the drive may instead have waited for the medium, so the shorter of both times counts.
  const double share = segment * 1e-6 * params.cache.read_watermark_ppm;
  const double all_but = hs_read_watermark(&params.cache, std::max(1U, segment));
  const double mark =
      write ? 1.0 : std::max(1.0, params.cache.read_watermark_all_but != 0 ? all_but : share);
  // The last physical sector may be read first; longest_positioning has this for the first. Each is
  // written when all its data are there.
  const std::uint32_t physical = params.geometry.sector_blocks;
  const double merging =
      write && physical != 1 ? static_cast<double>(HS_TICKS_PER_REVOLUTION) + physical * bus : 0.0;
  const hs_overheads& o = params.overheads;
  const double end = static_cast<double>(
      longest_near_end(o, sector, write) + o.first_reselect + o.second_reselect +
      o.data_preparation +
      (write ? params.write.reconnect_preparation + o.write_completion : o.read_completion));
  const double fixed = static_cast<double>(longest_positioning(params, 2 * sector)) + pace.extra +
                       static_cast<double>(most_seams(params.geometry) * HS_TICKS_PER_REVOLUTION) +
                       merging + static_cast<double>(lead) + mark * std::min(bus, pace.per_block) +
                       end;
  const auto second = static_cast<double>(params.second);
  const double lost = write ? lost_between_parts(params, shortest_sector, bus) : 0.0;
  return {fixed / second, (std::max(bus, pace.per_block) + lost) / second};
}

}  // namespace headstack
