// The plans of a read and of the three kinds of write, and the media start predicted from them,
// worked by hand from tables A.4 and A.5 (times of the C2247 in microseconds).
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "headstack/plan.h"
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
    view_.track = {{100}, {3}};
  }

  hs_task task(std::uint32_t cylinder, std::uint32_t head, hs_angle angle, bool write,
               std::uint32_t blocks) const {
    hs_task t{};
    t.lbn = {5000};
    t.blocks = blocks;
    t.track = {{cylinder}, {head}};
    t.angle = angle;
    t.write = write;
    return t;
  }
  // From now to the media.
  double predicted_ms(const hs_task& t) const {
    return ms(hs_predict_media_start(&drive_->params, &view_, &t) - kNow);
  }
  hs_plan plan(std::uint32_t blocks, bool write) const {
    return hs_plan_media(&drive_->params, &view_, {5000}, blocks, write);
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
  EXPECT_EQ(p.disconnect, 0U);
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
    EXPECT_EQ(p.disconnect, connected ? kNow + us(642) + us(47) : 0);
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
}

// Command 0.558, seek over 3 cylinders 3.61: over the track at 4.168 ms, 0.3751 of a turn.
TEST_F(Plan, PredictsARead) {
  EXPECT_NEAR(predicted_ms(task(103, 5, 0x80000000U, false, 16)), 5.555556, 1e-6);
  // A quarter turn has gone by: once around, 1.25 turns.
  EXPECT_NEAR(predicted_ms(task(103, 5, 0x40000000U, false, 16)), 13.888889, 1e-6);
}

// The arm is busy until 4 ms: 4 + 3.61 = 7.61 ms, 0.6849 of a turn; 0.75 turns are 8.333 ms.
TEST_F(Plan, PredictsAReadThatWaitsForTheArm) {
  view_.free_at = kNow + us(4000);
  EXPECT_NEAR(predicted_ms(task(103, 5, 0xc0000000U, false, 16)), 8.333333, 1e-6);
  EXPECT_NEAR(predicted_ms(task(103, 5, 0x80000000U, false, 16)), 16.666667, 1e-6);
}

// On the track already: at the end of the command, 0.558 ms, 0.05022 of a turn.
TEST_F(Plan, PredictsAReadOnTheTrack) {
  const auto at = [](hs_ticks t) { return static_cast<hs_angle>(t); };
  EXPECT_NEAR(predicted_ms(task(100, 3, at(us(558)), false, 1)), 0.558, 1e-6);
  EXPECT_NEAR(predicted_ms(task(100, 3, at(us(558) - 1), false, 1)), 0.558 + 11.111111, 1e-6);
}

// Connected: command 0.824, data from 0.849 on, ten blocks of 0.187 in at 2.719 ms. Command 0.824
// and seek over 3 with settle 3.61 + 0.65: over the track at 5.084 ms, which is later (0.45756
// turns).
TEST_F(Plan, PredictsAPlainWriteThatWaitsForTheSeek) {
  view_.connected = true;
  EXPECT_NEAR(predicted_ms(task(103, 3, 0x80000000U, true, 16)), 5.555556, 1e-6);
  EXPECT_NEAR(predicted_ms(task(103, 3, 0x70000000U, true, 16)), 15.972222, 1e-6);  // 0.4375 + 1
}

// No movement: the ten blocks are in at 2.719 ms, 0.24471 turns.
TEST_F(Plan, PredictsAPlainWriteThatWaitsForItsData) {
  view_.connected = true;
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x40000000U, true, 16)), 2.777778, 1e-6);
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x3e000000U, true, 16)), 13.802083, 1e-6);  // 0.24219 + 1
  // From the queue a reselection more, 2.881 ms, 0.25929 turns: the quarter is missed.
  view_.connected = false;
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x40000000U, true, 16)), 13.888889, 1e-6);
}

// One block is in at 0.849 + 0.187 = 1.036 ms, but no media write within 0.824 + 0.600 = 1.424 ms,
// 0.12816 turns.
TEST_F(Plan, PredictsAPlainWriteThatWaitsForTheMinimumTime) {
  view_.connected = true;
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x20000000U, true, 1)), 12.5, 1e-6);  // 1/8 is missed
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x21000000U, true, 1)), 1.432292, 1e-6);
}

// Sequential: one block in at 1.036 ms, 0.09324 turns, and no minimum time.
TEST_F(Plan, PredictsASequentialWrite) {
  previous_write(4990, 5000);
  view_.connected = true;
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x20000000U, true, 1)), 1.388889, 1e-6);
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x18000000U, true, 1)), 1.041667, 1e-6);   // 0.09375
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x17000000U, true, 1)), 12.109375, 1e-6);  // 0.08984 + 1
}

// Extra disconnect: the seek starts at 0.642 + 0.250 = 0.892 and ends, over 3 with settle, at
// 5.152 ms; the data start at 0.642 + 0.047 + 0.429 + 0.162 + 0.025 = 1.305 and fifteen blocks are
// in at 4.110 ms. 5.152 ms are 0.46368 turns.
TEST_F(Plan, PredictsAnExtraDisconnectWrite) {
  previous_write(10, 20);
  EXPECT_NEAR(predicted_ms(task(103, 3, 0x77000000U, true, 45)), 5.164931, 1e-6);   // 0.46484
  EXPECT_NEAR(predicted_ms(task(103, 3, 0x76000000U, true, 45)), 16.232639, 1e-6);  // 0.46094 + 1
  // On the track: 4.110 ms, 0.36990 turns.
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x5f000000U, true, 45)), 4.123264, 1e-6);   // 0.37109
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x5e000000U, true, 45)), 15.190972, 1e-6);  // 0.36719 + 1
}

}  // namespace
}  // namespace headstack
