// The layout of the IBM DNES-309170W, against DiskSim's file of it (ibm18es) worked by hand.
#include <cstdint>
#include <filesystem>

#include <gtest/gtest.h>

#include "model/config/drive_config.h"
#include "model/config/tables/layout_tables.h"

namespace headstack {
namespace {

class DnesLayout : public testing::Test {
 protected:
  static const LayoutConfig& config() {
    static const DriveConfig drive = load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) /
                                                "model/drives/ibm_dnes_309170w.toml");
    return drive.layout;
  }
  static const hs_geometry& geometry() {
    static const LayoutTables tables(config());
    return tables.geometry();
  }

  // In the cylinders of DiskSim's file.
  static void expect_place(std::uint32_t lbn, std::uint32_t cylinder, std::uint32_t head,
                           std::uint32_t sector) {
    const hs_pbn place = hs_lbn_to_pbn(&geometry(), {lbn});
    const hs_zone* zone = hs_zone_of_lbn(&geometry(), {lbn});
    EXPECT_EQ(place.cylinder.value + zone->left_out, cylinder) << lbn;
    EXPECT_EQ(place.head.value, head) << lbn;
    EXPECT_EQ(place.sector.value, sector) << lbn;
    hs_lbn back{};
    EXPECT_TRUE(hs_pbn_to_lbn(&geometry(), place, &back));
    EXPECT_EQ(back.value, lbn);
  }
};

TEST_F(DnesLayout, HoldsTheBlocksOfTheFile) {
  EXPECT_EQ(geometry().zone_count, 55U);
  EXPECT_EQ(geometry().block_count, 17'916'240U);
  std::uint32_t places = 0;
  std::size_t slips = 0;
  for (std::uint32_t i = 0; i < 55; ++i) {
    places += geometry().zones[i].place_count;
    slips += config().zones[i].slipped_sectors.size();
  }
  EXPECT_EQ(places, 18'033'753U);
  EXPECT_EQ(slips, 122U);
  // 257 cylinders of 5 tracks, less the 1950 sectors in front and three slips.
  EXPECT_EQ(geometry().zones[0].block_count, 257U * 5 * 390 - 1950 - 3);
  EXPECT_EQ(geometry().zones[1].first_lbn.value, 499'197U);
}

// A slipped sector S of a zone is number S - 1950 - i among its blocks, i slips being before it.
TEST_F(DnesLayout, SlippedSectors) {
  expect_place(0, 1, 0, 0);  // behind 5 reserved tracks
  // 199078 = 510 tracks and 178: cylinder 102, head 0. 199078 - 1950 = 197128 blocks before.
  expect_place(197'127, 102, 0, 177);
  expect_place(197'128, 102, 0, 179);
  // 346029 = 887 tracks and 99: cylinder 177, head 2. 346029 - 1950 - 1 blocks before.
  expect_place(344'077, 177, 2, 98);
  expect_place(344'078, 177, 2, 100);
  hs_lbn lbn{};
  EXPECT_FALSE(hs_pbn_to_lbn(&geometry(), {{102}, {0}, {178}}, &lbn));
  const hs_extent extent = hs_map_extent(&geometry(), {197'000}, 1000);
  EXPECT_EQ(extent.blocks, 128U) << "up to the slip";
}

TEST_F(DnesLayout, TheLastBlock) { expect_place(17'916'239, 11'378, 4, 58); }

TEST_F(DnesLayout, LeftOutCylindersHaveNoNumber) {
  expect_place(499'196, 256, 4, 389);
  expect_place(499'197, 258, 0, 0);
  EXPECT_EQ(hs_lbn_to_pbn(&geometry(), {499'197}).cylinder.value, 257U);
  std::uint32_t existing = 0;
  for (const ZoneConfig& zone : config().zones) {
    existing += zone.last_cylinder - zone.first_cylinder + 1;
  }
  EXPECT_EQ(geometry().cylinders, existing);
  EXPECT_EQ(existing, 11'474U - 44);
}

// Every track of the disk: the skews are hundredths of 78ths of a revolution, added up from the
// first track of the disk on and rounded once.
TEST_F(DnesLayout, AnglesAreExact) {
  constexpr std::uint64_t kSteps[] = {1304, 1666, 1697, 1256, 2077};
  std::uint64_t angle = 0;  // in 7800ths
  for (std::uint32_t cylinder = 0; cylinder < geometry().cylinders; ++cylinder) {
    const hs_zone* zone = hs_zone_of_track(&geometry(), {{cylinder}, {0}});
    ASSERT_NE(zone, nullptr);
    for (std::uint32_t head = 0; head < 5; ++head) {
      ASSERT_EQ(hs_track_angle(zone, {{cylinder}, {head}}), (angle << 32) / 7800) << cylinder;
      angle = (angle + kSteps[head]) % 7800;
    }
  }
}

// With the left-out cylinders counted: their numbers, and their skew.
TEST_F(DnesLayout, LeftOutCylindersWithNumberAndSkew) {
  LayoutConfig layout = config();
  layout.cylinder_gaps = CylinderGaps::with_skew;
  layout.gaps_in_seeks = true;
  const LayoutTables tables(layout);
  EXPECT_EQ(tables.geometry().cylinders, 11'474U);
  const hs_pbn last = hs_lbn_to_pbn(&tables.geometry(), {17'916'239});
  EXPECT_EQ(last.cylinder.value, 11'378U);
  const hs_zone* zone = hs_zone_of_track(&tables.geometry(), {last.cylinder, last.head});
  EXPECT_EQ(zone->left_out, 0U);
  // 80/78 of a revolution for each cylinder before it.
  const std::uint64_t exact = (std::uint64_t{11'378} * 80 % 78 << 32) / 78;
  EXPECT_EQ(hs_track_angle(zone, {last.cylinder, {0}}), exact);
}

}  // namespace
}  // namespace headstack
