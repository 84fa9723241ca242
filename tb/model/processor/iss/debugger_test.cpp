// A debugger's changes between runs, such as another address to continue at.
#include <gtest/gtest.h>

#include "tb/model/processor/support/machine.h"

namespace headstack {
namespace {

constexpr std::uint32_t kStart = HS_MAP_RESET;

TEST(DebuggerTest, AnAccessUnderWayIsDroppedElsewhere) {
  Machine m({rv::lw(2, 1, 0), rv::kEbreak, rv::addi(3, 0, 1)});
  m.with({HS_MAP_REGISTERS, 5});
  EXPECT_EQ(m.run().reason, StopReason::load);
  m.iss.set_pc(kStart + 8);
  m.iss.answer(6);
  EXPECT_EQ(m.run().pc, kStart + 12);
  EXPECT_EQ(m.x(2), 5U);
  EXPECT_EQ(m.x(3), 1U);
}

TEST(DebuggerTest, AFaultIsNotTrappedElsewhere) {
  Machine m({rv::kEbreak, rv::addi(3, 0, 1)});
  EXPECT_EQ(m.run().reason, StopReason::fault);
  m.iss.set_pc(kStart + 4);
  EXPECT_EQ(m.run().pc, kStart + 8);
  EXPECT_EQ(m.x(3), 1U);
}

TEST(DebuggerTest, ASleepIsOverElsewhere) {
  Machine m({rv::kWfi, rv::kNop, rv::addi(3, 0, 1)});
  EXPECT_EQ(m.run().reason, StopReason::waiting);
  m.iss.set_pc(kStart + 8);
  EXPECT_EQ(m.run().reason, StopReason::fault);
  EXPECT_EQ(m.x(3), 1U);
}

TEST(DebuggerTest, ThePcItHasChangesNothing) {
  Machine m({rv::lw(2, 1, 0)});
  m.with({HS_MAP_REGISTERS});
  EXPECT_EQ(m.run().reason, StopReason::load);
  m.iss.set_pc(m.iss.pc());
  m.iss.answer(6);
  m.run();
  EXPECT_EQ(m.x(2), 6U);
}

}  // namespace
}  // namespace headstack
