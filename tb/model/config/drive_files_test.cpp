// The drives of the papers, each against the paper's own figures: nothing that is expected here is
// read back from the drive's file.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <toml++/toml.h>

#include "model/config/drive_config.h"
#include "model/config/keys/drive_keys.h"
#include "model/config/tables/resolve.h"
#include "model/config/tables/seek_curve.h"
#include "model/run/simulation.h"

namespace headstack {
namespace {

namespace fs = std::filesystem;

const fs::path& folder() {
  static const fs::path path = fs::path(HEADSTACK_SOURCE_DIR) / "model/drives";
  return path;
}

DriveConfig drive_of(const std::string& name) { return load_drive(folder() / (name + ".toml")); }

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.path().extension() == ".toml") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

double ms(Picoseconds time) { return static_cast<double>(time.count()) / 1e9; }

double seek_ms(const DriveConfig& drive, std::uint32_t cylinders) {
  return ms(seek_time(drive.seek, cylinders));
}

std::uint32_t blocks_of(const DriveConfig& drive) {
  return DriveTables(drive).geometry().block_count;
}

// The mean seek between two cylinders taken at random, each on its own, out of the first
// `cylinders`.
double mean_seek_ms(const DriveConfig& drive, std::uint32_t cylinders) {
  double sum = 0;
  for (std::uint32_t distance = 1; distance < cylinders; ++distance) {
    sum += 2.0 * (cylinders - distance) * seek_ms(drive, distance);
  }
  return sum / cylinders / cylinders;
}

std::vector<RequestRecord> run_closed(const DriveConfig& drive, std::uint64_t requests,
                                      std::uint32_t blocks, double reads,
                                      std::uint32_t outstanding = 1,
                                      const std::string& scheduler = "fcfs") {
  const Setup setup{drive, parse_scheduler(scheduler)};
  return run(setup, ClosedWorkload{{requests, blocks, reads, 1}, outstanding}).requests;
}

double mean_ms(const std::vector<RequestRecord>& rows, std::int64_t RequestRecord::*part) {
  const double sum = std::accumulate(
      rows.begin(), rows.end(), 0.0,
      [part](double so_far, const auto& row) { return so_far + static_cast<double>(row.*part); });
  return sum / 1e9 / static_cast<double>(rows.size());
}

// ---- All of them

class EveryDrive : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Drives, EveryDrive, testing::ValuesIn(all_names()),
                         [](const auto& one) { return one.param; });

TEST(Drives, ThoseOfThePapersAreThere) {
  const std::vector<std::string> names = all_names();
  for (const char* name :
       {"hp_c2247",   "hp_c2247_9",        "hp_c2247_5",       "fujitsu_m2361a",
        "hp_97560",   "ibm_9lzx",          "ibm_9lzx_2",       "ibm_9lzx_3",
        "ibm_9lzx_4", "ibm_9lzx_5",        "ibm_9lzx_6",       "ibm_9lzx_7",
        "ibm_9lzx_8", "seagate_exos_x16",  "hp_c2490a",        "seagate_st41601n",
        "dec_rz26",   "seagate_st39102lw", "seagate_st32171w", "quantum_qm39100td"}) {
    EXPECT_TRUE(std::binary_search(names.begin(), names.end(), name)) << name;
  }
}

TEST_P(EveryDrive, SaysWhatItIsAndWhereItsNumbersAreFrom) {
  const DriveConfig drive = drive_of(GetParam());
  EXPECT_EQ(drive.name, GetParam());
  EXPECT_FALSE(drive.description.empty());
  EXPECT_FALSE(drive.source.empty());
  std::ifstream stream(folder() / (GetParam() + ".toml"));
  std::string first;
  std::getline(stream, first);
  EXPECT_EQ(first.substr(0, 2), "# ");
}

// No two drives describe themselves alike, so that a variant does not keep its base's words.
TEST(Drives, DescriptionsDiffer) {
  std::set<std::string> descriptions;
  for (const std::string& name : all_names()) {
    EXPECT_TRUE(descriptions.insert(drive_of(name).description).second) << name;
  }
}

// Numbers without a unit stand only where the key says what it counts.
class UnitCheck {
 public:
  void check(const toml::table& table, const std::string& prefix) {
    for (auto&& [key, node] : table) {
      check(node, prefix + std::string(key.str()));
    }
  }

 private:
  void check(const toml::node& node, const std::string& path) {
    if (const auto* table = node.as_table()) {
      check(*table, path + ".");
    } else if (const auto* array = node.as_array()) {
      for (const toml::node& element : *array) {
        check(element, path);
      }
    } else if (const auto* text = node.as_string()) {
      check_text(text->get(), path);
    } else {
      static const std::set<std::string> counts = {"layout.surfaces",
                                                   "layout.cylinders",
                                                   "layout.bytes_per_sector",
                                                   "layout.zone.cylinders",
                                                   "layout.zone.sectors_per_track",
                                                   "layout.zone.reserved_tracks",
                                                   "layout.zone.spare_tracks",
                                                   "layout.zone.spare_sectors",
                                                   "layout.zone.spare_sectors_per_track",
                                                   "layout.zone.spare_sectors_per_cylinder",
                                                   "layout.zone.spare_sectors_per_range",
                                                   "layout.zone.cylinders_per_range",
                                                   "layout.zone.slipped_sectors",
                                                   "layout.zone.reallocated_tracks",
                                                   "layout.zone.reallocated_sectors",
                                                   "layout.blocks",
                                                   "layout.zone.slipped_tracks",
                                                   "write.minimum_blocks",
                                                   "write.minimum_blocks_large",
                                                   "cache.segments",
                                                   "cache.write_segments",
                                                   "bus.read_marks_per_revolution",
                                                   "bus.start_marks_per_revolution",
                                                   "seek.points",
                                                   "seek.write_settle_steps",
                                                   "seek.dropped_points",
                                                   "seek.direction"};
      EXPECT_TRUE(node.is_boolean() || (node.is_integer() && counts.count(path) == 1)) << path;
    }
  }

  static void check_text(const std::string& text, const std::string& path) {
    static const std::set<std::string> words = {"base",
                                                "description",
                                                "source",
                                                "fitted",
                                                "cache.mode",
                                                "cache.read_ahead_reach",
                                                "interface.standard",
                                                "write.start",
                                                "layout.cylinder_gaps",
                                                "layout.zone.tracks_shifted_by_slips",
                                                "overhead.terms.of",
                                                "overhead.terms.when"};
    if (words.count(path) == 0) {
      const std::size_t number = text.find_first_not_of("0123456789.-/");
      ASSERT_NE(number, std::string::npos) << path << ": " << text;
      EXPECT_EQ(text[number], ' ') << path << ": " << text;
      EXPECT_GT(text.size(), number + 1) << path;
    }
  }
};

TEST_P(EveryDrive, EveryKeyIsKnownAndEveryNumberHasAUnit) {
  const fs::path file = folder() / (GetParam() + ".toml");
  EXPECT_NO_THROW(load_drive(file));  // an unknown key is an error
  UnitCheck().check(toml::parse_file(file.string()), "");
}

// Outside of zones, a number has a comment behind it, or one stands above it in its table or above
// the table.
TEST_P(EveryDrive, NumbersHaveTheirSource) {
  std::ifstream stream(folder() / (GetParam() + ".toml"));
  bool checked = false;    // the head of the file and zones are not
  bool commented = false;  // so far in this table
  std::string before;
  for (std::string line; std::getline(stream, line); before = line) {
    const bool comment = line.find('#') != std::string::npos;
    if (line.rfind('[', 0) == 0) {
      checked = line.rfind("[[", 0) != 0;
      commented = comment || before.rfind('#', 0) == 0;
    } else {
      commented = commented || comment;
      const bool number = line.find(" = ") != std::string::npos &&
                          line.find_first_of("0123456789") != std::string::npos;
      EXPECT_TRUE(commented || !checked || !number) << line;
    }
  }
}

TEST_P(EveryDrive, ServesTwoHundredRequests) {
  for (const char* scheduler : {"fcfs", "clook(map)", "sptf"}) {
    const std::vector<RequestRecord> rows =
        run_closed(drive_of(GetParam()), 200, 16, 0.5, 8, scheduler);
    ASSERT_EQ(rows.size(), 200U);
    std::set<std::uint64_t> served;
    for (const RequestRecord& r : rows) {
      EXPECT_TRUE(served.insert(r.id).second);
      EXPECT_EQ(r.finish - r.arrival,
                r.queue + r.overhead + r.seek + r.rotation + r.transfer + r.bus);
      EXPECT_GE(std::min({r.queue, r.overhead, r.seek, r.rotation, r.transfer, r.bus}), 0);
      EXPECT_GT(r.finish, r.arrival);
    }
  }
}

TEST_P(EveryDrive, WhatSptfPredictsComesTrue) {
  for (const RequestRecord& r : run_closed(drive_of(GetParam()), 3'000, 16, 0.5, 8, "sptf")) {
    ASSERT_EQ(r.predicted_media, r.hit ? 0 : r.actual_media) << "request " << r.id;
  }
}

// A request of one sector at a place of its own waits for half a revolution on average.
TEST_P(EveryDrive, WaitsForHalfARevolution) {
  const std::map<std::string, double> revolution_ms = {
      {"hp_c2247", 60e3 / 5400},   {"hp_c2247_9", 60e3 / 5400},
      {"hp_c2247_5", 60e3 / 5400}, {"fujitsu_m2361a", 60e3 / 3600},
      {"hp_97560", 60e3 / 4002},   {"ibm_9lzx", 6},
      {"ibm_9lzx_2", 6},           {"ibm_9lzx_3", 6},
      {"ibm_9lzx_4", 2},           {"ibm_9lzx_5", 12},
      {"ibm_9lzx_6", 2},           {"ibm_9lzx_7", 6},
      {"ibm_9lzx_8", 6},           {"seagate_exos_x16", 60e3 / 7200}};
  const auto wanted = revolution_ms.find(GetParam());
  if (wanted == revolution_ms.end()) {
    GTEST_SKIP() << "not one of the papers' plain drives";
  }
  const std::vector<RequestRecord> rows = run_closed(drive_of(GetParam()), 10'000, 1, 1);
  // The deviation of the mean of 10,000 uniform waits is 0.6 % of it.
  EXPECT_NEAR(mean_ms(rows, &RequestRecord::rotation) / (wanted->second / 2), 1, 0.02);
}

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
