// The order of the blocks over the tracks of a zone, by hand.
#include <gtest/gtest.h>

#include "model/config/tables/layout_tables.h"
#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

using TrackOrder = DriveFileTest;

constexpr std::uint64_t kTurn = std::uint64_t{1} << 32;

std::string track_of(const hs_geometry& g, std::uint32_t lbn) {
  const hs_extent extent = hs_map_extent(&g, {lbn}, 1);
  return std::to_string(extent.first.cylinder.value) + "/" +
         std::to_string(extent.first.head.value);
}

hs_angle angle(const hs_geometry& g, std::uint32_t cylinder, std::uint32_t head) {
  const hs_track track = {{cylinder}, {head}};
  return hs_track_angle(hs_zone_of_track(&g, track), track);
}

// Zones of 50 cylinders with 4 surfaces. DiskSim's manual, "LBN-to-PBN mapping scheme": 1, in each
// zone; 2, on odd cylinders. In both, a cylinder switch stays on its surface.
TEST_F(TrackOrder, SerpentineByHand) {
  const LayoutTables tables(
      load(with_layout(kHeadSkew + "\nserpentine = \"in each zone\"")).layout);
  const hs_geometry& g = tables.geometry();
  const hs_zone& zone = g.zones[0];
  const char* const tracks[] = {"0/0", "0/1", "0/2", "0/3", "1/3", "1/2", "1/1", "1/0", "2/0"};
  const std::uint32_t front = zone.segments[0].sector / zone.sectors_per_track;
  for (std::uint32_t i = front; i < std::size(tracks); ++i) {
    EXPECT_EQ(track_of(g, (i - front) * zone.sectors_per_track), tracks[i]);
  }
  // 1/8 from track to track, 1/2 from cylinder to cylinder
  EXPECT_EQ(angle(g, 0, 3), kTurn / 8 * 3);
  EXPECT_EQ(angle(g, 1, 3), kTurn / 8 * 7);
  EXPECT_EQ(angle(g, 1, 0), kTurn / 8 * (10 % 8));
  EXPECT_EQ(angle(g, 2, 0), kTurn / 8 * (14 % 8));
}

TEST_F(TrackOrder, EachDirectionMayHaveItsSkews) {
  const std::string skews =
      "head_skew = [\"1/8 rev\", \"1/8 rev\", \"1/8 rev\", \"1/2 rev\",\n"
      "\"1/16 rev\", \"1/16 rev\", \"1/16 rev\", \"1/4 rev\"]\nserpentine = ";
  const LayoutTables tables(load(with_layout(skews + "\"in each zone\"")).layout);
  const hs_geometry& g = tables.geometry();
  EXPECT_EQ(angle(g, 1, 3), kTurn / 16 * 14);
  EXPECT_EQ(angle(g, 1, 0), kTurn / 16 * (17 % 16));
  EXPECT_EQ(angle(g, 2, 0), kTurn / 16 * (21 % 16));
  EXPECT_EQ(angle(g, 50, 0), kTurn / 16 * (25 * 21 % 16)) << "the next zone continues";
  EXPECT_EQ(error_of(with_layout("head_skew = [\"0 rev\", \"0 rev\", \"0 rev\"]\nserpentine = "
                                 "\"in each zone\"")),
            "small.toml:9: key `layout.head_skew`: has 3 entries; it must have one for each "
            "surface, 4, or two");
}

// 25 cylinders before the second zone: its first cylinder is odd, and descends in one case only.
TEST_F(TrackOrder, OddCylindersAreOddOnTheDisk) {
  const auto first = [&](const char* which) {
    std::string text = with_layout(kHeadSkew + "\nserpentine = " + which);
    text.replace(text.find("[0, 49]"), 7, "[0, 24]");
    text.replace(text.find("[50, 99]"), 8, "[25, 99]");
    const LayoutTables tables(load(text).layout);
    return track_of(tables.geometry(), tables.geometry().zones[1].first_lbn.value);
  };
  EXPECT_EQ(first("\"in each zone\""), "25/0");
  EXPECT_EQ(first("\"on odd cylinders\""), "25/3");
}

// The second zone becomes four zones, one on each surface, with sectors of their own.
std::string on_surfaces(const std::string& first, const std::string& last) {
  std::string zones = "\ncylinders = " + first +
                      "\nsectors_per_track = 30\nsurface = 1\ncylinder_skew = \"1/4 rev\"\n";
  zones +=
      "[[layout.zone]]\ncylinders = " + last +
      "\nsectors_per_track = 28\nsurface = 0\ncylinder_skew = \"1/8 rev\"\nphase = \"1/2 rev\"\n";
  std::string text = kGood;
  const std::size_t begin = text.find("[[layout.zone]]", text.find("[[layout.zone]]") + 1) + 15;
  return text.replace(begin, text.find("[seek]") - begin, zones);
}

TEST_F(TrackOrder, OneSurfaceByHand) {
  const LayoutTables tables(load(on_surfaces("[50, 99]", "[99, 50]")).layout);
  const hs_geometry& g = tables.geometry();
  ASSERT_EQ(g.zone_count, 3U);
  EXPECT_EQ(g.cylinders, 100U);
  const std::uint32_t begin = g.zones[1].first_lbn.value;
  EXPECT_EQ(g.zones[1].block_count, 50U * 30);
  EXPECT_EQ(g.zones[2].block_count, 50U * 28);
  EXPECT_EQ(track_of(g, begin), "50/1");
  EXPECT_EQ(track_of(g, begin + 30), "51/1");
  EXPECT_EQ(track_of(g, begin + 50 * 30 - 1), "99/1");
  EXPECT_EQ(track_of(g, begin + 50 * 30), "99/0");
  EXPECT_EQ(track_of(g, begin + 50 * 30 + 28), "98/0");
  EXPECT_EQ(track_of(g, g.block_count - 1), "50/0");
  EXPECT_EQ(angle(g, 53, 1), kTurn / 4 * 3);
  EXPECT_EQ(angle(g, 99, 0), kTurn / 2);
  EXPECT_EQ(angle(g, 97, 0), kTurn / 2 + kTurn / 4);
  EXPECT_EQ(hs_zone_of_track(&g, {{60}, {2}}), nullptr) << "nothing lies on surface 2";
}

TEST_F(TrackOrder, BadSurfaces) {
  EXPECT_EQ(error_of(on_surfaces("[50, 99]", "[98, 50]")),
            "small.toml:24: key `layout.zone.cylinders`: the zone ends at cylinder 98; zones that "
            "begin at the same cylinder must end at the same, 99");
  std::string text = on_surfaces("[50, 99]", "[99, 50]");
  text.replace(text.find("surface = 0"), 11, "surface = 1");
  EXPECT_EQ(error_of(text),
            "small.toml:26: key `layout.zone.surface`: surface 1 already has a zone with these "
            "cylinders");
  text.replace(text.rfind("surface = 1"), 11, "surface = 4");
  EXPECT_EQ(error_of(text),
            "small.toml:26: key `layout.zone.surface`: the last surface is 3; surfaces count from "
            "0");
  text.replace(text.rfind("surface = 4"), 11, "track_skew = \"1 sector\"\nsurface = 0");
  EXPECT_EQ(error_of(text),
            "small.toml:26: key `layout.zone.track_skew`: does nothing in a zone on one surface");
}

TEST_F(TrackOrder, AllOfItReadsBack) {
  const std::string resolved = to_toml(load(on_surfaces("[50, 99]", "[99, 50]")));
  EXPECT_EQ(to_toml(load(resolved)), resolved);
  EXPECT_NE(resolved.find("cylinders = [99, 50]"), std::string::npos);
  EXPECT_NE(resolved.find("surface = 1"), std::string::npos);
  const std::string serpentine =
      to_toml(load(with_layout(kHeadSkew + "\nserpentine = \"on odd cylinders\"")));
  EXPECT_NE(serpentine.find("serpentine = \"on odd cylinders\""), std::string::npos);
}

}  // namespace
}  // namespace headstack
