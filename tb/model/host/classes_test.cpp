// Closed loops that compete: sizes, places, reads, and the number of requests of each class.
#include "model/host/classes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/placement.h"

namespace headstack {
namespace {

std::vector<RequestRecord> rows_of(const ClassesWorkload& workload) {
  return run(placed(hp_c2247(), "fcfs"), workload).requests;
}

ClassesWorkload one_class(double mean, double deviation, double reads = 0.25) {
  ClassesWorkload workload;
  workload.classes = {{4, mean, deviation, reads}};
  workload.requests = 3'000;
  workload.seed = 5;
  return workload;
}

// 3,000 sizes of mean 100 and deviation 10. The estimates are within four of their deviations.
TEST(Classes, SizesAreNormal) {
  double sum = 0;
  double squares = 0;
  double places = 0;
  double reads = 0;
  int within = 0;
  const std::uint32_t disk = hp_c2247_tables().geometry().block_count;
  for (const RequestRecord& row : rows_of(one_class(100, 10))) {
    sum += row.blocks;
    squares += static_cast<double>(row.blocks) * row.blocks;
    within += row.blocks > 90 && row.blocks < 110 ? 1 : 0;
    places += row.lbn;
    reads += row.write ? 0 : 1;
    ASSERT_LE(row.lbn + row.blocks, disk);
  }
  const double mean = sum / 3'000;
  EXPECT_NEAR(mean, 100, 4 * 10 / std::sqrt(3'000.0));
  EXPECT_NEAR(std::sqrt(squares / 3'000 - mean * mean), 10, 4 * 10 / std::sqrt(6'000.0));
  EXPECT_NEAR(within / 3'000.0, std::erf(0.95 / std::sqrt(2.0)), 0.04);
  EXPECT_NEAR(places / 3'000 / disk, 0.5, 4 * std::sqrt(1.0 / 12 / 3'000));
  EXPECT_NEAR(reads / 3'000, 0.25, 4 * std::sqrt(0.25 * 0.75 / 3'000));
}

// A mean of 3 with a deviation of 3: a fifth is drawn again, and the smallest size is 1.
TEST(Classes, NoSizeIsBelowABlock) {
  std::uint32_t least = UINT32_MAX;
  for (const RequestRecord& row : rows_of(one_class(3, 3))) {
    least = std::min(least, row.blocks);
  }
  EXPECT_EQ(least, 1U);
}

// 65,535 blocks are the most of a request.
TEST(Classes, NoSizeIsAboveTheMostBlocks) {
  ClassesWorkload workload = one_class(65'535, 2);
  workload.requests = 60;
  std::uint32_t most = 0;
  for (const RequestRecord& row : rows_of(workload)) {
    most = std::max(most, row.blocks);
  }
  EXPECT_EQ(most, 65'535U);
}

// Without a deviation, a mean is rounded to the nearest block.
TEST(Classes, AMeanIsRounded) {
  for (const auto& [mean, blocks] : std::map<double, std::uint32_t>{{8.4, 8}, {8.5, 9}, {8.6, 9}}) {
    for (const RequestRecord& row : rows_of(one_class(mean, 0))) {
      ASSERT_EQ(row.blocks, blocks);
    }
  }
}

// Classes begin in turns: one of each, then the second of those that have a second.
TEST(Classes, BeginInTurns) {
  ClassesWorkload workload = one_class(8, 0);
  workload.classes = {{1, 8, 0, 1}, {3, 16, 0, 1}, {2, 24, 0, 1}};
  workload.requests = 60;
  std::vector<std::uint16_t> first(60);
  std::map<std::uint16_t, int> present;
  std::vector<std::pair<std::int64_t, std::pair<int, std::uint16_t>>> events;
  for (const RequestRecord& row : rows_of(workload)) {
    first.at(row.id) = row.class_id;
    EXPECT_EQ(row.blocks, 8U * (row.class_id + 1U));
    events.push_back({row.finish, {-1, row.class_id}});
    events.push_back({row.arrival, {1, row.class_id}});
  }
  EXPECT_EQ((std::vector<std::uint16_t>(first.begin(), first.begin() + 6)),
            (std::vector<std::uint16_t>{0, 1, 2, 1, 2, 1}));
  // Each completion of a class brings its next request, until the workload ends.
  std::sort(events.begin(), events.end());
  std::map<std::uint16_t, int> most;
  for (const auto& [time, change] : events) {
    present[change.second] += change.first;
    most[change.second] = std::max(most[change.second], present[change.second]);
  }
  EXPECT_EQ(most, (std::map<std::uint16_t, int>{{0, 1}, {1, 3}, {2, 2}}));
}

// The requests of a class depend on the seed alone: another class changes only their times.
TEST(Classes, TheSequenceOfAClassIsItsOwn) {
  ClassesWorkload alone = one_class(30, 5);
  alone.requests = 50;
  ClassesWorkload together = alone;
  together.classes.push_back({2, 60, 5, 0.5});
  together.requests = 100;
  const auto places_of_class_0 = [](const ClassesWorkload& workload) {
    std::vector<RequestRecord> rows = rows_of(workload);
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    std::vector<std::uint32_t> places;
    for (const RequestRecord& row : rows) {
      if (row.class_id == 0) {
        places.push_back(row.lbn);
      }
    }
    return places;
  };
  const auto expected = places_of_class_0(alone);
  auto found = places_of_class_0(together);
  ASSERT_GT(found.size(), 20U);
  ASSERT_LE(found.size(), expected.size() + 50);
  const std::size_t common = std::min(found.size(), expected.size());
  EXPECT_TRUE(std::equal(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(common),
                         expected.begin()));
}

}  // namespace
}  // namespace headstack
