// Every drive file: its description, its units, its sources, and a run of its drive.
#include "tb/model/support/drive_files.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <toml++/toml.h>

namespace headstack {
namespace {

class EveryDrive : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Drives, EveryDrive, testing::ValuesIn(all_names()),
                         [](const auto& one) { return one.param; });

TEST(Drives, ThoseOfThePapersAreThere) {
  const std::vector<std::string> names = all_names();
  for (const char* name : {"hp_c2247",         "hp_c2247_9",
                           "hp_c2247_5",       "fujitsu_m2361a",
                           "hp_97560",         "ibm_9lzx",
                           "ibm_9lzx_2",       "ibm_9lzx_3",
                           "ibm_9lzx_4",       "ibm_9lzx_5",
                           "ibm_9lzx_6",       "ibm_9lzx_7",
                           "ibm_9lzx_8",       "seagate_exos_x16",
                           "hp_c2490a",        "seagate_st41601n",
                           "dec_rz26",         "seagate_st39102lw",
                           "seagate_st32171w", "quantum_qm39100td",
                           "samsung_hd103sj",  "seagate_st3450857ss",
                           "toshiba_hdwe150"}) {
    EXPECT_TRUE(std::binary_search(names.begin(), names.end(), name)) << name;
  }
}

TEST_P(EveryDrive, SaysWhatItIsAndWhereItsNumbersAreFrom) {
  const DriveConfig drive = drive_of(GetParam());
  EXPECT_EQ(drive.name, GetParam());
  EXPECT_FALSE(drive.description.empty());
  EXPECT_FALSE(drive.source.empty());
  std::ifstream stream(drive_folder() / (GetParam() + ".toml"));
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
                                                   "layout.bytes_per_physical_sector",
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
                                                "think",
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
  const std::filesystem::path file = drive_folder() / (GetParam() + ".toml");
  EXPECT_NO_THROW(load_drive(file));  // an unknown key is an error
  UnitCheck().check(toml::parse_file(file.string()), "");
}

// Outside of zones, a number has a comment on its line, above it in its table, or above the table.
TEST_P(EveryDrive, NumbersHaveTheirSource) {
  std::ifstream stream(drive_folder() / (GetParam() + ".toml"));
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

// A request of one sector at a random place waits for half a revolution on average.
TEST_P(EveryDrive, WaitsForHalfARevolution) {
  const std::map<std::string, double> revolution_ms = {{"hp_c2247", 60e3 / 5400},
                                                       {"hp_c2247_9", 60e3 / 5400},
                                                       {"hp_c2247_5", 60e3 / 5400},
                                                       {"fujitsu_m2361a", 60e3 / 3600},
                                                       {"hp_97560", 60e3 / 4002},
                                                       {"ibm_9lzx", 6},
                                                       {"ibm_9lzx_2", 6},
                                                       {"ibm_9lzx_3", 6},
                                                       {"ibm_9lzx_4", 2},
                                                       {"ibm_9lzx_5", 12},
                                                       {"ibm_9lzx_6", 2},
                                                       {"ibm_9lzx_7", 6},
                                                       {"ibm_9lzx_8", 6},
                                                       {"seagate_exos_x16", 60e3 / 7200},
                                                       {"samsung_hd103sj", 60e3 / 7247.1},
                                                       {"seagate_st3450857ss", 60e3 / 15047.7},
                                                       {"toshiba_hdwe150", 60e3 / 7199.6}};
  const auto wanted = revolution_ms.find(GetParam());
  if (wanted == revolution_ms.end()) {
    GTEST_SKIP() << "not one of the papers' plain drives";
  }
  const std::vector<RequestRecord> rows = run_closed(drive_of(GetParam()), 10'000, 1, 1);
  // The deviation of the mean of 10,000 uniform waits is 0.6 % of it.
  EXPECT_NEAR(mean_ms(rows, &RequestRecord::rotation) / (wanted->second / 2), 1, 0.02);
}

}  // namespace
}  // namespace headstack
