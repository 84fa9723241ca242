// Random drive files against the loader and a run: a file that loads is a drive that serves all its
// requests, and one that does not says where it is wrong.
#include <algorithm>
#include <regex>
#include <sstream>

#include "model/run/simulation.h"
#include "tb/model/support/config_drive_file.h"
#include "tb/model/support/placement.h"
#include "tb/model/support/random_drive_file.h"

namespace headstack {
namespace {

// FILE:LINE: key `KEY` and WHAT, or what is wrong with it as TOML. The line is one of the file's.
void expect_place_of_line(const std::string& error, const fs::path& file, const std::string& text) {
  static const std::regex form("^([^:]+):([0-9]+): (key `[a-z_.]+`|not TOML:).+$");
  std::smatch part;
  ASSERT_TRUE(std::regex_match(error, part, form)) << error;
  EXPECT_EQ(part[1], file.string());
  const auto lines = std::count(text.begin(), text.end(), '\n');
  EXPECT_GE(std::stol(part[2]), 1);
  EXPECT_LE(std::stol(part[2]), lines + 1) << error;
}

// Several missing keys have a line each.
void expect_place(const std::string& error, const fs::path& file, const std::string& text) {
  std::istringstream lines(error);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    expect_place_of_line(line, file, text);
    if (count > 0) {
      EXPECT_NE(line.find("`: is missing: "), std::string::npos) << error;
    }
  }
  EXPECT_GE(count, 1U);
}

std::uint32_t blocks_of(const DriveConfig& drive) {
  return DriveTables(drive).geometry().block_count;
}

void expect_sound(const std::vector<RequestRecord>& rows, std::uint64_t requests) {
  ASSERT_EQ(rows.size(), requests);
  std::vector<bool> seen(requests);
  for (const RequestRecord& row : rows) {
    ASSERT_LT(row.id, requests);
    ASSERT_FALSE(seen[row.id]) << row.id;
    seen[row.id] = true;
    ASSERT_EQ(row.finish - row.arrival,
              row.queue + row.overhead + row.seek + row.rotation + row.transfer + row.bus)
        << row.id;
    ASSERT_GE(std::min({row.queue, row.overhead, row.seek, row.rotation, row.transfer, row.bus}), 0)
        << row.id;
  }
}

// Long and short requests, some of them close together.
ReplayWorkload requests_on(const DriveConfig& drive, Random& random, std::uint32_t count) {
  const std::uint32_t blocks = blocks_of(drive);
  ReplayWorkload workload;
  std::uint32_t lbn = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t most = std::min(blocks, random.below(8) == 0 ? 400U : 24U);
    const auto length = static_cast<std::uint32_t>(1 + random.below(most));
    if (random.below(3) != 0 || lbn + length > blocks) {
      lbn = static_cast<std::uint32_t>(random.below(blocks - length + 1));
    }
    workload.requests.push_back({lbn, length, random.below(3) == 0,
                                 static_cast<std::int64_t>(random.below(20'000)) * 1'000'000});
    lbn += length;
  }
  return workload;
}

// A drive that decides by position knows when it reaches the medium, to the tick.
void expect_predictions(const Setup& setup, const std::vector<RequestRecord>& rows) {
  const bool exact = !setup.host && !setup.drive.cache.write_back &&
                     setup.drive.conditions.variation.seek == Picoseconds{0};
  if (!exact || setup.scheduler.ops->knowledge < HS_KNOWS_POSITION) {
    return;
  }
  for (const RequestRecord& row : rows) {
    if (!row.hit) {
      ASSERT_EQ(row.predicted_media, row.actual_media)
          << row.id << (row.write ? " write" : " read");
    }
  }
}

// Alone and in a queue.
void expect_runs(const DriveConfig& drive, Random& random) {
  const ReplayWorkload workload = requests_on(drive, random, 120);
  const char* const schedulers[] = {"fcfs", "sstf", "clook", "sptf", "aspctf(6)"};
  const char* const scheduler = schedulers[random.below(5)];
  const Setup setup =
      placed(drive, scheduler, random.below(4) == 0 ? Placement::host : Placement::drive);
  const std::vector<RequestRecord> rows = run(setup, workload).requests;
  expect_sound(rows, workload.requests.size());
  expect_predictions(setup, rows);
  const ClosedWorkload closed{{100, std::min(blocks_of(drive), 16U), 0.6, random.next()},
                              static_cast<std::uint32_t>(1 + random.below(drive.queue.depth))};
  expect_sound(run(setup, closed).requests, 100);
}

class DriveFileProperty : public DriveFileTest {
 protected:
  // Loads and runs the file, or looks at what is said of it. True if it is a drive.
  bool try_file(const std::string& text, Random& random) {
    const fs::path file = write(text);
    DriveConfig drive;
    try {
      drive = load_drive(file);
    } catch (const ConfigError& error) {
      expect_place(error.what(), file, text);
      return false;
    }
    EXPECT_EQ(to_toml(load_drive(write(to_toml(drive), "again.toml"))).substr(20),
              to_toml(drive).substr(20));
    expect_runs(drive, random);
    return true;
  }
};

TEST_F(DriveFileProperty, AFileThatLoadsCanRun) {
  Random random(12, 1);
  int drives = 0;
  for (int i = 0; i < 450; ++i) {
    const std::string text = random_drive_file(random);
    drives += try_file(text, random) ? 1 : 0;
    ASSERT_FALSE(HasFailure()) << "file " << i << "\n" << text;
  }
  EXPECT_GT(drives, 200);
  EXPECT_LT(drives, 450);
}

TEST_F(DriveFileProperty, AFileThatDoesNotLoadSaysWhere) {
  Random random(12, 2);
  int wrong = 0;
  for (int i = 0; i < 600; ++i) {
    const std::string text = with_a_mistake(random_drive_file(random), random);
    wrong += try_file(text, random) ? 0 : 1;
    ASSERT_FALSE(HasFailure()) << "file " << i << "\n" << text;
  }
  EXPECT_GT(wrong, 300);
}

}  // namespace
}  // namespace headstack
