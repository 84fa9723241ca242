// Media streams: deadlines, arrivals, sizes and places of their requests, and best-effort traffic.
#include "model/host/streams.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/placement.h"

namespace headstack {
namespace {

constexpr std::uint32_t kTrack = 64;                 // blocks
constexpr std::int64_t kSecond = 1'000'000'000'000;  // ps
constexpr std::int64_t kBuffered = 250'000'000'000;  // 0.25 s

std::int64_t play_ps(std::uint32_t blocks, double blocks_per_s) {
  return std::llround(blocks / blocks_per_s * 1e12);
}

StreamsWorkload one_stream(double blocks_per_s, std::uint64_t requests, StreamIssue issue) {
  StreamsWorkload workload;
  workload.groups = {{1, blocks_per_s, kBuffered, 1.0}};
  workload.requests = requests;
  workload.track_blocks = kTrack;
  workload.least_tracks = 1;
  workload.most_tracks = 4;
  workload.first_per_s = 2.0;
  workload.issue = issue;
  workload.seed = 11;
  return workload;
}

// The rows in the order of issue.
std::vector<RequestRecord> rows_of(const StreamsWorkload& workload) {
  std::vector<RequestRecord> rows = run(placed(hp_c2247(), "fcfs"), workload).requests;
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return rows;
}

// 200 blocks/s take 0.32 s for a track: the drive is far quicker. So both kinds of issue have one
// schedule. Each request comes when the play of the last piece begins, plus its time, minus the
// buffer.
TEST(Streams, AQuickDriveKeepsTheScheduleOfThePlay) {
  for (const StreamIssue issue : {StreamIssue::after, StreamIssue::open}) {
    const auto rows = rows_of(one_stream(200.0, 40, issue));
    ASSERT_EQ(rows.size(), 40U);
    std::int64_t deadline = rows[0].arrival + kBuffered;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i > 0) {
        EXPECT_EQ(rows[i].arrival, deadline - kBuffered) << i;
      }
      deadline += play_ps(rows[i].blocks, 200.0);
      EXPECT_EQ(rows[i].deadline, deadline) << i;
      EXPECT_LT(rows[i].finish, deadline) << i;
    }
  }
}

// 20,000 blocks/s are 10 MB/s: the drive is always late. The stream asks at each completion, and
// plays a late piece from its arrival.
TEST(Streams, ALatePiecePlaysFromItsArrival) {
  const auto rows = rows_of(one_stream(20'000.0, 40, StreamIssue::after));
  std::int64_t deadline = rows[0].arrival + kBuffered;
  std::size_t late = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) {
      EXPECT_EQ(rows[i].arrival, std::max(rows[i - 1].finish, deadline - kBuffered)) << i;
      late += rows[i - 1].finish > deadline ? 1 : 0;
      deadline = std::max(deadline, rows[i - 1].finish);
    }
    deadline += play_ps(rows[i].blocks, 20'000.0);
    EXPECT_EQ(rows[i].deadline, deadline) << i;
  }
  EXPECT_GT(late, 10U);
}

// The same stream, which does not wait for the drive: its requests queue up.
TEST(Streams, AnOpenStreamAsksWhetherItIsServedOrNot) {
  const auto rows = rows_of(one_stream(20'000.0, 40, StreamIssue::open));
  std::int64_t deadline = rows[0].arrival + kBuffered;
  std::size_t before_the_last = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) {
      EXPECT_EQ(rows[i].arrival, deadline - kBuffered) << i;
      before_the_last += rows[i].arrival < rows[i - 1].finish ? 1 : 0;
    }
    deadline += play_ps(rows[i].blocks, 20'000.0);
    EXPECT_EQ(rows[i].deadline, deadline) << i;
  }
  EXPECT_GT(before_the_last, 30U);
}

TEST(Streams, TheRequestsOfAStreamDependOnTheSeedAlone) {
  const auto slow = rows_of(one_stream(200.0, 40, StreamIssue::after));
  const auto quick = rows_of(one_stream(20'000.0, 40, StreamIssue::open));
  StreamsWorkload other = one_stream(200.0, 40, StreamIssue::after);
  other.seed = 12;
  const auto changed = rows_of(other);
  std::size_t moved = 0;
  for (std::size_t i = 0; i < slow.size(); ++i) {
    EXPECT_EQ(slow[i].lbn, quick[i].lbn);
    EXPECT_EQ(slow[i].blocks, quick[i].blocks);
    moved += slow[i].lbn != changed[i].lbn ? 1 : 0;
  }
  EXPECT_GT(moved, 35U);
  EXPECT_EQ(slow[0].arrival, quick[0].arrival);
  EXPECT_NE(slow[0].arrival, changed[0].arrival);
}

// Two to five tracks are equally frequent: of 2,000, each is drawn 500 times, with a deviation of
// 19. Every place is in the disk, and the mean of the places is its middle.
TEST(Streams, SizesAndPlacesAreUniform) {
  StreamsWorkload workload = one_stream(5'000.0, 2'000, StreamIssue::after);
  workload.least_tracks = 2;
  workload.most_tracks = 5;
  const std::uint32_t disk = hp_c2247_tables().geometry().block_count;
  std::map<std::uint32_t, int> sizes;
  double sum = 0;
  for (const RequestRecord& row : rows_of(workload)) {
    sizes[row.blocks]++;
    ASSERT_LE(row.lbn + row.blocks, disk);
    sum += row.lbn;
    EXPECT_FALSE(row.write);
    EXPECT_EQ(row.class_id, 0);
  }
  ASSERT_EQ(sizes.size(), 4U);
  EXPECT_EQ(sizes.begin()->first, 2 * kTrack);
  EXPECT_EQ(sizes.rbegin()->first, 5 * kTrack);
  for (const auto& [blocks, count] : sizes) {
    EXPECT_NEAR(count, 500, 80) << blocks;
  }
  EXPECT_NEAR(sum / 2'000 / disk, 0.5, 4 * std::sqrt(1.0 / 12 / 2'000));
}

// The first requests of 2,000 streams come after exponential times with a mean of 0.5 s: mean and
// deviation are equal, within four deviations of the estimate.
TEST(Streams, AStreamBeginsAfterAnExponentialTime) {
  StreamsWorkload workload = one_stream(1e4, 2'000, StreamIssue::open);
  workload.groups[0].streams = 2'000;
  workload.groups[0].buffered_ps = 0;
  workload.groups[0].blocks_per_s = 1.0;  // no second request before all first ones
  workload.most_tracks = 1;
  double sum = 0;
  double squares = 0;
  for (const RequestRecord& row : rows_of(workload)) {
    const double s = static_cast<double>(row.arrival) / kSecond;
    sum += s;
    squares += s * s;
    EXPECT_EQ(row.deadline, row.arrival + 64 * kSecond);
  }
  const double mean = sum / 2'000;
  EXPECT_NEAR(mean, 0.5, 4 * 0.5 / std::sqrt(2'000.0));
  EXPECT_NEAR(std::sqrt(squares / 2'000 - mean * mean), 0.5, 0.06);
}

// Each group has its own rate, buffer, share of reads and class.
TEST(Streams, GroupsAreClasses) {
  StreamsWorkload workload = one_stream(1.0, 1'200, StreamIssue::open);
  workload.most_tracks = 1;
  workload.groups = {{1, 640.0, kSecond, 0.0}, {2, 320.0, 2 * kSecond, 0.25}};
  std::map<std::uint16_t, std::vector<RequestRecord>> by_class;
  for (const RequestRecord& row : rows_of(workload)) {
    by_class[row.class_id].push_back(row);
  }
  ASSERT_EQ(by_class.size(), 2U);
  // Ten and two times five requests a second.
  EXPECT_NEAR(static_cast<double>(by_class[0].size()), 600, 20);
  EXPECT_NEAR(static_cast<double>(by_class[1].size()), 600, 20);
  double reads = 0;
  for (const RequestRecord& row : by_class[0]) {
    EXPECT_TRUE(row.write);
    EXPECT_EQ(row.deadline - row.arrival, kSecond + kSecond / 10);
  }
  for (const RequestRecord& row : by_class[1]) {
    reads += row.write ? 0 : 1;
    EXPECT_EQ(row.deadline - row.arrival, 2 * kSecond + kSecond / 5);
  }
  const auto all = static_cast<double>(by_class[1].size());
  EXPECT_NEAR(reads / all, 0.25, 4 * std::sqrt(0.25 * 0.75 / all));
}

// 400 requests of an open loop at 20/s take 20 s. They have no deadline, and the class after the
// groups.
TEST(Streams, BestEffortInAnOpenLoop) {
  StreamsWorkload workload = one_stream(200.0, 20, StreamIssue::after);
  workload.best_effort.what = {400, 8, 0.5, 3};
  workload.best_effort.rate_per_s = 20.0;
  std::vector<std::int64_t> arrivals;
  std::size_t streams = 0;
  for (const RequestRecord& row : rows_of(workload)) {
    if (row.class_id == 0) {
      ++streams;
      continue;
    }
    EXPECT_EQ(row.class_id, 1);
    EXPECT_EQ(row.blocks, 8U);
    EXPECT_EQ(row.deadline, kNoDeadline);
    arrivals.push_back(row.arrival);
  }
  EXPECT_EQ(streams, 20U);
  ASSERT_EQ(arrivals.size(), 400U);
  EXPECT_NEAR(static_cast<double>(arrivals.back()) / kSecond, 20.0, 4 * 20.0 / std::sqrt(400.0));
  EXPECT_GT(arrivals.front(), 0);
}

// Three are at the drive at all times: three arrive at the start, and one at each completion.
TEST(Streams, BestEffortInAClosedLoop) {
  StreamsWorkload workload = one_stream(200.0, 20, StreamIssue::after);
  workload.best_effort.what = {60, 8, 0.5, 3};
  workload.best_effort.outstanding = 3;
  std::multiset<std::int64_t> arrivals;
  std::multiset<std::int64_t> expected = {0, 0, 0};
  std::vector<std::int64_t> ends;
  for (const RequestRecord& row : rows_of(workload)) {
    if (row.class_id == 1) {
      arrivals.insert(row.arrival);
      ends.push_back(row.finish);
    }
  }
  ASSERT_EQ(ends.size(), 60U);
  std::sort(ends.begin(), ends.end());
  expected.insert(ends.begin(), ends.end() - 3);
  EXPECT_EQ(arrivals, expected);
}

// Fewer requests than the loop may have outstanding.
TEST(Streams, AClosedLoopEndsWithItsRequests) {
  StreamsWorkload workload = one_stream(200.0, 1, StreamIssue::after);
  workload.best_effort.what = {2, 8, 0.5, 3};
  workload.best_effort.outstanding = 5;
  EXPECT_EQ(rows_of(workload).size(), 3U);
}

}  // namespace
}  // namespace headstack
