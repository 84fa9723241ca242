// The firmware's answers to a block of a read that the channel cannot write to its new place.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/firmware_bench.h"

extern "C" {
#include "media/recovery.h"
}

namespace headstack {
namespace {

constexpr hs_ticks kNow = 5000 * kTurn;
constexpr std::uint32_t kBad = 5;  // of the blocks of the read
constexpr std::uint8_t kArre = 0x40;
constexpr std::uint8_t kPer = 0x04;

class MediaRecovery : public FirmwareBench {
 protected:
  // A read of 16 blocks from 0, which lie on cylinder 1, head 4.
  void start_read(std::uint8_t flags, std::uint8_t write_retries) {
    drive_->params.cache.prefetch_maximum_blocks = 0;
    power_on();
    firmware_.unit.mode.recovery[2] = flags;
    firmware_.unit.mode.recovery[8] = write_retries;
    expect_command({0x28, 0, 0, 0, 0, 0, 0, 0, 16, 0});
    expect_now(kNow);
    expect_now(kNow);
    regs_.write(HS_CHANNEL_STOP, kNow);
    regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
    expect_run(1, 4, 0, 16, 0);
    regs_.write(HS_CHANNEL_NOTIFY, 12);
    regs_.write(HS_PORT_BEFORE, us(558) + us(23));
    expect_go(HS_PORT_OP_DISCONNECT, 0);
    interrupt();
  }
  // The channel has stopped at a write, and gets the order `answer`.
  void stop_at_write(std::uint32_t answer) {
    regs_.read(HS_CHANNEL_ERROR, HS_ERROR(kBad, HS_ERROR_WRITE));
    regs_.write(answer, 0);
    hs_media_error(&firmware_);
    regs_.verify();
  }
};

// The block has been read, so the read continues with the data in the buffer.
TEST_F(MediaRecovery, ABlockThatWasReadNeedsNoNewPlace) {
  for (const bool told : {false, true}) {
    start_read(told ? kArre | kPer : kArre, 2);
    stop_at_write(HS_CHANNEL_RETRY);
    stop_at_write(HS_CHANNEL_RETRY);
    stop_at_write(HS_CHANNEL_TAKE);
    EXPECT_EQ(firmware_.unit.writes.retries, 2U);
    EXPECT_EQ(firmware_.unit.writes.uncorrected, 0U);
    const hs_sense& sense = firmware_.active.recovery.told;
    EXPECT_EQ(sense.key, told ? HS_SENSE_RECOVERED_ERROR : 0);
    if (told) {
      EXPECT_EQ(sense.code, HS_CODE_RECOVERED_ECC);
      EXPECT_EQ(sense.qualifier, 0x01);
      EXPECT_EQ(sense.information, kBad);
    }
    EXPECT_EQ(firmware_.active.recovery.fatal.key, 0);
  }
}

}  // namespace
}  // namespace headstack
