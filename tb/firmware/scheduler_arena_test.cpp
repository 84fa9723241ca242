// What holds for every scheduler: alone in the queue there is no choice, an aborted task is gone,
// all capacity can be used, and no byte outside its memory is written.
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
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

class EveryScheduler : public testing::TestWithParam<std::tuple<const char*, std::uint32_t>> {
 protected:
  static const hs_scheduler_ops& ops() {
    for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
      if ((*ops)->name == std::string(std::get<0>(GetParam()))) {
        return **ops;
      }
    }
    throw std::runtime_error("no such scheduler");
  }
  static std::uint32_t level() { return std::get<1>(GetParam()); }
};

TEST_P(EveryScheduler, IsFcfsAtQueueLengthOne) {
  Rng rng(1);
  SchedulerBench bench(ops(), drive(), 1, level());
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
    SchedulerBench bench(ops(), drive(), capacity, level());
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
  SchedulerBench bench(ops(), drive(), capacity, level());
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

INSTANTIATE_TEST_SUITE_P(Table, EveryScheduler,
                         testing::Values(std::make_tuple("fcfs", 0U), std::make_tuple("sstf", 0U),
                                         std::make_tuple("sstf", 1U), std::make_tuple("clook", 0U),
                                         std::make_tuple("clook", 1U), std::make_tuple("sptf", 0U)),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param)) +
                                  (std::get<1>(test.param) == 0 ? "" : "_map");
                         });

}  // namespace
}  // namespace headstack
