// Merits of requests with deadlines, by hand.
#include "model/watch/deadline_totals.h"

#include <cmath>

#include <gtest/gtest.h>

#include "model/watch/request_record.h"

namespace headstack {
namespace {

double merit(std::int64_t arrival, std::int64_t finish, std::int64_t deadline) {
  DeadlineTotals totals;
  totals.add(arrival, finish, deadline);
  EXPECT_EQ(totals.deadlines(), 1U);
  EXPECT_EQ(totals.missed(), finish > deadline ? 1U : 0U);
  return totals.merit();
}

TEST(DeadlineTotalsTest, TheMeritFallsFromTheDeadlineOn) {
  EXPECT_EQ(merit(100, 150, 200), 1.0);
  EXPECT_EQ(merit(100, 200, 200), 1.0);
  EXPECT_DOUBLE_EQ(merit(100, 250, 200), std::exp(-1.0));  // R = 1.5
  EXPECT_DOUBLE_EQ(merit(100, 300, 200), std::exp(-2.0));  // R = 2
}

// Time to serve it was there or not: with a deadline at the arrival R is 1 or infinite.
TEST(DeadlineTotalsTest, NoTimeIsGiven) {
  EXPECT_EQ(merit(100, 100, 100), 1.0);
  EXPECT_EQ(merit(100, 101, 100), 0.0);
  EXPECT_DOUBLE_EQ(merit(100, 102, 101), std::exp(-2.0));
}

TEST(DeadlineTotalsTest, OthersHaveNone) {
  DeadlineTotals totals;
  totals.add(0, 10, kNoDeadline);
  EXPECT_EQ(totals.deadlines(), 0U);
  EXPECT_EQ(totals.missed(), 0U);
  EXPECT_EQ(totals.merit(), 0.0);
}

// A hundred merits of e^-38, each far below the last bit of the sum, still count together.
TEST(DeadlineTotalsTest, SmallMeritsAreNotLost) {
  DeadlineTotals totals;
  totals.add(0, 1, 1);
  for (int i = 0; i < 100'000; ++i) {
    totals.add(0, 20, 1);
  }
  EXPECT_EQ(totals.merit(), 1.0 + 100'000 * std::exp(-38.0));
  EXPECT_GT(totals.merit(), 1.0);
  EXPECT_EQ(totals.missed(), 100'000U);
}

}  // namespace
}  // namespace headstack
