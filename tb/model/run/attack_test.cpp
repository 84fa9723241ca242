// Small repetitions of an attack on the whole: HEADSTACK_ATTACK says how many random runs of each
// kind, 5,000 are the full attack.
#include "tb/model/support/attack.h"

#include <string>

#include <gtest/gtest.h>

#include "model/processor/own_image.h"

namespace headstack {
namespace {

void add(Attack::Counts& sum, const Attack::Counts& one) {
  sum.commands += one.commands;
  sum.aborted += one.aborted;
  sum.broken_off += one.broken_off;
  sum.medium_errors += one.medium_errors;
  sum.blocks_read += one.blocks_read;
  sum.blocks_survived += one.blocks_survived;
  sum.blocks_lost += one.blocks_lost;
}

TEST(Attack, RandomTraffic) {
  const std::uint64_t cases = attack_cases(60);
  Attack::Counts sum;
  for (std::uint64_t seed = 1; seed <= cases && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Attack attack(seed, seed % 2 == 0);
    attack.run();
    add(sum, attack.counts());
  }
  // The test means something.
  EXPECT_GT(sum.commands, cases * 50);
  EXPECT_GT(sum.aborted, cases);
  EXPECT_GT(sum.broken_off, cases / 2);
  EXPECT_GT(sum.medium_errors, cases / 2);
  EXPECT_GT(sum.blocks_read, cases * 100);
}

// The same where the firmware's code takes time: what it is told of may be over when it looks.
TEST(Attack, RandomTrafficOnASlowProcessor) {
  if (!has_own_image()) {
    GTEST_SKIP() << "built without a cross compiler";
  }
  static constexpr const char* kClocks[] = {"2 MHz", "5 MHz", "20 MHz"};
  const std::uint64_t cases = attack_cases(30);
  Attack::Counts sum;
  for (std::uint64_t seed = 1; seed <= cases && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Attack attack(seed, seed % 2 == 0, {}, kClocks[seed % 3]);
    attack.run();
    add(sum, attack.counts());
  }
  EXPECT_GT(sum.commands, cases * 50);
  EXPECT_GT(sum.aborted, cases / 2);
  EXPECT_GT(sum.medium_errors, cases / 2);
}

// At the very instants at which a run before had the bus granted to the drive, or a task ended.
void strike(Intruder::Kind kind, std::uint64_t usual, Attack::Counts& sum) {
  const std::uint64_t cases = attack_cases(usual);
  for (std::uint64_t seed = 1; seed <= cases && !testing::Test::HasFailure(); ++seed) {
    std::vector<sc_core::sc_time> instants;
    {
      Attack before(seed, false);
      before.run();
      instants = before.instants();
    }
    Random random(seed, 2);
    for (int i = 0; i < 4 && !testing::Test::HasFailure(); ++i) {
      const Intruder intruder = {instants[random.below(instants.size())], kind};
      SCOPED_TRACE("seed " + std::to_string(seed) + " at " + intruder.at.to_string());
      Attack attack(seed, false, intruder);
      attack.run();
      add(sum, attack.counts());
    }
  }
}

TEST(Attack, PowerCutAtAnInstantOfInterest) {
  Attack::Counts sum;
  strike(Intruder::Kind::power_cut, 20, sum);
  EXPECT_GT(sum.aborted, attack_cases(20));
  EXPECT_GT(sum.blocks_survived, 20 * attack_cases(20));
  EXPECT_GT(sum.blocks_lost, attack_cases(20));
}

TEST(Attack, FunctionAtAnInstantOfInterest) {
  for (const Intruder::Kind kind :
       {Intruder::Kind::logical_unit_reset, Intruder::Kind::clear_task_set,
        Intruder::Kind::abort_task_set, Intruder::Kind::overlapped}) {
    Attack::Counts sum;
    strike(kind, 10, sum);
    EXPECT_GT(sum.aborted, attack_cases(10));
  }
}

}  // namespace
}  // namespace headstack
