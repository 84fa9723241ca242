#include "tb/firmware/support/random_layout.h"

namespace headstack {
namespace {

ZoneSpec random_zone(Rng& rng, std::uint32_t heads, std::uint32_t first_cylinder) {
  ZoneSpec zone;
  zone.first_cylinder = first_cylinder;
  zone.cylinders = rng.between(1, 9);
  zone.sectors = rng.one_in(8) ? 1 : rng.between(2, 40);
  zone.first_sector = rng.below(zone.sectors);
  zone.track_skew = rng.below(zone.sectors);
  zone.cylinder_advance = rng.below(3 * zone.sectors);
  const std::uint32_t tracks = zone.cylinders * heads;
  zone.front = rng.one_in(2) ? 0 : rng.below(tracks);
  // At least one good track stays.
  const std::uint32_t one_slip_in = rng.between(2, 12);
  std::uint32_t good = tracks - zone.front;
  for (std::uint32_t track = zone.front; track < tracks; ++track) {
    if (good > 1 && rng.one_in(one_slip_in)) {
      zone.slipped.push_back(track);
      --good;
    }
  }
  // Full, with whole spare tracks, or ending in the middle of a track.
  const std::uint32_t room = good * zone.sectors;
  const std::uint32_t kind = rng.below(3);
  zone.blocks = kind == 0   ? room
                : kind == 1 ? rng.between(1, good) * zone.sectors
                            : rng.between(1, room);
  return zone;
}

}  // namespace

RandomLayout random_layout(Rng& rng, std::uint32_t heads) {
  RandomLayout layout;
  std::uint32_t cylinder = rng.one_in(3) ? rng.below(4) : 0;
  const std::uint32_t zones = rng.between(1, 6);
  for (std::uint32_t i = 0; i < zones; ++i) {
    layout.zones.push_back(random_zone(rng, heads, cylinder));
    cylinder += layout.zones.back().cylinders + (rng.one_in(4) ? rng.below(3) : 0);
  }
  cylinder += rng.below(2);
  layout.drive = std::make_unique<TestDrive>(heads, cylinder, layout.zones,
                                             std::vector<std::uint32_t>(cylinder, 0));
  return layout;
}

}  // namespace headstack
