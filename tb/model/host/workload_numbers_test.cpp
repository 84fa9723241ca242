// The requests of each workload, number by number, from the random streams that the seed gives.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "model/base/random.h"
#include "model/host/classes.h"
#include "model/host/streams.h"
#include "model/run/simulation.h"
#include "model/run/simulation_context.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/placement.h"

namespace headstack {
namespace {

std::vector<RequestRecord> rows_of(const Workload& workload) {
  std::vector<RequestRecord> rows = run(placed(hp_c2247(), "fcfs"), workload).requests;
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].id, i);
  }
  return rows;
}

std::uint32_t disk() { return hp_c2247_tables().geometry().block_count; }

// Stream 1 of the seed has the places, stream 2 the kinds. The last place ends at or before the end
// of the disk.
TEST(WorkloadNumbers, PlacesAndKinds) {
  for (const auto& [blocks_of_disk, blocks, align] : {std::tuple{1'000U, 8U, 1U},
                                                      {1'000U, 8U, 8U},
                                                      {1'000U, 1U, 7U},
                                                      {1'000U, 1'000U, 1U},
                                                      {1'000U, 999U, 1U},
                                                      {1'000U, 999U, 2U},
                                                      {0xffff'ffffU, 1U, 1U},
                                                      {16U, 8U, 8U}}) {
    for (const double reads : {0.0, 0.25, 1.0}) {
      const RandomRequests what{50, blocks, reads, 42, align};
      RequestMaker maker(what, blocks_of_disk);
      Random places(42, 1);
      Random kinds(42, 2);
      const std::uint64_t count = (std::uint64_t{blocks_of_disk} - blocks) / align + 1;
      for (std::uint64_t i = 0; i < 50; ++i) {
        ASSERT_FALSE(maker.done());
        const RequestRecord request = maker.next();
        ASSERT_EQ(request.id, i);
        ASSERT_EQ(request.lbn, places.below(count) * align);
        ASSERT_EQ(request.blocks, blocks);
        ASSERT_EQ(request.write, kinds.uniform() >= reads);
        ASSERT_LE(std::uint64_t{request.lbn} + blocks, blocks_of_disk);
      }
      ASSERT_TRUE(maker.done());
    }
  }
}

// Stream 3 has the times between arrivals.
TEST(WorkloadNumbers, ArrivalsOfAnOpenWorkload) {
  const auto rows = rows_of(OpenWorkload{{60, 8, 0.5, 7, 1}, 40.0});
  ASSERT_EQ(rows.size(), 60U);
  Random times(7, 3);
  std::int64_t at = 0;
  for (const RequestRecord& row : rows) {
    at += std::llround(times.exponential() * (1e12 / 40.0));
    EXPECT_EQ(row.arrival, at) << row.id;
  }
}

// So many requests are there at the start, and each end brings another one.
TEST(WorkloadNumbers, ArrivalsOfAClosedWorkload) {
  for (const std::uint32_t outstanding : {1U, 3U, 50U}) {
    const auto rows = rows_of(ClosedWorkload{{20, 8, 0.5, 7, 1}, outstanding});
    ASSERT_EQ(rows.size(), 20U);
    std::vector<std::int64_t> ends;
    for (const RequestRecord& row : rows) {
      ends.push_back(row.finish);
    }
    std::sort(ends.begin(), ends.end());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i].arrival, i < outstanding ? 0 : ends[i - outstanding]) << i;
    }
  }
}

// Streams 1 + 3 i, 2 + 3 i and 3 + 3 i are the places, kinds and sizes of class i. A size is
// normal: twelve uniform numbers less 6.
TEST(WorkloadNumbers, RequestsOfClasses) {
  const std::vector<LoadClass> classes = {
      {2, 16.0, 8.0, 0.5}, {1, 3.0, 3.0, 1.0}, {3, 5.0, 0.0, 0.0}};
  const auto rows = rows_of(ClassesWorkload{classes, 90, 13});
  ASSERT_EQ(rows.size(), 90U);
  const std::vector<std::uint16_t> begin = {0, 1, 2, 0, 2, 2};  // in turns
  for (std::size_t i = 0; i < begin.size(); ++i) {
    EXPECT_EQ(rows[i].class_id, begin[i]) << i;
    EXPECT_EQ(rows[i].arrival, 0);
  }
  for (std::uint16_t of = 0; of < 3; ++of) {
    Random places(13, 1 + 3 * of);
    Random kinds(13, 2 + 3 * of);
    Random sizes(13, 3 + 3 * of);
    for (const RequestRecord& row : rows) {
      if (row.class_id != of) {
        continue;
      }
      double blocks = 0.0;
      while (blocks < 1.0) {
        double sum = -6.0;
        for (int i = 0; i < 12; ++i) {
          sum += sizes.uniform();
        }
        blocks = std::floor(classes[of].mean_blocks + classes[of].deviation_blocks * sum + 0.5);
      }
      ASSERT_EQ(row.blocks, static_cast<std::uint32_t>(blocks)) << row.id;
      ASSERT_EQ(row.lbn, places.below(disk() - row.blocks + std::uint64_t{1})) << row.id;
      ASSERT_EQ(row.write, kinds.uniform() >= classes[of].read_fraction) << row.id;
    }
  }
}

// Three groups of one stream each, so that a row's class is its stream.
StreamsWorkload streams(StreamIssue issue) {
  StreamsWorkload workload;
  workload.groups = {
      {1, 300.0, 250'000'000'000, 1.0}, {1, 900.0, 100'000'000'000, 0.5}, {1, 500.0, 0, 0.0}};
  workload.requests = 60;
  workload.track_blocks = 32;
  workload.least_tracks = 2;
  workload.most_tracks = 5;
  workload.first_per_s = 4.0;
  workload.issue = issue;
  workload.seed = 21;
  return workload;
}

// Stream 5 of the seed has the starts, and stream 16 + i the sizes, places and kinds of stream i.
void check_streams(const std::vector<RequestRecord>& rows, const StreamsWorkload& workload) {
  Random first(workload.seed, 5);
  for (std::size_t i = 0; i < workload.groups.size(); ++i) {
    const StreamGroup& group = workload.groups[i];
    std::int64_t arrival = std::llround(first.exponential() / workload.first_per_s * 1e12);
    std::int64_t deadline = arrival + group.buffered_ps;
    Random random(workload.seed, 16 + i);
    for (const RequestRecord& row : rows) {
      if (row.class_id != i) {
        continue;
      }
      const std::uint32_t blocks = 32 * (2 + static_cast<std::uint32_t>(random.below(4)));
      deadline += std::llround(blocks / group.blocks_per_s * 1e12);
      ASSERT_EQ(row.blocks, blocks) << row.id;
      ASSERT_EQ(row.lbn, random.below(disk() - blocks + std::uint64_t{1})) << row.id;
      ASSERT_EQ(row.write, random.uniform() >= group.read_fraction) << row.id;
      ASSERT_EQ(row.arrival, arrival) << row.id;
      ASSERT_EQ(row.deadline, deadline) << row.id;
      const std::int64_t next = deadline - group.buffered_ps;
      arrival = workload.issue == StreamIssue::open ? next : std::max(next, row.finish);
      if (workload.issue != StreamIssue::open) {
        deadline = std::max(deadline, row.finish);
      }
    }
  }
}

TEST(WorkloadNumbers, RequestsOfStreams) {
  for (const StreamIssue issue : {StreamIssue::open, StreamIssue::after}) {
    const StreamsWorkload workload = streams(issue);
    const auto rows = rows_of(workload);
    ASSERT_EQ(rows.size(), 60U);
    check_streams(rows, workload);
  }
}

// Best-effort requests have the class after the last group, and stream 4 of their seed has their
// times.
TEST(WorkloadNumbers, BestEffortBesideStreams) {
  StreamsWorkload workload = streams(StreamIssue::open);
  workload.best_effort = {{30, 8, 0.5, 17, 1}, 25.0, 0};
  const auto rows = rows_of(workload);
  ASSERT_EQ(rows.size(), 90U);
  Random times(17, 4);
  Random places(17, 1);
  std::int64_t at = 0;
  int count = 0;
  for (const RequestRecord& row : rows) {
    if (row.class_id == 3) {
      at += std::llround(times.exponential() * (1.0 / 25.0) * 1e12);
      EXPECT_EQ(row.arrival, at) << row.id;
      EXPECT_EQ(row.lbn, places.below(std::uint64_t{disk()} - 8 + 1)) << row.id;
      EXPECT_EQ(row.deadline, kNoDeadline);
      ++count;
    }
  }
  EXPECT_EQ(count, 30);
  check_streams(rows, workload);
}

// A bad row of a source is named by its number among all rows.
TEST(WorkloadNumbers, ABadRowOfASource) {
  ReplayWorkload workload;
  workload.open = true;
  workload.total = 10;
  int part = 0;
  workload.more = [&part](std::vector<ReplayWorkload::Request>& rows) {
    ++part;
    rows = {{1, 8, false, 1'000}, {part == 3 ? 0xffff'fff0U : 2, 8, false, 1'000}};
  };
  try {
    run(placed(hp_c2247(), "fcfs"), workload);
    FAIL() << "row 5 does not fit";
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 22), "row 5: lbn 4294967280 ");
  }
}

// Parts of a source are asked for until an empty part.
TEST(WorkloadNumbers, PartsOfASource) {
  ReplayWorkload workload;
  workload.open = true;
  workload.total = 7;
  int left = 7;
  workload.more = [&left](std::vector<ReplayWorkload::Request>& rows) {
    rows.clear();
    for (int i = 0; i < 2 && left > 0; ++i, --left) {
      rows.push_back({static_cast<std::uint32_t>(100 * left), 8, false, 50'000'000'000});
    }
  };
  const auto rows = rows_of(workload);
  ASSERT_EQ(rows.size(), 7U);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(rows[i].lbn, 100 * (7 - i));
    EXPECT_EQ(rows[i].arrival, static_cast<std::int64_t>(50'000'000'000 * (i + 1)));
  }
}

struct NoListener : RequestListener {
  void served(const RequestRecord& /*record*/) override {}
};

// A player knows the number of its requests before the first.
TEST(WorkloadSizes, AreTheNumbersOfAllRequests) {
  const SimulationContext context;
  NoListener listener;
  DeviceDriver driver("driver", listener, 1);
  const RandomRequests what{7, 8, 1.0, 1};
  EXPECT_EQ(OpenPlayer("open", driver, {what, 10.0}, disk()).size(), 7U);
  EXPECT_EQ(ClosedPlayer("closed", driver, {what, 2}, disk()).size(), 7U);
  ReplayWorkload replay;
  replay.requests.resize(5, {0, 8, false, 0});
  EXPECT_EQ(ReplayPlayer("replay", driver, replay, disk()).size(), 5U);
  ClassesWorkload classes;
  classes.classes = {{2, 8.0, 0.0, 1.0}};
  classes.requests = 9;
  EXPECT_EQ(ClassesPlayer("classes", driver, classes, disk()).size(), 9U);
  StreamsWorkload streams;
  streams.groups = {{1, 200.0, 1'000'000, 1.0}};
  streams.track_blocks = 64;
  streams.requests = 20;
  EXPECT_EQ(StreamsPlayer("streams", driver, streams, disk()).size(), 20U);
  streams.best_effort = {what, 0.0, 1};
  EXPECT_EQ(StreamsPlayer("both", driver, streams, disk()).size(), 20U + 7U);
}

}  // namespace
}  // namespace headstack
