// The facts that the host's driver passes to its scheduler: the end of the last request, the class
// of a request, and probes.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/placement.h"

namespace headstack {
namespace {

constexpr std::uint32_t kWhole = 1U << 16U;  // 1 %, in Q16.16

std::vector<std::uint32_t> order_of(const std::string& scheduler,
                                    const std::vector<ReplayWorkload::Request>& requests) {
  ReplayWorkload workload;
  workload.requests = requests;
  workload.outstanding = static_cast<std::uint32_t>(requests.size());
  std::vector<std::uint32_t> lbns;
  for (const RequestRecord& row :
       run(placed(hp_c2247(), scheduler, Placement::host), workload).requests) {
    lbns.push_back(row.lbn);
  }
  return lbns;
}

// From block 0, 100 is nearest; it ends before 1000. From there 1010 is 10 away and 500 is 500,
// from 1018 on 500 is nearer than the end of the disk.
TEST(DeviceDriverTest, TheNearestIsNearestToTheLastRequestsEnd) {
  const std::vector<ReplayWorkload::Request> requests = {
      {2'000'000, 8, false, 0}, {1'010, 8, false, 0}, {500, 8, false, 0}, {100, 900, false, 0}};
  EXPECT_EQ(order_of("sstf", requests), (std::vector<std::uint32_t>{100, 1'010, 500, 2'000'000}));
}

// From its first block, 100: 50 is 50 away, and 1010 is not near.
TEST(DeviceDriverTest, OrToItsStartIfTheSchedulerSaysSo) {
  const std::vector<ReplayWorkload::Request> requests = {
      {2'000'000, 8, false, 0}, {1'010, 8, false, 0}, {500, 8, false, 0}, {100, 900, false, 0}};
  EXPECT_EQ(order_of("sstf(from=start)", requests),
            (std::vector<std::uint32_t>{100, 500, 1'010, 2'000'000}));
}

// Of requests that come together, the scheduler sees as many as its queue takes. 100 is nearest to
// block 0, but the scheduler sees it when one of the two before it is at the drive.
TEST(DeviceDriverTest, TheQueueInTheHostHasADepth) {
  ReplayWorkload workload;
  workload.requests = {{2'000'000, 8, false, 0}, {500, 8, false, 0}, {100, 8, false, 0}};
  workload.outstanding = 3;
  for (const std::uint32_t depth : {1U, 2U, 3U}) {
    headstack::Setup setup = placed(hp_c2247(), "sstf", Placement::host);
    setup.host->depth = depth;
    std::vector<std::uint32_t> lbns;
    for (const RequestRecord& row : run(setup, workload).requests) {
      lbns.push_back(row.lbn);
    }
    const std::uint32_t first = depth == 1 ? 2'000'000 : depth == 2 ? 500 : 100;
    ASSERT_EQ(lbns.size(), 3U);
    EXPECT_EQ(lbns[0], first) << depth;
  }
}

// The drive's times of the priorities 1 and 3 are 50 and 150 ms (conditions.priorities). Deadlines
// count beside them.
TEST(DeviceDriverTest, APriorityIsADeadlineInTheHost) {
  constexpr std::int64_t kMs = 1'000'000'000;
  const auto order = [](std::int64_t due_ms) {
    ReplayWorkload workload;
    workload.open = true;
    workload.requests = {{100, 400, false, 0},
                         {200'000, 8, false, kMs},
                         {300'000, 8, false, 0},
                         {400'000, 8, false, 0},
                         {500'000, 8, false, 0, due_ms * kMs}};
    workload.requests[2].priority = 3;
    workload.requests[3].priority = 1;
    std::vector<std::uint32_t> lbns;
    for (const RequestRecord& row :
         run(placed(hp_c2247(), "edf", Placement::host), workload).requests) {
      lbns.push_back(row.lbn / 100'000);
    }
    return lbns;
  };
  using Order = std::vector<std::uint32_t>;
  EXPECT_EQ(order(49), (Order{0, 5, 4, 3, 2}));
  EXPECT_EQ(order(51), (Order{0, 4, 5, 3, 2}));
  EXPECT_EQ(order(149), (Order{0, 4, 5, 3, 2}));
  EXPECT_EQ(order(151), (Order{0, 4, 3, 5, 2}));
}

ClassesWorkload two_classes() {
  ClassesWorkload workload;
  workload.classes = {{2, 8.0, 0.0, 1.0}, {2, 32.0, 0.0, 1.0}};
  workload.requests = 200;
  workload.seed = 3;
  return workload;
}

TEST(DeviceDriverTest, ARequestHasTheSizeOfItsClass) {
  std::vector<std::uint64_t> of_class(2);
  for (const RequestRecord& row : run(placed(hp_c2247(), "fcfs"), two_classes()).requests) {
    ASSERT_LT(row.class_id, 2);
    EXPECT_EQ(row.blocks, row.class_id == 0 ? 8U : 32U);
    of_class.at(row.class_id)++;
  }
  EXPECT_GT(std::min(of_class[0], of_class[1]), 50U);
}

Setup weighed(std::vector<std::uint32_t> weights) {
  Setup setup = placed(hp_c2247(), "yfq", Placement::host);
  setup.host->scheduler.weights = std::move(weights);
  return setup;
}

TEST(DeviceDriverTest, ASchedulerOfSharesWantsAWeightForEachClass) {
  EXPECT_EQ(run(weighed({60 * kWhole, 40 * kWhole}), two_classes()).requests.size(), 200U);
  ReplayWorkload replay;
  for (const int class_id : {0, 1, 0, 5}) {
    replay.requests.push_back({1'000, 8, false, 0});
    replay.requests.back().class_id = static_cast<std::uint16_t>(class_id);
  }
  try {
    run(weighed({60 * kWhole, 40 * kWhole}), replay);
    FAIL() << "class 5 has no weight";
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()),
              "request 3 is of class 5, but the number of weights is 2; give each class, "
              "from 0, a weight");
  }
}

TEST(DeviceDriverTest, OthersWantNone) {
  EXPECT_EQ(run(placed(hp_c2247(), "sstf", Placement::host), two_classes()).requests.size(), 200U);
}

// A probe is at a distance with an unknown time. Therefore no two probes have an equal distance.
// Distances count from where the last request ended, probe or not.
TEST(DeviceDriverTest, NoDistanceIsProbedTwice) {
  ReplayWorkload workload;
  workload.requests = {{1'000'000, 64, false, 0}, {1'000'064, 64, false, 30'000'000'000'000}};
  const RunOutput output =
      run(placed(hp_c2247(), "smtf_online(interpolate=no, idle=probe)", Placement::host), workload);
  ASSERT_EQ(output.requests.size(), 2U);
  ASSERT_NE(output.learnt, nullptr);
  std::uint64_t distances = 0;
  std::uint64_t seen = 0;
  for (std::uint32_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
    for (std::uint32_t page = 0; page < output.learnt->order_size[kind]; ++page) {
      const hs_mimic_page& from = output.learnt->pages[output.learnt->order[kind][page]];
      for (std::uint32_t i = 0; i < from.size; ++i) {
        distances++;
        seen += from.samples[i].count;
      }
    }
  }
  EXPECT_GT(distances, 20U);
  EXPECT_LE(seen - distances, 1U) << "only the last request may have a distance that is known";
}

// Deadlines count from the arrival. The scheduler serves the earliest first, and the request
// without a deadline last. The first request is at the drive before the others arrive.
TEST(DeviceDriverTest, ASchedulerGetsTheDeadlines) {
  constexpr std::int64_t kMs = 1'000'000'000;
  ReplayWorkload workload;
  workload.open = true;
  workload.requests = {{100, 8, false, 0, 500 * kMs},
                       {200, 8, false, kMs},
                       {300, 8, false, kMs, 78 * kMs},   // at 80 ms
                       {400, 8, false, kMs, 37 * kMs},   // at 40 ms
                       {500, 8, false, kMs, 56 * kMs}};  // at 60 ms
  std::vector<std::uint32_t> lbns;
  for (const RequestRecord& row :
       run(placed(hp_c2247(), "edf", Placement::host), workload).requests) {
    lbns.push_back(row.lbn);
  }
  EXPECT_EQ(lbns, (std::vector<std::uint32_t>{100, 400, 500, 300, 200}));
}

// Errors of the medium can be counted, or end the run.
TEST(DeviceDriverTest, ErrorsOfTheMediumAreCountedOrEndTheRun) {
  headstack::Setup setup = placed(hp_c2247(), "fcfs");
  setup.on_media_error = OnMediaError::count;
  const hs_pbn place = hs_lbn_to_pbn(&hp_c2247_tables().geometry(), {3});
  BadSector bad{};
  bad.cylinder = place.cylinder.value;
  bad.head = place.head.value;
  bad.sector = place.sector.value;
  setup.drive.conditions.defects.unreadable = {bad};
  ReplayWorkload workload;
  workload.requests = {{0, 8, false, 0}, {1'000, 8, false, 0}};
  const auto rows = run(setup, workload).requests;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(rows[0].failed);
  EXPECT_EQ(rows[0].sense & 0xff, 0x03U);
  EXPECT_FALSE(rows[1].failed);
  setup.on_media_error = OnMediaError::stop;
  try {
    run(setup, workload);
    FAIL() << "block 3 cannot be read";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("failed with an error of the medium: sense key 0x3"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace headstack
