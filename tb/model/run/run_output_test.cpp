// What a run says of itself beside its rows: decisions, times of the bus, and the totals of a
// processor that runs the firmware's image. Rows that are given away during the run are the rows of
// the whole run.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/processor/own_image.h"
#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

using RunSetup = headstack::Setup;  // inside a test, Setup is a function of testing::Test

ClosedWorkload closed(std::uint64_t requests, std::uint32_t outstanding) {
  return {{requests, 16, 2.0 / 3, 1}, outstanding};
}

RunSetup with(const char* scheduler) { return {hp_c2247(), parse_scheduler(scheduler)}; }

TEST(RunOutputTest, EachRequestIsADecision) {
  const RunOutput alone = run(with("sptf"), closed(300, 8));
  EXPECT_EQ(alone.decisions, 300U);
  EXPECT_GE(alone.examined, 300U);
  EXPECT_EQ(alone.host_decisions, 0U);
  EXPECT_EQ(alone.host_examined, 0U);
  EXPECT_FALSE(alone.core.has_value());
  EXPECT_FALSE(alone.stopped);
  EXPECT_EQ(alone.learnt, nullptr);
  EXPECT_GT(alone.wall_s, 0.0);
  RunSetup below = with("fcfs");
  below.host = HostQueue{parse_scheduler("sstf"), 1};
  const RunOutput both = run(below, closed(300, 8));
  EXPECT_EQ(both.decisions, 300U);
  EXPECT_EQ(both.examined, 300U);  // each alone
  EXPECT_EQ(both.host_decisions, 300U);
  EXPECT_GE(both.host_examined, 300U);
}

// A learner is at the scheduler that learns.
TEST(RunOutputTest, TheTimesThatWereLearnt) {
  EXPECT_NE(run(with("smtf_online"), closed(100, 4)).learnt, nullptr);
  RunSetup below = with("fcfs");
  below.host = HostQueue{parse_scheduler("smtf_online"), 1};
  EXPECT_NE(run(below, closed(100, 4)).learnt, nullptr);
}

// 65,536 rows at a time, and the rest at the end.
TEST(RunOutputTest, RowsAreGivenAwayInParts) {
  const std::vector<RequestRecord> whole = run(with("fcfs"), closed(100'000, 2)).requests;
  std::vector<std::size_t> parts;
  std::vector<RequestRecord> rows;
  const RunOutput output =
      run(with("fcfs"), closed(100'000, 2), nullptr, [&](std::vector<RequestRecord>&& part) {
        parts.push_back(part.size());
        rows.insert(rows.end(), part.begin(), part.end());
        return true;
      });
  EXPECT_TRUE(output.requests.empty());
  EXPECT_FALSE(output.stopped);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_GE(parts[0], 65'536U);
  EXPECT_LT(parts[0], 65'536U + 4'096);
  ASSERT_EQ(rows.size(), whole.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i].id, whole[i].id);
    ASSERT_EQ(rows[i].finish, whole[i].finish);
  }
}

TEST(RunOutputTest, AReceiverCanStopTheRun) {
  int calls = 0;
  const RunOutput output =
      run(with("fcfs"), closed(200'000, 2), nullptr, [&](std::vector<RequestRecord>&&) {
        ++calls;
        return false;
      });
  EXPECT_TRUE(output.stopped);
  EXPECT_EQ(calls, 1);
}

// Two drives and three streams: each stream has its rows, and the bus is one.
TEST(RunOutputTest, EachStreamHasItsOwnRows) {
  BusSetup bus;
  bus.drives = {{with("fcfs"), 0}, {with("sptf"), 3}};
  bus.streams = {{0, 7, closed(100, 1)}, {1, 6, closed(150, 4)}, {1, 5, closed(50, 2)}};
  const std::vector<RunOutput> outputs = run_bus(bus);
  ASSERT_EQ(outputs.size(), 3U);
  EXPECT_EQ(outputs[0].requests.size(), 100U);
  EXPECT_EQ(outputs[1].requests.size(), 150U);
  EXPECT_EQ(outputs[2].requests.size(), 50U);
  EXPECT_EQ(outputs[0].decisions, 100U);
  EXPECT_EQ(outputs[1].decisions, 200U);
  EXPECT_EQ(outputs[2].decisions, 200U);
  EXPECT_GT(outputs[0].bus_held_ps, 0);
  EXPECT_EQ(outputs[0].bus_held_ps, outputs[1].bus_held_ps);
  EXPECT_EQ(outputs[0].bus_held_ps, outputs[2].bus_held_ps);
  // a whole sector of 16 blocks takes 8 KB at 3.01 or 2.74 MB/s, some of it more than once
  EXPECT_GT(outputs[0].bus_held_ps, std::int64_t{300} * 2'700'000'000);
}

class RunOnCore : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_own_image()) {
      GTEST_SKIP() << "built without a cross compiler";
    }
  }
  static RunSetup on_core(const char* scheduler, Picoseconds cycle) {
    RunSetup setup = with(scheduler);
    ControllerConfig& controller = setup.drive.conditions.controller;
    controller.core = ControllerCore::iss;
    if (cycle.count() != 0) {
      controller.clock = cycle;
    }
    return setup;
  }
};

TEST_F(RunOnCore, EachDecisionHasItsCycles) {
  RunSetup setup = on_core("sptf", Picoseconds{50'000});
  setup.profile = true;
  const RunOutput output = run(setup, closed(200, 8));
  ASSERT_TRUE(output.core.has_value());
  const CoreOutput& core = *output.core;
  EXPECT_EQ(output.decisions, 200U);
  EXPECT_EQ(core.cycle_ps, 50'000);
  EXPECT_EQ(core.decisions, 200U);
  EXPECT_LE(core.hidden, core.decisions);
  EXPECT_GT(core.hidden, 100U);  // chosen ahead, while the task before is active
  EXPECT_GT(core.decision_sum, 200U * 100);
  EXPECT_LT(core.decision_sum, core.cycles);
  EXPECT_GE(core.decision_most, core.decision_p95);
  EXPECT_GE(core.decision_p95 * 200, core.decision_sum);
  EXPECT_LE(core.decision_most, core.decision_sum);
  EXPECT_GT(core.rom_bytes, 50'000U);
  EXPECT_GT(core.parameter_bytes, 1'000U);
  EXPECT_GT(core.ram_bytes, 1'000U);
  EXPECT_GT(core.stack_bytes, 100U);
  EXPECT_LE(core.stack_bytes, HS_MAP_STACK_BYTES + 0U);
  const std::uint64_t counted =
      std::accumulate(core.profile.begin(), core.profile.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const auto& stack) { return sum + stack.second; });
  EXPECT_EQ(counted, core.cycles);
  EXPECT_TRUE(std::any_of(core.profile.begin(), core.profile.end(), [](const auto& stack) {
    return stack.first.find("hs_") != std::string::npos;
  }));
}

// Where code takes no time, it takes cycles all the same.
TEST_F(RunOnCore, CodeWithoutAClockHasNoProfileAndNoTime) {
  const RunOutput output = run(on_core("fcfs", Picoseconds{0}), closed(100, 4));
  ASSERT_TRUE(output.core.has_value());
  EXPECT_EQ(output.core->cycle_ps, 0);
  EXPECT_EQ(output.core->decisions, 100U);
  EXPECT_GT(output.core->cycles, 100'000U);
  EXPECT_TRUE(output.core->profile.empty());
  const RunOutput host = run(with("fcfs"), closed(100, 4));
  ASSERT_EQ(output.requests.size(), host.requests.size());
  for (std::size_t i = 0; i < host.requests.size(); ++i) {
    ASSERT_EQ(output.requests[i].finish, host.requests[i].finish);
    ASSERT_EQ(output.requests[i].predicted_media, host.requests[i].predicted_media);
    ASSERT_EQ(output.requests[i].picked_from, host.requests[i].picked_from);
  }
}

TEST(Speed, ANotificationTakesTime) { EXPECT_GT(notifications_per_second(1'000), 0.0); }

}  // namespace
}  // namespace headstack
