// Counted cycles against the same numbers kept one by one.
#include "model/processor/cycle_histogram.h"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace headstack {
namespace {

TEST(CycleHistogram, NothingYet) {
  const CycleHistogram none;
  EXPECT_EQ(none.quantile(95), 0U);
  EXPECT_EQ(none.most(), 0U);
}

TEST(CycleHistogram, SmallNumbersAreExact) {
  CycleHistogram h;
  for (std::uint64_t i = 1; i <= 100; ++i) {
    h.record(i);
  }
  EXPECT_EQ(h.count(), 100U);
  EXPECT_EQ(h.sum(), 5050U);
  EXPECT_EQ(h.quantile(50), 50U);
  EXPECT_EQ(h.quantile(95), 95U);
  EXPECT_EQ(h.quantile(100), 100U);
}

TEST(CycleHistogram, QuantilesAreRightToASixtyFourth) {
  std::mt19937_64 random(5);
  CycleHistogram h;
  std::vector<std::uint64_t> all;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t cycles = random() % (1ULL << (1 + random() % 40));
    all.push_back(cycles);
    h.record(cycles);
  }
  std::sort(all.begin(), all.end());
  for (const unsigned percent : {1U, 25U, 50U, 90U, 95U, 99U, 100U}) {
    const std::uint64_t exact = all.at((all.size() * percent + 99) / 100 - 1);
    EXPECT_GE(h.quantile(percent), exact) << percent;
    EXPECT_LE(h.quantile(percent), exact + exact / 64) << percent;
  }
  EXPECT_EQ(h.most(), all.back());
}

TEST(CycleHistogram, TheLargestNumber) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  CycleHistogram h;
  h.record(kMost);
  h.record(0);
  EXPECT_EQ(h.quantile(100), kMost);
  EXPECT_EQ(h.quantile(50), 0U);
}

}  // namespace
}  // namespace headstack
