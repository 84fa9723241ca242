// Programs in a ROM with wait states. In a loop, the memory of the program never rests: a round
// takes an access for each instruction, and for each instruction that a jump or a flush drops.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/model/processor/support/machine.h"

namespace headstack {
namespace {

class FetchWaits : public testing::TestWithParam<std::uint32_t> {
 protected:
  // Expects rounds of `instructions` instructions. Each round drops `dropped` more instructions.
  void expect_rounds(std::initializer_list<std::uint32_t> program, std::uint64_t instructions,
                     std::uint64_t dropped) {
    WaitStates waits;
    waits.rom = GetParam();
    Machine m(program, {}, waits);
    m.with({HS_MAP_RESET, kFromMachine});
    const auto rounds = [&m, instructions](std::uint64_t count) {
      for (std::uint64_t i = 0; i < count * instructions; ++i) {
        m.run(1);
      }
    };
    rounds(20);
    const std::uint64_t before = m.iss.cycles();
    rounds(10);
    EXPECT_EQ(m.iss.pc(), HS_MAP_RESET);
    EXPECT_EQ(m.iss.cycles() - before, 10 * (instructions + dropped) * (GetParam() + 1));
  }

  static constexpr std::uint32_t kFromMachine = 0x1800;  // mstatus.MPP: mret stays in machine mode
};

INSTANTIATE_TEST_SUITE_P(WaitStates, FetchWaits, testing::Values(1U, 2U, 3U, 7U));

TEST_P(FetchWaits, AJumpDropsAnInstruction) {
  expect_rounds({rv::jal(0, 0)}, 1, 1);
  expect_rounds({rv::jalr(0, 1, 0)}, 1, 1);
  expect_rounds({rv::kNop, rv::jal(0, -4)}, 2, 1);
  expect_rounds({rv::kNop, rv::kNop, rv::kNop, rv::kNop, rv::kNop, rv::jal(0, -20)}, 6, 1);
}

TEST_P(FetchWaits, ATakenBranchDropsTwo) {
  expect_rounds({rv::b_type(0, 0, 0, 0)}, 1, 2);
  expect_rounds({rv::kNop, rv::kNop, rv::kNop, rv::b_type(-12, 0, 0, 0)}, 4, 2);
}

TEST_P(FetchWaits, AReturnFromATrapDropsTwo) {
  expect_rounds({rv::csrrw(0, rv::kMepc, 1), rv::csrrw(0, rv::kMstatus, 2), rv::kMret}, 3, 2);
  expect_rounds({rv::csrrw(0, rv::kMepc, 1), rv::csrrw(0, rv::kMstatus, 2), rv::kNop, rv::kNop,
                 rv::kNop, rv::kNop, rv::kMret},
                7, 2);
}

}  // namespace
}  // namespace headstack
