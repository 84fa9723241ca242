// The agreed values of drive and host, and the resulting time of a block.
#include "model/config/bus_timing.h"

#include <gtest/gtest.h>

#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

using std::chrono::nanoseconds;

// 512 bytes: 512 transfers over 8 bits, 256 over 16.
class BusTiming : public DriveFileTest {
 protected:
  void SetUp() override {
    DriveFileTest::SetUp();
    drive = load(kGood);
    drive.layout.bytes_per_sector = 512;
    drive.bus.read_rate_as_block_time = nanoseconds(30'000);
    drive.bus.write_rate_as_block_time = nanoseconds(60'000);
  }
  DriveConfig drive{};
};

TEST_F(BusTiming, WithoutALimitThePublishedTimeIsTheTime) {
  EXPECT_EQ(read_time_per_block(drive), nanoseconds(30'000));
  EXPECT_EQ(write_time_per_block(drive), nanoseconds(60'000));
}

// 10 MHz: 51.2 us over 8 bits, which holds up reads only; 25.6 us over 16, which holds up nothing.
TEST_F(BusTiming, TheTransfersMayTakeLonger) {
  drive.bus.transfer_period = nanoseconds(100);
  EXPECT_EQ(read_time_per_block(drive), nanoseconds(51'200));
  EXPECT_EQ(write_time_per_block(drive), nanoseconds(60'000));
  drive.bus.width_bits = 16;
  EXPECT_EQ(read_time_per_block(drive), nanoseconds(30'000));
}

TEST_F(BusTiming, TheSlowerEndRules) {
  drive.bus.width_bits = 16;
  drive.bus.transfer_period = nanoseconds(50);
  const DriveConfig narrow = negotiated(drive, {8, nanoseconds(200)});
  EXPECT_EQ(narrow.bus.width_bits, 8U);
  EXPECT_EQ(read_time_per_block(narrow), nanoseconds(102'400));
  const DriveConfig wide = negotiated(drive, {16, nanoseconds(25)});
  EXPECT_EQ(wide.bus.width_bits, 16U);
  EXPECT_EQ(wide.bus.transfer_period, nanoseconds(50));
  drive.bus.width_bits = 0;  // says nothing: as narrow as can be
  EXPECT_EQ(negotiated(drive, {16, nanoseconds(0)}).bus.width_bits, 8U);
  EXPECT_THROW(negotiated(drive, {12, nanoseconds(0)}), ConfigError);
  EXPECT_THROW(negotiated(drive, {16, nanoseconds(-1)}), ConfigError);
}

TEST_F(BusTiming, InAFile) {
  std::string text = kGood;
  text.insert(text.find("read_rate"), "width = \"16 bits\"\ntransfer_period = \"50 ns\"\n");
  const DriveConfig read = load(text);
  EXPECT_EQ(read.bus.width_bits, 16U);
  EXPECT_EQ(read.bus.transfer_period, nanoseconds(50));
  EXPECT_EQ(to_toml(load(to_toml(read))), to_toml(read));
  text.replace(text.find("16 bits"), 7, "12 bits");
  EXPECT_NE(error_of(text).find("key `bus.width`: 12 bits: a bus has 8 bits or 16 bits"),
            std::string::npos)
      << error_of(text);
  EXPECT_NE(
      error_of("serial = \"12345678901234567\"\n" + std::string(kGood)).find("has room for 16"),
      std::string::npos);
}

}  // namespace
}  // namespace headstack
