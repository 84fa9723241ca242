// Machine mode: control registers, traps, interrupts, sleep.
#include "tb/model/processor/support/machine.h"

#include <gtest/gtest.h>

namespace headstack {
namespace {

constexpr std::uint32_t kStart = HS_MAP_RESET;
constexpr std::uint32_t kExternal = 1U << 11;
constexpr std::uint32_t kHandler = HS_MAP_VECTORS + 4 * 11;

TEST(MachineTest, ControlRegistersAreReplacedSetAndCleared) {
  Machine m({rv::csrrw(2, rv::kMscratch, 1), rv::csrrs(3, rv::kMscratch, 4),
             rv::csrrc(5, rv::kMscratch, 1), rv::csrrs(6, rv::kMscratch, 0),
             rv::csrrwi(7, rv::kMscratch, 21), rv::csrrsi(8, rv::kMscratch, 2),
             rv::csrrci(9, rv::kMscratch, 1), rv::csrrs(10, rv::kMscratch, 0)});
  m.with({0xf0, 0, 0, 0x0f});
  const std::uint64_t before = m.iss.cycles();
  EXPECT_EQ(m.run().fault, Fault::breakpoint);
  EXPECT_EQ(m.x(2), 0U);
  EXPECT_EQ(m.x(3), 0xf0U);
  EXPECT_EQ(m.x(5), 0xffU);
  EXPECT_EQ(m.x(6), 0x0fU);
  EXPECT_EQ(m.x(7), 0x0fU);
  EXPECT_EQ(m.x(8), 21U);
  EXPECT_EQ(m.x(9), 23U);
  EXPECT_EQ(m.x(10), 22U);
  EXPECT_EQ(m.iss.cycles() - before, 8U);
}

TEST(MachineTest, EachKeepsWhatItHas) {
  Machine m({rv::csrrw(0, rv::kMtvec, 1), rv::csrrs(2, rv::kMtvec, 0), rv::csrrw(0, rv::kMepc, 1),
             rv::csrrs(3, rv::kMepc, 0), rv::csrrw(0, rv::kMie, 1), rv::csrrs(4, rv::kMie, 0),
             rv::csrrw(0, rv::kMip, 1), rv::csrrs(5, rv::kMip, 0), rv::csrrw(0, rv::kMisa, 1),
             rv::csrrs(6, rv::kMisa, 0), rv::csrrs(7, rv::kMhartid, 0),
             rv::csrrs(8, rv::kMstatus, 0)});
  m.with({0xffffffff});
  EXPECT_EQ(m.run().fault, Fault::breakpoint);
  EXPECT_EQ(m.x(2), 0xffffff01U);
  EXPECT_EQ(m.x(3), 0xfffffffeU);
  EXPECT_EQ(m.x(4), 0x7fff0888U);
  EXPECT_EQ(m.x(5), 0U);
  EXPECT_EQ(m.x(6), 0x40001100U) << "RV32IM";
  EXPECT_EQ(m.x(7), 0U);
  EXPECT_EQ(m.x(8), 0x80U) << "MPIE after a reset";
}

// Ibex keeps five bits of a cause. Bit 31 says an interrupt. Bits 31 and 30 say an internal
// interrupt, which reads with ones in bits 5 to 31.
TEST(MachineTest, OfACauseSomeBitsAreKept) {
  const std::uint32_t written[] = {0x3fffffff, 0x5555554b, 0x80000fe7, 0xffffffff, 0xc0000001};
  const std::uint32_t kept[] = {0x1f, 0x0b, 0x80000007, 0xffffffff, 0xffffffe1};
  for (std::size_t i = 0; i < std::size(written); ++i) {
    Machine m({rv::csrrw(0, rv::kMcause, 1), rv::csrrs(2, rv::kMcause, 0)});
    m.with({written[i]});
    EXPECT_EQ(m.run().fault, Fault::breakpoint);
    EXPECT_EQ(m.x(2), kept[i]) << std::hex << written[i];
  }
}

TEST(MachineTest, CountersCountAndCanBeSet) {
  Machine m({rv::csrrs(1, rv::kMcycle, 0), rv::csrrs(2, rv::kMinstret, 0), rv::kNop,
             rv::csrrs(3, rv::kMcycle, 0), rv::csrrs(4, rv::kMinstret, 0),
             rv::csrrwi(0, rv::kMcycleh, 7), rv::csrrwi(0, rv::kMinstreth, 9),
             rv::csrrs(5, rv::kMcycleh, 0), rv::csrrs(6, rv::kMinstreth, 0),
             rv::csrrwi(0, rv::kMinstret, 0), rv::csrrs(7, rv::kMinstret, 0)});
  EXPECT_EQ(m.run().fault, Fault::breakpoint);
  EXPECT_EQ(m.x(3) - m.x(1), 3U);
  EXPECT_EQ(m.x(4) - m.x(2), 3U);
  EXPECT_EQ(m.x(5), 7U);
  EXPECT_EQ(m.x(6), 9U);
}

TEST(MachineTest, AnUnknownRegisterIsIllegal) {
  for (const std::uint32_t word :
       {rv::csrrs(1, 0x7ff, 0), rv::csrrw(0, rv::kMhartid, 1), rv::csrrwi(0, 0xf11, 0)}) {
    Machine m({word});
    const Stop stop = m.run();
    EXPECT_EQ(stop.fault, Fault::illegal);
    EXPECT_EQ(stop.value, word);
    EXPECT_EQ(stop.pc, kStart);
  }
}

TEST(MachineTest, WhatIsNoInstructionIsIllegal) {
  constexpr std::uint32_t kWords[] = {
      0,                             // all 0
      0xffffffff,                    // all 1
      0x00000001,                    // compressed
      rv::r_type(2, 1, 1, 0, 1),     // no such function
      rv::r_type(0x20, 1, 1, 1, 1),  // the same, of a shift to the left
      rv::i_type(0x200, 1, 1, 1, 0x13),
      rv::i_type(0x200, 1, 5, 1, 0x13),
      rv::i_type(0, 1, 3, 1, 0x03),  // a load of 64 bits
      rv::i_type(0, 1, 6, 1, 0x03),
      rv::s_type(0, 1, 1, 3),
      rv::b_type(8, 1, 1, 2),
      rv::i_type(0, 1, 1, 1, 0x67),
      rv::i_type(0, 1, 2, 1, 0x0f),
      0x10200073,                      // sret
      rv::i_type(0, 1, 2, 1, 0x07),    // flw
      rv::r_type(0, 1, 1, 2, 1, 0x2f)  // lr.w and its like
  };
  for (const std::uint32_t word : kWords) {
    Machine m({word});
    const Stop stop = m.run();
    EXPECT_EQ(stop.reason, StopReason::fault);
    EXPECT_EQ(stop.fault, Fault::illegal) << std::hex << word;
    EXPECT_EQ(stop.value, word);
  }
}

TEST(MachineTest, AFaultGoesOnInItsHandler) {
  // The handler reads the cause, goes on behind the instruction.
  Machine m(
      {rv::kNop, rv::kEcall, rv::addi(4, 0, 1)},
      {rv::csrrs(1, rv::kMcause, 0), rv::csrrs(2, rv::kMepc, 0), rv::csrrs(3, rv::kMtval, 0),
       rv::addi(5, 2, 4), rv::csrrw(0, rv::kMepc, 5), rv::csrrs(6, rv::kMstatus, 0), rv::kMret});
  Stop stop = m.run();
  EXPECT_EQ(stop.fault, Fault::call);
  EXPECT_EQ(stop.pc, kStart + 4);
  const std::uint64_t before = m.iss.cycles();
  stop = m.run();
  EXPECT_EQ(stop.fault, Fault::breakpoint);
  EXPECT_EQ(m.x(1), 11U);
  EXPECT_EQ(m.x(2), kStart + 4);
  EXPECT_EQ(m.x(3), 0U);
  EXPECT_EQ(m.x(4), 1U);
  EXPECT_EQ(m.x(6), 0x1800U) << "from machine mode, without interrupts before and now";
  EXPECT_EQ(m.iss.cycles() - before, 3U + 6 + 3 + 1);
}

struct Trapped {
  std::uint32_t word;
  std::uint32_t cause;
  std::uint32_t value;
};

TEST(MachineTest, EachFaultHasItsCause) {
  const Trapped all[] = {{rv::kEbreak, 3, 0},
                         {rv::kEcall, 11, 0},
                         {0xffffffff, 2, 0xffffffff},
                         {rv::csrrs(1, 0x7ff, 0), 2, rv::csrrs(1, 0x7ff, 0)},
                         {rv::lw(1, 0, 4), 5, 4},
                         {rv::sw(1, 0, 8), 7, 8},
                         {rv::lw(1, 0, 2), 4, 2},
                         {rv::sw(1, 0, 1), 6, 1},
                         {rv::jal(0, 6), 0, kStart + 6},
                         {rv::jalr(0, 0, 0), 1, 0}};
  for (const Trapped& t : all) {
    Machine m({t.word}, {rv::csrrs(1, rv::kMcause, 0), rv::csrrs(2, rv::kMtval, 0), rv::kWfi});
    EXPECT_EQ(m.run().reason, StopReason::fault);
    EXPECT_EQ(m.run().reason, StopReason::waiting);
    EXPECT_EQ(m.x(1), t.cause);
    EXPECT_EQ(m.x(2), t.value);
  }
}

// Enables the external interrupt, as mie and mstatus say, then goes round and round.
class Looping : public Machine {
 public:
  Looping(std::uint32_t mie, std::uint32_t mstatus)
      : Machine(
            {rv::csrrw(0, rv::kMie, 1), rv::csrrw(0, rv::kMstatus, 2), rv::kNop, rv::jal(0, -4)},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, rv::csrrs(3, rv::kMcause, 0),
             rv::csrrs(4, rv::kMepc, 0), rv::sw(0, 5, 0), rv::kMret}) {
    with({mie, mstatus, 0, 0, HS_MAP_REGISTERS});
  }
};

TEST(MachineTest, AnInterruptIsTakenWhenItComes) {
  Looping m(kExternal, 8);
  EXPECT_EQ(m.run(50).reason, StopReason::limit);
  m.iss.interrupt(true);
  Stop stop = m.run();
  EXPECT_EQ(stop.reason, StopReason::store);
  EXPECT_EQ(stop.pc, kHandler + 8);
  EXPECT_EQ(m.x(3), 0x8000000bU);
  EXPECT_GE(m.x(4), kStart + 8);
  EXPECT_LE(m.x(4), kStart + 12);
  // A level: as long as it is there, it comes again behind the handler.
  stop = m.run();
  EXPECT_EQ(stop.reason, StopReason::store);
  m.iss.interrupt(false);
  EXPECT_EQ(m.run(1000).reason, StopReason::limit);
}

TEST(MachineTest, BehindAJumpThePipelineIsEmptyAndAnInterruptOneCycleSooner) {
  const auto taken_after = [](std::uint64_t instructions) {
    Looping m(kExternal, 8);
    for (std::uint64_t i = 0; i < instructions; ++i) {
      m.run(1);
    }
    const std::uint64_t before = m.iss.cycles();
    m.iss.interrupt(true);
    EXPECT_EQ(m.run().reason, StopReason::store);
    return m.iss.cycles() - before - 2;  // without the handler's first two
  };
  EXPECT_EQ(taken_after(3), 3U) << "a nop";
  EXPECT_EQ(taken_after(4), 2U) << "a jump";
}

// Of mstatus, MIE and MPIE are kept bit by bit. MPP is 3 or 0.
TEST(MachineTest, WhatMstatusKeeps) {
  for (std::uint32_t value = 0; value < 0x4000; value += 8) {
    Machine m({rv::csrrw(0, rv::kMstatus, 1), rv::csrrs(2, rv::kMstatus, 0)});
    m.with({value});
    m.run();
    const std::uint32_t mpp = (value & 0x1800) == 0x1800 ? 0x1800 : 0;
    ASSERT_EQ(m.x(2), (value & 0x88) | mpp) << std::hex << value;
  }
}

// A debugger's jump empties the pipeline, so an interrupt comes a cycle sooner.
TEST(MachineTest, AnInterruptAfterADebuggersJump) {
  const auto taken_after = [](bool jump) {
    Machine m({rv::csrrw(0, rv::kMie, 1), rv::csrrw(0, rv::kMstatus, 2), rv::kNop, rv::kNop,
               rv::kNop, rv::kNop},
              {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, rv::sw(0, 5, 0)});
    m.with({kExternal, 8, 0, 0, HS_MAP_REGISTERS});
    for (int i = 0; i < 3; ++i) {
      m.run(1);
    }
    if (jump) {
      m.iss.set_pc(m.iss.pc() + 4);
    }
    const std::uint64_t before = m.iss.cycles();
    m.iss.interrupt(true);
    EXPECT_EQ(m.run().reason, StopReason::store);
    return m.iss.cycles() - before;
  };
  EXPECT_EQ(taken_after(true), taken_after(false) - 1);
}

// A write to mstatus empties the pipeline, too. A write to mepc does not.
TEST(MachineTest, BehindAFlushAnInterruptComesOneCycleSooner) {
  const auto taken_after = [](std::uint32_t written) {
    Machine m({rv::csrrw(0, rv::kMie, 1), rv::csrrw(0, rv::kMstatus, 2), rv::csrrw(0, written, 2),
               rv::kNop, rv::kNop},
              {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, rv::sw(0, 5, 0)});
    m.with({kExternal, 8, 0, 0, HS_MAP_REGISTERS});
    for (int i = 0; i < 3; ++i) {
      m.run(1);
    }
    const std::uint64_t before = m.iss.cycles();
    m.iss.interrupt(true);
    EXPECT_EQ(m.run().reason, StopReason::store);
    return m.iss.cycles() - before;
  };
  EXPECT_EQ(taken_after(rv::kMepc), 3U);
  EXPECT_EQ(taken_after(rv::kMstatus), 2U);
}

TEST(MachineTest, AMaskedInterruptIsNot) {
  for (const auto& [mie, mstatus] : {std::pair{0U, 8U}, std::pair{kExternal, 0U},
                                     std::pair{~kExternal, 8U}, std::pair{kExternal, ~8U}}) {
    Looping m(mie, mstatus);
    m.iss.interrupt(true);
    EXPECT_EQ(m.run(1000).reason, StopReason::limit) << std::hex << mie << " " << mstatus;
  }
}

TEST(MachineTest, OnePendingIsTakenAtTheInstructionThatEnablesIt) {
  Looping m(kExternal, 8);
  m.iss.interrupt(true);
  EXPECT_EQ(m.run().reason, StopReason::store);
  EXPECT_EQ(m.x(4), kStart + 8);
}

TEST(MachineTest, SleepLastsUntilAnInterruptIsPending) {
  Machine m({rv::csrrw(0, rv::kMie, 1), rv::kWfi, rv::addi(2, 0, 1)});
  m.with({kExternal});
  Stop stop = m.run();
  EXPECT_EQ(stop.reason, StopReason::waiting);
  EXPECT_EQ(stop.pc, kStart + 8);
  const std::uint64_t before = m.iss.cycles();
  EXPECT_EQ(m.run().reason, StopReason::waiting);
  EXPECT_EQ(m.iss.cycles(), before) << "asleep, no cycle passes";
  m.iss.interrupt(true);
  stop = m.run();
  EXPECT_EQ(stop.fault, Fault::breakpoint) << "not taken, as mstatus has it, but woken by it";
  EXPECT_EQ(m.x(2), 1U);
  EXPECT_EQ(m.iss.cycles() - before, 2U + 1);
}

TEST(MachineTest, NothingSleepsWhileAnInterruptIsPending) {
  Machine m({rv::csrrw(0, rv::kMie, 1), rv::kWfi, rv::addi(2, 0, 1)});
  m.with({kExternal});
  m.iss.interrupt(true);
  const std::uint64_t before = m.iss.cycles();
  EXPECT_EQ(m.run().fault, Fault::breakpoint);
  EXPECT_EQ(m.iss.cycles() - before, 3U + 3 + 2 + 1);
}

TEST(MachineTest, OneThatIsMaskedDoesNotWake) {
  Machine m({rv::kWfi});
  m.iss.interrupt(true);
  EXPECT_EQ(m.run().reason, StopReason::waiting);
  EXPECT_EQ(m.run().reason, StopReason::waiting);
}

TEST(MachineTest, ThereIsNoUserMode) {
  Machine m({rv::kMret});
  const Stop stop = m.run();
  EXPECT_EQ(stop.fault, Fault::illegal);
  EXPECT_EQ(stop.pc, kStart);
}

TEST(MachineTest, EveryFaultHasWords) {
  for (auto fault = Fault::none; fault <= Fault::store_outside;
       fault = static_cast<Fault>(static_cast<int>(fault) + 1)) {
    EXPECT_STRNE(fault_text(fault), "an unknown fault");
  }
}

// What the pipeline holds is remembered over a run that gets no cycle, as between two stops.
TEST(MachineTest, ARunOfNoCyclesChangesNothing) {
  const auto taken_after = [](std::uint64_t instructions, unsigned pauses) {
    Looping m(kExternal, 8);
    for (std::uint64_t i = 0; i < instructions; ++i) {
      m.run(1);
    }
    for (unsigned i = 0; i < pauses; ++i) {
      EXPECT_EQ(m.run(0).reason, StopReason::limit);
    }
    const std::uint64_t before = m.iss.cycles();
    m.iss.interrupt(true);
    EXPECT_EQ(m.run().reason, StopReason::store);
    return m.iss.cycles() - before - 2;
  };
  for (const unsigned pauses : {0U, 1U, 2U}) {
    EXPECT_EQ(taken_after(3, pauses), 3U) << "a nop, " << pauses;
    EXPECT_EQ(taken_after(4, pauses), 2U) << "a jump, " << pauses;
  }
}

// A write of one word of a counter keeps the other word. The counter counts from the new value.
TEST(MachineTest, AWordOfACounterIsWritten) {
  Machine m({rv::csrrw(0, rv::kMcycleh, 1), rv::csrrw(0, rv::kMcycle, 2),
             rv::csrrs(3, rv::kMcycleh, 0), rv::csrrs(4, rv::kMcycle, 0),
             rv::csrrw(0, rv::kMcycleh, 5), rv::csrrs(6, rv::kMcycleh, 0),
             rv::csrrs(7, rv::kMcycle, 0)});
  m.with({5, 100'000, 0, 0, 9});
  m.run();
  EXPECT_EQ(m.x(3), 5U);
  EXPECT_GE(m.x(4), 100'000U);
  EXPECT_LT(m.x(4), 100'100U);
  EXPECT_EQ(m.x(6), 9U);
  EXPECT_GT(m.x(7), m.x(4));
  EXPECT_LT(m.x(7), 100'200U);
}

}  // namespace
}  // namespace headstack
