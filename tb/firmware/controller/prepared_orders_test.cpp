// Orders that the firmware prepares while another task is active.
//
// The drive of spared_drive has 8 blocks on a track and 2 heads, no overheads and no cache. Block 8
// is the first block of head 1. Block 16 is the first block of cylinder 1.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/firmware_bench.h"

extern "C" {
#include "disk/reallocation.h"
#include "unit/defects.h"
}

namespace headstack {
namespace {

constexpr hs_ticks kNow = 50 * kTurn;
constexpr std::uint32_t kBlocks = 4;
constexpr std::uint32_t kFirst = 3;  // slots of the two tasks
constexpr std::uint32_t kSecond = 5;

class PreparedOrders : public FirmwareBench {
 protected:
  PreparedOrders() : FirmwareBench(spared_drive()) {
    picks_ahead_ = true;
    reallocations_ = &table_;
    hs_reallocations_init(&table_, table_memory_.memory(), 8, nullptr);
    drive_->params.geometry.reallocations = &table_;
    drive_->params.cache.segment_blocks = 16;
    drive_->params.cache.read_watermark_ppm = 1'000'000;
    power_on();
    start_first();
  }

  void command(std::uint8_t lbn, std::uint32_t slot) {
    expect_command({0x08, 0, 0, lbn, kBlocks, 0}, slot);
    expect_now(kNow);
  }
  // The task's orders, up to the run. The heads arrive at `now` at the earliest.
  void expect_begin(hs_ticks now) {
    expect_now(now);
    regs_.write(HS_CHANNEL_STOP, now);
    regs_.write(HS_CHANNEL_BEGIN, now);
  }
  void expect_rest_of_orders() {
    regs_.write(HS_CHANNEL_NOTIFY, kBlocks);
    expect_now(kNow);
  }
  void start_first() {
    command(0, kFirst);
    expect_now(kNow);  // the choice begins
    expect_now(kNow);  // the choice ends
    expect_begin(kNow);
    expect_run(0, 0, 0, kBlocks, 0);
    expect_rest_of_orders();
    regs_.write(HS_PORT_BEFORE, 0);
    expect_go(HS_PORT_OP_DISCONNECT, 0, kFirst);
    interrupt();
  }
  void second_arrives(std::uint8_t lbn, std::uint32_t slot = kSecond) {
    command(lbn, slot);
    expect_go(HS_PORT_OP_DISCONNECT, 0, slot);
    interrupt();
  }
  // The first task gets its last order. The firmware then chooses the second task.
  void choose_second() {
    expect_cause(HS_CAUSE_MEDIA);
    regs_.write(HS_BUFFER_INDEX, 0);
    regs_.write(HS_PORT_BEFORE, 0);
    regs_.write(HS_PORT_AFTER, 0);
    expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT,
              kBlocks, kFirst);
    interrupt();
    expect_now(kNow);
    regs_.read(HS_INTERRUPT_PENDING, 0);
    idle();
  }
  void idle() {
    expect_now(kNow);
    expect_now(kNow);
    hs_firmware_idle(&firmware_);
    regs_.verify();
  }
  void end_first() {
    expect_cause(HS_CAUSE_PORT);
    expect_begin(kNow + 1);
  }

  Arena table_memory_{hs_reallocations_memory(8)};
  hs_reallocations table_{};
};

TEST_F(PreparedOrders, AreThereWhenTheTaskBeforeEnds) {
  second_arrives(22);
  EXPECT_EQ(firmware_.orders.task, HS_NO_TASK);
  choose_second();
  EXPECT_EQ(firmware_.orders.task, firmware_.next.task);
  end_first();
  expect_run(1, 0, 6, 2, 0);  // blocks 22 and 23
  expect_run(1, 1, 0, 2, 0);
  expect_rest_of_orders();
  interrupt();
  EXPECT_EQ(firmware_.orders.task, HS_NO_TASK);
  EXPECT_EQ(firmware_.active.chunk, kBlocks);
}

TEST_F(PreparedOrders, NameThePlaceThatABlockHasAtTheStart) {
  second_arrives(22);
  choose_second();
  EXPECT_EQ(hs_grow_defect(&firmware_, {22}).key, 0);
  const hs_pbn moved = hs_lbn_to_pbn(&drive_->geometry(), {22});
  ASSERT_GE(moved.cylinder.value, 3U);  // a spare place
  end_first();
  expect_run(moved.cylinder.value, moved.head.value, moved.sector.value, 1, 0);
  expect_run(1, 0, 7, 1, 0);
  expect_run(1, 1, 0, 2, 0);
  expect_rest_of_orders();
  regs_.read(HS_CHANNEL_RUN, HS_CHANNEL_EXTENTS - 3);  // room for a read-ahead
  interrupt();
}

// The disk stops before the task starts, so the task does not use its orders. The task's entry goes
// to another command later.
TEST_F(PreparedOrders, EndWithAStartThatNeedsNoOrders) {
  second_arrives(22);
  choose_second();
  ASSERT_NE(firmware_.orders.task, HS_NO_TASK);
  firmware_.unit.limited = true;
  firmware_.unit.power.state = HS_POWER_STOPPED;
  expect_cause(HS_CAUSE_PORT);
  expect_now(kNow);
  regs_.write(HS_PORT_NOT_BEFORE, kNow);
  hs_sense stopped{};
  stopped.key = HS_SENSE_NOT_READY;
  stopped.code = HS_CODE_NOT_READY;
  stopped.qualifier = 2;
  regs_.write(HS_PORT_SENSE, hs_sense_pack(&stopped));
  regs_.write(HS_PORT_BEFORE, 0);
  regs_.write(HS_PORT_AFTER, 0);
  expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 0, kSecond,
            HS_STATUS_CHECK_CONDITION);
  expect_now(kNow);
  interrupt();
  EXPECT_EQ(firmware_.orders.task, HS_NO_TASK);
}

// The entry of an aborted task goes to the next command.
TEST_F(PreparedOrders, GoWithTheirTask) {
  second_arrives(22);
  choose_second();
  const std::uint32_t entry = firmware_.next.task;
  expect_cause(HS_CAUSE_FUNCTION);
  regs_.read(HS_PORT_FUNCTION, HS_NEXUS(7, kSecond, 0, 2, 0, HS_FUNCTION_ABORT_TASK, 0));
  regs_.write(HS_PORT_ABORT, HS_ABORT(kSecond, false));
  expect_go(HS_PORT_OP_STATUS, 0, 7);
  interrupt();
  second_arrives(9, 6);
  regs_.read(HS_INTERRUPT_PENDING, 0);
  idle();
  EXPECT_EQ(firmware_.next.task, entry);
  end_first();
  expect_run(0, 1, 1, kBlocks, 0);
  expect_rest_of_orders();
  interrupt();
}

// A choice after the last order must be over before the task ends: its usual time, and twice the
// spreads of both times, must fit. If it does not fit, the choice is due at once.
TEST_F(PreparedOrders, ALongChoiceIsDueBeforeTheLastOrder) {
  hs_foresight& times = firmware_.next.foresight;
  hs_span& rest = times.rest[firmware_.next.kind][firmware_.next.size];
  second_arrives(22);
  times.choice = {10, 3};
  rest = {26, 5};
  hs_firmware_idle(&firmware_);  // 10 + 2 * 8 fit into 26: no register is read
  regs_.verify();
  EXPECT_EQ(firmware_.next.task, HS_NO_TASK);
  rest.usual = 25;
  regs_.read(HS_INTERRUPT_PENDING, 0);
  idle();
  EXPECT_NE(firmware_.next.task, HS_NO_TASK);
}

}  // namespace
}  // namespace headstack
