// Scheduler and hardware use equal arithmetic. The scheduler's prediction equals the hardware's
// time, to the tick, for every request that reaches the media.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/placement.h"

namespace headstack {
namespace {

constexpr std::uint64_t kRequests = 100'000;

RandomRequests random_requests(std::uint64_t seed, std::uint32_t blocks = 16) {
  return {kRequests, blocks, 2.0 / 3, seed};
}

void expect_predicted(const std::vector<RequestRecord>& rows) {
  ASSERT_EQ(rows.size(), kRequests);
  std::uint64_t media = 0;
  for (const RequestRecord& row : rows) {
    if (row.hit) {
      ASSERT_EQ(row.actual_media, 0U) << "request " << row.id;
      continue;
    }
    ++media;
    ASSERT_NE(row.predicted_media, 0U) << "request " << row.id;
    ASSERT_EQ(row.predicted_media, row.actual_media)
        << "request " << row.id << ": lbn " << row.lbn << (row.write ? " write" : " read")
        << " started at " << row.start;
  }
  EXPECT_GT(media, kRequests / 2);
}

Setup setup(Placement placement = Placement::drive) {
  return placed(hp_c2247(), "sptf", placement);
}

class PredictionOpen : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Rates, PredictionOpen, testing::Values(10.0, 40.0, 75.0));

TEST_P(PredictionOpen, AtTheDrive) {
  expect_predicted(run(setup(), OpenWorkload{random_requests(1), GetParam()}).requests);
}

TEST_P(PredictionOpen, AtTheHost) {
  expect_predicted(
      run(setup(Placement::host), OpenWorkload{random_requests(2), GetParam()}).requests);
}

class PredictionClosed : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Depths, PredictionClosed, testing::Values(1, 2, 10, 100));

TEST_P(PredictionClosed, AtTheDrive) {
  expect_predicted(run(setup(), ClosedWorkload{random_requests(3), GetParam()}).requests);
}

TEST_P(PredictionClosed, AtTheHost) {
  expect_predicted(
      run(setup(Placement::host), ClosedWorkload{random_requests(4), GetParam()}).requests);
}

TEST(Prediction, OfOneBlockAndOfLargeRequests) {
  for (const std::uint32_t blocks : {1U, 9U, 45U, 200U}) {
    expect_predicted(run(setup(), ClosedWorkload{random_requests(5, blocks), 10}).requests);
  }
}

// Drives with other rules: no cache or another one, zero latency, direction of seeks, work for the
// processor, data ahead of the media, ...
std::vector<std::string> drive_files() {
  std::vector<std::string> names;
  const std::filesystem::path folder = std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string file_name(const testing::TestParamInfo<std::string>& info) { return info.param; }

class PredictionOfDrive : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Files, PredictionOfDrive, testing::ValuesIn(drive_files()), file_name);

TEST_P(PredictionOfDrive, IsExact) {
  const DriveConfig drive = load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) /
                                       "model/drives" / (GetParam() + ".toml"));
  for (const Placement placement : {Placement::drive, Placement::host}) {
    for (const std::uint32_t outstanding : {1U, 10U}) {
      RandomRequests what = random_requests(8);
      what.requests = 20'000;
      const auto rows =
          run(placed(drive, "sptf", placement), ClosedWorkload{what, outstanding}).requests;
      for (const RequestRecord& row : rows) {
        const bool cached = drive.cache.write_back && row.write && row.actual_media == 0;
        if (!row.hit && !cached) {
          ASSERT_EQ(row.predicted_media, row.actual_media)
              << "request " << row.id << (row.write ? " write" : " read") << ", outstanding "
              << outstanding << (placement == Placement::host ? " at the host" : "");
        }
      }
    }
  }
}

// Runs of sequential reads and writes, so that hits and sequential writes come too: a replay at the
// drive, with other thinking times.
TEST(Prediction, OfSequentialRuns) {
  ReplayWorkload replay;
  Random random(6, 9);
  std::uint32_t lbn = 0;
  bool write = false;
  while (replay.requests.size() < kRequests) {
    const auto blocks = static_cast<std::uint32_t>(1 + random.below(40));
    if (random.below(4) == 0 || lbn > 2'000'000) {
      lbn = static_cast<std::uint32_t>(random.below(2'000'000));
      write = random.below(3) == 0;
    }
    replay.requests.push_back(
        {lbn, blocks, write, static_cast<std::int64_t>(random.below(12'000'000'000))});
    lbn += blocks;
  }
  const std::vector<RequestRecord> rows = run(setup(), replay).requests;
  std::uint64_t hits = 0;
  for (const RequestRecord& row : rows) {
    hits += row.hit ? 1 : 0;
    if (!row.hit) {
      ASSERT_EQ(row.predicted_media, row.actual_media) << "request " << row.id;
    }
  }
  EXPECT_GT(hits, kRequests / 4);
}

// The host sees the drive as the drive's own scheduler does: same choices, nearly the same times.
TEST(Prediction, TheHostKnowsWhereTheHeadsAre) {
  const auto mean_seek = [](Placement placement) {
    double sum = 0;
    for (const RequestRecord& row :
         run(setup(placement), ClosedWorkload{random_requests(7), 10}).requests) {
      sum += static_cast<double>(row.seek + row.rotation) / 1e9;
    }
    return sum / kRequests;
  };
  const double at_drive = mean_seek(Placement::drive);
  EXPECT_NEAR(mean_seek(Placement::host), at_drive, 0.05 * at_drive);
}

}  // namespace
}  // namespace headstack
