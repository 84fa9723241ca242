// The firmware's register accesses for commands that need no medium, and for rejected commands.
#include <cstdint>
#include <initializer_list>

#include <gtest/gtest.h>

#include "tb/firmware/support/firmware_bench.h"
#include "tb/firmware/support/software_schedulers.h"

namespace headstack {
namespace {

constexpr hs_ticks kNow = 5000 * kTurn + 12345;

class FirmwareReply : public FirmwareBench {
 protected:
  void expect_delays() {
    regs_.write(HS_PORT_BEFORE, us(953));
    regs_.write(HS_PORT_AFTER, us(57));
  }
  // Good status, after the words of a response of `bytes` bytes, if there are any.
  void expect_response(std::initializer_list<std::uint64_t> words, std::uint32_t bytes,
                       std::uint32_t slot = kSlot) {
    for (const std::uint64_t word : words) {
      regs_.write(HS_PORT_RESPONSE, word);
    }
    expect_delays();
    expect_go(HS_PORT_OP_STATUS | (bytes == 0 ? 0U : HS_PORT_OP_RESPONSE), bytes, slot);
  }
  void expect_check_condition(std::uint64_t sense) {
    expect_delays();
    regs_.write(HS_PORT_SENSE, sense);
    expect_go(HS_PORT_OP_STATUS, 0, kSlot, HS_STATUS_CHECK_CONDITION);
  }
  // The sense that the drive keeps for `initiator`: 18 bytes in three words.
  void expect_sense(std::uint32_t initiator, std::initializer_list<std::uint64_t> words) {
    expect_command({0x03, 0, 0, 0, 18, 0}, kSlot, HS_ATTRIBUTE_SIMPLE, initiator);
    expect_response(words, 18);
    interrupt();
  }
  void expect_no_sense(std::uint32_t initiator) {
    expect_sense(initiator, {UINT64_C(0x0a00'0000'0000'0070), 0, 0});
  }
};

TEST_F(FirmwareReply, NoCauseNoAccess) {
  power_on();
  expect_cause(0);
  interrupt();
}

TEST_F(FirmwareReply, TestUnitReady) {
  power_on();
  expect_command({0x00});
  expect_response({}, 0);
  interrupt();
  EXPECT_EQ(firmware_.queue.held, 0U);
}

// Unknown: key 5, code 0x20. Then its sense, once: byte 0 0x70, 2 the key, 7 ten more bytes, 12 the
// code.
TEST_F(FirmwareReply, UnknownCommandAndItsSense) {
  power_on();
  expect_command({0xc0, 1, 2, 3, 4, 5});
  expect_check_condition(0x2005);
  interrupt();
  expect_sense(2, {UINT64_C(0x0a00'0000'0005'0070), UINT64_C(0x0000'0020'0000'0000), 0});
  expect_no_sense(2);
}

// One block past the last, 2,054,864 = 0x1f5ad0.
TEST_F(FirmwareReply, PastTheEndAndItsSense) {
  power_on();
  expect_command({0x28, 0, 0x00, 0x1f, 0x5a, 0xcf, 0, 0, 2, 0});
  expect_check_condition(UINT64_C(0x001f'5ad0'8000'2105));
  interrupt();
  expect_sense(2, {UINT64_C(0x0ad0'5a1f'0005'00f0), UINT64_C(0x0000'0021'0000'0000), 0});
}

// Each initiator has its own sense, and its next command clears it.
TEST_F(FirmwareReply, SenseIsTheInitiators) {
  power_on();
  for (const std::uint32_t initiator : {0U, 15U}) {
    expect_command({0xff}, kSlot, HS_ATTRIBUTE_SIMPLE, initiator);
    expect_check_condition(0x2005);
    interrupt();
  }
  expect_no_sense(7);
  expect_command({0x00}, kSlot, HS_ATTRIBUTE_SIMPLE, 0);
  expect_response({}, 0);
  interrupt();
  expect_no_sense(0);
  expect_sense(15, {UINT64_C(0x0a00'0000'0005'0070), UINT64_C(0x0000'0020'0000'0000), 0});
}

TEST_F(FirmwareReply, WrongUnit) {
  power_on();
  expect_command({0x08, 0, 0, 0, 1, 0}, kSlot, HS_ATTRIBUTE_SIMPLE, 2, 1);
  expect_check_condition(0x2505);
  interrupt();
  // Its sense says so, too, without an error before it.
  expect_command({0x03, 0, 0, 0, 18, 0}, kSlot, HS_ATTRIBUTE_SIMPLE, 3, 1);
  expect_response({UINT64_C(0x0a00'0000'0005'0070), UINT64_C(0x0000'0025'0000'0000), 0}, 18);
  interrupt();
}

// 2,054,863 = 0x1f5acf and 512 = 0x200, highest byte first.
TEST_F(FirmwareReply, ReadCapacity) {
  power_on();
  expect_command({0x25});
  expect_response({UINT64_C(0x0002'0000'cf5a'1f00)}, 8);
  interrupt();
}

// 36 bytes; "HP C2247" in bytes 16-23, spaces behind it.
TEST_F(FirmwareReply, Inquiry) {
  for (const bool right_unit : {true, false}) {
    power_on();
    expect_command({0x12, 0, 0, 0, 36, 0}, kSlot, HS_ATTRIBUTE_SIMPLE, 2, right_unit ? 0 : 6);
    expect_response({UINT64_C(0x1200'001f'0202'0000) | (right_unit ? 0x00U : 0x7fU),
                     UINT64_C(0x4b43'5453'4441'4548),  // HEADSTCK
                     UINT64_C(0x3734'3232'4320'5048), UINT64_C(0x2020'2020'2020'2020),
                     UINT64_C(0x0000'0000'3130'3030)},
                    36);
    interrupt();
  }
}

// Not more than the host has room for.
TEST_F(FirmwareReply, ShortAllocation) {
  power_on();
  expect_command({0x12, 0, 0, 0, 5, 0});
  expect_response({UINT64_C(0x0000'001f'0202'0000)}, 5);
  interrupt();
  expect_command({0x03, 0, 0, 0, 0, 0});
  expect_response({}, 0);
  interrupt();
}

// READ(10) and WRITE(10) of no blocks are done at once.
TEST_F(FirmwareReply, TransferOfNothing) {
  power_on();
  for (const std::uint8_t operation : {std::uint8_t{0x28}, std::uint8_t{0x2a}}) {
    expect_command({operation, 0, 0, 0, 0, 5, 0, 0, 0, 0});
    expect_response({}, 0);
    interrupt();
  }
}

// A read or write clears its initiator's sense, like any other command.
TEST_F(FirmwareReply, TransfersClearTheSense) {
  power_on(hs_fcfs, 1);
  firmware_.active.task = 0;  // at work on a task of another initiator
  for (const std::uint32_t initiator : {2U, 5U}) {
    expect_command({0xc0}, kSlot, HS_ATTRIBUTE_SIMPLE, initiator);
    expect_check_condition(0x2005);
    interrupt();
  }
  expect_command({0x08, 0, 0, 0, 16, 0});
  expect_now(kNow);
  expect_go(HS_PORT_OP_DISCONNECT, 0);
  interrupt();
  EXPECT_EQ(firmware_.sense[2].key, 0U);  // another command of that tag would overlap the read
  expect_sense(5, {UINT64_C(0x0a00'0000'0005'0070), UINT64_C(0x0000'0020'0000'0000), 0});
}

// The drive at rest takes the bus-holding read up; the next ones are let go of the bus; the fourth
// does not fit a queue of three. Unknown commands are answered all the same.
TEST_F(FirmwareReply, QueueFull) {
  power_on(hs_fcfs, 3);
  expect_command({0x08, 0, 0, 0, 16, 0}, 0);
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
  expect_run(1, 4, 0, 16, 0);
  regs_.write(HS_CHANNEL_NOTIFY, 12);
  expect_run(1, 4, 16, 80 + 48, HS_RUN_AHEAD);
  regs_.write(HS_PORT_BEFORE, us(558) + us(23));
  expect_go(HS_PORT_OP_DISCONNECT, 0, 0);
  interrupt();
  for (const std::uint32_t slot : {1U, 2U}) {
    expect_command({0x0a, 0, 0, 0, 16, 0}, slot);
    expect_now(kNow);
    expect_go(HS_PORT_OP_DISCONNECT, 0, slot);
    interrupt();
  }
  expect_command({0x08, 0, 0, 0, 16, 0}, 5, HS_ATTRIBUTE_HEAD_OF_QUEUE);
  expect_go(HS_PORT_OP_STATUS, 0, 5, 0x28);
  interrupt();
  EXPECT_EQ(firmware_.queue.held, 3U);
  expect_command({0xc0});
  expect_check_condition(0x2005);
  interrupt();
}

// A hit from the queue: the command's work, then a reselection. The end of the read before it
// comes together with a third command, which waits.
TEST_F(FirmwareReply, EndAndCommandAtOnce) {
  power_on();
  expect_command({0x08, 0, 0, 0, 16, 0}, 0);
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
  expect_run(1, 4, 0, 16, 0);
  regs_.write(HS_CHANNEL_NOTIFY, 12);
  expect_run(1, 4, 16, 80 + 48, HS_RUN_AHEAD);
  regs_.write(HS_PORT_BEFORE, us(558) + us(23));
  expect_go(HS_PORT_OP_DISCONNECT, 0, 0);
  interrupt();
  expect_command({0x08, 0, 0, 4, 4, 0}, 1);
  expect_now(kNow);
  expect_go(HS_PORT_OP_DISCONNECT, 0, 1);
  interrupt();
  expect_cause(HS_CAUSE_MEDIA);
  regs_.write(HS_BUFFER_INDEX, 0);
  regs_.write(HS_PORT_BEFORE, us(25) + us(162));
  regs_.write(HS_PORT_AFTER, us(57));
  expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 16,
            0);
  interrupt();
  const hs_ticks now = kNow + kTurn;
  expect_command({0x08, 0, 0, 8, 4, 0}, 0, HS_ATTRIBUTE_SIMPLE, 2, 0,
                 HS_CAUSE_PORT | HS_CAUSE_COMMAND);
  expect_now(now);
  expect_go(HS_PORT_OP_DISCONNECT, 0, 0);
  expect_now(now);
  regs_.read(HS_CHANNEL_DONE, 100);
  regs_.write(HS_PORT_WORK, us(953));
  regs_.write(HS_BUFFER_INDEX, 4);
  regs_.write(HS_PORT_BEFORE, us(162) + us(25));
  regs_.write(HS_PORT_AFTER, us(57));
  expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 4,
            1);
  interrupt();
  // The second ends and the third starts; then it ends and a fourth comes to an otherwise idle
  // drive, which goes on with the bus that the command came on.
  expect_cause(HS_CAUSE_PORT);
  expect_now(now);
  regs_.read(HS_CHANNEL_DONE, 100);
  regs_.write(HS_PORT_WORK, us(953));
  regs_.write(HS_BUFFER_INDEX, 8);
  regs_.write(HS_PORT_BEFORE, us(162) + us(25));
  regs_.write(HS_PORT_AFTER, us(57));
  expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 4,
            0);
  interrupt();
  expect_command({0x08, 0, 0, 12, 4, 0}, 1, HS_ATTRIBUTE_SIMPLE, 2, 0,
                 HS_CAUSE_PORT | HS_CAUSE_COMMAND);
  expect_now(now);
  expect_now(now);
  regs_.read(HS_CHANNEL_DONE, 100);
  regs_.write(HS_PORT_WORK, us(953));
  regs_.write(HS_BUFFER_INDEX, 12);
  regs_.write(HS_PORT_BEFORE, us(25));
  regs_.write(HS_PORT_AFTER, us(57));
  expect_go(HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 4, 1);
  interrupt();
}

// The tables of tasks and of the scheduler lie in the memory asked for, at any depth.
TEST_F(FirmwareReply, AnyDepthAndScheduler) {
  for (const hs_scheduler_ops* ops : in_drive()) {
    for (const std::uint32_t depth : {1U, 2U, 3U, 1024U, 65536U}) {
      power_on(*ops, depth);
      expect_command({0x00});
      expect_response({}, 0);
      interrupt();
    }
  }
}

}  // namespace
}  // namespace headstack
