// A scheduler that begins anew in memory that it has used decides as a fresh one does.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "schedulers/mimic_learner.h"
}

namespace headstack {
namespace {

constexpr std::uint32_t kPercent = 65536;
const std::vector<std::uint32_t> kWeights = {50 * kPercent, 30 * kPercent, 20 * kPercent};

// A learner that knows nothing, in memory of its own.
struct Learner {
  explicit Learner(const TestDrive& drive) : arena(hs_mimic_learner_memory(500)) { begin(drive); }
  void begin(const TestDrive& drive) {
    hs_mimic_learner_init(&learner, 500, drive.blocks(), arena.memory());
  }
  Arena arena;
  hs_mimic_learner learner{};
};

struct Used {
  Used(const hs_scheduler_ops& ops, const TestDrive& drive)
      : learner(drive), bench(ops, drive, 24) {
    bench.scheduler().tables = {kWeights.data(), 3, nullptr, &learner.learner};
  }
  Learner learner;
  SchedulerBench bench;
};

// Random operations; returns the picks, and the tasks examined.
std::vector<std::uint64_t> use(SchedulerBench& bench, const TestDrive& drive, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::uint64_t> seen;
  hs_drive_view view{};
  view.now = 5 * kTurn;
  for (int step = 0; step < 600; ++step) {
    view.now += rng.below(1U << 30);
    view.free_at = view.now;
    if (!bench.full() && (bench.waiting().empty() || rng.one_in(2))) {
      bench.add(rng.below(drive.blocks() - 8), rng.between(1, 8), rng.one_in(3), view.now,
                view.now + rng.below(4) * kTurn * 8, static_cast<std::uint16_t>(rng.below(3)));
      continue;
    }
    if (rng.one_in(5)) {
      bench.abort(any_of(rng, bench));
      continue;
    }
    const std::uint32_t entry = bench.pick(view);
    seen.push_back(entry);
    if (entry == HS_NO_TASK) {
      continue;
    }
    const hs_task task = bench.task(entry);
    view.now += rng.below(1U << 31);
    hs_scheduler_completion(&bench.scheduler(), entry, &view);
    view.track = task.track;
    view.last_first = task.lbn;
    view.last_end = {task.lbn.value + task.blocks};
    view.last_write = task.write;
  }
  seen.push_back(bench.scheduler().examined);
  seen.push_back(bench.scheduler().decisions);
  return seen;
}

TEST(BeginAgain, DecidesAsAFreshScheduler) {
  const auto drive = c2247();
  drive->params.bytes_per_block = 512;
  drive->params.second = 90 * kTurn;
  for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
    if ((*ops)->in_comparator || ((*ops)->needs & HS_NEEDS_MIMIC) != 0) {
      continue;
    }
    SCOPED_TRACE((*ops)->name);
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      Used used(**ops, *drive);
      use(used.bench, *drive, seed + 100);
      used.bench.begin_again();
      used.learner.begin(*drive);
      Used fresh(**ops, *drive);
      ASSERT_EQ(use(used.bench, *drive, seed), use(fresh.bench, *drive, seed));
      ASSERT_TRUE(used.bench.intact());
    }
  }
}

}  // namespace
}  // namespace headstack
