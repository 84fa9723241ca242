// Positioning and rotation, by hand.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/test_drive.h"

namespace headstack {
namespace {

hs_track track(std::uint32_t cylinder, std::uint32_t head) { return {{cylinder}, {head}}; }

class C2247Mechanics : public testing::Test {
 protected:
  double move_ms(hs_track from, hs_track to, bool write) const {
    return ms(hs_positioning(&drive_->params.mechanics, from, to, write));
  }

  const std::unique_ptr<TestDrive> drive_ = c2247();
};

// A seek entry is rounded to 2^-24 of a turn, 0.66 us.
constexpr double kEntry = 0.0007;

TEST_F(C2247Mechanics, ReadsByTableA3) {
  EXPECT_EQ(move_ms(track(5, 3), track(5, 3), false), 0.0);
  EXPECT_NEAR(move_ms(track(5, 3), track(5, 4), false), 0.89, kEntry);    // head switch
  EXPECT_NEAR(move_ms(track(5, 3), track(6, 3), false), 2.69, kEntry);    // one cylinder
  EXPECT_NEAR(move_ms(track(6, 3), track(5, 3), false), 2.69, kEntry);    // either way
  EXPECT_NEAR(move_ms(track(5, 3), track(6, 9), false), 2.69, kEntry);    // switch within the seek
  EXPECT_NEAR(move_ms(track(0, 0), track(100, 0), false), 7.11, kEntry);  // 3.81 + 0.33 * 10
  EXPECT_NEAR(move_ms(track(0, 0), track(1000, 0), false), 13.65, kEntry);  // 7.75 + 0.0059 * 1000
  EXPECT_NEAR(move_ms(track(0, 0), track(2050, 12), false), 19.845, kEntry);
  EXPECT_NEAR(move_ms(track(2050, 12), track(0, 0), false), 19.845, kEntry);
}

TEST_F(C2247Mechanics, WritesSettleAfterAMovementOnly) {
  EXPECT_EQ(move_ms(track(5, 3), track(5, 3), true), 0.0);
  EXPECT_NEAR(move_ms(track(5, 3), track(5, 4), true), 1.54, kEntry);  // 0.89 + 0.65
  EXPECT_NEAR(move_ms(track(5, 3), track(6, 4), true), 3.34, kEntry);  // 2.69 + 0.65
  EXPECT_NEAR(move_ms(track(0, 0), track(2050, 0), true), 20.495, kEntry);
}

// A head switch that takes longer than the seek counts instead of it.
TEST(Positioning, HeadSwitchLongerThanSeek) {
  const auto drive = eighths_drive(4);
  hs_mechanics m = drive->params.mechanics;
  m.head_switch = kTurn / 2;
  EXPECT_EQ(hs_positioning(&m, track(0, 0), track(1, 0), false), 2 * kTurn / 8);
  EXPECT_EQ(hs_positioning(&m, track(0, 0), track(1, 1), false), kTurn / 2);
  EXPECT_EQ(hs_positioning(&m, track(0, 0), track(3, 1), false), kTurn / 2);  // 4/8: equal
  m.head_switch = kTurn / 2 + 1;
  EXPECT_EQ(hs_positioning(&m, track(0, 0), track(3, 1), false), kTurn / 2 + 1);
}

// A head switch that takes no time is no movement: nothing to settle.
TEST(Positioning, FreeHeadSwitchDoesNotSettle) {
  const auto drive = eighths_drive(4);
  hs_mechanics m = drive->params.mechanics;
  m.head_switch = 0;
  m.write_settle = kTurn;
  EXPECT_EQ(hs_positioning(&m, track(1, 0), track(1, 1), true), 0U);
}

TEST(RotationWait, ZeroWhenJustThereAndAWholeTurnLessATickWhenJustMissed) {
  const hs_ticks turns = 1'000'000'007 * kTurn;
  EXPECT_EQ(hs_rotation_wait(turns, 0), 0U);
  EXPECT_EQ(hs_rotation_wait(turns + 1, 0), kTurn - 1);
  EXPECT_EQ(hs_rotation_wait(turns - 1, 0), 1U);
  EXPECT_EQ(hs_rotation_wait(turns + 77, 77), 0U);
  EXPECT_EQ(hs_rotation_wait(turns + 78, 77), kTurn - 1);
}

// Half a turn at 5400 rpm is 5.556 ms, also over the index.
TEST(RotationWait, AbsoluteFigures) {
  EXPECT_NEAR(ms(hs_rotation_wait(0, 0x80000000U)), 5.555556, 1e-6);
  EXPECT_NEAR(ms(hs_rotation_wait(3 * kTurn + 0xc0000000U, 0x40000000U)), 5.555556, 1e-6);
  EXPECT_NEAR(ms(hs_rotation_wait(0x40000000U, 0)), 8.333333, 1e-6);
}

// The platter is at the target when the wait is over, and was not before.
TEST(RotationWait, EndsAtTheTarget) {
  Rng rng(1);
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const hs_ticks arrive = rng.next() >> 1;
    const auto target = static_cast<hs_angle>(rng.next());
    const hs_ticks wait = hs_rotation_wait(arrive, target);
    ASSERT_LT(wait, kTurn);
    ASSERT_EQ(static_cast<hs_angle>(arrive + wait), target);
    sum += ms(wait);
  }
  // The mean is half a turn; its standard error here is 11.11 / sqrt(12 * 100000) = 0.0101 ms.
  EXPECT_NEAR(sum / 100'000, 5.5556, 0.05);
}

}  // namespace
}  // namespace headstack
