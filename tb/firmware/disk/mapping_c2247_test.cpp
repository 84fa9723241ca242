// The HP C2247's blocks, worked by hand from table A.2 of Worthington 1994.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/test_drive.h"

namespace headstack {
namespace {

class C2247Mapping : public testing::Test {
 protected:
  void expect_place(std::uint32_t lbn, std::uint32_t cylinder, std::uint32_t head,
                    std::uint32_t sector) const {
    const hs_pbn pbn = hs_lbn_to_pbn(&geometry_, {lbn});
    EXPECT_EQ(pbn.cylinder.value, cylinder) << lbn;
    EXPECT_EQ(pbn.head.value, head) << lbn;
    EXPECT_EQ(pbn.sector.value, sector) << lbn;
    hs_lbn back{};
    EXPECT_TRUE(hs_pbn_to_lbn(&geometry_, pbn, &back));
    EXPECT_EQ(back.value, lbn);
  }
  bool is_block(std::uint32_t cylinder, std::uint32_t head) const {
    hs_lbn lbn{};
    return hs_pbn_to_lbn(&geometry_, {{cylinder}, {head}, {0}}, &lbn);
  }

  hs_ticks sector_time(std::uint32_t lbn) const {
    return hs_sector_offset(hs_zone_of_lbn(&geometry_, {lbn}), 1);
  }

  const std::unique_ptr<TestDrive> drive_ = c2247();
  const hs_geometry& geometry_ = drive_->geometry();
};

TEST_F(C2247Mapping, HoldsTheBlocksThatTheDriveReports) {
  EXPECT_EQ(geometry_.block_count, 2'054'864U);
}

// 17 reserved tracks of 13 heads: the first data track is number 17, cylinder 1 head 4.
TEST_F(C2247Mapping, FirstBlocks) {
  expect_place(0, 1, 4, 0);
  expect_place(95, 1, 4, 95);
  expect_place(96, 1, 5, 0);
  expect_place(9 * 96 - 1, 1, 12, 95);  // heads 4 to 12 of cylinder 1: nine tracks
  expect_place(9 * 96, 2, 0, 0);
  EXPECT_FALSE(is_block(0, 0));
  EXPECT_FALSE(is_block(1, 3));
}

// Track 468 = 13 * 36: cylinder 36 head 0 is slipped; 468 - 17 = 451 good tracks lie before it.
TEST_F(C2247Mapping, FirstSlippedTrack) {
  expect_place(451 * 96 - 1, 35, 12, 95);
  expect_place(451 * 96, 36, 1, 0);
  EXPECT_FALSE(is_block(36, 0));
  // Track 526 = 13 * 40 + 6 is the next: 526 - 17 - 1 = 508 good tracks before it.
  expect_place(508 * 96 - 1, 40, 5, 95);
  expect_place(508 * 96, 40, 7, 0);
}

// Zone 0: 559 * 13 = 7267 tracks, 17 reserved and 325 spare: 6925 of 96 blocks. The twelve slipped
// tracks have numbers below 7267 - 325 + 12 = 6954 but for 7095 (and 6952: 6952 - 17 - 10 = 6925
// good tracks lie before it, so no block slips over it): the last block's track is
// 17 + 6924 + 10 = 6951 = 13 * 534 + 9.
TEST_F(C2247Mapping, EndOfTheFirstZone) {
  expect_place(6925 * 96 - 1, 534, 9, 95);
  expect_place(6925 * 96, 559, 0, 0);
  EXPECT_FALSE(is_block(534, 10));
  EXPECT_FALSE(is_block(534, 11));
  EXPECT_FALSE(is_block(558, 12));
}

// The last zone: 257 * 13 = 3341 tracks less 65 spare: 3276. Slips 1512, 2506 and 3320: the last
// good track is 3275 + 2 = 3277 = 13 * 252 + 1, cylinder 1794 + 252.
TEST_F(C2247Mapping, LastBlock) { expect_place(2'054'863, 2046, 1, 55); }

// A sector of the outer zone takes 11.111 ms / 96 = 0.1157 ms, of the inner 11.111 / 56 = 0.1984
// ms.
TEST_F(C2247Mapping, SectorTimes) {
  EXPECT_NEAR(ms(sector_time(0)), 0.115741, 1e-6);
  EXPECT_NEAR(ms(sector_time(2'054'863)), 0.198413, 1e-6);
}

// From the end of a track to the start of the next the platter turns by the skew: 14 sectors of 96
// are 1.620 ms; over a cylinder 32 sectors are 3.704 ms.
TEST_F(C2247Mapping, SkewIsLostAtBoundaries) {
  const auto gap = [this](std::uint32_t last_lbn) {
    const hs_extent before = hs_map_extent(&geometry_, {last_lbn}, 1);
    const hs_extent after = hs_map_extent(&geometry_, {last_lbn + 1}, 1);
    return ms(static_cast<hs_angle>(after.angle - before.angle - sector_time(last_lbn)));
  };
  EXPECT_NEAR(gap(95), 1.620370, 1e-5);
  EXPECT_NEAR(gap(9 * 96 - 1), 3.703704, 1e-5);
}

}  // namespace
}  // namespace headstack
