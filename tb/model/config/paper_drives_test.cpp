// The drives of the papers against the papers' own figures. No expectation is read from a drive
// file.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/drive_files.h"

namespace headstack {
namespace {

// ---- HP C2247: Worthington 1994

TEST(HpC2247, Capacities) {
  EXPECT_EQ(blocks_of(drive_of("hp_c2247")), 2'054'864U);  // table 1: 1.05 GB
  // A zone less by 4 or 8 surfaces, tracks and spare cylinders; 17 tracks of 96 for the drive.
  const std::uint32_t per_surface = (559 - 25) * 96 + (202 - 10) * 92 + (141 - 5) * 88 +
                                    (150 - 6) * 84 + (142 - 4) * 80 + (326 - 8) * 72 +
                                    (274 - 6) * 64 + (257 - 5) * 56;
  EXPECT_EQ(13 * per_surface - 17 * 96, 2'054'864U);
  EXPECT_EQ(blocks_of(drive_of("hp_c2247_9")), 9 * per_surface - 17 * 96);
  EXPECT_EQ(blocks_of(drive_of("hp_c2247_5")), 5 * per_surface - 17 * 96);
  // The same rule gives the HP C2249A's 17 surfaces the block count that DiskSim has for it.
  EXPECT_EQ(17 * per_surface - 17 * 96, 2'687'632U);
}

TEST(HpC2247, VariantsLoseSurfacesAndWhatIsOnThem) {
  const DriveConfig whole = drive_of("hp_c2247");
  for (const std::uint32_t surfaces : {9U, 5U}) {
    const DriveConfig some = drive_of("hp_c2247_" + std::to_string(surfaces));
    EXPECT_EQ(some.layout.surfaces, surfaces);
    DriveConfig expected = whole;
    expected.name = some.name;
    expected.description = some.description;
    expected.source = some.source;
    expected.layout.surfaces = surfaces;
    for (ZoneConfig& zone : expected.layout.zones) {
      zone.spare_tracks = zone.spare_tracks / 13 * surfaces;
      std::vector<std::uint32_t> left;
      for (const std::uint32_t track : zone.slipped_tracks) {
        if (track % 13 < surfaces) {
          left.push_back(track / 13 * surfaces + track % 13);
        }
      }
      zone.slipped_tracks = left;
    }
    EXPECT_EQ(to_toml(some), to_toml(expected));
  }
}

TEST(HpC2247, SlippedTracksAreThoseOfThePlattersLeft) {
  const auto slips = [](const std::string& name) {
    std::size_t count = 0;
    for (const ZoneConfig& zone : drive_of(name).layout.zones) {
      count += zone.slipped_tracks.size();
    }
    return count;
  };
  EXPECT_EQ(slips("hp_c2247"), 38U);
  EXPECT_EQ(slips("hp_c2247_9"), 25U);
  EXPECT_EQ(slips("hp_c2247_5"), 13U);
  // 468 is head 0 of cylinder 36; 526 is head 6 of cylinder 40.
  EXPECT_EQ(drive_of("hp_c2247_9").layout.zones[0].slipped_tracks[0], 36U * 9);
  EXPECT_EQ(drive_of("hp_c2247_9").layout.zones[0].slipped_tracks[1], 40U * 9 + 6);
  EXPECT_EQ(drive_of("hp_c2247_5").layout.zones[0].slipped_tracks[0], 36U * 5);
}

// ---- Fujitsu M2361A: Seltzer 1990

TEST(FujitsuM2361a, Geometry) {
  const DriveConfig drive = drive_of("fujitsu_m2361a");
  // Table 1: 840 cylinders of 20 tracks of 67 sectors. Section 3.1: 140,280 blocks of 4 KB, none on
  // two cylinders: 4 sectors a cylinder are left.
  EXPECT_EQ(blocks_of(drive), 840U * (20 * 67 - 4));
  EXPECT_EQ(blocks_of(drive), 8U * 140'280);
  EXPECT_EQ(drive.layout.bytes_per_sector, 512U);
  EXPECT_EQ(drive.layout.zones.size(), 1U);
}

TEST(FujitsuM2361a, Seeks) {
  const DriveConfig drive = drive_of("fujitsu_m2361a");
  EXPECT_EQ(seek_ms(drive, 0), 0);
  EXPECT_NEAR(seek_ms(drive, 1), 5.47, 1e-9);
  EXPECT_NEAR(seek_ms(drive, 100), 13.3, 1e-9);
  EXPECT_NEAR(seek_ms(drive, 239), 4.6 + 0.87 * std::sqrt(239.0), 1e-6);
  EXPECT_NEAR(seek_ms(drive, 240), 17.92, 1e-9);
  EXPECT_NEAR(seek_ms(drive, 839), 34.7, 0.05);
  EXPECT_NEAR(mean_seek_ms(drive, 840), 18.5, 0.05);  // table 1: 18
}

// Section 4.1: 2.0 ms for 4 KB, and 2 / (2 + 8.3 + 18) = 7 % utilisation first come, first served.
TEST(FujitsuM2361a, FirstComeFirstServed) {
  const std::vector<RequestRecord> rows = run_closed(drive_of("fujitsu_m2361a"), 20'000, 8, 1);
  EXPECT_NEAR(mean_ms(rows, &RequestRecord::seek), 18.5, 0.2);
  EXPECT_NEAR(mean_ms(rows, &RequestRecord::rotation), 8.33, 0.15);
  EXPECT_NEAR(mean_ms(rows, &RequestRecord::transfer), 8 * 60e3 / 3600 / 67, 0.001);  // 1.990
  EXPECT_EQ(mean_ms(rows, &RequestRecord::bus), 0);
  EXPECT_LT(mean_ms(rows, &RequestRecord::overhead), 1e-8);
  const double utilisation = mean_ms(rows, &RequestRecord::transfer) /
                             (static_cast<double>(rows.back().finish) / 1e9 / 20'000);
  EXPECT_NEAR(utilisation, 0.07, 0.002);
}

// ---- HP 97560: real-time paper

TEST(Hp97560, Geometry) {
  const DriveConfig drive = drive_of("hp_97560");
  EXPECT_EQ(blocks_of(drive), 1962U * 19 * 72);
  EXPECT_EQ(drive.layout.zones.size(), 1U);
  EXPECT_NEAR(ms(drive.spindle.rotation), 14.9925, 1e-4);
  EXPECT_EQ(drive.layout.zones[0].track_skew, (AngleConfig{8, 0}));  // sectors
  EXPECT_EQ(drive.layout.zones[0].cylinder_skew, (AngleConfig{18, 0}));
  EXPECT_EQ(drive.cache.size_blocks, 256U);  // 128 KB
}

TEST(Hp97560, Seeks) {
  const DriveConfig drive = drive_of("hp_97560");
  EXPECT_NEAR(seek_ms(drive, 1), 3.64, 1e-9);
  EXPECT_NEAR(seek_ms(drive, 100), 7.24, 1e-9);
  EXPECT_NEAR(seek_ms(drive, 383), 3.24 + 0.4 * std::sqrt(383.0), 1e-6);
  EXPECT_NEAR(seek_ms(drive, 384), 11.08, 1e-9);
  EXPECT_NEAR(seek_ms(drive, 1961), 22.9075, 1e-9);
  EXPECT_NEAR(ms(drive.seek.head_switch), 1.6, 1e-9);
  // The skew covers what it is for: 8 sectors are 1.67 ms, 18 are 3.75.
  EXPECT_GT(8 * 14.9925 / 72, 1.6);
  EXPECT_GT(18 * 14.9925 / 72, seek_ms(drive, 1));
}

TEST(Hp97560, AReadOfOneSector) {
  const std::vector<RequestRecord> rows = run_closed(drive_of("hp_97560"), 5'000, 1, 1);
  EXPECT_NEAR(mean_ms(rows, &RequestRecord::overhead), 2.2 + 0.2, 0.01);  // and one reselection
  EXPECT_NEAR(mean_ms(rows, &RequestRecord::transfer), 0.2082, 0.001);    // 14.9925 / 72
  EXPECT_NEAR(mean_ms(rows, &RequestRecord::bus), 512 / 5e3, 0.001);
}

// ---- IBM 9LZX: Popovici 2003, table 1

struct Table1Row {
  const char* name;
  double rotation, seek_1, seek_400, seek_3000, head_switch;
  std::uint32_t track_skew, cylinder_skew, sectors, heads;
};

constexpr Table1Row kTable1[] = {
    {"ibm_9lzx", 6, 0.8, 6.0, 8, 0.79, 36, 84, 272, 10},
    {"ibm_9lzx_2", 6, 0.16, 1.32, 1.6, 0.79, 36, 46, 272, 10},
    {"ibm_9lzx_3", 6, 2.0, 33.0, 40.0, 0.79, 36, 127, 272, 10},
    {"ibm_9lzx_4", 2, 0.8, 6.0, 8, 0.79, 108, 243, 272, 10},
    {"ibm_9lzx_5", 12, 0.8, 6.0, 8, 0.79, 18, 41, 272, 10},
    {"ibm_9lzx_6", 2, 0.160, 1.32, 1.6, 0.79, 108, 136, 272, 10},
    {"ibm_9lzx_7", 6, 0.8, 6.0, 8, 0.79, 36, 84, 544, 20},
    {"ibm_9lzx_8", 6, 0.8, 6.0, 8, 0.79, 36, 84, 136, 5},
};

class Ibm9lzx : public testing::TestWithParam<Table1Row> {};
INSTANTIATE_TEST_SUITE_P(Table1, Ibm9lzx, testing::ValuesIn(kTable1),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(Ibm9lzx, IsItsRow) {
  const Table1Row& row = GetParam();
  const DriveConfig drive = drive_of(row.name);
  EXPECT_NEAR(ms(drive.spindle.rotation), row.rotation, 1e-9);
  EXPECT_NEAR(seek_ms(drive, 1), row.seek_1, 1e-6);
  EXPECT_NEAR(seek_ms(drive, 400), row.seek_400, 1e-6);
  EXPECT_NEAR(seek_ms(drive, 401), row.seek_400 + (row.seek_3000 - row.seek_400) / 2600, 2e-6);
  EXPECT_NEAR(seek_ms(drive, 3000), row.seek_3000, 2e-6);
  EXPECT_NEAR(ms(drive.seek.head_switch), row.head_switch, 1e-9);
  ASSERT_EQ(drive.layout.zones.size(), 1U);
  EXPECT_EQ(drive.layout.zones[0].track_skew, (AngleConfig{row.track_skew, 0}));  // sectors
  EXPECT_EQ(drive.layout.zones[0].cylinder_skew, (AngleConfig{row.cylinder_skew, 0}));
  EXPECT_EQ(drive.layout.zones[0].sectors_per_track, row.sectors);
  EXPECT_EQ(drive.layout.surfaces, row.heads);
  EXPECT_EQ(blocks_of(drive), 6587 * row.sectors * row.heads);
}

TEST_P(Ibm9lzx, ASectorPassesAtItsRate) {
  const Table1Row& row = GetParam();
  const std::vector<RequestRecord> rows = run_closed(drive_of(row.name), 1'000, 1, 1);
  EXPECT_NEAR(mean_ms(rows, &RequestRecord::transfer), row.rotation / row.sectors, 1e-6);
  EXPECT_LT(mean_ms(rows, &RequestRecord::overhead), 1e-8);
}

TEST(Ibm9lzxCapacity, Is9GbAndFourTimesAndAQuarter) {
  const double base = 512e-9 * blocks_of(drive_of("ibm_9lzx"));
  EXPECT_NEAR(base, 9.17, 0.01);
  EXPECT_NEAR(512e-9 * blocks_of(drive_of("ibm_9lzx_7")), 4 * base, 1e-9);
  EXPECT_NEAR(512e-9 * blocks_of(drive_of("ibm_9lzx_8")), base / 4, 1e-9);
}

// The lines of a resolved drive without the comments, by table and key.
std::map<std::string, std::string> resolved(const std::string& name) {
  std::map<std::string, std::string> values;
  for (const Key<DriveConfig>& key : drive_keys()) {
    values[key.path] = key.write(drive_of(name));
  }
  const DriveConfig drive = drive_of(name);
  for (const Key<ZoneConfig>& key : zone_keys()) {
    for (std::size_t i = 0; i < drive.layout.zones.size(); ++i) {
      values["zone " + std::to_string(i) + " " + key.path] = key.write(drive.layout.zones[i]);
    }
  }
  return values;
}

TEST(Ibm9lzxVariants, DifferFromTheBaseInWhatTheTableSaysOnly) {
  const std::set<std::string> words = {"description", "source"};
  const std::set<std::string> seek = {"seek.root.base", "seek.root.per_root_cylinder",
                                      "seek.linear.base", "seek.linear.per_cylinder"};
  const std::string track = "zone 0 track_skew";
  const std::string cylinder = "zone 0 cylinder_skew";
  const std::string sectors = "zone 0 sectors_per_track";
  const std::map<std::string, std::set<std::string>> table = {
      {"ibm_9lzx_2", {cylinder}},
      {"ibm_9lzx_3", {cylinder}},
      {"ibm_9lzx_4", {"spindle.rotation", track, cylinder}},
      {"ibm_9lzx_5", {"spindle.rotation", track, cylinder}},
      {"ibm_9lzx_6", {"spindle.rotation", track, cylinder}},
      {"ibm_9lzx_7", {sectors, "layout.surfaces", "seek.cylinder_switch"}},
      {"ibm_9lzx_8", {sectors, "layout.surfaces"}}};
  const std::map<std::string, std::string> base = resolved("ibm_9lzx");
  for (const auto& [name, keys] : table) {
    std::set<std::string> wanted = keys;
    wanted.insert(words.begin(), words.end());
    if (name == "ibm_9lzx_2" || name == "ibm_9lzx_3" || name == "ibm_9lzx_6") {
      wanted.insert(seek.begin(), seek.end());
    }
    std::set<std::string> differing;
    for (const auto& [key, value] : resolved(name)) {
      if (base.at(key) != value) {
        differing.insert(key);
      }
    }
    EXPECT_EQ(differing, wanted) << name;
  }
}

// Row 7 keeps row 1's skews on tracks of twice the sectors: 0.40 ms for a head switch of 0.79 ms,
// so crossing a track waits for most of a revolution. On row 1 it waits for the skew.
TEST(Ibm9lzxVariants, MoreCapacityLosesARevolutionAtTrackEnds) {
  const auto longest_ms = [](const std::string& name, std::uint32_t blocks) {
    double longest = 0;
    for (const RequestRecord& r : run_closed(drive_of(name), 2'000, blocks, 1)) {
      longest = std::max(
          longest, ms(Picoseconds{r.seek + r.rotation + r.transfer}) - ms(Picoseconds{r.seek}));
    }
    return longest;
  };
  // 64 blocks: at most a revolution of waiting, their passing, and the crossing.
  EXPECT_LT(longest_ms("ibm_9lzx", 64), 6 + 6.0 * (64 + 84) / 272);
  EXPECT_GT(longest_ms("ibm_9lzx_7", 64), 6 + 6.0 * (64 + 84) / 544);
}

}  // namespace
}  // namespace headstack
