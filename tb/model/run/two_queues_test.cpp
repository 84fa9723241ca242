// The host's queue and the drive's queue. Requests wait in the host if the drive has no room, and
// both queues may have schedulers.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/placement.h"

namespace headstack {
namespace {

Setup setup(const std::string& scheduler, std::uint32_t queue_depth) {
  Setup found{hp_c2247(), parse_scheduler(scheduler)};
  found.drive.queue.depth = queue_depth;
  return found;
}

// `in_host` above `in_drive`, of which each queue is so deep.
Setup both(const std::string& in_host, const std::string& in_drive, std::uint32_t outstanding,
           std::uint32_t host_depth = 1U << 20U) {
  Setup found = setup(in_drive, 128);
  found.host = HostQueue{parse_scheduler(in_host), outstanding, host_depth};
  return found;
}

RandomRequests requests(std::uint64_t count) { return {count, 16, 2.0 / 3, 1}; }

std::vector<std::pair<std::uint64_t, std::int64_t>> schedule_of(const Setup& setup,
                                                                const Workload& workload) {
  std::vector<std::pair<std::uint64_t, std::int64_t>> schedule;
  for (const RequestRecord& row : run(setup, workload).requests) {
    schedule.emplace_back(row.id, row.finish);
  }
  return schedule;
}

// The number of commands at the drive at most: a command has the lowest tag that is free, and that
// of one that is over is free a moment after the next has its own.
std::uint32_t most_at_drive(const std::vector<RequestRecord>& rows) {
  std::uint32_t most = 0;
  for (const RequestRecord& row : rows) {
    most = std::max(most, row.tag);
  }
  return most;
}

TEST(TwoQueues, AFullDriveMakesRequestsWait) {
  const OpenWorkload twice_as_fast{requests(2'000), 120.0};
  const std::vector<RequestRecord> rows = run(setup("sptf", 4), twice_as_fast).requests;
  EXPECT_EQ(rows.size(), 2'000U);
  EXPECT_EQ(most_at_drive(rows), 4U);
}

TEST(TwoQueues, RoomThatNobodyNeedsChangesNothing) {
  const ClosedWorkload ten{requests(1'000), 10};
  EXPECT_EQ(schedule_of(setup("sptf", 10), ten), schedule_of(setup("sptf", 128), ten));
  EXPECT_NE(schedule_of(setup("sptf", 9), ten), schedule_of(setup("sptf", 128), ten));
}

TEST(TwoQueues, ADriveOfOneTaskIsAHostThatSendsOne) {
  const OpenWorkload open{requests(1'000), 60.0};
  EXPECT_EQ(schedule_of(setup("sptf", 1), open),
            schedule_of(placed(hp_c2247(), "fcfs", Placement::host, 1), open));
  EXPECT_EQ(schedule_of(both("clook", "sptf", 1), open),
            schedule_of(placed(hp_c2247(), "clook", Placement::host, 1), open));
}

TEST(TwoQueues, AHostThatSendsAllLeavesItToTheDrive) {
  const OpenWorkload open{requests(1'000), 60.0};
  EXPECT_EQ(schedule_of(both("clook", "sptf", 128), open), schedule_of(setup("sptf", 128), open));
}

TEST(TwoQueues, AHostThatSeesOneRequestIsInOrderOfArrival) {
  const OpenWorkload open{requests(500), 120.0};
  EXPECT_EQ(schedule_of(both("sstf", "fcfs", 1, 1), open),
            schedule_of(both("fcfs", "fcfs", 1), open));
  EXPECT_NE(schedule_of(both("sstf", "fcfs", 1, 2), open),
            schedule_of(both("fcfs", "fcfs", 1), open));
}

TEST(TwoQueues, BothDecide) {
  const ClosedWorkload many{requests(2'000), 64};
  const RunOutput output = run(both("clook", "sptf", 8), many);
  EXPECT_EQ(most_at_drive(output.requests), 8U);
  EXPECT_EQ(output.host_decisions, 2'000U);
  EXPECT_EQ(output.decisions, 2'000U);
  EXPECT_GT(output.examined, 2'000U);
}

// Mean time from arrival to finish, with 64 requests in the system.
double mean_ms(const Setup& setup) {
  double sum = 0.0;
  for (const RequestRecord& row : run(setup, ClosedWorkload{requests(5'000), 64}).requests) {
    sum += static_cast<double>(row.finish - row.arrival) / 1e9;
  }
  return sum / 5'000;
}

// Sorted by the host, eight requests at the drive are near each other: less of a seek for each.
TEST(TwoQueues, AnElevatorAboveHelpsAShortQueueBelow) {
  const double both_ms = mean_ms(both("clook", "sptf", 8));
  EXPECT_LT(both_ms, mean_ms(setup("sptf", 8)));
  EXPECT_LT(both_ms, mean_ms(both("clook", "fcfs", 8)));
}

// 65,536 tasks are as many as there are tags.
TEST(TwoQueues, TagsLastForTheDeepestQueue) {
  const ClosedWorkload many{requests(66'000), 65'600};
  EXPECT_EQ(run(setup("fcfs", 65'536), many).requests.size(), 66'000U);
}

class TwoHosts : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Depths, TwoHosts, testing::Values(1U, 2U, 5U));

// Each knows of its own commands only, so the drive answers TASK SET FULL.
TEST_P(TwoHosts, ShareADriveThatIsFull) {
  BusSetup bus;
  bus.drives.push_back({setup("sptf", GetParam()), 0});
  bus.streams.push_back({0, 7, ClosedWorkload{requests(300), 8}});
  bus.streams.push_back({0, 6, OpenWorkload{requests(300), 20.0}});
  const std::vector<RunOutput> outputs = run_bus(bus);
  for (const RunOutput& output : outputs) {
    EXPECT_EQ(output.requests.size(), 300U);
    for (const RequestRecord& row : output.requests) {
      EXPECT_EQ(row.finish - row.arrival,
                row.queue + row.overhead + row.seek + row.rotation + row.transfer + row.bus);
      EXPECT_GE(std::min({row.queue, row.overhead, row.seek, row.rotation}), 0);
    }
  }
}

}  // namespace
}  // namespace headstack
