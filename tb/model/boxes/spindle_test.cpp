// The spindle: time and angle of the platter, to the tick and the picosecond.
#include "model/boxes/spindle/spindle.h"

#include <gtest/gtest.h>

#include "model/run/simulation_context.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/register_master.h"

namespace headstack {
namespace {

class SpindleTest : public testing::Test {
 protected:
  static constexpr hs_ticks kSpinUp = 1000 * HS_TICKS_PER_REVOLUTION;  // 11.11 s

  SpindleTest() : SpindleTest(hp_c2247_tables().clock()) {}
  explicit SpindleTest(const TickClock& clock)
      : spindle("spindle", clock, kSpinUp, SpeedWander(0, 1)), cpu("cpu") {
    cpu.socket.bind(spindle.registers);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  // Something must happen for time to go on.
  void wait(const sc_core::sc_time& time) {
    cpu.wake.notify(time);
    sc_core::sc_start(time);
  }

  SimulationContext context;
  Spindle spindle;
  RegisterMaster cpu;
};

TEST_F(SpindleTest, TheMotorTakesItsTime) {
  EXPECT_TRUE(spindle.up_to_speed());
  cpu.write(HS_SPINDLE_MOTOR, 0);
  EXPECT_FALSE(spindle.up_to_speed());
  wait(sc_core::sc_time(1, sc_core::SC_SEC));
  cpu.write(HS_SPINDLE_MOTOR, 1);
  const hs_ticks ready = spindle.now() + kSpinUp;
  wait(sc_core::sc_time(5, sc_core::SC_SEC));
  cpu.write(HS_SPINDLE_MOTOR, 1);  // does not start it anew
  wait(sc_core::sc_time::from_value(spindle.until(ready).value() - 1));
  EXPECT_FALSE(spindle.up_to_speed());
  wait(sc_core::sc_time::from_value(1));
  EXPECT_TRUE(spindle.up_to_speed());
  EXPECT_NE(cpu.write(HS_SPINDLE_MOTOR, 2), tlm::TLM_OK_RESPONSE);
}

TEST_F(SpindleTest, UntilIsTheFirstPicosecondOfATick) {
  hs_ticks tick = 0;
  for (const hs_ticks step : {hs_ticks{1}, hs_ticks{12345}, kTurn / 3, kTurn, 1'000 * kTurn + 7}) {
    tick += step;
    const sc_core::sc_time time = spindle.until(tick);
    ASSERT_GE(time.value(), 2U);
    wait(sc_core::sc_time::from_value(time.value() - 1));
    EXPECT_EQ(spindle.now(), tick - 1);
    EXPECT_EQ(spindle.until(tick).value(), 1U);
    wait(sc_core::sc_time::from_value(1));
    EXPECT_EQ(spindle.now(), tick);
    EXPECT_EQ(spindle.until(tick), sc_core::SC_ZERO_TIME);
    EXPECT_EQ(spindle.until(tick - 1), sc_core::SC_ZERO_TIME);
    EXPECT_EQ(cpu.read(HS_SPINDLE_NOW), tick);
  }
}

// 5400 rpm: after a minute, 5400 turns and the platter where it was.
TEST_F(SpindleTest, AMinute) {
  wait(sc_core::sc_time(60, sc_core::SC_SEC));
  EXPECT_NEAR(static_cast<double>(spindle.now()), 5400.0 * 4294967296.0, 1e4);
}

// 30,000 rpm: 2 or 3 ticks share a picosecond.
class FastSpindleTest : public SpindleTest {
 protected:
  FastSpindleTest() : SpindleTest(TickClock(Picoseconds{2'000'000'000})) {}
};

// One that goes on where the last one ended is on time to the tick, or it loses a revolution.
TEST_F(FastSpindleTest, SeesTheTickThatWasWaitedFor) {
  hs_ticks tick = 0;
  for (int sector = 1; sector <= 1000; ++sector) {
    tick = kTurn * static_cast<hs_ticks>(sector) / 272;
    const sc_core::sc_time time = spindle.until(tick);
    spindle.until(tick + kTurn / 3);  // others wait as well
    wait(time);
    ASSERT_EQ(spindle.now(), tick);
    ASSERT_EQ(spindle.until(tick), sc_core::SC_ZERO_TIME);
  }
  wait(sc_core::sc_time::from_value(1));  // nobody waited for these: the last of them
  EXPECT_EQ(spindle.now(), spindle.at(static_cast<std::int64_t>(sc_core::sc_time_stamp().value())));
}

// A box that asks for a tick of the present picosecond waits no time, and sees this tick. Others
// see the last tick of the picosecond.
TEST_F(FastSpindleTest, SeesATickOfThePresentPicosecond) {
  for (const hs_ticks earlier : {0U, 1U}) {
    wait(sc_core::sc_time::from_value(1'000'001));
    const auto time = static_cast<std::int64_t>(sc_core::sc_time_stamp().value());
    const hs_ticks tick = spindle.at(time) - earlier;
    ASSERT_EQ(spindle.when(tick), time);
    EXPECT_EQ(spindle.until(tick), sc_core::SC_ZERO_TIME);
    EXPECT_EQ(spindle.now(), tick);
  }
}

// Two that come in the same picosecond, and one who asks in between: time never goes back.
TEST_F(FastSpindleTest, NeverGoesBack) {
  wait(sc_core::sc_time::from_value(1'000'001));
  const hs_ticks last = spindle.now();
  spindle.until(last - 1);
  EXPECT_EQ(spindle.now(), last);
  const sc_core::sc_time then = spindle.until(last + 1000);
  const bool together = spindle.until(last + 1001) == then;
  wait(then);
  EXPECT_EQ(spindle.now(), last + (together ? 1001 : 1000));
}

}  // namespace
}  // namespace headstack
