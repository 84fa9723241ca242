// The plans of a read and of the three kinds of write, worked by hand from tables A.4 and A.5.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "disk/plan.h"
}

namespace headstack {
namespace {

// Time of the tests: a whole number of turns, so that the platter is at angle 0.
constexpr hs_ticks kNow = 1000 * kTurn;

class Plan : public testing::Test {
 protected:
  Plan() {
    view_.now = kNow;
    view_.free_at = kNow;
  }

  hs_plan plan(std::uint32_t blocks, bool write) const {
    hs_task task{};
    task.lbn = {5000};
    task.blocks = blocks;
    task.write = write;
    hs_plan plan;
    hs_plan_media(&drive_->params, &view_, &task, &plan);
    return plan;
  }
  void previous_write(std::uint32_t first, std::uint32_t end) {
    view_.last_first = {first};
    view_.last_end = {end};
    view_.last_write = true;
  }

  const std::unique_ptr<TestDrive> drive_ = c2247();
  hs_drive_view view_{};
};

TEST_F(Plan, Read) {
  const hs_plan p = plan(16, false);
  EXPECT_EQ(p.seek_start, kNow + us(558));
  EXPECT_EQ(p.ready, kNow);
}

TEST_F(Plan, PlainWriteInTheCommandsConnection) {
  view_.connected = true;
  const hs_plan p = plan(16, true);
  EXPECT_EQ(p.seek_start, kNow + us(824));
  EXPECT_EQ(p.ready, kNow + us(824) + us(600));
  EXPECT_FALSE(p.reselect);
  EXPECT_EQ(p.before, us(824) + us(25));
  EXPECT_EQ(p.after, us(166));
  EXPECT_EQ(p.data_start, kNow + us(824) + us(25));
  EXPECT_EQ(p.last_reselect, us(162));
  EXPECT_EQ(p.minimum_blocks, 10U);
}

TEST_F(Plan, PlainWriteFromTheQueueReselectsOnceMore) {
  const hs_plan p = plan(16, true);
  EXPECT_EQ(p.seek_start, kNow + us(824));
  EXPECT_TRUE(p.reselect);
  EXPECT_EQ(p.not_before, kNow + us(824));
  EXPECT_EQ(p.before, us(162) + us(25));
  EXPECT_EQ(p.data_start, kNow + us(824) + us(162) + us(25));
  EXPECT_EQ(p.after, us(166));
  EXPECT_EQ(p.last_reselect, us(129));
}

TEST_F(Plan, ExtraDisconnectWrite) {
  previous_write(10, 20);
  for (const bool connected : {false, true}) {
    view_.connected = connected;
    const hs_plan p = plan(16, true);
    EXPECT_EQ(p.seek_start, kNow + us(642) + us(250));
    EXPECT_EQ(p.ready, kNow + us(642) + us(600));
    EXPECT_TRUE(p.reselect);
    EXPECT_EQ(p.disconnect, kNow + us(642) + us(47));
    EXPECT_EQ(p.not_before, kNow + us(642) + us(47) + us(429));
    EXPECT_EQ(p.before, us(162) + us(25));
    EXPECT_EQ(p.data_start, kNow + us(642) + us(47) + us(429) + us(162) + us(25));
    EXPECT_EQ(p.after, us(134));
    EXPECT_EQ(p.last_reselect, us(129));
  }
}

// A write that goes on where the last write ended has no minimum positioning time.
TEST_F(Plan, SequentialWrite) {
  previous_write(4990, 5000);
  view_.connected = true;
  const hs_plan p = plan(16, true);
  EXPECT_EQ(p.seek_start, kNow + us(824));
  EXPECT_EQ(p.ready, kNow + us(824));
  EXPECT_FALSE(p.reselect);
}

// Going on where a read ended is not sequential.
TEST_F(Plan, WriteAfterTheReadBeforeIt) {
  view_.last_end = {5000};
  const hs_plan p = plan(16, true);
  EXPECT_EQ(p.seek_start, kNow + us(824));
  EXPECT_EQ(p.ready, kNow + us(824) + us(600));
}

// One block past or before the last write's end is not sequential.
TEST_F(Plan, NearlySequentialWrite) {
  for (const std::uint32_t end : {4999U, 5001U}) {
    previous_write(4000, end);
    EXPECT_EQ(plan(16, true).seek_start, kNow + us(642) + us(250)) << end;
  }
}

// Table A.5: Min(10, B) blocks for B < 45, 15 from 45 on.
TEST_F(Plan, BlocksBeforeTheMediaWrite) {
  EXPECT_EQ(plan(1, true).minimum_blocks, 1U);
  EXPECT_EQ(plan(9, true).minimum_blocks, 9U);
  EXPECT_EQ(plan(10, true).minimum_blocks, 10U);
  EXPECT_EQ(plan(44, true).minimum_blocks, 10U);
  EXPECT_EQ(plan(45, true).minimum_blocks, 15U);
  EXPECT_EQ(plan(1000, true).minimum_blocks, 15U);
  // A sector is written from its block: one at least.
  drive_->params.write.minimum_blocks = 0;
  EXPECT_EQ(plan(16, true).minimum_blocks, 1U);
}

// A command that interrupts a read-ahead costs the controller more, whatever the command is.
TEST_F(Plan, ACommandDuringAReadAhead) {
  drive_->params.overheads.prefetch_interrupt = us(70);
  view_.connected = true;
  view_.reading = true;
  EXPECT_EQ(plan(16, false).seek_start, kNow + us(558) + us(70));
  const hs_plan write = plan(16, true);
  EXPECT_EQ(write.seek_start, kNow + us(824) + us(70));
  EXPECT_EQ(write.data_start, kNow + us(824) + us(70) + us(25));
  previous_write(0, 100);
  const hs_plan far = plan(16, true);
  EXPECT_EQ(far.seek_start, kNow + us(642) + us(70) + us(250));
  view_.reading = false;
  EXPECT_EQ(plan(16, true).seek_start, kNow + us(642) + us(250));
}

}  // namespace
}  // namespace headstack
