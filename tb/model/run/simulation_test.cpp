// Whole runs: every request once, the parts of each sum, and the same input gives the same rows.
#include "model/run/simulation.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include <gtest/gtest.h>

#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/placement.h"

namespace headstack {
namespace {

Setup setup(const std::string& scheduler = "fcfs", Placement placement = Placement::drive,
            std::uint32_t outstanding = 1) {
  return placed(hp_c2247(), scheduler, placement, outstanding);
}

OpenWorkload open_workload(std::uint64_t requests, double rate, std::uint64_t seed = 1) {
  return {{requests, 16, 2.0 / 3, seed}, rate};
}

ClosedWorkload closed_workload(std::uint64_t requests, std::uint32_t outstanding,
                               std::uint64_t seed = 1) {
  return {{requests, 16, 2.0 / 3, seed}, outstanding};
}

auto all_of(const RequestRecord& r) {
  return std::tie(r.id, r.arrival, r.start, r.finish, r.queue, r.overhead, r.seek, r.rotation,
                  r.transfer, r.bus, r.predicted_media, r.actual_media, r.lbn, r.blocks, r.tag,
                  r.write, r.hit);
}

bool same(const std::vector<RequestRecord>& a, const std::vector<RequestRecord>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return all_of(x) == all_of(y); });
}

void expect_sound(const std::vector<RequestRecord>& rows, std::uint64_t requests) {
  ASSERT_EQ(rows.size(), requests);
  std::vector<bool> seen(requests);
  std::int64_t last = 0;
  for (const RequestRecord& r : rows) {
    ASSERT_LT(r.id, requests);
    ASSERT_FALSE(seen[r.id]) << r.id;
    seen[r.id] = true;
    ASSERT_GE(r.finish, last);
    last = r.finish;
    ASSERT_EQ(r.finish - r.arrival, r.queue + r.overhead + r.seek + r.rotation + r.transfer + r.bus)
        << r.id;
    ASSERT_GE(std::min({r.queue, r.overhead, r.seek, r.rotation, r.transfer, r.bus}), 0) << r.id;
    ASSERT_EQ(r.start, r.arrival + r.queue);
    ASSERT_EQ(r.hit, r.transfer == 0);
  }
}

TEST(Simulation, EveryRequestOnceAndItsPartsSum) {
  for (const char* scheduler : {"fcfs", "sstf", "clook", "sptf", "clook(map)"}) {
    for (const Placement placement : {Placement::drive, Placement::host}) {
      for (const std::uint32_t outstanding : {1U, 4U}) {
        const headstack::Setup s = setup(scheduler, placement, outstanding);
        expect_sound(run(s, open_workload(3'000, 30)).requests, 3'000);
        expect_sound(run(s, closed_workload(3'000, 12)).requests, 3'000);
      }
    }
  }
}

TEST(Simulation, OneRequest) {
  expect_sound(run(setup(), closed_workload(1, 1)).requests, 1);
  expect_sound(run(setup(), closed_workload(1, 1'000)).requests, 1);
  expect_sound(run(setup(), open_workload(1, 0.001)).requests, 1);
  EXPECT_TRUE(run(setup(), ReplayWorkload{}).requests.empty());
}

// The port numbers tasks in 20 bits, and must use its numbers again.
TEST(Simulation, MoreRequestsThanThePortHasNumbers) {
  ClosedWorkload workload = closed_workload(1'100'000, 2);
  workload.what.blocks = 1;
  const std::vector<RequestRecord> rows = run(setup(), workload).requests;
  ASSERT_EQ(rows.size(), 1'100'000U);
  EXPECT_EQ(rows.back().id, 1'099'999U);
}

TEST(Simulation, FcfsAtTheDriveIsInOrder) {
  const std::vector<RequestRecord> rows = run(setup(), open_workload(5'000, 50)).requests;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i].id, i);
    ASSERT_TRUE(i == 0 || rows[i].start >= rows[i - 1].finish);
  }
}

// Worthington 1994, figure 5: FCFS saturates near 45 requests of 8 KB a second. One by one the
// drive needs some 22 ms for each.
TEST(Simulation, TheServiceTimeIsThatOfTheDrive) {
  const std::vector<RequestRecord> rows = run(setup(), closed_workload(20'000, 1)).requests;
  const double mean_ms = static_cast<double>(rows.back().finish) / 1e9 / 20'000;
  EXPECT_GT(mean_ms, 20);
  EXPECT_LT(mean_ms, 25);
}

TEST(Simulation, SameSeedSameRows) {
  const std::vector<Workload> workloads = {open_workload(2'000, 40, 9),
                                           closed_workload(2'000, 20, 9)};
  for (const Workload& workload : workloads) {
    for (const Placement placement : {Placement::drive, Placement::host}) {
      const headstack::Setup s = setup("sptf", placement);
      EXPECT_TRUE(same(run(s, workload).requests, run(s, workload).requests));
    }
  }
  EXPECT_FALSE(same(run(setup(), open_workload(100, 40, 9)).requests,
                    run(setup(), open_workload(100, 40, 10)).requests));
}

TEST(Simulation, ThreeHundredRunsInAProcessAreEqual) {
  const std::vector<RequestRecord> first = run(setup("sptf"), open_workload(100, 40)).requests;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(same(run(setup("sptf"), open_workload(100, 40)).requests, first)) << i;
    if (i % 50 == 0) {
      run(setup("clook", Placement::host, 2), closed_workload(50, 10));  // others between
    }
  }
}

TEST(Simulation, ALongerRunBeginsLikeAShorterOne) {
  const std::vector<RequestRecord> all = run(setup(), open_workload(2'000, 20)).requests;
  const std::vector<RequestRecord> some = run(setup(), open_workload(500, 20)).requests;
  EXPECT_TRUE(same({all.begin(), all.begin() + 500}, some));
}

// ---- Workloads

TEST(Simulation, OpenArrivalsAreExponential) {
  const std::vector<RequestRecord> rows = run(setup("sptf"), open_workload(50'000, 40)).requests;
  std::vector<std::int64_t> arrivals(rows.size());
  std::uint64_t writes = 0;
  for (const RequestRecord& r : rows) {
    arrivals[r.id] = r.arrival;
    writes += r.write ? 1 : 0;
  }
  EXPECT_TRUE(std::is_sorted(arrivals.begin(), arrivals.end()));
  EXPECT_NEAR(static_cast<double>(arrivals.back()) / 1e12 / 50'000, 0.025, 0.025 * 0.02);
  EXPECT_NEAR(static_cast<double>(writes) / 50'000, 1.0 / 3, 0.01);
}

TEST(Simulation, RandomRequestsReachBothEndsOfTheDisk) {
  RequestMaker maker({30'000, 8, 0.25, 3}, 10);
  int places[3] = {};
  int reads = 0;
  for (std::uint64_t id = 0; !maker.done(); ++id) {
    const RequestRecord request = maker.next();
    ASSERT_EQ(request.id, id);
    ASSERT_LE(request.lbn, 2U);
    ++places[request.lbn];
    reads += request.write ? 0 : 1;
  }
  for (const int n : places) {
    EXPECT_NEAR(n, 10'000, 410);  // five standard deviations
  }
  EXPECT_NEAR(reads, 7'500, 375);
  EXPECT_EQ(RequestMaker({1, 10, 1.0, 3}, 10).next().lbn, 0U);
}

// First blocks 0, 3 and 6 are all that 4 blocks of 10 can have at multiples of 3.
TEST(Simulation, RandomRequestsAreAligned) {
  RequestMaker maker({30'000, 4, 0.25, 3, 3}, 10);
  std::map<std::uint32_t, int> places;
  while (!maker.done()) {
    ++places[maker.next().lbn];
  }
  ASSERT_EQ(places.size(), 3U);
  for (const std::uint32_t lbn : {0U, 3U, 6U}) {
    EXPECT_NEAR(places[lbn], 10'000, 410) << lbn;
  }
  EXPECT_EQ(RequestMaker({1, 10, 1.0, 3, 10}, 10).next().lbn, 0U);
}

// In the host all of a closed workload waits before the first request is picked: SSTF begins at the
// block nearest to 0. A drive begins with the first command that it gets.
TEST(Simulation, AClosedQueueIsFullAtItsFirstPick) {
  const ClosedWorkload workload = closed_workload(8, 8);
  RequestMaker maker(workload.what, 2'054'864);
  const std::uint32_t first = maker.next().lbn;
  std::uint32_t lowest = first;
  while (!maker.done()) {
    lowest = std::min(lowest, maker.next().lbn);
  }
  ASSERT_LT(lowest, first);
  EXPECT_EQ(run(setup("sstf", Placement::host), workload).requests.front().lbn, lowest);
  EXPECT_EQ(run(setup("sstf"), workload).requests.front().lbn, first);
}

// ... and so do classes, and best-effort requests beside streams.
TEST(Simulation, ClassesAndBestEffortAreThereAtTheFirstPick) {
  const auto first_of = [](const Workload& workload) {
    const std::vector<RequestRecord> rows = run(setup("sstf", Placement::host), workload).requests;
    std::uint32_t lowest = UINT32_MAX;
    for (const RequestRecord& row : rows) {
      lowest = row.arrival == 0 ? std::min(lowest, row.lbn) : lowest;
    }
    EXPECT_NE(rows.front().id, 0U);
    EXPECT_EQ(rows.front().lbn, lowest);
  };
  ClassesWorkload classes;
  classes.classes = {{8, 8.0, 0.0, 1.0}, {8, 8.0, 0.0, 1.0}};
  classes.requests = 40;
  classes.seed = 2;
  first_of(classes);
  StreamsWorkload streams;
  streams.groups = {{1, 100.0, 0, 1.0}};
  streams.requests = 2;
  streams.track_blocks = 8;
  streams.best_effort = {{20, 8, 1.0, 2}, 0.0, 10};
  first_of(streams);
}

TEST(Simulation, ClosedKeepsItsRequestsOutstanding) {
  constexpr std::uint32_t kOutstanding = 7;
  std::vector<RequestRecord> rows =
      run(setup("sptf"), closed_workload(2'000, kOutstanding)).requests;
  // Each but the first seven arrives right when another one has been served.
  std::vector<std::int64_t> finishes;
  for (const RequestRecord& r : rows) {
    finishes.push_back(r.finish);
  }
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i].arrival, i < kOutstanding ? 0 : finishes[i - kOutstanding]) << i;
  }
}

TEST(Simulation, ReplayWaitsAfterEachCompletion) {
  ReplayWorkload replay;
  for (std::uint32_t i = 0; i < 200; ++i) {
    replay.requests.push_back({i * 9'973, 1 + i % 30, i % 3 == 0, i * 12'345'678});
  }
  const std::vector<RequestRecord> rows = run(setup(), replay).requests;
  expect_sound(rows, 200);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].arrival, (i == 0 ? 0 : rows[i - 1].finish) + replay.requests[i].wait_ps);
    EXPECT_EQ(rows[i].lbn, replay.requests[i].lbn);
    EXPECT_EQ(rows[i].blocks, replay.requests[i].blocks);
    EXPECT_EQ(rows[i].write, replay.requests[i].write);
  }
}

TEST(Simulation, TheHostKeepsAsManyAtTheDriveAsItIsTold) {
  for (const std::uint32_t outstanding : {1U, 3U}) {
    const auto rows =
        run(setup("clook", Placement::host, outstanding), closed_workload(1'000, 20)).requests;
    std::uint32_t most = 0;
    for (const RequestRecord& r : rows) {
      most = std::max(most, r.tag + 1);  // a tag for each that is at the drive, and one being told
    }
    EXPECT_GE(most, outstanding);
    EXPECT_LE(most, outstanding + 1);
  }
}

TEST(Simulation, ProgressCanStop) {
  std::uint64_t told = 0;
  const RunOutput output = run(setup(), closed_workload(500'000, 1), [&](std::uint64_t served) {
    told = served;
    return served < 100'000;
  });
  EXPECT_TRUE(output.stopped);
  EXPECT_GE(told, 100'000U);
  EXPECT_LT(output.requests.size(), 500'000U);
  EXPECT_EQ(output.requests.size(), told);
}

TEST(Simulation, ProgressThatGoesOnChangesNothing) {
  const auto plain = run(setup(), closed_workload(140'000, 3)).requests;
  int calls = 0;
  const RunOutput watched = run(setup(), closed_workload(140'000, 3), [&](std::uint64_t) {
    ++calls;
    return true;
  });
  EXPECT_FALSE(watched.stopped);
  EXPECT_GE(calls, 2);
  EXPECT_TRUE(same(watched.requests, plain));
}

// ---- Bad input

class Unfit : public testing::Test {
 protected:
  static void expect_error(const headstack::Setup& s, const Workload& workload,
                           const std::string& about) {
    try {
      run(s, workload);
      ADD_FAILURE() << "no error about " << about;
    } catch (const ConfigError& error) {
      EXPECT_NE(std::string(error.what()).find(about), std::string::npos) << error.what();
    }
    // It leaves no trace.
    EXPECT_EQ(run(setup(), closed_workload(10, 1)).requests.size(), 10U);
  }
};

TEST_F(Unfit, Rates) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double rate : {0.0, -1.0, infinity, std::numeric_limits<double>::quiet_NaN()}) {
    expect_error(setup(), open_workload(10, rate), "rate");
  }
}

TEST_F(Unfit, NoRequestsAtAll) {
  expect_error(setup(), open_workload(0, 10), "requests");
  expect_error(setup(), closed_workload(0, 10), "requests");
}

TEST_F(Unfit, Sizes) {
  for (const std::uint32_t blocks : {0U, 65'536U, 2'054'865U, ~0U}) {
    ClosedWorkload workload = closed_workload(10, 1);
    workload.what.blocks = blocks;
    expect_error(setup(), workload, "size");
  }
}

TEST_F(Unfit, ShareOfReads) {
  for (const double share : {-0.01, 1.01, std::numeric_limits<double>::quiet_NaN()}) {
    ClosedWorkload workload = closed_workload(10, 1);
    workload.what.read_fraction = share;
    expect_error(setup(), workload, "reads");
  }
}

TEST_F(Unfit, Alignment) {
  for (const std::uint32_t align : {0U, 2'054'865U}) {
    ClosedWorkload workload = closed_workload(10, 1);
    workload.what.align = align;
    expect_error(setup(), workload, "align");
  }
}

TEST_F(Unfit, Outstanding) {
  expect_error(setup(), closed_workload(10, 0), "outstanding");
  expect_error(setup("fcfs", Placement::host, 0), closed_workload(10, 1), "outstanding");
}

TEST_F(Unfit, ReplayRows) {
  using Row = ReplayWorkload::Request;
  for (const Row& bad :
       {Row{2'054'864, 1, false, 0}, Row{2'054'863, 2, false, 0}, Row{0, 0, false, 0},
        Row{0, 65'536, false, 0}, Row{0, 1, false, -1}, Row{~0U, ~0U, true, 0}}) {
    ReplayWorkload replay;
    replay.requests = {Row{0, 1, false, 0}, bad};
    expect_error(setup(), replay, "row 1");
  }
  ReplayWorkload last;
  last.requests = {Row{2'054'863, 1, true, 0}};
  EXPECT_EQ(run(setup(), last).requests.size(), 1U);
}

}  // namespace
}  // namespace headstack
