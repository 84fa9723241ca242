// Small repetitions of an attack on the whole drive. scripts/soak runs millions of commands.
#include "tb/model/support/attack.h"

#include <string>

#include <gtest/gtest.h>

#include "model/processor/own_image.h"
#include "tb/model/support/flat_memory.h"

namespace headstack {
namespace {

// The sum of all cases of a test, in the test's report.
class Sum : public Attack::Counts {
 public:
  Sum() = default;
  Sum(const Sum&) = delete;
  Sum& operator=(const Sum&) = delete;
  ~Sum() {
    testing::Test::RecordProperty("commands", std::to_string(commands));
    testing::Test::RecordProperty("power_cuts", std::to_string(power_cuts));
    testing::Test::RecordProperty("aborted", std::to_string(aborted));
    testing::Test::RecordProperty("medium_errors", std::to_string(medium_errors));
    testing::Test::RecordProperty("blocks_read", std::to_string(blocks_read));
  }
};

// Runs `one`, which gets a seed, for all cases until one fails. The memory must not grow.
template <typename One>
void each(const AttackCases& cases, const One& one) {
  FlatMemory memory(cases.count());
  for (std::uint64_t seed = cases.first; seed < cases.end; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    one(seed);
    memory.check();
    if (testing::Test::HasFailure()) {
      return;
    }
  }
}

TEST(Attack, RandomTraffic) {
  const AttackCases cases = attack_cases(60);
  Sum sum;
  each(cases, [&](std::uint64_t seed) {
    Attack attack(seed, seed % 2 == 0);
    attack.run();
    sum += attack.counts();
  });
  // The attack has reached each of these events.
  EXPECT_GT(sum.commands, cases.count() * 50);
  EXPECT_GT(sum.aborted, cases.count());
  EXPECT_GT(sum.broken_off, cases.count() / 2);
  EXPECT_GT(sum.medium_errors, cases.count() / 2);
  EXPECT_GT(sum.blocks_read, cases.count() * 100);
}

// Each case once, and again with an event at an instant of interest.
void attack_twice(const AttackCases& cases, AttackSetting setting, Sum& sum) {
  each(cases, [&](std::uint64_t seed) {
    setting.clock = seed % 4 == 3 && has_own_image() ? "5 MHz" : nullptr;
    std::vector<sc_core::sc_time> instants;
    {
      Attack before(seed, seed % 2 == 0, {}, setting);
      before.run();
      sum += before.counts();
      instants = before.instants();
    }
    if (setting.clock != nullptr || instants.empty()) {
      return;
    }
    const auto kind = static_cast<Intruder::Kind>(seed % 5);
    Attack again(seed, seed % 2 == 0, Intruder{instants[seed % instants.size()], kind}, setting);
    again.run();
    sum += again.counts();
  });
  EXPECT_GT(sum.commands, cases.count() * 50);
  EXPECT_GT(sum.aborted, cases.count());
  EXPECT_GT(sum.power_cuts, 0U);
}

// The schedulers with deadlines, shares and learnt times, also where the power fails in the middle.
TEST(Attack, RandomTrafficWithDeadlinesAndClasses) {
  Sum sum;
  attack_twice(attack_cases(60), {nullptr, Carried::facts}, sum);
  EXPECT_EQ(sum.late, 0U);
}

// Duration limits, which MODE SELECT changes meanwhile. Many commands end because they are late.
TEST(Attack, RandomTrafficWithDurationLimits) {
  const AttackCases cases = attack_cases(60);
  Sum sum;
  attack_twice(cases, {nullptr, Carried::limits}, sum);
  EXPECT_GT(sum.late, cases.count() * 10);
}

// MODE SELECT changes and saves weights, priority times and other pages meanwhile. Every page that
// is read has a value that the lists so far allow, also after resets and losses of power.
TEST(Attack, RandomTrafficWithModePages) {
  const AttackCases cases = attack_cases(60);
  Sum sum;
  attack_twice(cases, {nullptr, Carried::pages}, sum);
  EXPECT_GT(sum.pages.set, cases.count() * 5);
  EXPECT_GT(sum.pages.saved, cases.count() * 2);
  EXPECT_GT(sum.pages.refused, cases.count());
  EXPECT_GT(sum.pages.read, cases.count() * 5);
  EXPECT_GT(sum.pages.survived, cases.count() / 8);
  EXPECT_GT(sum.pages.waited_for, 0U);
}

void attack_on_slow_processor(const AttackCases& cases, Sum& sum) {
  static constexpr const char* kClocks[] = {"2 MHz", "5 MHz", "20 MHz"};
  each(cases, [&](std::uint64_t seed) {
    Attack attack(seed, seed % 2 == 0, {}, {kClocks[seed % 3]});
    attack.run();
    sum += attack.counts();
  });
}

// On a slow processor, a task can end before the firmware looks at the task.
TEST(Attack, RandomTrafficOnASlowProcessor) {
  if (!has_own_image()) {
    GTEST_SKIP() << "built without a cross compiler";
  }
  const AttackCases cases = attack_cases(30);
  Sum sum;
  attack_on_slow_processor(cases, sum);
  EXPECT_GT(sum.commands, cases.count() * 50);
  EXPECT_GT(sum.aborted, cases.count() / 2);
  EXPECT_GT(sum.medium_errors, cases.count() / 2);
}

// Seeds that found faults. 51 and 237: orders prepared for a read that then hit were given for
// another task, in the same entry of the queue.
TEST(Attack, CasesThatFailedOnASlowProcessor) {
  if (!has_own_image()) {
    GTEST_SKIP() << "built without a cross compiler";
  }
  Sum sum;
  for (const std::uint64_t seed : {51, 237}) {
    attack_on_slow_processor({seed, seed + 1}, sum);
  }
  EXPECT_GT(sum.commands, 100U);
}

// Strikes at the very instants at which an earlier run had the bus granted to the drive, or had the
// end of a task.
void strike(Intruder::Kind kind, const AttackCases& cases, Attack::Counts& sum,
            const AttackSetting& setting = {}) {
  constexpr int kStrikes = 4;
  each(cases, [&](std::uint64_t seed) {
    std::vector<sc_core::sc_time> instants;
    {
      Attack before(seed, false, {}, setting);
      before.run();
      instants = before.instants();
    }
    Random random(seed, 2);
    for (int i = 0; i < kStrikes && !testing::Test::HasFailure(); ++i) {
      const Intruder intruder = {instants[random.below(instants.size())], kind};
      SCOPED_TRACE("at " + intruder.at.to_string());
      Attack attack(seed, false, intruder, setting);
      attack.run();
      sum += attack.counts();
    }
  });
}

TEST(Attack, PowerCutAtAnInstantOfInterest) {
  const AttackCases cases = attack_cases(20);
  Sum sum;
  strike(Intruder::Kind::power_cut, cases, sum);
  EXPECT_GT(sum.aborted, cases.count());
  EXPECT_GT(sum.blocks_survived, 20 * cases.count());
  EXPECT_GT(sum.blocks_lost, cases.count());
}

// 512-byte emulation with a write cache: writes of parts of physical sectors, also where the power
// fails in the middle.
constexpr AttackSetting kPhysicalSectors{nullptr, Carried::nothing, 8};

TEST(Attack, RandomTrafficOnPhysicalSectors) {
  const AttackCases cases = attack_cases(40);
  Sum sum;
  attack_twice(cases, kPhysicalSectors, sum);
  EXPECT_GT(sum.medium_errors, cases.count() / 4);
  EXPECT_GT(sum.blocks_read, cases.count() * 100);
}

TEST(Attack, PowerCutOnPhysicalSectors) {
  const AttackCases cases = attack_cases(15);
  Sum sum;
  strike(Intruder::Kind::power_cut, cases, sum, kPhysicalSectors);
  EXPECT_GT(sum.blocks_survived, 20 * cases.count());
  EXPECT_GT(sum.blocks_lost, cases.count());
}

TEST(Attack, FunctionAtAnInstantOfInterest) {
  const AttackCases cases = attack_cases(10);
  Sum sum;
  for (const Intruder::Kind kind :
       {Intruder::Kind::logical_unit_reset, Intruder::Kind::clear_task_set,
        Intruder::Kind::abort_task_set, Intruder::Kind::overlapped}) {
    Attack::Counts found;
    strike(kind, cases, found);
    EXPECT_GT(found.aborted, cases.count());
    sum += found;
  }
}

}  // namespace
}  // namespace headstack
