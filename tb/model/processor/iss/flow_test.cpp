// Jumps and branches: their targets, and their cycles.
#include <gtest/gtest.h>

#include "tb/model/processor/support/machine.h"

namespace headstack {
namespace {

constexpr std::uint32_t kStart = HS_MAP_RESET;

struct Branch {
  const char* name;
  std::uint32_t f3, a, b;
  bool taken;
};

class Branches : public testing::TestWithParam<Branch> {};

TEST_P(Branches, AreTakenOrNot) {
  const Branch& p = GetParam();
  Machine m({rv::b_type(8, 2, 1, p.f3), rv::addi(3, 0, 1)});
  m.with({p.a, p.b});
  const std::uint64_t before = m.iss.cycles();
  const Stop stop = m.run();
  EXPECT_EQ(stop.pc, kStart + 8);
  EXPECT_EQ(m.x(3), p.taken ? 0U : 1U) << p.name;
  EXPECT_EQ(m.iss.cycles() - before, p.taken ? 3U : 2U) << p.name;  // with the addi
}

constexpr std::uint32_t kNegative = 0xffffffff;
INSTANTIATE_TEST_SUITE_P(
    Instructions, Branches,
    testing::Values(Branch{"beq", 0, 4, 4, true}, Branch{"beq", 0, 4, 5, false},
                    Branch{"bne", 1, 4, 4, false}, Branch{"bne", 1, 4, 5, true},
                    Branch{"blt", 4, kNegative, 1, true}, Branch{"blt", 4, 1, 1, false},
                    Branch{"bge", 5, kNegative, 1, false}, Branch{"bge", 5, 1, 1, true},
                    Branch{"bltu", 6, kNegative, 1, false}, Branch{"bltu", 6, 1, kNegative, true},
                    Branch{"bgeu", 7, kNegative, 1, true}, Branch{"bgeu", 7, 1, kNegative, false},
                    Branch{"bgeu", 7, 1, 1, true}));

TEST(FlowTest, ABranchGoesBack) {
  Machine m({rv::addi(1, 0, 3), rv::addi(2, 2, 1), rv::addi(1, 1, -1), rv::bne(1, 0, -8)});
  const std::uint64_t before = m.iss.cycles();
  m.run();
  EXPECT_EQ(m.x(2), 3U);
  EXPECT_EQ(m.iss.cycles() - before, 1U + 3 * 2 + 2 * 3 + 1);
}

TEST(FlowTest, JumpsLink) {
  Machine m({rv::jal(1, 12), rv::kEbreak, rv::kEbreak, rv::jalr(2, 1, 4)});
  const std::uint64_t before = m.iss.cycles();
  const Stop stop = m.run();
  EXPECT_EQ(m.x(1), kStart + 4);
  EXPECT_EQ(m.x(2), kStart + 16);
  EXPECT_EQ(stop.pc, kStart + 8);
  EXPECT_EQ(m.iss.cycles() - before, 4U);
}

TEST(FlowTest, AJumpThroughARegisterDropsTheLowestBitAndReadsItBeforeItLinks) {
  Machine m({rv::jalr(1, 1, 1), rv::kNop});
  m.with({kStart + 8});
  EXPECT_EQ(m.run().pc, kStart + 8);
  EXPECT_EQ(m.x(1), kStart + 4);
}

TEST(FlowTest, AJumpOutOfTheRomIsAFaultWhereItGoes) {
  constexpr std::uint32_t kEnd = HS_MAP_ROM + 0x200;  // of the machine's ROM
  for (const std::uint32_t to :
       {std::uint32_t{HS_MAP_RAM}, std::uint32_t{HS_MAP_ROM - 4}, kEnd, kEnd + 4, kEnd + 8}) {
    for (const WaitStates& waits : {WaitStates{}, WaitStates{2, 0}}) {
      Machine m({rv::jalr(0, 1, 0)}, {}, waits);
      m.with({to});
      const Stop stop = m.run();
      EXPECT_EQ(stop.reason, StopReason::fault);
      EXPECT_EQ(stop.fault, Fault::fetch_outside);
      EXPECT_EQ(stop.pc, to);
      EXPECT_EQ(m.iss.pc(), to);
      EXPECT_STREQ(fault_text(stop.fault), "a jump out of the program memory");
    }
  }
}

TEST(FlowTest, AJumpToHalfAnInstructionIsAFault) {
  for (const std::uint32_t word : {rv::jal(0, 6), rv::b_type(6, 0, 0, 0)}) {
    Machine m({word});
    const Stop stop = m.run();
    EXPECT_EQ(stop.fault, Fault::fetch_misaligned);
    EXPECT_EQ(stop.pc, kStart + 6);
  }
}

TEST(FlowTest, TheEndOfTheRomIsAFault) {
  Memories memories({0x84, 0, 0x10});
  memories.rom.put(kStart, rv::kNop);
  Iss iss(memories);
  const Stop stop = iss.run(1000);
  EXPECT_EQ(stop.fault, Fault::fetch_outside);
  EXPECT_EQ(stop.pc, kStart + 4);
}

TEST(FlowTest, TheLimitIsKeptToTheInstruction) {
  Machine m({rv::kNop, rv::r_type(1, 2, 1, 4, 3), rv::kNop, rv::jal(0, -12)});
  m.with({1, 1});
  EXPECT_EQ(m.run(0).pc, kStart);
  EXPECT_EQ(m.run(1).pc, kStart + 4);
  const std::uint64_t before = m.iss.cycles();
  const Stop stop = m.run(1);  // within the division
  EXPECT_EQ(stop.reason, StopReason::limit);
  EXPECT_EQ(stop.pc, kStart + 8);
  EXPECT_EQ(m.iss.cycles() - before, 37U);
  EXPECT_EQ(m.run(10'000).reason, StopReason::limit);
}

}  // namespace
}  // namespace headstack
