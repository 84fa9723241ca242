// The firmware's estimates of its own times, where the firmware chooses ahead. The drive of
// spared_drive has 8 blocks on a track, 2 heads, no overheads and no cache.
#include <cstdint>
#include <cstdlib>

#include <gtest/gtest.h>

#include "tb/firmware/support/firmware_bench.h"

namespace headstack {
namespace {

class NextTaskTimes : public FirmwareBench {
 protected:
  NextTaskTimes() : FirmwareBench(spared_drive()) {
    picks_ahead_ = true;
    drive_->params.cache.segment_blocks = 16;
    drive_->params.cache.read_watermark_ppm = 1'000'000;
    power_on();
  }

  // A read of four blocks on a drive at rest. The choice takes `choice`, the first orders `orders`
  // after it.
  void read(hs_ticks choice, hs_ticks orders) {
    now_ += 4 * kTurn;
    expect_command({0x08, 0, 0, 0, 4, 0});
    expect_now(now_);           // the arrival
    expect_now(now_);           // the choice begins
    expect_now(now_ + choice);  // the choice ends
    const hs_ticks chosen = now_ + choice;
    expect_now(chosen);
    regs_.write(HS_CHANNEL_STOP, chosen);
    regs_.write(HS_CHANNEL_BEGIN, chosen);
    expect_run(0, 0, 0, 4, 0);
    regs_.write(HS_CHANNEL_NOTIFY, 4);
    expect_now(chosen + orders);
    regs_.write(HS_PORT_BEFORE, 0);
    expect_go(HS_PORT_OP_DISCONNECT, 0);
    interrupt();
    expect_cause(HS_CAUSE_MEDIA);
    regs_.write(HS_BUFFER_INDEX, 0);
    regs_.write(HS_PORT_BEFORE, 0);
    regs_.write(HS_PORT_AFTER, 0);
    expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT,
              4);
    interrupt();
    expect_cause(HS_CAUSE_PORT);
    expect_now(now_ + 2 * kTurn);
    interrupt();
  }

  const hs_foresight& times() const { return firmware_.next.foresight; }

  hs_ticks now_ = 50 * kTurn;
};

// The first time is taken as it is. Then a longer time raises the estimate by the difference, at
// most by a 32nd; a shorter time lowers it by a 16th of the difference. The spread is the mean
// difference over about 16 times.
TEST_F(NextTaskTimes, OfAChoiceByHand) {
  read(3'200, 640);
  EXPECT_EQ(times().choice.usual, 3'200U);
  EXPECT_EQ(times().choice.spread, 0U);
  EXPECT_EQ(times().start.usual, 640U);
  read(3'280, 640);  // 80 longer: less than a 32nd, 100
  EXPECT_EQ(times().choice.usual, 3'280U);
  EXPECT_EQ(times().choice.spread, 5U);
  EXPECT_EQ(times().start.usual, 640U);
  EXPECT_EQ(times().start.spread, 0U);
  read(16'080, 1'280);  // 12,800 longer: 3280 / 32 is 102
  EXPECT_EQ(times().choice.usual, 3'382U);
  EXPECT_EQ(times().choice.spread, 805U);
  EXPECT_EQ(times().start.usual, 660U);
  EXPECT_EQ(times().start.spread, 40U);
  read(1'782, 20);  // 1,600 and 640 shorter
  EXPECT_EQ(times().choice.usual, 3'282U);
  EXPECT_EQ(times().choice.spread, 805U - 50 + 100);
  EXPECT_EQ(times().start.usual, 620U);
  EXPECT_EQ(times().start.spread, 40U - 2 + 40);
  read(3'282, 620);  // as expected: only the spread falls
  EXPECT_EQ(times().choice.usual, 3'282U);
  EXPECT_EQ(times().choice.spread, 855U - 53);
}

}  // namespace
}  // namespace headstack
