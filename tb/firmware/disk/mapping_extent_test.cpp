// Extents: runs of blocks on one track, and their angles.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/random_layout.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "disk/located.h"
}

namespace headstack {
namespace {

hs_angle angle_of_place(const hs_geometry& g, hs_pbn pbn) {
  const hs_zone* zone = hs_zone_of_track(&g, {pbn.cylinder, pbn.head});
  return hs_track_angle(zone, {pbn.cylinder, pbn.head}) +
         static_cast<hs_angle>(hs_sector_offset(zone, pbn.sector.value));
}

// Covers the request [lbn, lbn + blocks) with extents, found one by one and by a walk, and checks
// each block of them.
void check_request(const hs_geometry& g, std::uint32_t lbn, std::uint32_t blocks) {
  const std::uint32_t end = lbn + blocks;
  hs_walk walk = hs_walk_begin(&g, {lbn});
  while (lbn < end) {
    const hs_extent extent = hs_map_extent(&g, {lbn}, end - lbn);
    const hs_extent walked = hs_walk_next(&walk, end - lbn);
    ASSERT_EQ(walked.blocks, extent.blocks);
    ASSERT_EQ(walked.first.cylinder.value, extent.first.cylinder.value);
    ASSERT_EQ(walked.first.head.value, extent.first.head.value);
    ASSERT_EQ(walked.first.sector.value, extent.first.sector.value);
    ASSERT_EQ(walked.angle, extent.angle);
    ASSERT_GE(extent.blocks, 1U);
    ASSERT_LE(extent.blocks, end - lbn);
    for (std::uint32_t i = 0; i < extent.blocks; ++i) {
      const hs_pbn pbn = hs_lbn_to_pbn(&g, {lbn + i});
      ASSERT_EQ(pbn.cylinder.value, extent.first.cylinder.value);
      ASSERT_EQ(pbn.head.value, extent.first.head.value);
      ASSERT_EQ(pbn.sector.value, extent.first.sector.value + i);
    }
    ASSERT_EQ(extent.angle, angle_of_place(g, extent.first));
    if (extent.blocks < end - lbn) {  // cut short: only because the next block is elsewhere
      const hs_pbn last = hs_lbn_to_pbn(&g, {lbn + extent.blocks - 1});
      const hs_pbn next = hs_lbn_to_pbn(&g, {lbn + extent.blocks});
      ASSERT_TRUE(next.cylinder.value != last.cylinder.value || next.head.value != last.head.value);
    }
    lbn += extent.blocks;
  }
  ASSERT_EQ(lbn, end);
}

TEST(Extent, CoversARequestTrackByTrack) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, static_cast<std::uint32_t>(1 + seed % 20));
    const std::uint32_t disk = layout.drive->blocks();
    for (int i = 0; i < 50; ++i) {
      const std::uint32_t lbn = rng.below(disk);
      check_request(layout.drive->geometry(), lbn, rng.between(1, disk - lbn));
    }
    check_request(layout.drive->geometry(), 0, disk);
    if (HasFatalFailure()) {
      return;
    }
  }
}

// A task has the place of its first block, and begins its walk there without a search.
TEST(Located, EachBlockKeepsItsPlace) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, static_cast<std::uint32_t>(1 + seed % 20));
    const hs_geometry& g = layout.drive->geometry();
    for (std::uint32_t lbn = 0; lbn < g.block_count; ++lbn) {
      hs_task task{};
      task.lbn = {lbn};
      task.blocks = 1;
      hs_locate(&g, &task);
      const hs_walk walk = hs_walk_begin(&g, {lbn});
      const hs_pbn pbn = hs_lbn_to_pbn(&g, {lbn});
      ASSERT_TRUE(hs_segment_kept(&task)) << lbn;
      ASSERT_EQ(&g.zones[task.zone], hs_zone_of_lbn(&g, {lbn}));
      ASSERT_EQ(hs_zone_of_task(&g, &task), hs_zone_of_lbn(&g, {lbn}));
      ASSERT_EQ(g.zones[task.zone].segments + task.segment, walk.segment);
      ASSERT_EQ(hs_walk_of_task(&g, &task).segment, walk.segment);
      ASSERT_EQ(task.track.cylinder.value, pbn.cylinder.value);
      ASSERT_EQ(task.track.head.value, pbn.head.value);
      ASSERT_EQ(task.sector, pbn.sector.value);
      ASSERT_EQ(task.angle, angle_of_place(g, pbn));
      ASSERT_EQ(task.run, walk.run);
    }
  }
}

// Each second track has slipped, so block i is alone in segment i. A number fits below 65,535.
TEST(Located, ASegmentOfATooLargeNumberIsSearchedAgain) {
  ZoneSpec zone;
  zone.sectors = 1;
  zone.cylinders = 131'080;
  for (std::uint32_t track = 1; track < 131'076; track += 2) {
    zone.slipped.push_back(track);
  }
  const TestDrive drive(1, zone.cylinders, {zone}, std::vector<std::uint32_t>(zone.cylinders, 0));
  for (const std::uint32_t lbn : {0U, 1U, 65'534U, 65'535U, 65'536U}) {
    hs_task task{};
    task.lbn = {lbn};
    task.blocks = 1;
    hs_locate(&drive.geometry(), &task);
    EXPECT_EQ(task.segment, lbn < 65'535 ? lbn : 65'535);
    EXPECT_EQ(hs_segment_kept(&task), lbn < 65'535);
    EXPECT_EQ(hs_walk_of_task(&drive.geometry(), &task).place.cylinder.value, 2 * lbn);
  }
}

// Steps of any length: each goes on where the last one ended.
TEST(Extent, AWalkTakesStepsOfAnyLength) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, static_cast<std::uint32_t>(1 + seed % 20));
    const hs_geometry& g = layout.drive->geometry();
    std::uint32_t lbn = rng.below(g.block_count);
    hs_walk walk = hs_walk_begin(&g, {lbn});
    while (lbn < g.block_count) {
      const std::uint32_t blocks = rng.between(1, 50);
      const hs_extent expected = hs_map_extent(&g, {lbn}, blocks);
      const hs_extent extent = hs_walk_next(&walk, blocks);
      ASSERT_EQ(extent.blocks, expected.blocks);
      ASSERT_EQ(extent.first.cylinder.value, expected.first.cylinder.value);
      ASSERT_EQ(extent.first.head.value, expected.first.head.value);
      ASSERT_EQ(extent.first.sector.value, expected.first.sector.value);
      lbn += extent.blocks;
    }
    ASSERT_EQ(lbn, g.block_count);
  }
}

// 8 sectors a track of 1/8 turn each; the zone begins at 3/8, each head 2/8 later, each cylinder
// 5/8.
TEST(Extent, AnglesByHand) {
  ZoneSpec zone;
  zone.cylinders = 3;
  zone.first_sector = 3;
  zone.track_skew = 2;
  zone.cylinder_advance = 5;
  const TestDrive drive(2, 3, {zone}, {0, 1, 1});
  constexpr std::uint64_t eighth = kTurn / 8;
  const hs_extent first = hs_map_extent(&drive.geometry(), {0}, 100);
  EXPECT_EQ(first.blocks, 8U);
  EXPECT_EQ(first.angle, 3 * eighth);
  // Block 30: cylinder 1, head 1, sector 6: 3 + 5 + 2 + 6 = 16 eighths, two whole turns.
  const hs_extent later = hs_map_extent(&drive.geometry(), {30}, 100);
  EXPECT_EQ(later.first.cylinder.value, 1U);
  EXPECT_EQ(later.first.head.value, 1U);
  EXPECT_EQ(later.first.sector.value, 6U);
  EXPECT_EQ(later.blocks, 2U);
  EXPECT_EQ(later.angle, 0U);
}

// A sector begins where an exact division, rounded down, says, less at most one tick; the last one
// ends a tick or none before the turn is complete.
TEST(Extent, SectorsFillTheTurn) {
  for (std::uint32_t sectors = 1; sectors <= 1000; ++sectors) {
    hs_zone zone{};
    zone.sectors_per_track = sectors;
    zone.pitch_q16 = (std::uint64_t{1} << 48) / sectors;
    ASSERT_EQ(hs_sector_offset(&zone, 0), 0U);
    for (std::uint32_t sector = 1; sector <= sectors; ++sector) {
      const std::uint64_t exact = sector * kTurn / sectors;
      const std::uint64_t offset = hs_sector_offset(&zone, sector);
      ASSERT_LE(offset, exact) << sector << " of " << sectors;
      ASSERT_LE(exact - offset, 1U) << sector << " of " << sectors;
    }
  }
}

}  // namespace
}  // namespace headstack
