// Random layouts of disks: zones with skews, spares and slips of all kinds, mixed.
#pragma once

#include <cstdint>
#include <vector>

#include "model/config/tables/layout_tables.h"
#include "tb/firmware/support/rng.h"

namespace headstack {

inline std::vector<std::uint32_t> random_list(Rng& rng, std::uint32_t from, std::uint32_t to,
                                              std::size_t most) {
  std::vector<std::uint32_t> list;
  const std::uint32_t one_in = rng.between(2, 40);
  const std::uint32_t run = rng.between(1, 6);
  for (std::uint32_t i = from; i < to && list.size() < most; ++i) {
    const bool joined = !list.empty() && list.back() + 1 == i && !rng.one_in(run);
    if (joined || rng.one_in(one_in)) {
      list.push_back(i);
    }
  }
  return list;
}

inline ZoneConfig random_zone(Rng& rng, std::uint32_t surfaces, std::uint32_t first) {
  ZoneConfig zone{};
  zone.first_cylinder = first;
  zone.last_cylinder = first + rng.below(8);
  zone.sectors_per_track = rng.one_in(8) ? 1 : rng.between(2, 30);
  const std::uint32_t sectors = zone.sectors_per_track;
  zone.first_sector = rng.below(sectors);
  zone.track_skew = AngleConfig{rng.below(sectors), 0};
  zone.cylinder_skew = AngleConfig{rng.below(sectors), 0};
  const auto tracks = static_cast<std::uint32_t>(zone_tracks(zone, surfaces));
  zone.reserved_tracks = rng.one_in(2) ? 0 : rng.below(tracks);
  zone.spare_tracks = rng.one_in(2) ? 0 : rng.below(tracks - zone.reserved_tracks);
  const std::uint32_t cylinders = zone.last_cylinder - zone.first_cylinder + 1;
  switch (rng.below(4)) {
    case 0:
      zone.spare_sectors_per_track = rng.below(sectors);
      break;
    case 1:
      zone.spare_sectors_per_cylinder = rng.below(sectors * surfaces);
      break;
    case 2:
      zone.cylinders_per_range = rng.between(1, cylinders);
      if (rng.one_in(2)) {
        zone.range_skew = AngleConfig{rng.below(sectors), 0};
      }
      zone.spare_sectors_per_range =
          rng.below(sectors * (rng.one_in(2) ? surfaces * zone.cylinders_per_range : 1));
      break;
    default:
      break;
  }
  zone.spare_sectors = rng.one_in(2) ? 0 : rng.below(tracks * sectors / 4 + 1);
  const std::size_t any = zone.spare_tracks == 0 ? tracks * sectors : zone.spare_tracks;
  zone.tracks_shifted_by_slips = static_cast<ShiftedBySlips>(rng.below(3));
  if (rng.one_in(2)) {
    zone.slipped_tracks = random_list(rng, zone.reserved_tracks, tracks, any / 2);
  }
  if (rng.one_in(2)) {
    zone.slipped_sectors =
        random_list(rng, zone.reserved_tracks * sectors, tracks * sectors, any / 2);
  }
  return zone;
}

// Zones with the same cylinders, one on each of some surfaces, in any order.
inline std::vector<ZoneConfig> zones_beside(Rng& rng, std::uint32_t surfaces, std::uint32_t first) {
  std::vector<ZoneConfig> zones;
  const std::uint32_t begin = rng.below(surfaces);
  const std::uint32_t count = rng.between(1, surfaces);
  for (std::uint32_t i = 0; i < count; ++i) {
    ZoneConfig zone = random_zone(rng, 1, first);
    while (i > 0 && zone.last_cylinder != zones[0].last_cylinder) {
      zone = random_zone(rng, 1, first);
    }
    zone.surface = (begin + i) % surfaces;
    zone.outwards = rng.one_in(2);
    zone.track_skew.reset();
    zones.push_back(zone);
  }
  return zones;
}

inline LayoutConfig random_layout(Rng& rng) {
  LayoutConfig layout{};
  layout.surfaces = rng.between(1, 6);
  layout.serpentine = static_cast<Serpentine>(rng.below(3));
  layout.cylinder_gaps = rng.one_in(2) ? CylinderGaps::none : CylinderGaps::with_skew;
  layout.gaps_in_seeks = rng.one_in(2);
  for (std::uint32_t zones = rng.between(1, 5); zones > 0; --zones) {
    if (layout.cylinder_gaps != CylinderGaps::none) {
      layout.cylinders += rng.below(3);
    }
    if (rng.one_in(3)) {
      for (const ZoneConfig& zone : zones_beside(rng, layout.surfaces, layout.cylinders)) {
        layout.zones.push_back(zone);
      }
    } else {
      layout.zones.push_back(random_zone(rng, layout.surfaces, layout.cylinders));
    }
    layout.cylinders = layout.zones.back().last_cylinder + 1;
  }
  return layout;
}

}  // namespace headstack
