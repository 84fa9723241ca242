// The drive's signals in a VCD file: a read miss by hand, and the signals against the rows of a
// run.
#include "model/boxes/drive_waves.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

constexpr double kPsPerMs = 1e9;
constexpr std::int64_t kClock = 25'000;  // ps of the comparator's clock

// A value as text: digits of a number in base 10, or a word.
using Changes = std::vector<std::pair<std::int64_t, std::string>>;

class Vcd {
 public:
  explicit Vcd(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> scope;
    std::map<std::string, std::string> names;  // by code
    std::int64_t now = -1;
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::string first, second, third, fourth, fifth;
      words >> first >> second >> third >> fourth >> fifth;
      if (first == "$scope") {
        scope.push_back(third);
      } else if (first == "$upscope") {
        scope.pop_back();
      } else if (first == "$var") {
        std::string path_of;
        for (const std::string& part : scope) {
          path_of += part + ".";
        }
        names[fourth] = path_of + fifth;
        changes_[names[fourth]];
      } else if (first[0] == '#') {
        const std::int64_t time = std::stoll(first.substr(1));
        EXPECT_GT(time, now);
        now = time;
      } else if (first[0] == 'b') {
        add(names.at(second), now, std::to_string(std::stoull(first.substr(1), nullptr, 2)));
      } else if (first[0] == 's') {
        add(names.at(second), now, first.substr(1));
      } else if (first[0] == '0' || first[0] == '1') {
        add(names.at(first.substr(1)), now, first.substr(0, 1));
      }
    }
  }

  const Changes& operator[](const std::string& name) const { return changes_.at("drive." + name); }

  // The value of a signal at a time, and the changes up to `count` with times in µs.
  std::string at(const std::string& name, std::int64_t time) const {
    std::string value;
    for (const auto& [when, next] : (*this)[name]) {
      value = when <= time ? next : value;
    }
    return value;
  }

  std::string first(const std::string& name, std::size_t count) const {
    std::string text;
    const Changes& changes = (*this)[name];
    for (std::size_t i = 0; i < std::min(count, changes.size()); ++i) {
      text += (text.empty() ? "" : " ") +
              std::to_string(std::llround(static_cast<double>(changes[i].first) / 1e6)) + ":" +
              changes[i].second;
    }
    return text;
  }

 private:
  void add(const std::string& name, std::int64_t now, const std::string& value) {
    EXPECT_TRUE(changes_.at(name).empty() || changes_.at(name).back().second != value) << name;
    changes_.at(name).push_back({now, value});
  }

  std::map<std::string, Changes> changes_;
};

class DriveWavesTest : public testing::Test {
 protected:
  DriveWavesTest() : path_((std::filesystem::path(testing::TempDir()) / "drive.vcd").string()) {}
  ~DriveWavesTest() override { std::filesystem::remove(path_); }

  std::vector<RequestRecord> rows_of(const std::string& scheduler, const Workload& workload,
                                     bool waves = true) {
    headstack::Setup setup{hp_c2247(), parse_scheduler(scheduler)};
    setup.waves.file = waves ? path_ : "";
    return run(setup, workload).requests;
  }

  std::string path_;
};

// The read of docs/inside/architecture.md: 16 blocks at 500,000, on cylinder 402 and head 9. The
// read-ahead of 128 blocks begins at 14.583 ms, after the blocks, on the same track.
TEST_F(DriveWavesTest, AReadMissByHand) {
  ReplayWorkload workload;
  workload.requests = {{500'000, 16, false, 0}};
  rows_of("fcfs", workload);
  const Vcd vcd(path_);
  EXPECT_EQ(vcd.first("bus_phase", 9),
            "0:command 581:free 14120:reselection 14307:data_in 17029:status 17086:free");
  EXPECT_EQ(vcd.first("seeking", 3), "0:0 558:1 10680:0");
  EXPECT_EQ(vcd.first("cylinder", 2), "0:0 10680:402");
  EXPECT_EQ(vcd.first("head", 2), "0:0 10680:9");
  EXPECT_EQ(vcd.first("transfer", 2), "0:0 12731:1");
  EXPECT_EQ(vcd.first("busy", 3), "0:1 17086:0");
  EXPECT_EQ(vcd.first("write", 2), "0:0");
  EXPECT_EQ(vcd.first("request", 2), "0:0");
  EXPECT_EQ(vcd.first("lbn", 2), "0:500000");
  EXPECT_EQ(vcd.first("command.request", 2), "0:0");
  EXPECT_EQ(vcd.first("command.lbn", 2), "0:500000");
  EXPECT_EQ(vcd.first("command.blocks", 2), "0:16");
  EXPECT_EQ(vcd.first("command.tag", 2), "0:0");
  EXPECT_EQ(vcd.first("segment_0.state", 2), "0:filling");
  EXPECT_EQ(vcd.first("segment_0.first", 2), "0:500000");
  EXPECT_EQ(vcd.first("segment_1.state", 2), "0:empty");
}

// 65,536 steps of the angle are a revolution. 16 values are written in each.
TEST_F(DriveWavesTest, TheAngleIsTheTime) {
  ReplayWorkload workload;
  workload.requests = {{500'000, 16, false, 0}, {100, 16, false, 50 * 1'000'000'000LL}};
  rows_of("fcfs", workload);
  const Vcd vcd(path_);
  std::int64_t last = 0;
  for (const auto& [time, value] : vcd["angle"]) {
    const double turns = static_cast<double>(time) / kPsPerMs / kTurnMs;
    EXPECT_NEAR(std::remainder(turns - std::stod(value) / 65'536, 1.0), 0.0, 1.01 / 65'536);
    EXPECT_LE(static_cast<double>(time - last) / kPsPerMs, kTurnMs / 16 + 1e-6);
    last = time;
  }
  EXPECT_GT(static_cast<double>(last) / kPsPerMs, 60.0);
}

// A second read stops the read-ahead of the first: the arm leaves, and no transfer stays.
TEST_F(DriveWavesTest, AReadAheadThatIsCutOff) {
  ReplayWorkload workload;
  workload.requests = {{500'000, 16, false, 0}, {1'500'000, 16, false, 1'000'000'000}};
  const auto rows = rows_of("fcfs", workload);
  const Vcd vcd(path_);
  // From the seek to the first sector of the second read.
  EXPECT_EQ(vcd.at("transfer", rows[1].seek_at + 1), "0");
  EXPECT_EQ(vcd.at("seeking", rows[1].seek_at + 1), "1");
  EXPECT_EQ(vcd.at("seeking", rows[1].rotation_at + 1), "0");
  EXPECT_EQ(vcd.at("transfer", rows[1].transfer_at - 1'000), "0");
  EXPECT_EQ(vcd.at("transfer", rows[1].transfer_at + 1'000), "1");
  // The second read has taken the segment of the first.
  EXPECT_EQ(vcd.at("segment_0.first", rows[1].finish - 1), "1500000");
  EXPECT_EQ(vcd.at("segment_0.state", rows[1].finish), "filling");
}

TEST_F(DriveWavesTest, TagsAndQueueFollowTheRows) {
  const auto rows = rows_of("sptf", ClosedWorkload{{60, 16, 2.0 / 3, 3}, 8});
  const Vcd vcd(path_);
  for (const RequestRecord& row : rows) {
    EXPECT_EQ(vcd.at("tag", row.start), std::to_string(row.tag));
    EXPECT_EQ(vcd.at("busy", (row.start + row.finish) / 2), "1");
    EXPECT_EQ(vcd.at("request", (row.start + row.finish) / 2), std::to_string(row.id));
    EXPECT_EQ(vcd.at("lbn", (row.start + row.finish) / 2), std::to_string(row.lbn));
    if (row.start == 0) {
      continue;  // the others are still on their way over the bus
    }
    const auto waiting = std::count_if(rows.begin(), rows.end(), [&row](const auto& other) {
      return other.arrival <= row.start && other.start > row.start;
    });
    EXPECT_EQ(vcd.at("queue", row.start), std::to_string(waiting)) << row.id;
  }
  EXPECT_EQ(vcd.at("busy", rows.back().finish), "0");
}

// Blocks run from the outer edge inwards. So the order of addresses is the order of cylinders.
TEST_F(DriveWavesTest, TheArmIsAtTheBlocks) {
  const auto rows = rows_of("fcfs", ClosedWorkload{{60, 16, 0.0, 3}, 8});
  const Vcd vcd(path_);
  std::map<std::uint32_t, int> cylinders;
  for (const RequestRecord& row : rows) {
    cylinders[row.lbn] = std::stoi(vcd.at("cylinder", row.finish));
    EXPECT_EQ(vcd.at("write", row.transfer_at + 1'000), "1") << row.id;
    EXPECT_EQ(vcd.at("transfer", row.transfer_at + 1'000), "1") << row.id;
  }
  int last = 0;
  for (const auto& [lbn, cylinder] : cylinders) {
    EXPECT_GE(cylinder, last) << lbn;
    last = cylinder;
  }
  EXPECT_GT(last, 1'500);
}

// A scan of 256 entries, one in a clock, and 49 clocks more (docs/inside/comparator.md).
TEST_F(DriveWavesTest, AScanTakesTheClocksOfTheComparator) {
  const auto rows = rows_of("sptf_hw", ClosedWorkload{{60, 16, 2.0 / 3, 3}, 8});
  const Vcd vcd(path_);
  std::vector<std::int64_t> begins, ends;
  for (const auto& [time, value] : vcd["comparator.scanning"]) {
    if (value == "1") {
      begins.push_back(time);
    } else if (!begins.empty()) {
      ends.push_back(time);
    }
  }
  ASSERT_EQ(begins.size(), ends.size());
  EXPECT_GT(begins.size(), 50U);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    EXPECT_EQ(ends[i] - begins[i], (256 + 49) * kClock) << i;
    EXPECT_EQ(vcd.at("comparator.found", ends[i]), "1") << i;
  }
  std::int64_t last = -kClock;
  for (const auto& [time, value] : vcd["comparator.clock"]) {
    if (value == "1") {
      EXPECT_GE(time - last, kClock);
      EXPECT_EQ(vcd.at("comparator.clock", time + kClock / 2), "0");
      last = time;
    }
    if (time > ends[2]) {
      break;
    }
  }
}

TEST_F(DriveWavesTest, WavesChangeNothing) {
  const ClosedWorkload workload{{60, 16, 2.0 / 3, 3}, 8};
  for (const char* scheduler : {"fcfs", "sptf_hw"}) {
    const auto with = rows_of(scheduler, workload);
    const auto without = rows_of(scheduler, workload, false);
    ASSERT_EQ(with.size(), without.size());
    for (std::size_t i = 0; i < with.size(); ++i) {
      EXPECT_EQ(with[i].id, without[i].id);
      EXPECT_EQ(with[i].finish, without[i].finish);
    }
  }
}

}  // namespace
}  // namespace headstack
