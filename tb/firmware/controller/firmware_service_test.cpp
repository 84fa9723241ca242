// The firmware's register accesses for queued commands that are not reads or writes, for a motor
// that takes time, and for task management.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/firmware_bench.h"

namespace headstack {
namespace {

constexpr hs_ticks kNow = 5000 * kTurn + 12345;

class FirmwareService : public FirmwareBench {
 protected:
  void expect_status(std::uint32_t slot = kSlot, std::uint32_t more = 0) {
    regs_.write(HS_PORT_AFTER, us(57));
    expect_go(HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT | more, 0, slot);
  }
  void expect_check_condition(std::uint64_t sense) {
    regs_.write(HS_PORT_BEFORE, us(953));
    regs_.write(HS_PORT_AFTER, us(57));
    regs_.write(HS_PORT_SENSE, sense);
    expect_go(HS_PORT_OP_STATUS, 0, kSlot, HS_STATUS_CHECK_CONDITION);
    interrupt();
  }
  void end() {
    expect_cause(HS_CAUSE_PORT);
    interrupt();
    EXPECT_EQ(firmware_.queue.held, 0U);
  }
  // START STOP UNIT that stops.
  void stop() {
    expect_command({0x1b});
    expect_now(kNow);
    expect_now(kNow);
    regs_.write(HS_PORT_BEFORE, us(953));
    expect_now(kNow);
    regs_.write(HS_CHANNEL_STOP, kNow);
    regs_.write(HS_SPINDLE_MOTOR, 0);
    expect_status();
    interrupt();
    end();
  }
};

TEST_F(FirmwareService, PowerOnAttention) {
  power_on_attention_ = true;
  power_on();
  expect_command({0x28, 0, 0, 0, 0, 0, 0, 0, 1, 0});
  expect_check_condition(0x2906);
}

// TEST UNIT READY while the motor starts: 02/04/01; once it has come up to speed, nothing.
TEST_F(FirmwareService, StartTakesItsTime) {
  spin_up_ = 1000 * kTurn;
  power_on();
  stop();
  expect_command({0x00});
  expect_check_condition(0x020402);
  expect_command({0x1b, 0, 0, 0, 1, 0});  // START, status when it is ready
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_PORT_BEFORE, us(953));
  regs_.write(HS_SPINDLE_MOTOR, 1);
  expect_now(kNow);
  regs_.write(HS_PORT_BEFORE, us(953));
  expect_go(HS_PORT_OP_DISCONNECT, 0);
  regs_.write(HS_PORT_NOT_BEFORE, kNow + spin_up_);
  regs_.write(HS_PORT_BEFORE, us(162));
  expect_status(kSlot, HS_PORT_OP_RESELECT);
  interrupt();
  expect_command({0x00}, 4);
  expect_now(kNow + spin_up_ - 1);
  regs_.write(HS_PORT_BEFORE, us(953));
  regs_.write(HS_PORT_AFTER, us(57));
  regs_.write(HS_PORT_SENSE, 0x010402);
  expect_go(HS_PORT_OP_STATUS, 0, 4, HS_STATUS_CHECK_CONDITION);
  interrupt();
  end();
  expect_command({0x00});
  expect_now(kNow + spin_up_);
  regs_.write(HS_PORT_BEFORE, us(953));
  regs_.write(HS_PORT_AFTER, us(57));
  expect_go(HS_PORT_OP_STATUS, 0);
  interrupt();
}

TEST_F(FirmwareService, ImmediateStart) {
  spin_up_ = 1000 * kTurn;
  power_on();
  stop();
  expect_command({0x1b, 1, 0, 0, 1, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_PORT_BEFORE, us(953));
  regs_.write(HS_SPINDLE_MOTOR, 1);
  expect_now(kNow);
  expect_status();
  interrupt();
  end();
  // A read is told to come later; the first one that comes when the disk turns is served.
  expect_command({0x28, 0, 0, 0, 0, 0, 0, 0, 1, 0});
  expect_now(kNow);
  expect_now(kNow);
  expect_now(kNow + spin_up_ - 1);
  regs_.write(HS_PORT_BEFORE, us(953));
  regs_.write(HS_PORT_SENSE, 0x010402);
  regs_.write(HS_PORT_AFTER, us(57));
  expect_go(HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 0, kSlot, HS_STATUS_CHECK_CONDITION);
  interrupt();
  end();
  const hs_ticks ready = kNow + spin_up_;
  expect_command({0x28, 0, 0, 0, 0, 0, 0, 0, 1, 0});
  expect_now(ready);
  expect_now(ready);
  expect_now(ready);
  regs_.write(HS_CHANNEL_STOP, ready);
  regs_.write(HS_CHANNEL_BEGIN, ready + us(558));
  expect_run(1, 4, 0, 1, 0);
  regs_.write(HS_CHANNEL_NOTIFY, 1);
  expect_run(1, 4, 1, 95 + 33, HS_RUN_AHEAD);
  regs_.write(HS_PORT_BEFORE, us(558) + us(23));
  expect_go(HS_PORT_OP_DISCONNECT, 0);
  interrupt();
}

// The list comes, eight bytes a register; then the status in the same connection.
TEST_F(FirmwareService, ModeSelect) {
  power_on();
  expect_command({0x15, 0x10, 0, 0, 12, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_PORT_BEFORE, us(953));
  expect_go(HS_PORT_OP_PARAMETERS | HS_PORT_OP_INTERRUPT, 12);
  interrupt();
  expect_cause(HS_CAUSE_PORT);
  regs_.read(HS_PORT_PARAMETER, UINT64_C(0x0000'060a'0000'0000));
  regs_.read(HS_PORT_PARAMETER, 0);
  expect_status();
  interrupt();
  EXPECT_TRUE(hs_mode_restricted(&firmware_.unit.mode));
  end();
}

// The task at work is ended at the port, and the channel stopped; the next one starts.
TEST_F(FirmwareService, AbortTask) {
  power_on();
  expect_command({0x2f, 0, 0, 0, 0, 0, 0, 0, 8, 0}, 3);  // VERIFY
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  regs_.write(HS_PORT_BEFORE, us(558) + us(23));
  expect_go(HS_PORT_OP_DISCONNECT, 0, 3);
  regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
  expect_run(1, 4, 0, 8, 0);
  regs_.write(HS_CHANNEL_NOTIFY, 8);
  interrupt();
  expect_command({0x35}, 5);
  expect_now(kNow);
  expect_go(HS_PORT_OP_DISCONNECT, 0, 5);
  interrupt();
  expect_cause(HS_CAUSE_FUNCTION);
  regs_.read(HS_PORT_FUNCTION, HS_NEXUS(7, 3, 0, 2, 0, HS_FUNCTION_ABORT_TASK, 0));
  regs_.write(HS_PORT_ABORT, HS_ABORT(3, true));
  expect_now(kNow + 1);
  regs_.write(HS_CHANNEL_STOP, kNow + 1);
  expect_go(HS_PORT_OP_STATUS, 0, 7);
  expect_now(kNow + 2);
  regs_.write(HS_PORT_NOT_BEFORE, kNow + 2 + us(953));
  regs_.write(HS_PORT_BEFORE, us(162));
  expect_status(5, HS_PORT_OP_RESELECT);
  interrupt();
  end();
}

}  // namespace
}  // namespace headstack
