// The states of the motor: what a change of the state returns and tells the spindle, and the sense
// of a unit that is not ready.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/reply_bench.h"

namespace headstack {
namespace {

constexpr hs_ticks kNow = 7 * kTurn;
constexpr hs_ticks kSpinUp = 900 * kTurn;

class Power : public ReplyBench {
 protected:
  // Returns the time at which the unit is ready. 0: it waits for nothing.
  hs_ticks change(hs_ticks spin_up, bool start) {
    const hs_ticks ready_at = hs_power_change(regs_.hal(), &firmware_.unit, spin_up, start);
    regs_.verify();
    return ready_at;
  }
  void stop() {
    regs_.write(HS_SPINDLE_MOTOR, 0);
    EXPECT_EQ(change(kSpinUp, false), 0U);
  }
  hs_ticks start(hs_ticks spin_up) {
    regs_.write(HS_SPINDLE_MOTOR, 1);
    expect_now(kNow);
    return change(spin_up, true);
  }
  hs_sense sense_at(hs_ticks now) {
    expect_now(now);
    const hs_sense sense = hs_power_sense(regs_.hal(), &firmware_.unit.power);
    regs_.verify();
    return sense;
  }
};

TEST_F(Power, AStopWaitsForNothing) {
  stop();
  const hs_sense sense = hs_power_sense(regs_.hal(), &firmware_.unit.power);
  EXPECT_EQ(sense.key, 0x02);
  EXPECT_EQ(sense.code, 0x04);
  EXPECT_EQ(sense.qualifier, 0x02);  // a command has to start it
  EXPECT_EQ(firmware_.unit.power.cycles, 1U);
  stop();
  EXPECT_EQ(firmware_.unit.power.cycles, 1U);
}

TEST_F(Power, AStartTakesTheSpinUp) {
  stop();
  EXPECT_EQ(start(kSpinUp), kNow + kSpinUp);
  EXPECT_EQ(change(kSpinUp, true), kNow + kSpinUp) << "it turns up already";
  const hs_sense early = sense_at(kNow + kSpinUp - 1);
  EXPECT_EQ(early.key, 0x02);
  EXPECT_EQ(early.code, 0x04);
  EXPECT_EQ(early.qualifier, 0x01);  // it becomes ready
  EXPECT_EQ(sense_at(kNow + kSpinUp).key, 0);
  EXPECT_EQ(change(kSpinUp, true), 0U) << "it is ready";
}

TEST_F(Power, AStartWithoutASpinUpIsReadyAtOnce) {
  stop();
  EXPECT_EQ(start(0), 0U);
  EXPECT_EQ(hs_power_sense(regs_.hal(), &firmware_.unit.power).key, 0);
}

// The progress counts 65,536ths of the time (SCSI-2 8.2.14.1): here, each is 1,000 ticks long.
TEST_F(Power, TheProgressOfAFormat) {
  firmware_.unit.power.state = HS_POWER_FORMATTING;
  firmware_.unit.power.begun = kNow;
  firmware_.unit.power.ready_at = kNow + hs_ticks{65'536} * 1'000;
  for (const hs_ticks part : {0U, 1U, 0x1234U, 0x8000U, 0xffffU}) {
    for (const hs_ticks more : {0U, 999U}) {
      const hs_sense sense = sense_at(kNow + part * 1'000 + more);
      EXPECT_EQ(sense.key, 0x02);
      EXPECT_EQ(sense.code, 0x04);
      EXPECT_EQ(sense.qualifier, 0x04);
      EXPECT_EQ(sense.detail, HS_DETAIL_FIELD);
      EXPECT_EQ(sense.information, 0x80'0000U + part);
    }
  }
  EXPECT_EQ(sense_at(firmware_.unit.power.ready_at).key, 0);
  EXPECT_EQ(firmware_.unit.power.state, HS_POWER_READY);
}

}  // namespace
}  // namespace headstack
