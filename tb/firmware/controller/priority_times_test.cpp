// The times of task priorities: ticks by hand.
#include <array>
#include <memory>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/scheduler_bench.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "controller/firmware.h"
#include "unit/priority_page.h"
}

namespace headstack {
namespace {

// 90 revolutions of 2^32 ticks in a second: a tick is 2.587 ps.
constexpr hs_ticks kSecond = 90ULL << 32;

class PriorityTimes : public ::testing::Test {
 protected:
  void init(const hs_scheduler_ops& ops, const std::uint32_t* times) {
    drive_->params.second = kSecond;
    hs_firmware_config config{};
    config.drive = &drive_->params;
    config.queue_depth = 4;
    config.scheduler = &ops;
    config.priority_times = times;
    memory_ = std::make_unique<Arena>(hs_firmware_memory(&config));
    hs_firmware_init(&firmware_, &config, nullptr, memory_->memory());
  }

  hs_ticks time(std::uint8_t priority) const { return hs_priority_time(&firmware_, priority); }

  std::unique_ptr<TestDrive> drive_ = eighths_drive(20);
  std::unique_ptr<Arena> memory_;
  hs_firmware firmware_{};
};

// 50 ms are 4.5 revolutions, and 750 ms are 67.5 revolutions.
TEST_F(PriorityTimes, PriorityPHasPTimesFiftyMilliseconds) {
  init(hs_edf, nullptr);
  EXPECT_EQ(time(0), HS_NO_DEADLINE);
  EXPECT_EQ(time(1), 9ULL << 31);
  EXPECT_EQ(time(2), 9ULL << 32);
  EXPECT_EQ(time(10), 45ULL << 32);
  EXPECT_EQ(time(15), 135ULL << 31);
  EXPECT_EQ(time(16), HS_NO_DEADLINE);
  EXPECT_EQ(time(255), HS_NO_DEADLINE);
  EXPECT_TRUE(memory_->intact());
}

// A microsecond is 386547.05664 ticks, and 2^32 - 1 of them are 4294.967295 s.
TEST_F(PriorityTimes, TimesOfTheDriveFile) {
  std::array<std::uint32_t, HS_PRIORITIES> times{};
  times[0] = 1;
  times[13] = 1'000'000;
  times[14] = 0xffff'ffff;
  init(hs_clook_limits, times.data());
  EXPECT_EQ(time(1), 386'547U);
  EXPECT_EQ(time(2), HS_NO_DEADLINE);
  EXPECT_EQ(time(14), kSecond);
  EXPECT_EQ(time(15), 4294 * kSecond + 967'295 * kSecond / 1'000'000);
}

TEST_F(PriorityTimes, OnlyASchedulerWithDeadlinesHasTimes) {
  const std::array<std::uint32_t, HS_PRIORITIES> times = {1, 2, 3};
  init(hs_sptf, times.data());
  EXPECT_EQ(time(1), HS_NO_DEADLINE);
  init(hs_yfq, times.data());
  EXPECT_EQ(time(1), HS_NO_DEADLINE);
}

}  // namespace
}  // namespace headstack
