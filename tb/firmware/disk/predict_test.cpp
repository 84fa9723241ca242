// Predicted media starts, worked by hand from tables A.3 to A.5: the heads are over cylinder 100,
// head 3, and the platter at angle 0.
#include <cstdint>
#include <set>

#include <gtest/gtest.h>

#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "disk/located.h"
#include "disk/predict.h"
}

namespace headstack {
namespace {

constexpr hs_ticks kNow = 1000 * kTurn;

class Predict : public testing::Test {
 protected:
  Predict() {
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
    const hs_departures departures = hs_departures_make(&drive_->params);
    const hs_predictor predictor = hs_predictor_depart(&drive_->params, &departures, &view_);
    const hs_ticks cost = hs_predict_cost(&predictor, &t);
    EXPECT_EQ(hs_predict_media_start(&drive_->params, &view_, &t), kNow + cost);
    return ms(cost);
  }
  void previous_write(std::uint32_t first, std::uint32_t end) {
    view_.last_first = {first};
    view_.last_end = {end};
    view_.last_write = true;
  }

  const std::unique_ptr<TestDrive> drive_ = c2247();
  hs_drive_view view_{};
};

// Command 0.558, seek over 3 cylinders 3.61: over the track at 4.168 ms, 0.3751 of a turn.
TEST_F(Predict, ARead) {
  EXPECT_NEAR(predicted_ms(task(103, 5, 0x80000000U, false, 16)), 5.555556, 1e-6);
  // A quarter turn has gone by: once around, 1.25 turns.
  EXPECT_NEAR(predicted_ms(task(103, 5, 0x40000000U, false, 16)), 13.888889, 1e-6);
}

// A read needs no data of the host: it has no lead. A write has ten blocks of 0.187 ms.
TEST_F(Predict, OnlyAWriteHasALead) {
  for (const std::uint32_t blocks : {1U, 16U, 200U}) {
    const hs_task read = task(103, 5, 0, false, blocks);
    EXPECT_EQ(hs_predict_lead(&drive_->params, &read), 0U);
  }
  const hs_task write = task(103, 5, 0, true, 16);
  EXPECT_NEAR(ms(hs_predict_lead(&drive_->params, &write)), 1.87, 1e-5);
}

// The arm is busy until 4 ms: 4 + 3.61 = 7.61 ms, 0.6849 of a turn; 0.75 turns are 8.333 ms.
TEST_F(Predict, AReadThatWaitsForTheArm) {
  view_.free_at = kNow + us(4000);
  EXPECT_NEAR(predicted_ms(task(103, 5, 0xc0000000U, false, 16)), 8.333333, 1e-6);
  EXPECT_NEAR(predicted_ms(task(103, 5, 0x80000000U, false, 16)), 16.666667, 1e-6);
}

// On the track already: at the end of the command, 0.558 ms, 0.05022 of a turn.
TEST_F(Predict, AReadOnTheTrack) {
  const auto at = [](hs_ticks t) { return static_cast<hs_angle>(t); };
  EXPECT_NEAR(predicted_ms(task(100, 3, at(us(558)), false, 1)), 0.558, 1e-6);
  EXPECT_NEAR(predicted_ms(task(100, 3, at(us(558) - 1), false, 1)), 0.558 + 11.111111, 1e-6);
}

// Connected: command 0.824, data from 0.849 on, ten blocks of 0.187 in at 2.719 ms. Command 0.824
// and seek over 3 with settle 3.61 + 0.65: over the track at 5.084 ms, which is later (0.45756
// turns).
TEST_F(Predict, APlainWriteThatWaitsForTheSeek) {
  view_.connected = true;
  EXPECT_NEAR(predicted_ms(task(103, 3, 0x80000000U, true, 16)), 5.555556, 1e-6);
  EXPECT_NEAR(predicted_ms(task(103, 3, 0x70000000U, true, 16)), 15.972222, 1e-6);  // 0.4375 + 1
}

// No movement: the ten blocks are in at 2.719 ms, 0.24471 turns.
TEST_F(Predict, APlainWriteThatWaitsForItsData) {
  view_.connected = true;
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x40000000U, true, 16)), 2.777778, 1e-6);
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x3e000000U, true, 16)), 13.802083, 1e-6);  // 0.24219 + 1
  // From the queue a reselection more, 2.881 ms, 0.25929 turns: the quarter is missed.
  view_.connected = false;
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x40000000U, true, 16)), 13.888889, 1e-6);
}

// One block is in at 0.849 + 0.187 = 1.036 ms, but no media write within 0.824 + 0.600 = 1.424 ms,
// 0.12816 turns.
TEST_F(Predict, APlainWriteThatWaitsForTheMinimumTime) {
  view_.connected = true;
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x20000000U, true, 1)), 12.5, 1e-6);  // 1/8 is missed
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x21000000U, true, 1)), 1.432292, 1e-6);
}

// Sequential: one block in at 1.036 ms, 0.09324 turns, and no minimum time.
TEST_F(Predict, ASequentialWrite) {
  previous_write(4990, 5000);
  view_.connected = true;
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x20000000U, true, 1)), 1.388889, 1e-6);
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x18000000U, true, 1)), 1.041667, 1e-6);   // 0.09375
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x17000000U, true, 1)), 12.109375, 1e-6);  // 0.08984 + 1
}

// Extra disconnect: the seek starts at 0.642 + 0.250 = 0.892 and ends, over 3 with settle, at
// 5.152 ms; the data start at 0.642 + 0.047 + 0.429 + 0.162 + 0.025 = 1.305 and fifteen blocks are
// in at 4.110 ms. 5.152 ms are 0.46368 turns.
TEST_F(Predict, AnExtraDisconnectWrite) {
  previous_write(10, 20);
  EXPECT_NEAR(predicted_ms(task(103, 3, 0x77000000U, true, 45)), 5.164931, 1e-6);   // 0.46484
  EXPECT_NEAR(predicted_ms(task(103, 3, 0x76000000U, true, 45)), 16.232639, 1e-6);  // 0.46094 + 1
  // On the track: 4.110 ms, 0.36990 turns.
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x5f000000U, true, 45)), 4.123264, 1e-6);   // 0.37109
  EXPECT_NEAR(predicted_ms(task(100, 3, 0x5e000000U, true, 45)), 15.190972, 1e-6);  // 0.36719 + 1
}

// Zero latency: a read of the 16 blocks from 5000 on, the sectors 8 to 23 of 96 of their track
// (5000 = 52 * 96 + 8). Over the track at 0.558 ms, 0.05022 of a turn: 4.82 sectors from angle 0.
TEST_F(Predict, AZeroLatencyReadBeginsAnywhereInItsRun) {
  drive_->params.cache.zero_latency_read = true;
  const double sector = 60000.0 / 5400.0 / 96;
  const auto at = [](std::uint32_t sectors) {  // angle, of sectors of 96
    return static_cast<hs_angle>(sectors * kTurn / 96);
  };
  // The run begins 10 sectors from angle 0: it is waited for.
  EXPECT_NEAR(predicted_ms(task(100, 3, at(10), false, 16)), 10 * sector, 1e-6);
  // It began at sector 2: the next sector boundary is 5.
  EXPECT_NEAR(predicted_ms(task(100, 3, at(2), false, 16)), 5 * sector, 1e-6);
  // The boundary of its last sector, at -10 + 15, is 5; one sector earlier it has gone by.
  EXPECT_NEAR(predicted_ms(task(100, 3, at(86), false, 16)), 5 * sector, 1e-6);
  EXPECT_NEAR(predicted_ms(task(100, 3, at(85), false, 16)), 85 * sector, 1e-6);
  // A write waits for its first sector always.
  drive_->params.write = {};
  EXPECT_NEAR(predicted_ms(task(100, 3, at(86), true, 16)), 86 * sector, 1e-6);
}

// A departure goes by leads only without steps of settling, marks or zero-latency writes.
TEST(Departures, GoByLeadsUnlessTheDriveHasMoreRules) {
  const auto drive = c2247();
  hs_drive_params& params = drive->params;
  const auto by_lead = [&](std::uint32_t write) {
    return hs_departures_make(&params).after[0][0][0].by_lead[write];
  };
  EXPECT_TRUE(by_lead(0));
  EXPECT_TRUE(by_lead(1));
  params.mechanics.write_step_count = 1;
  EXPECT_TRUE(by_lead(0));
  EXPECT_FALSE(by_lead(1));
  params.mechanics.write_step_count = 0;
  params.start_marks_per_revolution = 1;
  EXPECT_FALSE(by_lead(1));
  params.start_marks_per_revolution = 0;
  params.write.zero_latency = true;
  EXPECT_FALSE(by_lead(1));
  params.write.zero_latency = false;
  params.write.seek_with_data = true;
  EXPECT_FALSE(by_lead(1));
  params.write.seek_with_data = false;
  params.cache.zero_latency_read = true;
  EXPECT_FALSE(by_lead(0));
  EXPECT_TRUE(by_lead(1));
  params.cache.zero_latency_read = false;
  params.cache.whole_track_read = true;
  EXPECT_FALSE(by_lead(0));
}

// The leads of writes of 40 blocks, which begin with each block of three tracks.
std::set<hs_ticks> leads_of(const hs_drive_params& drive) {
  std::set<hs_ticks> leads;
  for (std::uint32_t lbn = 0; lbn < 3 * 96; ++lbn) {
    hs_task task{};
    task.lbn = {lbn};
    task.blocks = 40;
    task.write = true;
    hs_locate(&drive.geometry, &task);
    leads.insert(hs_predict_lead(&drive, &task));
  }
  return leads;
}

// A write waits for a block, for its part of the first track, or for all of its 40 blocks.
TEST(WriteLeads, AreEqualWhereTheDriveSaysSo) {
  const auto drive = c2247();
  hs_drive_params& params = drive->params;
  params.write.minimum_blocks = 1;
  const auto expect_equal = [&](std::uint32_t blocks) {
    EXPECT_TRUE(hs_lead_by_blocks(&params));
    EXPECT_EQ(leads_of(params), std::set<hs_ticks>{blocks * params.write_per_block});
  };
  const auto expect_different = [&] {
    EXPECT_FALSE(hs_lead_by_blocks(&params));
    EXPECT_GT(leads_of(params).size(), 1U);
  };
  expect_equal(1);
  params.write.start = HS_START_WHOLE;
  expect_equal(40);
  params.write.zero_latency = true;
  expect_equal(40);
  params.write.start = HS_START_BLOCKS;
  expect_different();
  params.write.zero_latency = false;
  params.write.start = HS_START_FIRST_TRACK;
  expect_different();
  params.write.start = HS_START_BLOCKS;
  params.geometry.sector_blocks = 4;
  expect_different();
  params.geometry.sector_blocks = 1;
  params.write.ahead_q8 = 2 << 8;
  expect_different();
}

}  // namespace
}  // namespace headstack
