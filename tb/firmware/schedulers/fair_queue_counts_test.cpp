// The counts of the fair queue: after any operations they are what the tasks say.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "share/fair_queue.h"
}

namespace headstack {
namespace {

constexpr std::uint32_t kClasses = 3;
constexpr std::uint32_t kPercent = 65536;

// The tasks of each class that are not served: those that wait, and those at the drive.
void check(const SchedulerBench& bench, const std::vector<std::uint32_t>& at_drive) {
  const auto* fair = static_cast<const hs_fair_queue*>(bench.scheduler().memory);
  std::array<std::uint32_t, kClasses> unserved{};
  for (const auto* entries : {&bench.waiting(), &at_drive}) {
    for (const std::uint32_t entry : *entries) {
      unserved.at(bench.request(entry).class_id)++;
    }
  }
  std::uint32_t all = 0;
  for (std::uint32_t i = 0; i < kClasses; ++i) {
    ASSERT_EQ(fair->classes[i].unserved, unserved.at(i)) << i;
    all += unserved.at(i);
  }
  ASSERT_EQ(fair->unserved, all);
}

class FairCounts : public testing::TestWithParam<const hs_scheduler_ops*> {};

TEST_P(FairCounts, AreThoseOfTheTasks) {
  const auto drive = eighths_drive(64);
  drive->params.bytes_per_block = 512;
  const std::vector<std::uint32_t> weights = {50 * kPercent, 30 * kPercent, 20 * kPercent};
  Rng rng(7);
  SchedulerBench bench(*GetParam(), *drive, 40);
  bench.scheduler().tables = {weights.data(), kClasses, nullptr, nullptr};
  std::vector<std::uint32_t> at_drive;
  hs_drive_view view{};
  for (int step = 0; step < 20'000; ++step) {
    view.now += rng.below(1'000'000);
    const std::uint32_t kind = rng.below(8);
    if (kind < 3 && bench.waiting().size() + at_drive.size() < 20) {
      bench.add(rng.below(1'000), rng.between(1, 8), false, view.now, 0,
                static_cast<std::uint16_t>(rng.below(kClasses)));
    } else if (kind < 5 && !bench.waiting().empty()) {
      const std::uint32_t entry = hs_scheduler_pick(&bench.scheduler(), &view);
      ASSERT_NE(entry, HS_NO_TASK);
      bench.picked(entry);
      at_drive.push_back(entry);
    } else if (kind == 5 && !bench.waiting().empty()) {
      bench.abort(any_of(rng, bench));
    } else if (!at_drive.empty()) {
      const std::size_t which = rng.below(static_cast<std::uint32_t>(at_drive.size()));
      hs_scheduler_completion(&bench.scheduler(), at_drive[which], &view);
      bench.give_back(at_drive[which]);
      at_drive.erase(at_drive.begin() + static_cast<std::ptrdiff_t>(which));
    }
    check(bench, at_drive);
    if (HasFatalFailure()) {
      FAIL() << step;
    }
  }
  EXPECT_TRUE(bench.intact());
}

INSTANTIATE_TEST_SUITE_P(Shares, FairCounts, testing::Values(&hs_yfq, &hs_yfq_dor, &hs_yfq_tuned),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace headstack
