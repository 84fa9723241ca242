#include "model/config/tables/layout_tables.h"

#include <algorithm>

extern "C" {
#include <disk/track_order.h>
}

namespace headstack {
namespace {

// floor(2^48 / sectors): the length of a sector in 2^-16 ticks.
std::uint64_t pitch_of(std::uint32_t sectors_per_track) {
  return (std::uint64_t{1} << 48) / sectors_per_track;
}

hs_pbn place_of(const hs_zone& zone, std::uint32_t sector) {
  const hs_track track = hs_track_of_number(&zone, sector / zone.sectors_per_track);
  return {track.cylinder, track.head, {sector % zone.sectors_per_track}};
}

hs_track_order order_of(const LayoutConfig& layout, const ZoneConfig& zone) {
  if (zone.surface) {
    return zone.outwards ? HS_OUTWARDS : HS_INWARDS;
  }
  return layout.serpentine == Serpentine::none ? HS_OVER_HEADS : HS_SERPENTINE;
}

}  // namespace

LayoutTables::LayoutTables(const LayoutConfig& layout) : places_(place_zones(layout)) {
  geometry_.heads = layout.surfaces;
  geometry_.cylinders = numbered_cylinders(layout);
  geometry_.sector_blocks = physical_blocks(layout);
  maps_.reserve(layout.zones.size());
  zones_.reserve(layout.zones.size());
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    maps_.push_back(make_zone_map(layout.zones[i], layout.surfaces));
    add_zone(layout, i);
  }
  geometry_.zones = zones_.data();
  geometry_.zone_count = static_cast<std::uint32_t>(zones_.size());
  if (layout.blocks != 0) {
    leave_spares_at_the_end(layout.blocks);
  }
  reallocate(layout);
}

void LayoutTables::add_zone(const LayoutConfig& layout, std::size_t index) {
  const ZoneConfig& from = layout.zones[index];
  const ZonePlace& place = places_[index];
  const ZoneMap& map = maps_[index];
  hs_zone zone{};
  zone.first_cylinder.value = from.first_cylinder - place.left_out;
  zone.last_cylinder.value = from.last_cylinder - place.left_out;
  zone.left_out = place.left_out;
  zone.sectors_per_track = from.sectors_per_track;
  zone.heads = zone_heads(from, layout.surfaces);
  zone.order = order_of(layout, from);
  zone.surface = from.surface.value_or(0);
  zone.descending = zone.order == HS_SERPENTINE ? descending_of(layout, from) : 0;
  zone.first_lbn.value = geometry_.block_count;
  zone.block_count = map.block_count;
  zone.place_count = map.place_count;
  zone.segments = map.segments.data();
  zone.segment_count = static_cast<std::uint32_t>(map.segments.size());
  zone.group_sectors = map.group_sectors;
  zone.group_blocks = map.group_blocks;
  zone.slips = map.slips.data();
  zone.slip_count = static_cast<std::uint32_t>(map.slips.size());
  zone.first_angle = place.first_angle;
  zone.cylinder_skew = place.cylinder_skew;
  zone.head_skew = place.head_skew.data();
  zone.descending_cylinder_skew = place.descending_cylinder_skew;
  zone.descending_head_skew =
      place.descending_head_skew.empty() ? nullptr : place.descending_head_skew.data();
  zone.range_cylinders = from.range_skew ? from.cylinders_per_range : 0;
  zone.range_turn = place.range_turn;
  zone.turns = place.turns.data();
  zone.turn_count = static_cast<std::uint32_t>(place.turns.size());
  zone.turned = zone.range_cylinders != 0 || zone.turn_count != 0 || zone.order != HS_OVER_HEADS;
  zone.uneven = zone.group_sectors != 0 || zone.order != HS_OVER_HEADS;
  zone.pitch_q16 = pitch_of(from.sectors_per_track);
  zones_.push_back(zone);
  geometry_.block_count += zone.block_count;
}

// Removes blocks from the last zones until the disk has `blocks` blocks.
void LayoutTables::leave_spares_at_the_end(std::uint32_t blocks) {
  geometry_.block_count = blocks;
  for (hs_zone& zone : zones_) {
    zone.first_lbn.value = std::min(zone.first_lbn.value, blocks);
    zone.block_count = std::min(zone.block_count, blocks - zone.first_lbn.value);
  }
}

// Reallocates tracks before sectors, because tracks need whole spare tracks.
void LayoutTables::reallocate(const LayoutConfig& layout) {
  std::size_t runs = 0;
  for (const ZoneConfig& zone : layout.zones) {
    runs += zone.reallocated_tracks.size() + zone.reallocated_sectors.size();
  }
  if (runs == 0) {
    return;
  }
  moved_.resize(2 * runs);
  reallocations_.resize(1);
  hs_reallocations_init(reallocations_.data(), moved_.data(), static_cast<std::uint32_t>(runs),
                        nullptr);
  geometry_.reallocations = reallocations_.data();
  for (std::size_t i = 0; i < zones_.size(); ++i) {
    for (const std::uint32_t track : layout.zones[i].reallocated_tracks) {
      reallocate_track(i, track);
    }
  }
  for (std::size_t i = 0; i < zones_.size(); ++i) {
    for (const std::uint32_t sector : layout.zones[i].reallocated_sectors) {
      reallocate_sector(i, sector);
    }
  }
}

bool LayoutTables::move(hs_lbn first, std::uint32_t blocks) {
  hs_pbn spare{};
  return hs_reallocate(&geometry_, reallocations_.data(), first, blocks, &spare);
}

void LayoutTables::reallocate_track(std::size_t index, std::uint32_t track) {
  const hs_zone& zone = zones_[index];
  hs_lbn first{};
  std::uint32_t blocks = 0;
  for (std::uint32_t sector = 0; sector < zone.sectors_per_track; ++sector) {
    hs_lbn lbn{};
    const hs_pbn place = place_of(zone, track * zone.sectors_per_track + sector);
    if (hs_pbn_to_lbn(&geometry_, place, &lbn)) {
      first = blocks == 0 ? lbn : first;
      ++blocks;
    }
  }
  const std::string name = "track " + std::to_string(track);
  if (blocks == 0) {
    throw ReallocationError(index, "reallocated_tracks", name + " holds no blocks");
  }
  if (!move(first, blocks)) {
    throw ReallocationError(
        index, "reallocated_tracks",
        "no spare track is left for " + name + " with its " + std::to_string(blocks) + " blocks");
  }
}

void LayoutTables::reallocate_sector(std::size_t index, std::uint32_t sector) {
  hs_lbn lbn{};
  const std::string name = "sector " + std::to_string(sector);
  if (!hs_pbn_to_lbn(&geometry_, place_of(zones_[index], sector), &lbn)) {
    throw ReallocationError(index, "reallocated_sectors", name + " holds no block");
  }
  if (!move(lbn, 1)) {
    throw ReallocationError(index, "reallocated_sectors", "no spare sector is left for " + name);
  }
}

}  // namespace headstack
