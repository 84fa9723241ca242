// Stop points. The processor stops at a point, takes no cycle for the stop, and continues as
// without a stop.
#include <gtest/gtest.h>

#include "tb/model/processor/support/machine.h"

namespace headstack {
namespace {

constexpr std::uint32_t kStart = HS_MAP_RESET;
constexpr std::uint32_t kByte = rv::i_type(8, 1, 0, 2, 3);  // lb: it shows what kind of load it is

// A loop of three instructions, once with a stop before the second one, once without.
class Points : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Points, StopBeforeAnInstructionAndTakeNoCycle) {
  WaitStates waits;
  waits.rom = GetParam();
  const std::initializer_list<std::uint32_t> program = {rv::kNop, rv::addi(1, 1, 1),
                                                        rv::jal(0, -8)};
  Machine free(program, {}, waits);
  Machine stopped(program, {}, waits);
  free.with({0});
  stopped.with({0});
  EXPECT_TRUE(stopped.iss.stop_at(kStart + 4, true));
  for (std::uint32_t round = 0; round < 5; ++round) {
    const Stop stop = stopped.run(1000);
    ASSERT_EQ(stop.reason, StopReason::point);
    EXPECT_EQ(stop.pc, kStart + 4);
    EXPECT_EQ(stopped.x(1), round);
  }
  EXPECT_TRUE(stopped.iss.stop_at(kStart + 4, false));
  stopped.run(500);
  while (free.iss.cycles() < stopped.iss.cycles()) {
    free.run(1);
  }
  EXPECT_EQ(free.iss.cycles(), stopped.iss.cycles());
  EXPECT_EQ(free.iss.pc(), stopped.iss.pc());
  EXPECT_EQ(free.x(1), stopped.x(1));
  EXPECT_EQ(free.iss.instructions(), stopped.iss.instructions());
  EXPECT_FALSE(stopped.iss.stop_at(kStart + 2, true));
  EXPECT_FALSE(stopped.iss.stop_at(HS_MAP_RAM, true));
}

// The limit holds for what comes after the stop, as well.
TEST(PointsTest, AStopThatIsGoneOnFromKeepsTheLimit) {
  Machine m({rv::jal(0, 0)});
  EXPECT_TRUE(m.iss.stop_at(kStart, true));
  EXPECT_EQ(m.run(1000).reason, StopReason::point);
  EXPECT_EQ(m.run(1).reason, StopReason::limit);
  EXPECT_EQ(m.run(1000).reason, StopReason::point);
}

// From a point on, a limit of n cycles is n instructions of a cycle each.
TEST(PointsTest, ALimitFromAPointOn) {
  for (std::uint32_t cycles = 1; cycles <= 3; ++cycles) {
    Machine m({rv::addi(1, 1, 1), rv::addi(1, 1, 1), rv::addi(1, 1, 1), rv::addi(1, 1, 1)});
    m.with({0});
    EXPECT_TRUE(m.iss.stop_at(kStart, true));
    EXPECT_EQ(m.run(1000).reason, StopReason::point);
    EXPECT_EQ(m.run(cycles).reason, StopReason::limit);
    EXPECT_EQ(m.x(1), cycles);
  }
}

INSTANTIATE_TEST_SUITE_P(WaitStates, Points, testing::Values(0U, 1U, 3U));

TEST(PointsTest, ALoadOfARegisterIsDoneBehindItsStop) {
  Machine m({kByte, rv::addi(3, 2, 1)});
  m.with({HS_MAP_REGISTERS});
  EXPECT_TRUE(m.iss.stop_at(kStart, true));
  EXPECT_EQ(m.run().reason, StopReason::point);
  EXPECT_EQ(m.run().reason, StopReason::load);
  m.iss.answer(0x180);
  EXPECT_EQ(m.run().fault, Fault::breakpoint);
  EXPECT_EQ(m.x(2), 0xffffff80U);
  EXPECT_EQ(m.x(3), 0xffffff81U);
}

TEST(PointsTest, AStoreToARegisterIsDoneBehindItsStop) {
  Machine m({rv::sw(2, 1, 8), rv::addi(3, 0, 1)});
  m.with({HS_MAP_REGISTERS, 7});
  EXPECT_TRUE(m.iss.stop_at(kStart, true));
  EXPECT_EQ(m.run().reason, StopReason::point);
  const Stop stop = m.run();
  EXPECT_EQ(stop.reason, StopReason::store);
  EXPECT_EQ(stop.value, 7U);
  EXPECT_EQ(m.run().pc, kStart + 8);
  EXPECT_EQ(m.x(3), 1U);
}

TEST(PointsTest, AnAccessUnderWayOutlivesAStopThatIsSetThere) {
  Machine m({kByte});
  m.with({HS_MAP_REGISTERS});
  EXPECT_EQ(m.run().reason, StopReason::load);
  EXPECT_TRUE(m.iss.stop_at(kStart, true));
  m.iss.answer(0x180);
  EXPECT_EQ(m.run().fault, Fault::breakpoint);
  EXPECT_EQ(m.x(2), 0xffffff80U);
}

TEST(PointsTest, AStopThatIsTakenAwayElsewhereDoesNotRepeatThisOne) {
  Machine m({rv::kNop, rv::kNop});
  EXPECT_TRUE(m.iss.stop_at(kStart, true));
  EXPECT_TRUE(m.iss.stop_at(kStart + 4, true));
  EXPECT_EQ(m.run().pc, kStart);
  EXPECT_TRUE(m.iss.stop_at(kStart + 4, false));
  EXPECT_EQ(m.run().reason, StopReason::fault);
}

TEST(PointsTest, AStopThatIsSetAnewIsANewOne) {
  Machine m({rv::kNop});
  EXPECT_TRUE(m.iss.stop_at(kStart, true));
  EXPECT_EQ(m.run().reason, StopReason::point);
  EXPECT_TRUE(m.iss.stop_at(kStart, false));
  EXPECT_TRUE(m.iss.stop_at(kStart, true));
  EXPECT_EQ(m.run().reason, StopReason::point);
  EXPECT_EQ(m.run().reason, StopReason::fault);
}

// The limit ends a run right before the stop, once it has been left for another place.
TEST(PointsTest, AStopThatWasLeftIsMadeAgain) {
  Machine m({rv::addi(1, 1, 1), rv::jal(0, -4)});
  EXPECT_TRUE(m.iss.stop_at(kStart, true));
  EXPECT_EQ(m.run().reason, StopReason::point);
  m.iss.set_pc(kStart + 4);
  EXPECT_EQ(m.run(1).reason, StopReason::limit);
  EXPECT_EQ(m.iss.pc(), kStart);
  EXPECT_EQ(m.run().reason, StopReason::point);
  EXPECT_EQ(m.x(1), 0U);
}

}  // namespace
}  // namespace headstack
