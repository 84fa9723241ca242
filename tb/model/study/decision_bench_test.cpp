// Costs of decisions: the number of tasks that a scheduler examines is known for some schedulers.
#include "model/study/decision_bench.h"

#include <string>

#include <gtest/gtest.h>

#include "model/config/drive_config.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

DecisionCost cost(const std::string& scheduler, std::uint32_t depth, std::uint64_t decisions) {
  return decision_cost(hp_c2247(), parse_scheduler(scheduler), depth, decisions);
}

// In the order of arrival only the oldest task is examined.
TEST(DecisionBench, FcfsExaminesOneTask) {
  for (const std::uint32_t depth : {1U, 10U, 100U}) {
    EXPECT_EQ(cost("fcfs", depth, 500).candidates, 1.0) << depth;
  }
}

// A queue that never changes its length has one candidate at depth 1, whatever the scheduler does.
TEST(DecisionBench, AQueueOfOneHasOneCandidate) {
  for (const char* scheduler : {"sstf", "clook", "sptf", "sptf_hw", "yfq", "edf", "smtf"}) {
    EXPECT_EQ(cost(scheduler, 1, 200).candidates, 1.0) << scheduler;
  }
}

// The nearest of a random queue: sptf examines more tasks in a longer queue, but not all of them.
TEST(DecisionBench, SptfExaminesAPartOfTheQueue) {
  const double few = cost("sptf", 16, 2'000).candidates;
  const double many = cost("sptf", 256, 2'000).candidates;
  EXPECT_GT(few, 1.0);
  EXPECT_LE(few, 16.0);
  EXPECT_GT(many, few);
  EXPECT_LT(many, 256.0);
}

// The requests are the same in each measurement, so the number of candidates is too.
TEST(DecisionBench, MeasuresTheSameDecisionsEachTime) {
  for (const char* scheduler : {"sptf", "sstf", "smtf_online", "scan_edf", "yfq"}) {
    const DecisionCost first = cost(scheduler, 40, 1'000);
    EXPECT_EQ(first.candidates, cost(scheduler, 40, 1'000).candidates) << scheduler;
    EXPECT_GE(first.candidates, 1.0) << scheduler;
  }
}

// A decision takes some nanoseconds at least, and far less than a millisecond.
TEST(DecisionBench, TheCostIsTimePerDecision) {
  const double ns = cost("sptf", 64, 20'000).ns;
  EXPECT_GT(ns, 10.0);
  EXPECT_LT(ns, 1e6);
}

TEST(DecisionBench, AQueueHasOneTaskAtLeast) {
  for (const std::uint32_t depth : {0U, (1U << 24) + 1}) {
    try {
      cost("fcfs", depth, 1);
      FAIL() << depth;
    } catch (const ConfigError& error) {
      EXPECT_EQ(std::string(error.what()),
                "1 decisions on a queue of " + std::to_string(depth) +
                    "; give at least 1 decision, on a queue of 1 to 16777216");
    }
  }
  EXPECT_THROW(cost("fcfs", 1, 0), ConfigError);
}

// A drive that the comparator cannot hold has no scheduler in the comparator.
TEST(DecisionBench, TheComparatorHoldsTheDrive) {
  DriveConfig drive = hp_c2247();
  EXPECT_NO_THROW(decision_cost(drive, parse_scheduler("sptf_hw"), 8, 10));
  drive.conditions.comparator.distances = 100;
  EXPECT_NO_THROW(decision_cost(drive, parse_scheduler("sptf"), 8, 10));
  EXPECT_THROW(decision_cost(drive, parse_scheduler("sptf_hw"), 8, 10), ConfigError);
}

}  // namespace
}  // namespace headstack
