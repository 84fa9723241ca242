// Random layouts of all kinds mixed, and reallocations that grow, against an oracle that goes over
// every sector of the disk one by one.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/tables/layout_tables.h"
#include "tb/firmware/support/rng.h"
#include "tb/model/support/random_disk_layout.h"

extern "C" {
#include <disk/located.h>
#include <disk/reallocation.h>
}

namespace headstack {
namespace {

// The tracks of a zone in the order of its blocks, with the cylinder numbers of the drive file.
std::vector<hs_track> tracks_of(const LayoutConfig& layout, const ZoneConfig& zone) {
  std::vector<hs_track> tracks;
  for (std::uint32_t i = 0; i <= zone.last_cylinder - zone.first_cylinder; ++i) {
    const std::uint32_t cylinder = zone.outwards ? zone.last_cylinder - i : zone.first_cylinder + i;
    if (zone.surface) {
      tracks.push_back({{cylinder}, {*zone.surface}});
      continue;
    }
    const bool odd = (layout.serpentine == Serpentine::in_each_zone && i % 2 == 1) ||
                     (layout.serpentine == Serpentine::on_odd_cylinders && cylinder % 2 == 1);
    for (std::uint32_t head = 0; head < layout.surfaces; ++head) {
      tracks.push_back({{cylinder}, {odd ? layout.surfaces - 1 - head : head}});
    }
  }
  return tracks;
}

enum class Use : std::uint8_t {
  reserved,
  slipped,
  data,         // in the order of the blocks; those behind the last block are spare
  group_spare,  // at the end of a track, a cylinder or a range
};

struct Sector {
  std::size_t zone;
  std::uint32_t group;
  hs_pbn place;
  Use use;
};

// The sectors of one zone.
class ZoneOracle {
 public:
  ZoneOracle(const LayoutConfig& layout, std::size_t index)
      : zone_(layout.zones[index]),
        index_(index),
        surfaces_(layout.surfaces),
        tracks_(tracks_of(layout, zone_)) {
    std::uint32_t end = 0;
    for (std::size_t i = 0; i <= index && !layout.gaps_in_seeks; ++i) {
      const ZoneConfig& zone = layout.zones[i];
      left_out_ += zone.first_cylinder > end ? zone.first_cylinder - end : 0;
      end = zone.last_cylinder + 1;
    }
  }

  std::vector<Sector> sectors(bool with_slips) const {
    std::vector<Sector> all;
    const std::uint32_t per_track = zone_.sectors_per_track;
    std::uint32_t taken = 0;
    for (std::uint32_t i = 0; i < zone_sectors(zone_, surfaces_); ++i) {
      const std::uint32_t track = i / per_track;
      const std::uint32_t group = i / of_group();
      taken = i % of_group() == 0 ? 0 : taken;
      Use use = Use::group_spare;
      if (track < zone_.reserved_tracks) {
        use = Use::reserved;
        ++taken;
      } else if (with_slips && is_slipped(i)) {
        use = Use::slipped;
      } else if (taken < of_group() - spares_of(group)) {
        use = Use::data;
        ++taken;
      }
      all.push_back(
          {index_,
           group,
           {{tracks_[track].cylinder.value - left_out_}, tracks_[track].head, {i % per_track}},
           use});
    }
    return all;
  }

  std::uint32_t blocks() const {
    const std::vector<Sector> plain = sectors(false);
    const auto is_data = [](const Sector& s) { return s.use == Use::data; };
    const std::vector<Sector> real = sectors(true);
    const auto nominal = std::count_if(
        plain.begin(), plain.end() - zone_.spare_tracks * zone_.sectors_per_track, is_data);
    return static_cast<std::uint32_t>(
        std::min(std::max(nominal - std::ptrdiff_t{zone_.spare_sectors}, std::ptrdiff_t{0}),
                 std::count_if(real.begin(), real.end(), is_data)));
  }

 private:
  std::uint32_t of_group() const {
    const std::uint32_t of_cylinder = zone_.sectors_per_track * zone_heads(zone_, surfaces_);
    return zone_.spare_sectors_per_track != 0   ? zone_.sectors_per_track
           : zone_.spare_sectors_per_range != 0 ? of_cylinder * zone_.cylinders_per_range
                                                : of_cylinder;
  }
  // What is left of a range at the zone's end has none.
  std::uint32_t spares_of(std::uint32_t group) const {
    const bool whole = (group + 1) * of_group() <= zone_sectors(zone_, surfaces_);
    return whole ? zone_.spare_sectors_per_track + zone_.spare_sectors_per_cylinder +
                       zone_.spare_sectors_per_range
                 : 0;
  }
  bool is_slipped(std::uint32_t sector) const {
    const auto in = [](const std::vector<std::uint32_t>& list, std::uint32_t x) {
      return std::find(list.begin(), list.end(), x) != list.end();
    };
    return in(zone_.slipped_sectors, sector) ||
           in(zone_.slipped_tracks, sector / zone_.sectors_per_track);
  }

  const ZoneConfig& zone_;
  std::size_t index_;
  std::uint32_t surfaces_;
  std::vector<hs_track> tracks_;
  std::uint32_t left_out_ = 0;
};

// The whole disk: what is on each sector.
class DiskOracle {
 public:
  explicit DiskOracle(const LayoutConfig& layout) {
    std::uint32_t left = layout.blocks == 0 ? 0xffff'ffff : layout.blocks;
    for (std::size_t i = 0; i < layout.zones.size(); ++i) {
      const ZoneOracle zone(layout, i);
      std::uint32_t own = std::min(left, zone.blocks());
      left -= own;
      for (const Sector& sector : zone.sectors(true)) {
        sectors[hs_place_key(sector.place)] = sector;
        if (sector.use == Use::data && own > 0) {
          places.push_back(hs_place_key(sector.place));
          homes.push_back(sector);
          --own;
        } else if (sector.use == Use::data) {
          spare_at_end[hs_place_key(sector.place)] = true;
        } else if (sector.use == Use::group_spare) {
          spare_in_group[hs_place_key(sector.place)] = true;
        }
      }
    }
  }

  // A spare place that reallocation may choose for the block.
  bool may_take(std::uint32_t lbn, std::uint64_t key) const {
    const auto at_end = spare_at_end.find(key);
    if (at_end != spare_at_end.end()) {
      return at_end->second;
    }
    const auto in_group = spare_in_group.find(key);
    const Sector& home = homes[lbn];
    return in_group != spare_in_group.end() && in_group->second &&
           sectors.at(key).zone == home.zone && sectors.at(key).group == home.group;
  }

  void take(std::uint32_t lbn, std::uint64_t key) {
    (spare_at_end.count(key) != 0 ? spare_at_end : spare_in_group)[key] = false;
    places[lbn] = key;
  }

  bool any_left_for(std::uint32_t lbn) const {
    return std::any_of(sectors.begin(), sectors.end(),
                       [&](const auto& one) { return may_take(lbn, one.first); });
  }

  std::map<std::uint64_t, Sector> sectors;     // by place
  std::vector<std::uint64_t> places;           // of each block
  std::vector<Sector> homes;                   // of each block, before it was moved
  std::map<std::uint64_t, bool> spare_at_end;  // true: free
  std::map<std::uint64_t, bool> spare_in_group;
};

void check_both_ways(const hs_geometry& g, const DiskOracle& disk) {
  ASSERT_EQ(g.block_count, disk.places.size());
  std::map<std::uint64_t, std::uint32_t> block_at;
  for (std::uint32_t lbn = 0; lbn < g.block_count; ++lbn) {
    const hs_pbn place = hs_lbn_to_pbn(&g, {lbn});
    ASSERT_EQ(hs_place_key(place), disk.places[lbn]) << lbn;
    block_at[disk.places[lbn]] = lbn;
  }
  ASSERT_EQ(block_at.size(), disk.places.size()) << "no two blocks share a place";
  for (const auto& [key, sector] : disk.sectors) {
    const auto expected = block_at.find(key);
    hs_lbn found = {0xdeadbeef};
    ASSERT_EQ(hs_pbn_to_lbn(&g, sector.place, &found), expected != block_at.end()) << key;
    ASSERT_EQ(found.value, expected != block_at.end() ? expected->second : 0xdeadbeef);
  }
}

// The whole disk as extents, in steps of any length: each as long as it can be, but that blocks
// moved one by one to places side by side stay apart.
void check_walk(const hs_geometry& g, const DiskOracle& disk, Rng& rng) {
  const std::uint32_t step = rng.one_in(2) ? g.block_count : rng.between(1, 40);
  std::uint32_t lbn = rng.below(g.block_count);
  hs_walk walk = hs_walk_begin(&g, {lbn});
  while (lbn < g.block_count) {
    const std::uint32_t most = std::min(step, g.block_count - lbn);
    const hs_extent extent = hs_walk_next(&walk, most);
    const hs_extent single = hs_map_extent(&g, {lbn}, most);
    ASSERT_GE(extent.blocks, 1U);
    ASSERT_LE(extent.blocks, most);
    ASSERT_EQ(single.blocks, extent.blocks);
    ASSERT_EQ(single.angle, extent.angle);
    const std::uint64_t first = hs_place_key(extent.first);
    for (std::uint32_t i = 0; i < extent.blocks; ++i) {
      ASSERT_EQ(disk.places[lbn + i], first + i) << lbn << " + " << i;
    }
    const hs_zone* zone = hs_zone_of_track(&g, {extent.first.cylinder, extent.first.head});
    const hs_ticks offset = hs_sector_offset(zone, extent.first.sector.value);
    ASSERT_EQ(extent.angle, static_cast<hs_angle>(
                                hs_track_angle(zone, {extent.first.cylinder, extent.first.head}) +
                                static_cast<hs_angle>(offset)));
    lbn += extent.blocks;
    if (extent.blocks < most && g.reallocations == nullptr) {
      ASSERT_NE(disk.places[lbn], first + extent.blocks) << "cut short for nothing";
    }
  }
}

void check_same_walk(const hs_geometry& g, hs_walk kept, hs_walk found, Rng& rng) {
  for (int steps = 0; steps < 30 && found.lbn.value < g.block_count; ++steps) {
    ASSERT_EQ(kept.lbn.value, found.lbn.value);
    ASSERT_EQ(kept.run, found.run);
    ASSERT_EQ(kept.zone, found.zone);
    ASSERT_EQ(hs_place_key(kept.place), hs_place_key(found.place));
    const std::uint32_t most = std::min(rng.between(1, 60), g.block_count - found.lbn.value);
    ASSERT_EQ(hs_walk_step(&kept, most), hs_walk_step(&found, most));
  }
}

// What a task keeps of the map, and what the functions return for a task without a place.
void check_located(const hs_geometry& g, Rng& rng) {
  for (int i = 0; i < 20; ++i) {
    hs_task task{};
    task.lbn = {rng.below(g.block_count)};
    const std::uint32_t left = g.block_count - task.lbn.value;
    task.blocks = rng.between(1, std::min(60U, left));
    const hs_task bare = task;
    hs_locate(&g, &task);
    const hs_extent first = hs_map_extent(&g, task.lbn, left);
    const hs_extent last = hs_map_extent(&g, {task.lbn.value + task.blocks - 1}, 1);
    ASSERT_EQ(task.run, first.blocks);
    ASSERT_EQ(task.sector, first.first.sector.value);
    ASSERT_EQ(task.angle, first.angle);
    ASSERT_EQ(task.track.cylinder.value, first.first.cylinder.value);
    ASSERT_EQ(task.track.head.value, first.first.head.value);
    ASSERT_EQ(hs_last_angle(&g, &task), last.angle);
    for (const hs_task& one : {task, bare}) {
      const hs_track track = hs_last_track(&g, &one);
      ASSERT_EQ(track.cylinder.value, last.first.cylinder.value);
      ASSERT_EQ(track.head.value, last.first.head.value);
      ASSERT_EQ(hs_zone_of_task(&g, &one), hs_zone_of_lbn(&g, one.lbn));
      ASSERT_NO_FATAL_FAILURE(
          check_same_walk(g, hs_walk_of_task(&g, &one), hs_walk_begin(&g, one.lbn), rng));
    }
  }
}

// The angles of a zone's tracks, one by one, in sectors from where its first track begins.
void check_angles(const hs_geometry& g, const LayoutConfig& layout, std::size_t index) {
  const ZoneConfig& zone = layout.zones[index];
  const std::uint32_t left_out = g.zones[index].left_out;
  const std::uint64_t turn = zone.sectors_per_track;
  std::uint64_t behind = 0;
  std::uint64_t slips_of_cylinder = 0;
  const std::vector<hs_track> tracks = tracks_of(layout, zone);
  for (std::uint32_t track = 0; track < tracks.size(); ++track) {
    const std::uint32_t cylinder = track / zone_heads(zone, layout.surfaces);
    if (track % zone_heads(zone, layout.surfaces) > 0) {
      behind += zone.track_skew->numerator;
    } else if (track > 0) {
      const bool range = zone.cylinders_per_range != 0 && cylinder % zone.cylinders_per_range == 0;
      behind += (range && zone.range_skew ? *zone.range_skew : *zone.cylinder_skew).numerator;
      behind += slips_of_cylinder;
      slips_of_cylinder = 0;
    }
    const hs_track at = {{tracks[track].cylinder.value - left_out}, tracks[track].head};
    const std::uint64_t sectors = (*zone.first_sector + behind) % turn;
    ASSERT_EQ(hs_track_angle(&g.zones[index], at), (sectors << 32) / turn) << track;
    const auto slips = static_cast<std::uint64_t>(std::count_if(
        zone.slipped_sectors.begin(), zone.slipped_sectors.end(),
        [&](std::uint32_t sector) { return sector / zone.sectors_per_track == track; }));
    behind += zone.tracks_shifted_by_slips == ShiftedBySlips::later_tracks ? slips : 0;
    slips_of_cylinder +=
        zone.tracks_shifted_by_slips == ShiftedBySlips::later_cylinders ? slips : 0;
  }
}

std::optional<LayoutConfig> usable_layout(Rng& rng) {
  LayoutConfig layout = random_layout(rng);
  std::uint32_t blocks = 0;
  for (const ZoneConfig& zone : layout.zones) {
    const std::uint32_t own = make_zone_map(zone, layout.surfaces).block_count;
    if (own == 0) {
      return std::nullopt;
    }
    blocks += own;
  }
  layout.blocks = rng.one_in(2) ? 0 : rng.between(1, blocks);
  return layout;
}

TEST(LayoutProperty, IsABijectionOnRandomLayouts) {
  std::uint32_t layouts = 0;
  for (std::uint64_t seed = 0; layouts < 600; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    if (const std::optional<LayoutConfig> layout = usable_layout(rng)) {
      const LayoutTables tables(*layout);
      const DiskOracle disk(*layout);
      check_both_ways(tables.geometry(), disk);
      for (std::size_t i = 0; i < layout->zones.size(); ++i) {
        check_angles(tables.geometry(), *layout, i);
      }
      check_walk(tables.geometry(), disk, rng);
      check_located(tables.geometry(), rng);
      ++layouts;
    }
    ASSERT_FALSE(HasFatalFailure());
  }
}

// Blocks go bad, spare places too, until none are left or the table is full.
class Growing {
 public:
  Growing(const LayoutConfig& layout, std::uint32_t capacity)
      : tables(layout), disk(layout), geometry(tables.geometry()), memory_(2 * capacity) {
    hs_reallocations_init(&table, memory_.data(), capacity, nullptr);
    geometry.reallocations = &table;
  }

  // False when the firmware finds no place.
  bool reallocate(std::uint32_t lbn, std::uint32_t blocks) {
    hs_pbn spare{};
    if (!hs_reallocate(&geometry, &table, {lbn}, blocks, &spare)) {
      return false;
    }
    for (std::uint32_t i = 0; i < blocks; ++i) {
      const std::uint64_t key = hs_place_key(spare) + i;
      EXPECT_TRUE(disk.may_take(lbn, key)) << lbn << " to " << key;
      disk.take(lbn + i, key);
    }
    return true;
  }

  LayoutTables tables;
  DiskOracle disk;
  hs_geometry geometry;
  hs_reallocations table{};

 private:
  std::vector<hs_reallocation> memory_;
};

TEST(LayoutProperty, StaysABijectionWhileDefectsGrow) {
  std::uint32_t moves = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed + 1'000'000);
    const std::optional<LayoutConfig> layout = usable_layout(rng);
    if (!layout) {
      continue;
    }
    Growing disk(*layout, rng.between(1, 200));
    const std::uint32_t all = disk.geometry.block_count;
    for (int i = 0; i < 60; ++i) {
      const std::uint32_t lbn = rng.below(std::min(all, 60U));  // so that some go bad again
      const std::uint32_t blocks = rng.one_in(3) ? rng.between(1, std::min(12U, all - lbn)) : 1;
      const bool done = disk.reallocate(lbn, blocks);
      moves += done ? 1 : 0;
      const bool room = disk.table.taken + 3 <= disk.table.capacity;
      if (!done && blocks == 1 && room) {
        ASSERT_FALSE(disk.disk.any_left_for(lbn)) << "a place is free for " << lbn;
      }
      if (i % 10 == 9) {
        check_both_ways(disk.geometry, disk.disk);
        check_walk(disk.geometry, disk.disk, rng);
        check_located(disk.geometry, rng);
      }
      ASSERT_FALSE(::testing::Test::HasFailure());
    }
  }
  EXPECT_GT(moves, 3'000U);
}

}  // namespace
}  // namespace headstack
