// Properties of every scheduler. The scheduler chooses a single task, forgets an aborted task, can
// use all its capacity, and writes no byte outside its memory.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/scheduler_bench.h"

namespace headstack {
namespace {

const TestDrive& drive() {
  static const std::unique_ptr<TestDrive> drive = c2247();
  return *drive;
}

hs_drive_view random_view(Rng& rng) {
  const hs_geometry& g = drive().geometry();
  hs_drive_view view{};
  view.now = rng.next() >> 8;
  view.free_at = view.now;
  view.track = {{rng.below(g.cylinders)}, {rng.below(g.heads)}};
  view.last_first = {rng.below(g.block_count)};
  view.last_end = {view.last_first.value + 1};
  view.last_write = rng.one_in(2);
  return view;
}

struct Case {
  std::string name;
  const hs_scheduler_ops* ops;
  std::vector<std::uint32_t> parameters;  // the first ones
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

// Each with its default parameters, and with every word that its first parameter can be.
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const hs_scheduler_ops* ops : in_software()) {
    all.push_back({ops->name, ops, {}});
    const char* const* words = ops->parameters[0].choices;
    for (std::uint32_t i = 0; words != nullptr && words[i] != nullptr; ++i) {
      all.push_back({ops->name + std::string("_") + words[i], ops, {i}});
    }
  }
  return all;
}

class EveryScheduler : public testing::TestWithParam<Case> {
 protected:
  static const hs_scheduler_ops& ops() { return *GetParam().ops; }
  static const std::vector<std::uint32_t>& parameters() { return GetParam().parameters; }
};

TEST_P(EveryScheduler, IsFcfsAtQueueLengthOne) {
  Rng rng(1);
  SchedulerBench bench(ops(), drive(), 1, parameters());
  for (int i = 0; i < 5000; ++i) {
    const hs_drive_view view = random_view(rng);
    ASSERT_EQ(bench.pick(view), HS_NO_TASK);
    const std::uint32_t entry = bench.add(rng.below(drive().blocks()), 1, rng.one_in(3));
    ASSERT_EQ(bench.pick(view), entry);
  }
  EXPECT_TRUE(bench.intact());
  EXPECT_EQ(bench.scheduler().decisions, 5000U);
}

TEST_P(EveryScheduler, ServesEachOnceAndNoAbortedOne) {
  for (const std::uint32_t capacity : {2U, 3U, 10U, 257U}) {
    Rng rng(capacity);
    SchedulerBench bench(ops(), drive(), capacity, parameters());
    std::uint32_t added = 0;
    std::uint32_t gone = 0;
    while (gone < 10'000) {
      if (!bench.full() && (bench.waiting().empty() || rng.one_in(2))) {
        // Few places, so that many tasks share a cylinder.
        bench.add(rng.below(40) * 50'000, rng.between(1, 8), rng.one_in(3));
        ++added;
        continue;
      }
      const std::vector<std::uint32_t> waiting = bench.waiting();
      if (rng.one_in(3)) {
        bench.abort(waiting[rng.below(static_cast<std::uint32_t>(waiting.size()))]);
      } else {
        const std::uint32_t entry = bench.pick(random_view(rng));
        ASSERT_NE(std::find(waiting.begin(), waiting.end(), entry), waiting.end());
      }
      ++gone;
      ASSERT_EQ(bench.scheduler().waiting, added - gone);
    }
    EXPECT_TRUE(bench.intact());
  }
}

TEST_P(EveryScheduler, FillsUpAndRunsEmpty) {
  constexpr std::uint32_t capacity = 5000;
  Rng rng(3);
  SchedulerBench bench(ops(), drive(), capacity, parameters());
  for (int round = 0; round < 2; ++round) {
    while (!bench.full()) {
      bench.add(rng.below(drive().blocks()));
    }
    while (!bench.waiting().empty()) {
      ASSERT_NE(bench.pick(random_view(rng)), HS_NO_TASK);
    }
    ASSERT_EQ(bench.pick(random_view(rng)), HS_NO_TASK);
  }
  EXPECT_TRUE(bench.intact());
}

INSTANTIATE_TEST_SUITE_P(Table, EveryScheduler, testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace headstack
