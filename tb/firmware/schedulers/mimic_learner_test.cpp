// A mimic that learns, compared with a map of all observed times and with results by hand.
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "schedulers/mimic_learner.h"
}

namespace headstack {
namespace {

class Learner {
 public:
  explicit Learner(std::uint32_t distances, std::uint32_t blocks = 100'000)
      : arena_(hs_mimic_learner_memory(distances)) {
    hs_mimic_learner_init(&learner, distances, blocks, arena_.memory());
  }
  ~Learner() { EXPECT_TRUE(arena_.intact()); }
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;

  hs_mimic_learner learner{};

 private:
  Arena arena_;
};

constexpr std::uint32_t kKind = 1;

// Distances that have been seen, and how often, of all kinds.
struct Learnt {
  std::uint64_t distances = 0;
  std::uint64_t requests = 0;
};

Learnt learnt(const hs_mimic_learner& learner) {
  Learnt all;
  for (std::uint32_t page = 0; page < learner.pages_used; ++page) {
    all.distances += learner.pages[page].size;
    for (std::uint32_t i = 0; i < learner.pages[page].size; ++i) {
      all.requests += learner.pages[page].samples[i].count;
    }
  }
  return all;
}

TEST(MimicLearner, KnowsTheMeanOfADistanceSeenOftenEnough) {
  Learner l(10);
  hs_mimic_observe(&l.learner, kKind, -5, 1000);
  hs_mimic_observe(&l.learner, kKind, -5, 4000);
  EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, kKind, -5, 2, false), 2500U);
  EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, kKind, -5, 3, false), HS_MIMIC_UNKNOWN);
  EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, kKind, -4, 1, false), HS_MIMIC_UNKNOWN);
  EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, kKind + 1, -5, 1, false), HS_MIMIC_UNKNOWN);
}

// 10 and 20 are check points of the line from 0 to 30: with 2000 and 3000 it predicts them.
TEST(MimicLearner, InterpolatesBetweenConfirmedNeighboursOnly) {
  for (const std::uint32_t at_20 : {3000U, 3050U, 3200U}) {
    Learner l(10);
    const std::vector<std::pair<std::int32_t, std::uint32_t>> seen = {
        {0, 1000}, {10, 2000}, {20, at_20}, {30, 4000}};
    for (const auto& [distance, ns] : seen) {
      EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, kKind, 15, 1, true), HS_MIMIC_UNKNOWN);
      hs_mimic_observe(&l.learner, kKind, distance, ns);
    }
    // 3200 is 3.1 % above what the line from 2000 to 4000 says; 3050 is 1.6 % above it.
    EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, kKind, 15, 1, true),
              at_20 == 3200 ? HS_MIMIC_UNKNOWN : (2000 + at_20) / 2);
    EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, kKind, 15, 1, false), HS_MIMIC_UNKNOWN);
    EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, kKind, 15, 2, true), HS_MIMIC_UNKNOWN);
    EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, kKind, 5, 1, true), HS_MIMIC_UNKNOWN);
  }
}

TEST(MimicLearner, KnowsAllThatAMapKnowsOverManyPages) {
  struct Seen {
    std::uint64_t sum = 0;
    std::uint32_t count = 0;
  };
  Rng rng(3);
  Learner l(10'000);
  std::map<std::int32_t, Seen> known[HS_MIMIC_KINDS];
  for (int i = 0; i < 30'000; ++i) {
    const std::uint32_t kind = rng.below(HS_MIMIC_KINDS);
    const std::int32_t distance = static_cast<std::int32_t>(rng.below(2400)) - 1200;
    const std::uint32_t ns = rng.below(1'000'000);
    hs_mimic_observe(&l.learner, kind, distance, ns);
    Seen& seen = known[kind][distance];
    seen.sum += ns;
    seen.count++;
  }
  std::uint64_t count = 0;
  for (std::uint32_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
    count += known[kind].size();
    for (std::int32_t distance = -1300; distance < 1300; ++distance) {
      const auto seen = known[kind].find(distance);
      const std::uint32_t ns = hs_mimic_learnt_ns(&l.learner, kind, distance, 1, false);
      ASSERT_EQ(ns, seen == known[kind].end()
                        ? HS_MIMIC_UNKNOWN
                        : static_cast<std::uint32_t>(seen->second.sum / seen->second.count));
    }
  }
  EXPECT_EQ(learnt(l.learner).distances, count);
  EXPECT_EQ(l.learner.refused, 0U);
  EXPECT_EQ(learnt(l.learner).requests, 30'000U);
}

TEST(MimicLearner, NoKnownTimeFartherOutIsBelowABound) {
  Rng rng(4);
  Learner l(2000, 5000);
  for (int i = 0; i < 1500; ++i) {
    const std::int32_t distance = static_cast<std::int32_t>(rng.below(9999)) - 5000;
    // Nearly on a line, so that much is interpolated.
    const auto ns = static_cast<std::uint32_t>(std::abs(distance)) * 10 + 100'000 + rng.below(300);
    hs_mimic_observe(&l.learner, rng.below(HS_MIMIC_KINDS), distance, ns);
  }
  int interpolated = 0;
  for (const bool before : {false, true}) {
    for (const int sign : {1, -1}) {
      std::uint32_t least = UINT32_MAX;
      for (std::int32_t size = 5000; size > 0; --size) {
        for (const bool write : {false, true}) {
          const std::uint32_t kind = hs_mimic_kind(before, write);
          const std::uint32_t ns = hs_mimic_learnt_ns(&l.learner, kind, sign * size, 1, true);
          interpolated += ns != HS_MIMIC_UNKNOWN ? 1 : 0;
          least = std::min(least, ns);
        }
        ASSERT_LE(hs_mimic_bound(&l.learner.reach, before, sign * size), least);
      }
    }
  }
  EXPECT_GT(interpolated, 5000);
}

TEST(MimicLearner, CountsWhatItHasNoMemoryFor) {
  Learner l(64);
  for (std::int32_t distance = 0; distance < 10'000; ++distance) {
    hs_mimic_observe(&l.learner, kKind, distance, 1000);
  }
  EXPECT_GE(learnt(l.learner).distances, 64U);
  EXPECT_EQ(learnt(l.learner).distances + l.learner.refused, 10'000U);
  const std::uint64_t before = l.learner.refused;
  hs_mimic_observe(&l.learner, kKind, 0, 3000);  // seen before
  EXPECT_EQ(l.learner.refused, before);
  EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, kKind, 0, 1, false), 2000U);
}

// --- the schedulers -----------------------------------------------------------------------------

constexpr std::uint32_t kSet = 0;
constexpr std::uint32_t kPriority = 1;
constexpr std::uint32_t kSstf = 0;
constexpr std::uint32_t kClook = 1;

// After a request that ended at 50: A at 52 (distance 3), B at 40 (-9), C at 90 (41).
class Online : public testing::Test {
 protected:
  std::string first(std::uint32_t policy, std::uint32_t base) {
    SchedulerBench bench(hs_smtf_online, *drive_, 3, {policy, base, 1, HS_ONE});
    bench.scheduler().tables.learner = &learner_.learner;
    bench.add(52);
    bench.add(40);
    bench.add(90);
    hs_drive_view view{};
    view.last_first = {49};
    view.last_end = {50};
    return std::string(1, static_cast<char>('A' + bench.pick(view)));
  }
  void knows(std::int32_t distance, std::uint32_t ns) {
    hs_mimic_observe(&learner_.learner, hs_mimic_kind(false, false), distance, ns);
  }

  const std::unique_ptr<TestDrive> drive_ = eighths_drive(8);
  Learner learner_{100, 128};
};

TEST_F(Online, TheBaseDecidesWhileNothingIsKnown) {
  EXPECT_EQ(first(kSet, kSstf), "A");
  EXPECT_EQ(first(kPriority, kSstf), "A");
}

TEST_F(Online, PriorityTakesWhatIsKnownHoweverLong) {
  knows(41, 9'000'000);
  EXPECT_EQ(first(kPriority, kSstf), "C");
  EXPECT_EQ(first(kSet, kSstf), "A");  // the base's choice is not known
}

TEST_F(Online, SetTakesTheShortestOnceTheBasesChoiceIsKnown) {
  knows(41, 1'000'000);
  knows(-9, 2'000'000);
  knows(3, 3'000'000);
  EXPECT_EQ(first(kSet, kSstf), "C");
  EXPECT_EQ(first(kSet, kClook), "C");
}

TEST_F(Online, TheBaseMayBeClook) {
  knows(3, 1'000'000);
  knows(41, 500'000);
  EXPECT_EQ(first(kSet, kClook), "C");  // A, the next one up, is known
}

// The priority policy against a look at every waiting request, while it learns.
TEST_F(Online, PicksTheShortestOfAllThatAreKnown) {
  Rng rng(5);
  Learner fresh(2000, 128);
  SchedulerBench bench(hs_smtf_online, *drive_, 30, {kPriority, kSstf, 0, HS_ONE});
  bench.scheduler().tables.learner = &fresh.learner;
  drive_->params.second = 90 * kTurn;
  hs_drive_view view{};
  int known_picks = 0;
  for (int step = 0; step < 20'000; ++step) {
    if (!bench.full() && (bench.waiting().empty() || rng.one_in(2))) {
      bench.add(rng.below(128), 1, rng.one_in(3));
      continue;
    }
    std::uint32_t best = HS_NO_TASK;
    std::uint32_t best_ns = HS_MIMIC_UNKNOWN;
    for (const std::uint32_t entry : bench.waiting()) {  // oldest first
      const hs_task& task = bench.task(entry);
      const std::uint32_t ns =
          hs_mimic_learnt_ns(&fresh.learner, hs_mimic_kind(view.last_write, task.write),
                             hs_mimic_distance(view.last_end, task.lbn), 1, true);
      if (ns < best_ns) {
        best = entry;
        best_ns = ns;
      }
    }
    const std::uint32_t entry = bench.pick(view);
    if (best != HS_NO_TASK) {
      ASSERT_EQ(entry, best) << step;
      ++known_picks;
    }
    const hs_task task = bench.task(entry);
    view.now += us(rng.between(500, 9000));
    hs_scheduler_completion(&bench.scheduler(), entry, &view);
    view.last_first = task.lbn;
    view.last_end = {task.lbn.value + 1};
    view.last_write = task.write;
  }
  EXPECT_GT(known_picks, 5000);
}

// A request that failed teaches nothing, and one of more than 4 s is no short one.
TEST_F(Online, LearnsNeitherFromFailuresNorWrapsLongTimes) {
  SchedulerBench bench(hs_smtf_online, *drive_, 2, {kSet, kSstf, 1, HS_ONE});
  bench.scheduler().tables.learner = &learner_.learner;
  drive_->params.second = 90 * kTurn;
  hs_drive_view view{};
  std::uint32_t entry = bench.add(10);
  bench.pick(view);
  bench.scheduler().facts[entry].failed = true;
  view.now = us(5000);
  hs_scheduler_completion(&bench.scheduler(), entry, &view);
  EXPECT_EQ(learnt(learner_.learner).requests, 0U);
  entry = bench.add(50);
  view.last_end = {11};
  bench.pick(view);
  view.now += 60 * drive_->params.second;
  hs_scheduler_completion(&bench.scheduler(), entry, &view);
  EXPECT_EQ(hs_mimic_learnt_ns(&learner_.learner, 0, hs_mimic_distance({11}, {50}), 1, false),
            HS_MIMIC_UNKNOWN - 1);
}

// Two requests together at the drive: the second one's time counts from the end of the first.
TEST_F(Online, LearnsWhatARequestTookByItself) {
  SchedulerBench bench(hs_smtf_online, *drive_, 2, {kSet, kSstf, 1, HS_ONE});
  bench.scheduler().tables.learner = &learner_.learner;
  drive_->params.second = 90 * kTurn;
  const std::uint32_t a = bench.add(0);
  const std::uint32_t b = bench.add(10);
  hs_drive_view view{};
  view.now = us(1000);
  ASSERT_EQ(bench.pick(view), a);
  view.last_end = {1};
  ASSERT_EQ(bench.pick(view), b);
  view.now = us(5000);
  hs_scheduler_completion(&bench.scheduler(), a, &view);
  view.now = us(7000);
  hs_scheduler_completion(&bench.scheduler(), b, &view);
  const hs_mimic_learner& learner = learner_.learner;
  EXPECT_NEAR(hs_mimic_learnt_ns(&learner, 0, hs_mimic_distance({0}, {0}), 1, false), 4e6, 1e3);
  EXPECT_NEAR(hs_mimic_learnt_ns(&learner, 0, hs_mimic_distance({1}, {10}), 1, false), 2e6, 1e3);
}

// A write from 10 on takes 2 ms. The drive is idle, and then a read of 50 takes 1 ms.
TEST_F(Online, LearnsTheKindWithoutTheIdleTime) {
  SchedulerBench bench(hs_smtf_online, *drive_, 2, {kSet, kSstf, 1, HS_ONE});
  bench.scheduler().tables.learner = &learner_.learner;
  drive_->params.second = 90 * kTurn;
  hs_drive_view view{};
  view.now = us(1000);
  const std::uint32_t a = bench.add(10, 1, true);
  ASSERT_EQ(bench.pick(view), a);
  view.now = us(3000);
  hs_scheduler_completion(&bench.scheduler(), a, &view);
  view.now = us(10'000);
  view.last_end = {11};
  view.last_write = true;
  const std::uint32_t b = bench.add(50);
  ASSERT_EQ(bench.pick(view), b);
  view.now = us(11'000);
  hs_scheduler_completion(&bench.scheduler(), b, &view);
  const auto learnt_ns = [&](bool write_before, bool write, hs_lbn end, hs_lbn first) {
    return hs_mimic_learnt_ns(&learner_.learner, hs_mimic_kind(write_before, write),
                              hs_mimic_distance(end, first), 1, false);
  };
  EXPECT_NEAR(learnt_ns(false, true, {0}, {10}), 2e6, 1e3);
  EXPECT_NEAR(learnt_ns(true, false, {11}, {50}), 1e6, 1e3);
}

// One request of 4 blocks at 64 has been served. Probes are reads of 4 blocks, whole requests away
// from it, at distances that are not known; each is learnt as it comes, until nothing is unknown.
TEST_F(Online, ProbesUnknownDistancesWhenIdle) {
  constexpr std::uint32_t kProbe = 1;
  for (const std::uint32_t idle : {0U, kProbe}) {
    Learner fresh(1000, 128);
    SchedulerBench bench(hs_smtf_online, *drive_, 2, {kSet, kSstf, 1, HS_ONE, idle});
    bench.scheduler().tables.learner = &fresh.learner;
    drive_->params.second = 90 * kTurn;
    hs_drive_view view{};
    EXPECT_FALSE(hs_smtf_online.idle(&bench.scheduler(), &view, 0));  // nothing to go by
    const std::uint32_t entry = bench.add(64, 4);
    ASSERT_EQ(bench.pick(view), entry);
    const hs_task& served = bench.task(entry);  // and each probe after it
    int probes = 0;
    for (; probes < 5000; ++probes) {
      view.now += us(1000);
      hs_scheduler_completion(&bench.scheduler(), entry, &view);
      view.last_end = {served.lbn.value + served.blocks};
      view.last_write = served.write;
      if (!hs_smtf_online.idle(&bench.scheduler(), &view, entry)) {
        break;
      }
      ASSERT_EQ(served.lbn.value % 4, 0U);
      ASSERT_NE(served.lbn.value, 64U);
      ASSERT_LE(served.lbn.value, 124U);
      ASSERT_EQ(served.blocks, 4U);
      ASSERT_FALSE(served.write);
      ASSERT_EQ(hs_mimic_learnt_ns(&fresh.learner, 0, hs_mimic_distance(view.last_end, served.lbn),
                                   1, false),
                HS_MIMIC_UNKNOWN);
    }
    EXPECT_EQ(probes != 0, idle == kProbe);
    EXPECT_LT(probes, 100);  // there are 63 distances of whole requests on this drive
  }
}

// The count of a sample stays below its limit: count and sum are halved, and the mean stays.
TEST(MimicLearner, ACountThatIsFullIsHalved) {
  Learner l(10);
  hs_mimic_observe(&l.learner, kKind, -5, 1000);
  hs_mimic_sample& sample = l.learner.pages[l.learner.order[kKind][0]].samples[0];
  sample.count = UINT32_MAX;
  sample.sum_ns = std::uint64_t{UINT32_MAX} * 1000;
  hs_mimic_observe(&l.learner, kKind, -5, 1000);
  EXPECT_EQ(sample.count, UINT32_MAX / 2 + 1);
  EXPECT_EQ(sample.sum_ns, std::uint64_t{UINT32_MAX} * 1000 / 2 + 1000);
  EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, kKind, -5, 2, false), 1000U);
}

}  // namespace
}  // namespace headstack
