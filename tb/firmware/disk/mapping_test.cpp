// The mapping of blocks to places is a bijection between the logical blocks and the data sectors.
// The oracle walks over the zones' tracks in the order in which the blocks lie.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/random_layout.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/test_drive.h"

namespace headstack {
namespace {

struct Place {
  hs_pbn pbn;
  bool data;
};

// Every sector of the zone, in order; those that hold blocks are marked.
std::vector<Place> walk(const ZoneSpec& zone, std::uint32_t heads, std::uint32_t zone_blocks) {
  std::vector<Place> places;
  std::uint32_t left = zone_blocks;
  for (std::uint32_t track = 0; track < zone.cylinders * heads; ++track) {
    const bool slipped = std::count(zone.slipped.begin(), zone.slipped.end(), track) != 0;
    for (std::uint32_t sector = 0; sector < zone.sectors; ++sector) {
      const bool data = track >= zone.front && !slipped && left > 0;
      left -= data ? 1 : 0;
      places.push_back({{{zone.first_cylinder + track / heads}, {track % heads}, {sector}}, data});
    }
  }
  return places;
}

void check_layout(std::uint64_t seed) {
  SCOPED_TRACE(seed);
  Rng rng(seed);
  const RandomLayout layout = random_layout(rng, static_cast<std::uint32_t>(1 + seed % 20));
  const hs_geometry& g = layout.drive->geometry();
  std::uint32_t lbn = 0;
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    ASSERT_EQ(g.zones[i].first_lbn.value, lbn);
    for (const Place& place : walk(layout.zones[i], g.heads, g.zones[i].block_count)) {
      hs_lbn found = {0xdeadbeef};
      ASSERT_EQ(hs_pbn_to_lbn(&g, place.pbn, &found), place.data);
      if (!place.data) {
        ASSERT_EQ(found.value, 0xdeadbeefU)
            << "a place without a block must leave the answer alone";
        continue;
      }
      ASSERT_EQ(found.value, lbn);
      const hs_pbn pbn = hs_lbn_to_pbn(&g, {lbn});
      ASSERT_EQ(pbn.cylinder.value, place.pbn.cylinder.value) << lbn;
      ASSERT_EQ(pbn.head.value, place.pbn.head.value) << lbn;
      ASSERT_EQ(pbn.sector.value, place.pbn.sector.value) << lbn;
      ASSERT_EQ(hs_zone_of_lbn(&g, {lbn}), &g.zones[i]);
      ASSERT_EQ(hs_zone_of_track(&g, {pbn.cylinder, pbn.head}), &g.zones[i]);
      ++lbn;
    }
  }
  ASSERT_EQ(lbn, g.block_count) << "the walk has met every block";
}

TEST(Mapping, IsABijectionOnRandomLayouts) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    check_layout(seed);
    if (HasFatalFailure()) {
      return;
    }
  }
}

TEST(Mapping, NothingLiesOutsideTheZones) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, static_cast<std::uint32_t>(1 + seed % 20));
    const hs_geometry& g = layout.drive->geometry();
    std::vector<bool> covered(g.cylinders + 2, false);
    for (const ZoneSpec& zone : layout.zones) {
      std::fill_n(covered.begin() + zone.first_cylinder, zone.cylinders, true);
    }
    hs_lbn lbn{};
    for (std::uint32_t cylinder = 0; cylinder < covered.size(); ++cylinder) {
      ASSERT_EQ(hs_zone_of_track(&g, {{cylinder}, {0}}) != nullptr, covered[cylinder]);
      ASSERT_FALSE(hs_pbn_to_lbn(&g, {{cylinder}, {g.heads}, {0}}, &lbn)) << "head past the last";
      if (!covered[cylinder]) {
        ASSERT_FALSE(hs_pbn_to_lbn(&g, {{cylinder}, {0}, {0}}, &lbn));
      }
    }
    for (const ZoneSpec& zone : layout.zones) {
      for (std::uint32_t c = 0; c < zone.cylinders; ++c) {
        for (std::uint32_t head = 0; head < g.heads; ++head) {
          const hs_pbn past_track = {{zone.first_cylinder + c}, {head}, {zone.sectors}};
          ASSERT_FALSE(hs_pbn_to_lbn(&g, past_track, &lbn));
        }
      }
    }
  }
}

// 2 heads, 4 sectors, 5 cylinders: tracks 0-9. Track 0 is reserved, 3, 4 and 8 are slipped, and 20
// blocks fill the good tracks 1, 2, 5, 6, 7; track 9 is spare.
TEST(Mapping, SlippedTracksByHand) {
  ZoneSpec zone;
  zone.cylinders = 5;
  zone.sectors = 4;
  zone.front = 1;
  zone.slipped = {3, 4, 8};
  zone.blocks = 20;
  const TestDrive drive(2, 5, {zone}, {0, 1, 1, 1, 1});
  const std::uint32_t track_of[] = {1, 2, 5, 6, 7};
  for (std::uint32_t lbn = 0; lbn < 20; ++lbn) {
    const hs_pbn pbn = hs_lbn_to_pbn(&drive.geometry(), {lbn});
    EXPECT_EQ(pbn.cylinder.value * 2 + pbn.head.value, track_of[lbn / 4]) << lbn;
    EXPECT_EQ(pbn.sector.value, lbn % 4) << lbn;
  }
  hs_lbn lbn{};
  for (const std::uint32_t track : {0U, 3U, 4U, 8U, 9U}) {
    EXPECT_FALSE(hs_pbn_to_lbn(&drive.geometry(), {{track / 2}, {track % 2}, {0}}, &lbn)) << track;
  }
}

}  // namespace
}  // namespace headstack
