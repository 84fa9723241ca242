// Replay with dependencies kept (Popovici 2003, 4): a repeated block waits for the earlier request,
// and all later requests wait with it.
#include <algorithm>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

constexpr std::int64_t kMs = 1'000'000'000;

std::vector<RequestRecord> replayed(std::vector<ReplayWorkload::Request> requests, bool hold) {
  Setup setup;
  setup.drive = hp_c2247();
  setup.scheduler = parse_scheduler("fcfs");
  ReplayWorkload workload{std::move(requests), true, hold};
  std::vector<RequestRecord> rows = run(setup, workload).requests;
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return rows;
}

TEST(ReplayHold, ARepeatedBlockWaitsAndAllBehindItToo) {
  const auto rows = replayed({{1000, 16, false, 0},
                              {500'000, 16, false, kMs},  // another place: goes at once
                              {1008, 16, true, kMs},      // overlaps the first
                              {700'000, 16, false, kMs},  // behind it
                              {200'000, 16, false, kMs}},
                             true);
  EXPECT_EQ(rows[1].arrival, kMs);
  ASSERT_GT(rows[0].finish, 2 * kMs);  // or there is nothing to wait for
  EXPECT_EQ(rows[2].arrival, rows[0].finish);
  EXPECT_EQ(rows[3].arrival, rows[0].finish + kMs);  // the pauses go on from there
  EXPECT_EQ(rows[4].arrival, rows[0].finish + 2 * kMs);
}

TEST(ReplayHold, NeighboursDoNotWait) {
  const auto rows =
      replayed({{1000, 16, false, 0}, {1016, 16, false, kMs}, {984, 16, false, kMs}}, true);
  EXPECT_EQ(rows[1].arrival, kMs);
  EXPECT_EQ(rows[2].arrival, 2 * kMs);
}

TEST(ReplayHold, WithoutItNothingWaits) {
  const auto rows = replayed({{1000, 16, false, 0}, {1000, 16, false, kMs}}, false);
  EXPECT_EQ(rows[1].arrival, kMs);
}

// Three on the same block at once: one after the other.
TEST(ReplayHold, ChainsAreKept) {
  const auto rows =
      replayed({{1000, 16, false, 0}, {1000, 16, true, 0}, {1000, 16, false, 0}}, true);
  EXPECT_EQ(rows[1].arrival, rows[0].finish);
  EXPECT_EQ(rows[2].arrival, rows[1].finish);
}

}  // namespace
}  // namespace headstack
