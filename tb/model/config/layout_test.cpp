// The keys of [layout] that describe real drives' angles, spares and defects.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/tables/layout_tables.h"
#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

using LayoutKeys = DriveFileTest;

constexpr std::uint64_t kTurn = std::uint64_t{1} << 32;

// The good file with all skews gone from its zones, `layout` in [layout], and `zone` in the second.
std::string with_layout(const std::string& layout, const std::string& zone = "",
                        const std::string& first_zone = "") {
  std::string text = kGood;
  for (const std::string& line :
       {std::string("first_sector = \"3 sectors\"\n"), std::string("track_skew = \"5 sectors\"\n"),
        std::string("cylinder_skew = \"9 sectors\"\n"), std::string("track_skew = \"4 sectors\"\n"),
        std::string("cylinder_skew = \"7 sectors\"\n")}) {
    text.erase(text.find(line), line.size());
  }
  text.insert(text.find("[[layout.zone]]"), layout + "\n");
  text.insert(text.find("[seek]"), zone + "\n");
  text.insert(text.find("sectors_per_track = 40"), first_zone + "\n");
  return text;
}

const std::string kHeadSkew =
    "head_skew = [\"1/8 rev\", \"0.125 rev\", \"12.5/100 rev\", \"0.5 rev\"]";

hs_angle angle(const LayoutTables& tables, std::uint32_t cylinder, std::uint32_t head) {
  const hs_zone* zone = hs_zone_of_cylinder(&tables.geometry(), {cylinder});
  return hs_track_angle(zone, {{cylinder}, {head}});
}

// ---- Angles

// 7/8 of a turn a cylinder; the second zone goes on after 50 of them: 350/8.
TEST_F(LayoutKeys, PhaseGoesOnFromZoneToZone) {
  const LayoutTables tables(load(with_layout(kHeadSkew)).layout);
  EXPECT_EQ(angle(tables, 0, 0), 0U);
  EXPECT_EQ(angle(tables, 0, 3), kTurn / 8 * 3);
  EXPECT_EQ(angle(tables, 49, 3), kTurn / 8 * ((49 * 7 + 3) % 8));
  EXPECT_EQ(angle(tables, 50, 0), kTurn / 8 * (50 * 7 % 8));
  EXPECT_EQ(angle(tables, 99, 0), kTurn / 8 * (99 * 7 % 8));
}

TEST_F(LayoutKeys, PhaseAndFirstSectorSetTheZonesBegin) {
  const LayoutTables phase(load(with_layout(kHeadSkew, "phase = \"3/4 rev\"")).layout);
  EXPECT_EQ(angle(phase, 50, 0), kTurn / 4 * 3);
  const LayoutTables sectors(load(with_layout(kHeadSkew, "first_sector = \"6 sectors\"")).layout);
  EXPECT_EQ(angle(sectors, 51, 0), (kTurn * 6 / 30 + kTurn / 8 * 7) % kTurn);
}

// 4 sectors are 4/40 of a turn in the first zone, 4/30 in the second.
TEST_F(LayoutKeys, SkewInSectorsDependsOnTheZone) {
  const LayoutTables tables(
      load(with_layout("head_skew = [\"4 sectors\", \"0 sectors\", \"1 sector\", \"0 rev\"]"))
          .layout);
  EXPECT_EQ(angle(tables, 0, 1), kTurn / 10);
  EXPECT_EQ(angle(tables, 50, 1), (50 * 5 * kTurn / 40 + kTurn * 4 / 30) % kTurn);
}

TEST_F(LayoutKeys, ZonesSkewsMayBeFractions) {
  std::string text = with_line(13, "track_skew = \"1/8 rev\"");
  text.replace(text.find("first_sector = \"3 sectors\""), 26, "phase = \"0.5 rev\"");
  const LayoutTables tables(load(text).layout);
  EXPECT_EQ(angle(tables, 0, 2), kTurn / 4 * 3);
  // 3/8 over the heads and 9/40 to the next cylinder: 24/40.
  EXPECT_EQ(angle(tables, 1, 0), kTurn / 10);
}

// Cylinders are 7/8 of a turn apart, and a range of 4 of them and the next 3 x 7/8 + 3/8 + 1/4. The
// second zone goes on where a third range would begin behind the rest of two cylinders: 12 x 26/8 +
// 2 x 7/8.
TEST_F(LayoutKeys, RangesTurnWhatFollows) {
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
TEST_F(LayoutKeys, RangesOfAZoneWithItsOwnSkews) {
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
TEST_F(LayoutKeys, SlipsTurnLaterCylinders) {
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

TEST_F(LayoutKeys, SlipsTurnLaterTracks) {
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
TEST_F(LayoutKeys, TheNextZoneGoesOnBehindRangesAndSlips) {
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

TEST_F(LayoutKeys, RangesErrors) {
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

TEST_F(LayoutKeys, CylinderGaps) {
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

TEST_F(LayoutKeys, AllOfThemReadBack) {
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

// ---- Spares and defects: one zone of 2 cylinders, 2 heads, 5 sectors a track.

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

 private:
  static LayoutConfig layout(const ZoneConfig& zone, std::uint32_t blocks) {
    LayoutConfig layout{};
    layout.surfaces = 2;
    layout.cylinders = zone.last_cylinder + 1;
    layout.blocks = blocks;
    layout.zones = {zone};
    return layout;
  }

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

// 20 sectors, of which 3 are spare; a slip takes one of them.
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

// With spare sectors on each track they are blocks that are not used: 12 - 5.
TEST(SmallLayout, SpareSectorsOfTheZoneAndOfItsTracks) {
  ZoneConfig zone = small_zone();
  zone.spare_sectors = 5;
  zone.spare_sectors_per_track = 2;
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{0, 1, 2, 5, 6, 7, 10}));
  zone.reallocated_sectors = {0, 1, 2};  // the track's two, then one of the zone's
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{3, 4, 11, 5, 6, 7, 10}));
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

// To the track's own spare sectors first, which are 4 and 9, then behind the last block.
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
  // 10 blocks; behind the last one on sector 10 are 11 to 14 and a whole track.
  EXPECT_EQ(SmallZone(zone).sectors(), (Sectors{11, 12, 13, 14, 15, 6, 7, 8, 9, 10}));
}

// ---- Errors

TEST_F(LayoutKeys, BadAngles) {
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

TEST_F(LayoutKeys, SkewStandsOnce) {
  EXPECT_EQ(error_with(13, ""),
            "small.toml:9: key `layout.zone.track_skew`: is missing: angle by which a track "
            "begins later than the track of the previous head, or layout.head_skew for all zones");
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

TEST_F(LayoutKeys, LeftOutCylindersErrors) {
  const std::string layout = kHeadSkew + "\ncylinder_gaps = \"with skews\"";
  EXPECT_EQ(error_of(with_layout(layout)),
            "small.toml:10: key `layout.cylinder_gaps`: \"with skews\" is not known; did you "
            "mean \"with skew\"?");
  std::string text = with_layout(kHeadSkew + "\ncylinder_gaps = \"with skew\"");
  text.replace(text.find("[50, 99]"), 8, "[49, 99]");
  EXPECT_NE(error_of(text).find("the zone begins at cylinder 49, which overlaps the zone before"),
            std::string::npos);
}

TEST_F(LayoutKeys, SparesAndDefectsErrors) {
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
  EXPECT_EQ(error("slipped_sectors = [7]\nreallocated_sectors = [7]").substr(15),
            "key `layout.zone.reallocated_sectors`: sector 7 holds no block");
  EXPECT_EQ(error_with(17, "slipped_sectors = [239]"),
            "small.toml:17: key `layout.zone.slipped_sectors`: sector 239 is one of the zone's 240 "
            "reserved sectors");
  EXPECT_EQ(error_with(8, "bytes_per_sector = 512\nblocks = 13361"),
            "small.toml:9: key `layout.blocks`: the zones hold only 13360 blocks");
  EXPECT_EQ(error_with(8, "bytes_per_sector = 512\nblocks = 13360"), "no error");
}

// Each slip in the middle of a track costs the head channel an extent: 70 but for those on the last
// sector of a track, 29, 59, 89 and 119.
TEST_F(LayoutKeys, SlipsThatBreakUpAProgram) {
  std::string list;
  for (int i = 1; i < 140; i += 2) {
    list += (i == 1 ? "" : ", ") + std::to_string(i);
  }
  EXPECT_EQ(error_with(21, "track_skew = \"4 sectors\"\nslipped_sectors = [" + list + "]"),
            "small.toml:60: key `cache.size`: a segment of 64 blocks and 32 blocks of read-ahead "
            "are more than 0 blocks, the most that a program of the head channel holds on tracks "
            "of 30 sectors that slips and reallocations break up 66 times");
}

// 64 blocks of a segment and 32 of read-ahead; the channel takes 62 extents, so that a track must
// have two blocks. The second zone's have 30 sectors, its cylinders 4 x 30.
TEST_F(LayoutKeys, SparesShortenTheProgram) {
  const auto with = [](const std::string& spares) { return with_layout(kHeadSkew, spares); };
  const std::string too_many =
      "a segment of 64 blocks and 32 blocks of read-ahead are more than 62 blocks, the most that a "
      "program of the head channel holds on tracks of 1 sectors";
  EXPECT_EQ(error_of(with("spare_sectors_per_track = 28")), "no error");
  EXPECT_NE(error_of(with("spare_sectors_per_track = 29")).find(too_many), std::string::npos);
  // Of a cylinder's spares each track is taken to have its share, rounded up: 28 and 29.
  EXPECT_EQ(error_of(with("spare_sectors_per_cylinder = 112")), "no error");
  EXPECT_NE(error_of(with("spare_sectors_per_cylinder = 113")).find(too_many), std::string::npos);
}

}  // namespace
}  // namespace headstack
