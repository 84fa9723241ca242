// The keys of [layout] that describe the spare sectors and defects of real drives.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/file/layout_checks.h"
#include "model/config/tables/layout_math.h"
#include "model/config/tables/layout_tables.h"
#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

using LayoutSpares = DriveFileTest;

// A disk of one zone: 2 cylinders, 2 heads, 5 sectors a track.
class SmallZone {
 public:
  explicit SmallZone(const ZoneConfig& zone, std::uint32_t blocks = 0)
      : tables_(layout(zone, blocks)) {}

  // Sector numbers of the blocks, from the zone's first sector.
  std::vector<std::uint32_t> sectors() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t lbn = 0; lbn < tables_.geometry().block_count; ++lbn) {
      const hs_pbn place = hs_lbn_to_pbn(&tables_.geometry(), {lbn});
      all.push_back((place.cylinder.value * 2 + place.head.value) * 5 + place.sector.value);
    }
    return all;
  }
  // Blocks before the end of each group, from the zone's first block.
  std::vector<std::uint32_t> ends() const { return group_ends(tables_.geometry().zones[0]); }

  static LayoutConfig layout(const ZoneConfig& zone, std::uint32_t blocks) {
    LayoutConfig layout{};
    layout.surfaces = 2;
    layout.cylinders = zone.last_cylinder + 1;
    layout.blocks = blocks;
    layout.zones = {zone};
    return layout;
  }

 private:
  LayoutTables tables_;
};

ZoneConfig small_zone() {
  ZoneConfig zone{};
  zone.last_cylinder = 1;
  zone.sectors_per_track = 5;
  zone.track_skew = AngleConfig{0, 0};
  zone.cylinder_skew = AngleConfig{0, 0};
  return zone;
}

using Sectors = std::vector<std::uint32_t>;

TEST(SmallLayout, SlippedSectors) {
  ZoneConfig zone = small_zone();
  zone.reserved_tracks = 1;
  zone.slipped_sectors = {5, 9, 10, 13};
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19}));
  zone.spare_tracks = 1;  // 10 blocks; one of the five spare sectors is left
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{6, 7, 8, 11, 12, 14, 15, 16, 17, 18}));
}

// 20 sectors with 3 spare sectors. A slip takes a spare sector.
TEST(SmallLayout, SpareSectorsOfTheZone) {
  ZoneConfig zone = small_zone();
  zone.spare_sectors = 3;
  EXPECT_EQ(SmallZone(zone).sectors(),
            (Sectors{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}));
  zone.reserved_tracks = 1;
  zone.spare_tracks = 1;  // 7 blocks
  zone.slipped_sectors = {5, 9, 10, 13};
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{6, 7, 8, 11, 12, 14, 15}));
}

// With spare sectors on each track, the zone's spare sectors are unused blocks: 12 - 5.
TEST(SmallLayout, SpareSectorsOfTheZoneAndOfItsTracks) {
  ZoneConfig zone = small_zone();
  zone.spare_sectors = 5;
  zone.spare_sectors_per_track = 2;
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{0, 1, 2, 5, 6, 7, 10}));
  zone.reallocated_sectors = {0, 1, 2};  // the track's two, then one of the zone's
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{3, 4, 11, 5, 6, 7, 10}));
}

// Block 12 comes after the slipped sector 12. The moved block 11 breaks a track before it and after
// it. All three breaks lie within 2 blocks.
TEST(SmallLayout, BreaksWithinTracks) {
  const auto most = [](const ZoneConfig& zone, std::uint64_t blocks) {
    return most_breaks_within(SmallZone::layout(zone, 0), blocks);
  };
  ZoneConfig zone = small_zone();
  zone.spare_sectors = 3;
  EXPECT_EQ(most(zone, 20), 0U);
  zone.slipped_sectors = {12};
  EXPECT_EQ(most(zone, 20), 1U);
  zone.reallocated_sectors = {11};
  EXPECT_EQ(most(zone, 1), 2U);
  EXPECT_EQ(most(zone, 2), 3U);
}

// A group is a track of 3 blocks, or a cylinder of 9. Without groups nothing ends.
TEST(SmallLayout, EndsOfGroups) {
  ZoneConfig zone = small_zone();
  EXPECT_EQ(SmallZone(zone).ends(), Sectors{});
  zone.spare_sectors_per_track = 2;
  EXPECT_EQ(SmallZone(zone).ends(), (Sectors{3, 6, 9, 12}));
  zone.spare_sectors_per_track = 0;
  zone.spare_sectors_per_cylinder = 1;
  EXPECT_EQ(SmallZone(zone).ends(), (Sectors{9, 18}));
}

// Tracks of 3 blocks and 2 spare sectors: one slip takes a spare sector, three leave two blocks.
TEST(SmallLayout, SpareSectorsPerTrack) {
  ZoneConfig zone = small_zone();
  zone.spare_sectors_per_track = 2;
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{0, 1, 2, 5, 6, 7, 10, 11, 12, 15, 16, 17}));
  zone.slipped_sectors = {1, 10, 11, 13, 19};
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{0, 2, 3, 5, 6, 7, 12, 14, 15, 16, 17}));
}

// Cylinders of 7 blocks and 3 spare sectors.
TEST(SmallLayout, SpareSectorsPerCylinder) {
  ZoneConfig zone = small_zone();
  zone.spare_sectors_per_cylinder = 3;
  zone.slipped_sectors = {4};
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{0, 1, 2, 3, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16}));
}

// A range of 2 cylinders of 10 sectors, 12 of them spare. The third cylinder is a range cut short.
TEST(SmallLayout, SpareSectorsPerRange) {
  ZoneConfig zone = small_zone();
  zone.cylinders_per_range = 2;
  zone.spare_sectors_per_range = 12;
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{0, 1, 2, 3, 4, 5, 6, 7}));
  zone.slipped_sectors = {1, 19};  // one of the spare sectors takes the place of the first
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{0, 2, 3, 4, 5, 6, 7, 8}));
  zone.last_cylinder = 2;
  zone.slipped_sectors = {26};
  EXPECT_EQ(SmallZone(zone).sectors(),
            (Sectors{0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22, 23, 24, 25, 27, 28, 29}))
      << "more than a range's 8 blocks";
  zone.reallocated_sectors = {2, 25};  // to the range's own spare sectors; the other finds none
  EXPECT_THROW(SmallZone{zone}, ReallocationError);
  zone.spare_sectors = 2;  // one of them is in place of the slipped one
  EXPECT_EQ(SmallZone(zone).sectors(),
            (Sectors{0, 1, 8, 3, 4, 5, 6, 7, 20, 21, 22, 23, 24, 29, 27, 28}));
}

TEST(SmallLayout, SpareSectorsAtTheEndOfTheDisk) {
  EXPECT_EQ(SmallZone(small_zone(), 4).sectors(), (Sectors{0, 1, 2, 3}));
}

// Blocks move to the track's own spare sectors first, 4 and 9, then to sectors after the last
// block.
TEST(SmallLayout, ReallocatedSectors) {
  ZoneConfig zone = small_zone();
  zone.spare_sectors_per_track = 1;
  zone.spare_tracks = 1;
  zone.reallocated_sectors = {0, 3, 5};
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{4, 1, 2, 15, 9, 6, 7, 8, 10, 11, 12, 13}));
}

TEST(SmallLayout, ReallocatedTracks) {
  ZoneConfig zone = small_zone();
  zone.spare_tracks = 2;
  zone.slipped_sectors = {0};
  zone.reallocated_tracks = {0};   // blocks 0 to 3 on sectors 1 to 4
  zone.reallocated_sectors = {5};  // block 4
  // 10 blocks; 11 to 14 and a whole track are after the last block, on sector 10.
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{11, 12, 13, 14, 15, 6, 7, 8, 9, 10}));
}

TEST(SmallLayout, SpareSectorsRunOut) {
  ZoneConfig zone = small_zone();
  zone.spare_sectors = 2;
  zone.reallocated_sectors = {7, 8};
  EXPECT_EQ(SmallZone(zone).sectors().size(), 18U);
  zone.reallocated_sectors = {7, 8, 9};
  try {
    const SmallZone made(zone);
    FAIL();
  } catch (const ReallocationError& error) {
    EXPECT_STREQ(error.what(), "no spare sector is left for sector 9");
    EXPECT_STREQ(error.key, "reallocated_sectors");
    EXPECT_EQ(error.zone, 0U);
  }
}

TEST_F(LayoutSpares, SparesAndDefectsErrors) {
  const std::string zone = "small.toml:22: key `layout.zone.";
  const auto error = [this](const std::string& line) {
    return error_with(21, "track_skew = \"4 sectors\"\n" + line);
  };
  EXPECT_EQ(
      error("spare_sectors_per_track = 30"),
      zone + "spare_sectors_per_track`: 30 spare sectors leave none for data: a track has 30");
  EXPECT_EQ(error("spare_sectors_per_cylinder = 120"),
            zone +
                "spare_sectors_per_cylinder`: 120 spare sectors leave none for data: a cylinder "
                "has 120");
  EXPECT_EQ(error("spare_sectors = 6000"),
            zone +
                "spare_sectors`: 6000 spare sectors leave none for data: the zone, without its "
                "reserved and spare tracks, has 6000");
  EXPECT_EQ(error("spare_sectors = 2\nslipped_sectors = [5, 6, 7]").substr(15),
            "key `layout.zone.slipped_sectors`: 3 slipped sectors need as many spare ones, and "
            "spare_tracks with spare_sectors leaves 2");
  EXPECT_EQ(error("spare_sectors = 59\nslipped_tracks = [1, 2]").substr(15),
            "key `layout.zone.slipped_tracks`: 2 slipped tracks need as many spare tracks, and "
            "spare_tracks with spare_sectors is 1");
  EXPECT_EQ(error("spare_sectors_per_cylinder = 1\nspare_sectors_per_track = 1"),
            zone +
                "spare_sectors_per_cylinder`: spare_sectors_per_track already places the zone's "
                "spare sectors; give only one of these keys");
  EXPECT_EQ(error("slipped_sectors = [5, 4]"),
            zone + "slipped_sectors`: the sectors must rise, and 4 comes after 5");
  EXPECT_EQ(error("slipped_sectors = [6000]"),
            zone + "slipped_sectors`: sector 6000 is after the zone's last, 5999");
  EXPECT_EQ(error("reallocated_tracks = [1, 2, 3, 4, 5, 6, 7, 8, 9]"),
            zone + "reallocated_tracks`: no spare track is left for track 9 with its 30 blocks")
      << "the other zone has ten, of which two slipped tracks took one each";
  EXPECT_EQ(error("slipped_tracks = [9]\nreallocated_tracks = [9]").substr(15),
            "key `layout.zone.reallocated_tracks`: track 9 holds no blocks");
  EXPECT_EQ(error("slipped_sectors = [7]\nreallocated_sectors = [7]").substr(15),
            "key `layout.zone.reallocated_sectors`: sector 7 holds no block");
  EXPECT_EQ(error_with(17, "slipped_sectors = [239]"),
            "small.toml:17: key `layout.zone.slipped_sectors`: sector 239 is one of the zone's 240 "
            "reserved sectors");
  EXPECT_EQ(error_with(8, "bytes_per_sector = 512\nblocks = 13361"),
            "small.toml:9: key `layout.blocks`: the zones hold only 13360 blocks");
  EXPECT_EQ(error_with(8, "bytes_per_sector = 512\nblocks = 13360"), "no error");
}

// Each slip in the middle of a track costs the head channel an extent. The slips on the last sector
// of a track cost none. 70 slips without 29, 59, 89 and 119 cost 66. The channel takes 62 extents
// of 30 blocks: 58 breaks leave 4, which hold the program's 96 blocks, and 59 leave 3.
TEST_F(LayoutSpares, SlipsThatBreakUpAProgram) {
  const auto with_slips = [this](int slips) {
    std::string list;
    for (int i = 0; i < slips; ++i) {
      list += (i == 0 ? "" : ", ") + std::to_string(2 * i + 1);
    }
    return error_with(21, "track_skew = \"4 sectors\"\nslipped_sectors = [" + list + "]");
  };
  const auto too_many = [](const std::string& most, const std::string& breaks) {
    return "small.toml:60: key `cache.size`: a segment of 64 blocks and 32 blocks of read-ahead "
           "are more than " +
           most +
           " blocks, the most that a program of the head channel holds on tracks of 30 "
           "sectors that slips and reallocations break up " +
           breaks + " times";
  };
  EXPECT_EQ(with_slips(70), too_many("0", "66"));
  EXPECT_EQ(with_slips(63), too_many("90", "59"));
  EXPECT_EQ(with_slips(62), "no error");
}

// A segment has 64 blocks, and a read-ahead 32. The channel takes 62 extents, so a track must have
// two blocks. Tracks of the second zone have 30 sectors, and its cylinders 4 x 30.
TEST_F(LayoutSpares, SparesShortenTheProgram) {
  const auto with = [](const std::string& spares) { return with_layout(kHeadSkew, spares); };
  const std::string too_many =
      "a segment of 64 blocks and 32 blocks of read-ahead are more than 62 blocks, the most that a "
      "program of the head channel holds on tracks of 1 sectors";
  EXPECT_EQ(error_of(with("spare_sectors_per_track = 28")), "no error");
  EXPECT_NE(error_of(with("spare_sectors_per_track = 29")).find(too_many), std::string::npos);
  // A track counts with its share of a cylinder's spares, rounded up: 28 and 29.
  EXPECT_EQ(error_of(with("spare_sectors_per_cylinder = 112")), "no error");
  EXPECT_NE(error_of(with("spare_sectors_per_cylinder = 113")).find(too_many), std::string::npos);
}

}  // namespace
}  // namespace headstack
