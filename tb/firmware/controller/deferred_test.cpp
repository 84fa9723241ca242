// Deferred errors: the initiator's next command is told, once, and not carried out.
#include <array>
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/firmware_bench.h"

extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "destage/recovery.h"
#pragma GCC diagnostic pop
#include "unit/deferred.h"
}

namespace headstack {
namespace {

class Deferred : public FirmwareBench {
 protected:
  // WRITE ERROR of block 0x1234, of a write by initiator 2.
  void fail_a_write() {
    hs_sense sense{};
    sense.key = 0x03;
    sense.code = 0x0c;
    sense.information_valid = true;
    sense.information = 0x1234;
    hs_defer_error(&firmware_.unit, 2, sense);
  }
  void expect_check_condition(std::uint64_t sense) {
    regs_.write(HS_PORT_BEFORE, us(953));
    regs_.write(HS_PORT_AFTER, us(57));
    regs_.write(HS_PORT_SENSE, sense);
    expect_go(HS_PORT_OP_STATUS, 0, kSlot, HS_STATUS_CHECK_CONDITION);
    interrupt();
  }
  void expect_good() {
    regs_.write(HS_PORT_BEFORE, us(953));
    regs_.write(HS_PORT_AFTER, us(57));
    expect_go(HS_PORT_OP_STATUS, 0);
    interrupt();
  }
};

constexpr std::uint64_t kDeferred = std::uint64_t{0x1234} << 32 | 0x8400'0c03;

TEST_F(Deferred, TheNextCommandIsTold) {
  power_on();
  fail_a_write();
  expect_command({0x28, 0, 0, 0, 0, 0, 0, 0, 1, 0});
  expect_check_condition(kDeferred);
  EXPECT_EQ(firmware_.queue.held, 0U);  // not carried out
  expect_command({0x00});
  expect_good();
}

TEST_F(Deferred, OnlyItsInitiator) {
  power_on();
  fail_a_write();
  expect_command({0x00}, kSlot, HS_ATTRIBUTE_SIMPLE, 5);
  expect_good();
  expect_command({0x00});
  expect_check_condition(kDeferred);
}

TEST_F(Deferred, TheFirstOfSeveral) {
  power_on();
  fail_a_write();
  hs_sense second{};
  second.key = 0x04;
  hs_defer_error(&firmware_.unit, 2, second);
  expect_command({0x00});
  expect_check_condition(kDeferred);
  expect_command({0x00});
  expect_good();
}

TEST_F(Deferred, InquiryIsCarriedOutAndTellsNobody) {
  power_on();
  fail_a_write();
  expect_cause(HS_CAUSE_COMMAND);
  expect_fetch({0x12, 0, 0, 0, 0, 0}, kSlot);
  expect_good();
  expect_command({0x00});
  expect_check_condition(kDeferred);
}

// The second of three blocks cannot be written, with AWRE or without. The others still wait.
TEST_F(Deferred, ADestagedBlockIsGivenUpAlone) {
  for (const bool move : {false, true}) {
    power_on();
    firmware_.unit.mode.recovery[2] = move ? 0x80 : 0x00;
    firmware_.unit.mode.recovery[8] = 0;  // no retry
    hs_write_buffer& buffer = firmware_.write_buffer;
    hs_write_buffer_add(&buffer, {0x1233}, 3, 2);
    firmware_.destage.first = {0x1233};
    regs_.read(HS_CHANNEL_ERROR, 1);
    regs_.write(HS_CHANNEL_TAKE, 0);
    hs_destage_error(&firmware_);
    regs_.verify();
    ASSERT_EQ(buffer.count, 2U);
    EXPECT_EQ(buffer.waiting[0].first.value, 0x1233U);
    EXPECT_EQ(buffer.waiting[0].blocks, 1U);
    EXPECT_EQ(buffer.waiting[1].first.value, 0x1235U);
    EXPECT_EQ(buffer.waiting[1].blocks, 1U);
    EXPECT_EQ(firmware_.unit.writes.uncorrected, 1U);
    expect_command({0x00});  // no spare place, or a write error
    expect_check_condition(std::uint64_t{0x1234} << 32 | (move ? 0x8400'3204 : 0x8400'0c03));
  }
}

TEST(DeferredSense, ResponseCode71) {
  hs_sense sense{};
  sense.key = 0x03;
  sense.code = 0x0c;
  sense.deferred = true;
  std::array<std::uint8_t, HS_SENSE_BYTES> data{};
  hs_sense_data(data.data(), &sense);
  EXPECT_EQ(data[0], 0x71);
  sense.information_valid = true;
  hs_sense_data(data.data(), &sense);
  EXPECT_EQ(data[0], 0xf1);
  const hs_sense back = hs_sense_unpack(hs_sense_pack(&sense));
  EXPECT_TRUE(back.deferred);
  EXPECT_EQ(back.code, 0x0c);
}

}  // namespace
}  // namespace headstack
