// What decisions cost in `executed` timing: by hand, and in whole runs.
#include "model/boxes/controller_cpu/decision_clock.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

// A tick is a picosecond, so that ticks can be counted by hand.
constexpr Picoseconds kRevolution{std::int64_t{1} << 32};

// 10 ns a cycle: a decision of 100 + 20 + 3 x 50 + 5 x 4 = 290 cycles, or 2900 ns, and a scan of
// 25 clocks of 4 ns.
constexpr CycleCosts kCosts{100, 50, 70, 4, 30, 20, Picoseconds{10'000}, Picoseconds{4'000}, false};
constexpr DecisionWork kWork{7, 3, 5, 25, 0};
constexpr hs_ticks kTime = 2'900'000 + 100'000;

TEST(DecisionClock, AddsUpWhatADecisionDoes) {
  const TickClock picoseconds(kRevolution);
  EXPECT_EQ(DecisionClock(kCosts, picoseconds).time_of(kWork), kTime);
  CycleCosts plain = kCosts;
  plain.plain = true;
  DecisionWork work = kWork;
  EXPECT_EQ(DecisionClock(plain, picoseconds).time_of(work), kTime);  // it is the comparator's
  work.comparator_clocks = 0;
  // 100 + 20 + 7 x 70 + 5 x 4 = 630 cycles.
  EXPECT_EQ(DecisionClock(plain, picoseconds).time_of(work), 6'300'000U);
}

// The task before is over `after` the last order for it.
hs_ticks late_after(hs_ticks after, const CycleCosts& costs, const DecisionWork& work,
                    bool* hidden = nullptr) {
  const TickClock picoseconds(kRevolution);
  DecisionClock clock(costs, picoseconds);
  clock.ordered();
  clock.look(1'000, 7);
  const hs_ticks late = clock.decide(1'000 + after, work);
  if (hidden != nullptr) {
    *hidden = clock.times().hidden == 1;
  }
  return late;
}

TEST(DecisionClock, IsHiddenByWhatGoesOnMeanwhile) {
  bool hidden = false;
  EXPECT_EQ(late_after(kTime + 1, kCosts, kWork, &hidden), 0U);
  EXPECT_TRUE(hidden);
  EXPECT_EQ(late_after(kTime, kCosts, kWork), 0U);
  EXPECT_EQ(late_after(kTime - 1, kCosts, kWork, &hidden), 1U);
  EXPECT_FALSE(hidden);
  EXPECT_EQ(late_after(1'000'000, kCosts, kWork), kTime - 1'000'000);
  EXPECT_EQ(late_after(0, kCosts, kWork), kTime);
}

TEST(DecisionClock, EntersWhatComesAtTheEndAfterwards) {
  DecisionWork work = kWork;
  work.arrivals = 2;
  bool hidden = false;
  EXPECT_EQ(late_after(2 * kTime, kCosts, work, &hidden), 2U * 300'000U);
  EXPECT_TRUE(hidden);
  EXPECT_EQ(late_after(0, kCosts, work), kTime + 600'000U);
}

TEST(DecisionClock, CannotBeginWithoutATaskThatWaits) {
  const TickClock picoseconds(kRevolution);
  DecisionClock clock(kCosts, picoseconds);
  clock.ordered();
  clock.look(0, 0);
  EXPECT_EQ(clock.decide(2 * kTime, kWork), kTime);
  clock.ordered();
  clock.look(100 * kTime, 0);
  clock.look(101 * kTime, 1);  // one comes on the way
  clock.look(102 * kTime, 2);
  EXPECT_EQ(clock.decide(101 * kTime + 1, kWork), kTime - 1);
  EXPECT_EQ(clock.decide(200 * kTime, kWork), kTime);  // at rest
}

TEST(DecisionClock, BeginsWhenTheDecisionBeforeIsOver) {
  const TickClock picoseconds(kRevolution);
  DecisionClock clock(kCosts, picoseconds);
  EXPECT_EQ(clock.decide(1'000, kWork), kTime);
  clock.ordered();  // a hit: its only order comes with its start
  clock.look(1'000, 3);
  EXPECT_EQ(clock.decide(1'000 + kTime + 10, kWork), kTime - 10);
  EXPECT_EQ(clock.times().decisions, 2U);
  EXPECT_EQ(clock.times().ticks, 2 * kTime);
  EXPECT_EQ(clock.times().late, 2 * kTime - 10);
}

TEST(DecisionClock, BeginsAnewAfterALossOfPower) {
  const TickClock picoseconds(kRevolution);
  DecisionClock clock(kCosts, picoseconds);
  clock.ordered();
  clock.look(0, 7);
  clock.stop();
  EXPECT_EQ(clock.decide(2 * kTime, kWork), kTime);
}

TEST(DecisionClock, ShowsHalfAtTwiceTheClock) {
  CycleCosts twice = kCosts;
  twice.cycle /= 2;
  twice.comparator_clock /= 2;
  EXPECT_EQ(late_after(0, kCosts, kWork), 2 * late_after(0, twice, kWork));
}

// --- whole runs --------------------------------------------------------------------------------

using Schedule = std::vector<std::pair<std::uint64_t, std::int64_t>>;  // id, finish

RunOutput run_closed(const DriveConfig& drive, std::uint32_t outstanding,
                     const char* scheduler = "sptf") {
  return run({drive, parse_scheduler(scheduler), Placement::drive, 1},
             ClosedWorkload{{500, 8, 2.0 / 3, 7}, outstanding});
}

Schedule schedule_of(const RunOutput& output) {
  Schedule schedule;
  for (const RequestRecord& row : output.requests) {
    schedule.emplace_back(row.id, row.finish);
  }
  return schedule;
}

DriveConfig executed(const char* cost, std::uint32_t cycles) {
  DriveConfig drive = hp_c2247();
  ControllerConfig& c = drive.conditions.controller;
  c.timing = ControllerTiming::executed;
  c.decision = c.candidate = c.prediction = c.register_access = c.insertion = c.removal = 0;
  return with_value(drive, std::string("controller.") + cost,
                    "\"" + std::to_string(cycles) + " cycles\"");
}

TEST(ExecutedTiming, OfNoCyclesIsMeasuredTiming) {
  const Schedule measured = schedule_of(run_closed(hp_c2247(), 20));
  EXPECT_EQ(schedule_of(run_closed(executed("decision", 0), 20)), measured);
  DriveConfig costs = executed("decision", 9999);
  costs.conditions.controller.timing = ControllerTiming::measured;
  const RunOutput output = run_closed(costs, 20);
  EXPECT_EQ(schedule_of(output), measured);
  EXPECT_FALSE(output.executed);
  EXPECT_EQ(output.decision_ms, 0.0);
}

TEST(ExecutedTiming, Repeats) {
  const DriveConfig drive = executed("decision", 9999);
  EXPECT_EQ(schedule_of(run_closed(drive, 20)), schedule_of(run_closed(drive, 20)));
}

// One request at a time: its decision, at an idle drive, is seen whole in its overhead.
TEST(ExecutedTiming, AddsToTheOverheadOfAnIdleDrive) {
  const RunOutput measured = run_closed(hp_c2247(), 1);
  const RunOutput late = run_closed(executed("decision", 2'000), 1);  // 0.1 ms at 20 MHz
  EXPECT_NEAR(static_cast<double>(late.requests[0].overhead - measured.requests[0].overhead), 1e8,
              10.0);
  EXPECT_NEAR(late.decision_ms, 500 * 0.1, 1e-4);
  EXPECT_NEAR(late.decision_late_ms, 500 * 0.1, 1e-4);
  EXPECT_EQ(late.hidden, 0U);
}

// With a bus that takes no time nothing is hidden, so every decision is late by the same time. The
// firmware allows for that: it costs about this time, and no revolutions for sectors just missed.
TEST(ExecutedTiming, PredictsForWhenItWillBeReady) {
  DriveConfig drive =
      load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives/ibm_9lzx.toml");
  const auto mean_ms = [](const RunOutput& output) {
    return static_cast<double>(output.requests.back().finish) / 1e9 / 500;
  };
  const double measured = mean_ms(run_closed(drive, 100));
  drive.conditions.controller = executed("decision", 20'000).conditions.controller;  // 1 ms
  const RunOutput late = run_closed(drive, 100);
  EXPECT_EQ(late.hidden, 0U);
  EXPECT_NEAR(late.decision_late_ms, 500.0, 1e-3);
  EXPECT_GT(mean_ms(late), measured + 0.5);
  EXPECT_LT(mean_ms(late), measured + 1.5);
}

TEST(ExecutedTiming, ChargesThePlainScanForAllThatWait) {
  DriveConfig drive = executed("prediction", 100);
  EXPECT_EQ(run_closed(drive, 20).decision_ms, 0.0);
  drive.conditions.controller.search = ControllerSearch::plain;
  // 19 to 20 wait when a task is picked: 5 us each at 20 MHz; at the end of the run fewer.
  const double ms = run_closed(drive, 20).decision_ms;
  EXPECT_NEAR(ms, 500 * 20 * 0.005, 2.0);
  drive.conditions.controller.clock = Picoseconds{25'000};
  EXPECT_NEAR(run_closed(drive, 20).decision_ms, ms / 2, 0.3);
}

TEST(ExecutedTiming, ChargesTheComparatorForItsClocks) {
  DriveConfig drive = executed("candidate", 1000);
  const RunOutput output = run_closed(drive, 20, "sptf_hw");
  // A scan of 256 entries takes 256 + 20 clocks of 25 ns, and its winner 1000 of 50 ns.
  const double ms = static_cast<double>(output.examined) * (276 * 25e-6 + 1000 * 50e-6);
  EXPECT_NEAR(output.decision_ms, ms, 1e-3);
  drive.conditions.controller.search = ControllerSearch::plain;  // nothing to the comparator
  EXPECT_EQ(run_closed(drive, 20, "sptf_hw").decision_ms, output.decision_ms);
}

}  // namespace
}  // namespace headstack
