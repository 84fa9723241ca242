// START STOP UNIT: the motor, and the behaviour of a drive that does not turn.
#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

TEST(ScsiPower, StoppedUnitIsNotReady) {
  BusRig rig;
  CommandScript(rig)
      .reply({0x1b, 0, 0, 0, 0, 0}, 0)
      .add(read_order(0, 1))
      .add(write_order(0, 1))
      .reply({0x2f, 0, 0, 0, 0, 0, 0, 0, 1, 0}, 0)
      .reply({0x35}, 0)
      .reply({0x00}, 0)
      .list({0x07}, {0, 0, 0, 4, 0, 0, 0, 9})
      .reply({0x12, 0, 0, 0, 36, 0}, 36)
      .reply({0x25}, 8)
      .reply({0x1a, 0, 0x3f, 0, 255, 0}, 255)
      .reply({0x1b, 0, 0, 0, 1, 0}, 0)
      .reply({0x00}, 0)
      .add(read_order(0, 1))
      .reply({0x4d, 0, 0x4e, 0, 0, 0, 0, 0, 99, 0}, 99);
  rig.run();
  for (const std::size_t i : {1U, 2U, 3U, 4U, 5U, 6U}) {
    EXPECT_EQ(sense(rig.host()[i]), "02/04/02") << i;
  }
  for (const std::size_t i : {0U, 7U, 8U, 9U, 10U, 11U, 12U}) {
    EXPECT_EQ(sense(rig.host()[i]), kGood) << i;
  }
  EXPECT_EQ(data(rig.host()[13]), (Bytes{0x0e, 0, 0, 8, 0, 4, 0x40, 4, 0, 0, 0, 1}));
}

// The log counts the stops of a motor that turns (SPC-2, page 0Eh): a stopped motor does not stop.
TEST(ScsiPower, AStopOfAStoppedUnitIsNoCycle) {
  BusRig rig;
  CommandScript(rig)
      .reply({0x1b, 0, 0, 0, 0, 0}, 0)
      .reply({0x1b, 0, 0, 0, 0, 0}, 0)
      .reply({0x1b, 0, 0, 0, 1, 0}, 0)
      .reply({0x1b, 0, 0, 0, 1, 0}, 0)
      .reply({0x1b, 0, 0, 0, 0, 0}, 0)
      .reply({0x4d, 0, 0x4e, 0, 0, 0, 0, 0, 99, 0}, 99);
  rig.run();
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(sense(rig.host()[i]), kGood) << i;
  }
  EXPECT_EQ(data(rig.host()[5]), (Bytes{0x0e, 0, 0, 8, 0, 4, 0x40, 4, 0, 0, 0, 2}));
}

// What was sent before the stop is served, what comes after it is not.
TEST(ScsiPower, StopKeepsItsPlaceInTheQueue) {
  BusRig rig;
  rig.host().send(read_order(1'000'000, 8));
  rig.host().send(write_order(100, 8));
  rig.host().send(reply_order({0x1b}, 0));
  rig.host().send(read_order(50, 8));
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kGood);
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  EXPECT_EQ(sense(rig.host()[2]), kGood);
  EXPECT_EQ(sense(rig.host()[3]), "02/04/02");
}

// The start's status comes 10 s after its command; a read behind it then finds the disk turning.
TEST(ScsiPower, SpinningUpTakesItsTime) {
  RigOptions options;
  options.config.spindle.spin_up = std::chrono::seconds{10};
  BusRig rig(options);
  CommandScript(rig).reply({0x1b}, 0).reply({0x1b, 0, 0, 0, 1, 0}, 0).add(read_order(0, 1));
  rig.run();
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  EXPECT_EQ(sense(rig.host()[2]), kGood);
  // 0.953 command, then the motor; 0.162 reselection and 0.057 completion behind it.
  EXPECT_NEAR(rig.host()[1].end_ms() - rig.host()[1].ms(0), 10'000 + 0.162 + 0.057, 0.01);
}

// Whatever comes while the motor starts is told so, and nothing reaches for the medium.
TEST(ScsiPower, NothingIsReadBeforeTheDiskTurns) {
  RigOptions options;
  options.config.spindle.spin_up = std::chrono::seconds{10};
  BusRig rig(options);
  ScsiTester& host = rig.host();
  CommandScript(rig).reply({0x1b}, 0).reply({0x1b, 1, 0, 0, 1, 0}, 0);
  for (int second = 1; second <= 11; ++second) {
    host.send_at(second * 1e3, second % 2 == 0 ? read_order(7, 1) : write_order(7, 1));
  }
  rig.run();
  for (std::size_t i = 0; i < 11; ++i) {
    EXPECT_EQ(sense(host[2 + i]), i < 10 ? "02/04/01" : kGood) << i;
  }
}

}  // namespace
}  // namespace headstack
