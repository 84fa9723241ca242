// The keys of [layout] that describe the angles of real drives.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/tables/layout_tables.h"
#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

using LayoutAngles = DriveFileTest;

constexpr std::uint64_t kTurn = std::uint64_t{1} << 32;

hs_angle angle(const LayoutTables& tables, std::uint32_t cylinder, std::uint32_t head) {
  const hs_zone* zone = hs_zone_of_track(&tables.geometry(), {{cylinder}, {head}});
  return hs_track_angle(zone, {{cylinder}, {head}});
}

// A cylinder turns by 7/8. The second zone continues after 50 cylinders: 350/8.
TEST_F(LayoutAngles, PhaseContinuesFromZoneToZone) {
  const LayoutTables tables(load(with_layout(kHeadSkew)).layout);
  EXPECT_EQ(angle(tables, 0, 0), 0U);
  EXPECT_EQ(angle(tables, 0, 3), kTurn / 8 * 3);
  EXPECT_EQ(angle(tables, 49, 3), kTurn / 8 * ((49 * 7 + 3) % 8));
  EXPECT_EQ(angle(tables, 50, 0), kTurn / 8 * (50 * 7 % 8));
  EXPECT_EQ(angle(tables, 99, 0), kTurn / 8 * (99 * 7 % 8));
}

TEST_F(LayoutAngles, PhaseAndFirstSectorSetTheZonesBegin) {
  const LayoutTables phase(load(with_layout(kHeadSkew, "phase = \"3/4 rev\"")).layout);
  EXPECT_EQ(angle(phase, 50, 0), kTurn / 4 * 3);
  const LayoutTables sectors(load(with_layout(kHeadSkew, "first_sector = \"6 sectors\"")).layout);
  EXPECT_EQ(angle(sectors, 51, 0), (kTurn * 6 / 30 + kTurn / 8 * 7) % kTurn);
}

// 4 sectors are 4/40 of a turn in the first zone, 4/30 in the second.
TEST_F(LayoutAngles, SkewInSectorsDependsOnTheZone) {
  const LayoutTables tables(
      load(with_layout("head_skew = [\"4 sectors\", \"0 sectors\", \"1 sector\", \"0 rev\"]"))
          .layout);
  EXPECT_EQ(angle(tables, 0, 1), kTurn / 10);
  EXPECT_EQ(angle(tables, 50, 1), (50 * 5 * kTurn / 40 + kTurn * 4 / 30) % kTurn);
}

TEST_F(LayoutAngles, ZonesSkewsMayBeFractions) {
  std::string text = with_line(13, "track_skew = \"1/8 rev\"");
  text.replace(text.find("first_sector = \"3 sectors\""), 26, "phase = \"0.5 rev\"");
  const LayoutTables tables(load(text).layout);
  EXPECT_EQ(angle(tables, 0, 2), kTurn / 4 * 3);
  // 3/8 over the heads and 9/40 to the next cylinder: 24/40.
  EXPECT_EQ(angle(tables, 1, 0), kTurn / 10);
}

// Cylinders are 7/8 of a turn apart. A range of 4 cylinders and the next range are 3 x 7/8 + 3/8 +
// 1/4 apart. The second zone continues after 12 ranges and a rest of two cylinders: 12 x 26/8 +
// 2 x 7/8.
TEST_F(LayoutAngles, RangesTurnWhatFollows) {
  std::string text = with_layout(kHeadSkew);
  text.insert(text.find("sectors_per_track = 40"),
              "cylinders_per_range = 4\nrange_skew = \"0.25 rev\"\n");
  const LayoutTables tables(load(text).layout);
  EXPECT_EQ(angle(tables, 3, 3), kTurn / 8 * ((3 * 7 + 3) % 8));
  EXPECT_EQ(angle(tables, 4, 0), kTurn / 8 * ((3 * 7 + 3 + 2) % 8));
  EXPECT_EQ(angle(tables, 9, 2), kTurn / 8 * ((2 * 26 + 7 + 2) % 8));
  EXPECT_EQ(angle(tables, 50, 0), kTurn / 8 * ((12 * 26 + 2 * 7) % 8));
}

// In sectors, with a zone's own skews: 40 a track; 5 from head to head, 9 from cylinder to
// cylinder, and from a range to the next 30.
TEST_F(LayoutAngles, RangesOfAZoneWithItsOwnSkews) {
  const LayoutTables tables(load(with_line(13,
                                           "track_skew = \"5 sectors\"\ncylinders_per_range = 7\n"
                                           "range_skew = \"30 sectors\""))
                                .layout);
  for (std::uint32_t cylinder = 0; cylinder < 50; ++cylinder) {
    const std::uint64_t sectors = 3 + cylinder * 24 + cylinder / 7 * 21 + 2 * 5;
    EXPECT_EQ(angle(tables, cylinder, 2), kTurn * (sectors % 40) / 40) << cylinder;
  }
}

// 30 sectors a track, 4 heads. Sectors 100 and 119 lie on head 3 of cylinder 50, 120 on head 0 of
// 51 and 160 on its head 1.
TEST_F(LayoutAngles, SlipsTurnLaterCylinders) {
  const LayoutTables tables(
      load(with_layout("",
                       "track_skew = \"0 sectors\"\ncylinder_skew = \"0 sectors\"\n"
                       "slipped_sectors = [100, 119, 120, 160]\n"
                       "tracks_shifted_by_slips = \"later cylinders\"",
                       "track_skew = \"0 sectors\"\ncylinder_skew = \"0 sectors\""))
          .layout);
  const auto sectors = [&tables](std::uint32_t cylinder, std::uint32_t head) {
    return (std::uint64_t{angle(tables, cylinder, head)} * 30 + kTurn - 1) / kTurn;
  };
  for (std::uint32_t head = 0; head < 4; ++head) {
    EXPECT_EQ(sectors(50, head), 0U);
    EXPECT_EQ(sectors(51, head), 2U);
    EXPECT_EQ(sectors(52, head), 4U);
    EXPECT_EQ(sectors(99, head), 4U);
  }
}

TEST_F(LayoutAngles, SlipsTurnLaterTracks) {
  const LayoutTables tables(
      load(with_layout("",
                       "track_skew = \"0 sectors\"\ncylinder_skew = \"0 sectors\"\n"
                       "slipped_sectors = [100, 119, 120, 160]\n"
                       "tracks_shifted_by_slips = \"later tracks\"",
                       "track_skew = \"0 sectors\"\ncylinder_skew = \"0 sectors\""))
          .layout);
  const std::uint32_t expected[] = {0, 0, 0, 0, 2, 3, 4, 4, 4};
  for (std::uint32_t track = 0; track < 9; ++track) {
    EXPECT_EQ((std::uint64_t{angle(tables, 50 + track / 4, track % 4)} * 30 + kTurn - 1) / kTurn,
              expected[track])
        << track;
  }
}

// Ranges and slips add up. Sector 241 is on cylinder 1, sector 400 on cylinder 2.
TEST_F(LayoutAngles, TheNextZoneContinuesAfterRangesAndSlips) {
  std::string text = with_layout(kHeadSkew);
  text.insert(text.find("sectors_per_track = 40"),
              "cylinders_per_range = 4\nrange_skew = \"0.25 rev\"\n"
              "slipped_sectors = [241, 400]\ntracks_shifted_by_slips = \"later cylinders\"\n");
  const LayoutTables tables(load(text).layout);
  const auto fortieths = [&tables](std::uint32_t cylinder, std::uint32_t head) {
    return (std::uint64_t{angle(tables, cylinder, head)} * 40 + kTurn / 2) / kTurn % 40;
  };
  EXPECT_EQ(fortieths(1, 3), (7 + 3) * 5 % 40);
  EXPECT_EQ(fortieths(2, 3), ((2 * 7 + 3) * 5 + 1) % 40);
  EXPECT_EQ(fortieths(3, 0), (3 * 7 * 5 + 2) % 40);
  EXPECT_EQ(fortieths(4, 0), (26 * 5 + 2) % 40);
  EXPECT_EQ(fortieths(50, 0), ((12 * 26 + 2 * 7) * 5 + 2) % 40);
}

// 12 ranges of 4 cylinders, each 3 x 7/8 + 3/8 + 3/10 of a turn, and two cylinders of 7/8: 41.35
// turns. No other number of ranges ends at this angle by chance.
TEST_F(LayoutAngles, TheNextZoneContinuesAfterItsWholeRanges) {
  std::string text = with_layout(kHeadSkew);
  text.insert(text.find("sectors_per_track = 40"),
              "cylinders_per_range = 4\nrange_skew = \"0.3 rev\"\n");
  const LayoutTables tables(load(text).layout);
  EXPECT_NEAR(static_cast<double>(angle(tables, 50, 0)), 0.35 * static_cast<double>(kTurn), 2.0);
}

TEST_F(LayoutAngles, RangesErrors) {
  const std::string zone = "small.toml:9: key `layout.zone.";
  const auto error = [this](const std::string& line) {
    return error_with(13, "track_skew = \"5 sectors\"\n" + line).substr(0, 200);
  };
  EXPECT_EQ(error("spare_sectors_per_range = 3"),
            zone +
                "cylinders_per_range`: is missing: cylinders of a range; "
                "spare_sectors_per_range needs ranges");
  EXPECT_EQ(error("range_skew = \"3 sectors\""),
            zone +
                "cylinders_per_range`: is missing: cylinders of a range; "
                "range_skew needs ranges");
  const std::string line = "small.toml:14: key `layout.zone.";
  EXPECT_EQ(error("cylinders_per_range = 51\nrange_skew = \"3 sectors\""),
            line +
                "cylinders_per_range`: a range of 51 cylinders does not fit in the zone, which "
                "has 50");
  EXPECT_EQ(error("cylinders_per_range = 5"),
            line +
                "cylinders_per_range`: does nothing without spare_sectors_per_range or "
                "range_skew");
  EXPECT_EQ(error("range_skew = \"40 sectors\"\ncylinders_per_range = 5"),
            line + "range_skew`: 40 sectors do not fit on a track of 40");
  EXPECT_EQ(error("spare_sectors_per_range = 320\ncylinders_per_range = 2"),
            line +
                "spare_sectors_per_range`: 320 spare sectors leave none for data: a range has "
                "320");
  EXPECT_EQ(error("spare_sectors_per_range = 3\ncylinders_per_range = 2\n"
                  "spare_sectors_per_track = 1"),
            line +
                "spare_sectors_per_range`: spare_sectors_per_track already places the zone's spare "
                "sectors; give only one of these keys");
}

TEST_F(LayoutAngles, CylinderGaps) {
  std::string text = with_layout(kHeadSkew + "\ncylinder_gaps = \"without skew\"");
  text.replace(text.find("[50, 99]"), 8, "[53, 98]");
  const LayoutTables without(load(text).layout);
  EXPECT_EQ(without.geometry().cylinders, 96U);
  EXPECT_EQ(without.geometry().zones[1].first_cylinder.value, 50U);
  EXPECT_EQ(without.geometry().zones[1].left_out, 3U);
  EXPECT_EQ(angle(without, 50, 0), kTurn / 8 * (50 * 7 % 8));
  text.replace(text.find("\"without skew\""), 14, "\"with skew\"\ngaps_in_seeks = true");
  const LayoutTables with(load(text).layout);
  EXPECT_EQ(with.geometry().cylinders, 100U);
  EXPECT_EQ(with.geometry().zones[1].left_out, 0U);
  EXPECT_EQ(angle(with, 53, 0), kTurn / 8 * (53 * 7 % 8));
}

TEST_F(LayoutAngles, AllOfThemReadBack) {
  std::string text = with_layout(kHeadSkew + "\ncylinder_gaps = \"with skew\"\nblocks = 12000",
                                 "phase = \"16.97/78 rev\"\nspare_sectors_per_range = 2\n"
                                 "cylinders_per_range = 7\nrange_skew = \"0.75 rev\"\n"
                                 "slipped_sectors = [0, 7]\nreallocated_sectors = [31]\n"
                                 "tracks_shifted_by_slips = \"later tracks\"\n");
  const std::string resolved = to_toml(load(text));
  EXPECT_EQ(to_toml(load(resolved)), resolved);
  for (const char* line :
       {"head_skew = [\"1/8 rev\", \"1/8 rev\", \"1/8 rev\", \"1/2 rev\"]",
        "cylinder_gaps = \"with skew\"", "blocks = 12000", "phase = \"1697/7800 rev\"",
        "spare_sectors_per_range = 2", "cylinders_per_range = 7", "range_skew = \"3/4 rev\"",
        "slipped_sectors = [0, 7]", "tracks_shifted_by_slips = \"later tracks\"",
        "reallocated_sectors = [31]"}) {
    EXPECT_NE(resolved.find(line), std::string::npos) << line;
  }
}

TEST_F(LayoutAngles, BadAngles) {
  EXPECT_EQ(error_with(13, "track_skew = \"5/4 rev\""),
            "small.toml:13: key `layout.zone.track_skew`: 5/4 rev is not less than a revolution");
  EXPECT_EQ(error_with(13, "track_skew = \"5/0 rev\""),
            "small.toml:13: key `layout.zone.track_skew`: \"5/0 rev\" divides by 0");
  EXPECT_EQ(error_with(13, "track_skew = \"-1/4 rev\""),
            "small.toml:13: key `layout.zone.track_skew`: \"-1/4 rev\" is negative");
  EXPECT_EQ(error_with(13, "track_skew = \"5/4 sectors\""), "no error");
  EXPECT_EQ(
      error_with(13, "track_skew = \"161/4 sectors\""),
      "small.toml:13: key `layout.zone.track_skew`: 161/4 sectors do not fit on a track of 40");
  EXPECT_EQ(error_with(13, "track_skew = \"0.25\""),
            "small.toml:13: key `layout.zone.track_skew`: \"0.25\" has no unit; units allowed "
            "here: rev, sectors");
  EXPECT_EQ(error_with(13, "track_skew = \"40 sectors\""),
            "small.toml:13: key `layout.zone.track_skew`: 40 sectors do not fit on a track of 40");
  EXPECT_EQ(
      error_with(13, "track_skew = \"0.1234567890123456/0.123456789012345678 rev\"").substr(0, 50),
      "small.toml:13: key `layout.zone.track_skew`: \"0.12");
}

TEST_F(LayoutAngles, SkewStandsOnce) {
  EXPECT_EQ(error_with(13, ""),
            "small.toml:9: key `layout.zone.track_skew`: is missing: angle by which a track "
            "begins later than the track of the previous head; required without layout.head_skew, "
            "if the zone lies on all surfaces; angle (rev, sectors; decimal or a fraction), less "
            "than a revolution");
  EXPECT_EQ(error_with(8, "bytes_per_sector = 512\n" + kHeadSkew),
            "small.toml:14: key `layout.zone.track_skew`: layout.head_skew already gives the skews "
            "of all zones; give only one of the two");
  EXPECT_EQ(
      error_of(with_layout("head_skew = [\"0.1 rev\"]")),
      "small.toml:9: key `layout.head_skew`: has 1 entries; it must have one for each surface, 4");
  EXPECT_EQ(error_with(12, "first_sector = \"3 sectors\"\nphase = \"0.1 rev\""),
            "small.toml:13: key `layout.zone.phase`: first_sector already gives the start of the "
            "zone; give only one of the two");
}

TEST_F(LayoutAngles, LeftOutCylindersErrors) {
  const std::string layout = kHeadSkew + "\ncylinder_gaps = \"with skews\"";
  EXPECT_EQ(error_of(with_layout(layout)),
            "small.toml:10: key `layout.cylinder_gaps`: \"with skews\" is not known; did you "
            "mean \"with skew\"?");
  std::string text = with_layout(kHeadSkew + "\ncylinder_gaps = \"with skew\"");
  text.replace(text.find("[50, 99]"), 8, "[49, 99]");
  EXPECT_NE(error_of(text).find("the zone begins at cylinder 49, which overlaps the zone before"),
            std::string::npos);
}

}  // namespace
}  // namespace headstack
