// The rule for writes to a part of a physical sector, by hand: eight sectors a track, so a sector
// passes in an eighth of a revolution, and two or four of them to a physical sector.
#include <gtest/gtest.h>

#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "disk/merge.h"
#include "disk/predict.h"
#include "disk/service_time.h"
}

namespace headstack {
namespace {

constexpr hs_ticks kEighth = kTurn / 8;

class Merge : public testing::Test {
 protected:
  hs_write_run run(std::uint32_t sector, std::uint32_t sectors) const {
    return {&drive_->geometry().zones[0], sector, sectors, static_cast<hs_angle>(sector * kEighth)};
  }
  // In eighths of a revolution.
  hs_ticks start(std::uint32_t sector, std::uint32_t sectors, hs_ticks on_track,
                 hs_ticks eligible) const {
    const hs_write_run of = run(sector, sectors);
    return hs_write_run_start(&of, 4, on_track * kEighth, eligible * kEighth) / kEighth;
  }
  std::uint32_t at_once(std::uint32_t sector, std::uint32_t sectors, hs_ticks on_track,
                        hs_ticks start) const {
    const hs_write_run of = run(sector, sectors);
    return hs_written_at_once(&of, 4, on_track * kEighth, start * kEighth);
  }

  const std::unique_ptr<TestDrive> drive_ = eighths_drive(4);
};

TEST_F(Merge, BlocksOfTheFirstPhysicalSector) {
  EXPECT_EQ(hs_blocks_of_first(4, 4, 10), 4U);
  EXPECT_EQ(hs_blocks_of_first(4, 6, 10), 2U);
  EXPECT_EQ(hs_blocks_of_first(4, 6, 1), 1U);
  EXPECT_EQ(hs_blocks_of_first(1, 6, 10), 1U);
}

TEST_F(Merge, AWholePhysicalSectorIsWrittenAsItComes) {
  EXPECT_EQ(start(4, 4, 1, 2), 4U);
  EXPECT_EQ(start(4, 4, 1, 5), 12U);
}

// The head is there before sector 4: the physical sector is read from 4 on, and written from 12 on.
TEST_F(Merge, APartIsReadFirst) {
  EXPECT_EQ(start(4, 3, 1, 1), 12U);
  EXPECT_EQ(start(6, 2, 1, 1), 14U);
  EXPECT_EQ(start(4, 3, 4, 4), 12U);  // just in time
  EXPECT_EQ(start(6, 2, 5, 5), 22U);  // too late: read from 12 on, written from 20 on
  EXPECT_EQ(start(4, 3, 1, 9), 12U);  // read while the data come
  EXPECT_EQ(start(4, 3, 1, 13), 20U);
}

TEST_F(Merge, TheLastPartWaitsUntilItIsRead) {
  EXPECT_EQ(at_once(0, 6, 0, 0), 4U);
  EXPECT_EQ(at_once(0, 8, 0, 0), 8U);
  EXPECT_EQ(at_once(0, 6, 0, 8), 6U);   // passed and read before
  EXPECT_EQ(at_once(0, 6, 5, 8), 4U);   // sector 4 had passed already
  EXPECT_EQ(at_once(0, 6, 4, 8), 6U);   // just in time
  EXPECT_EQ(at_once(5, 2, 0, 13), 2U);  // the first physical sector is the last
}

// A zero-latency write begins with any whole physical sector.
TEST_F(Merge, ZeroLatency) {
  const hs_write_run whole = run(0, 8);
  const hs_run_start middle = hs_zero_latency_write(&whole, 4, kEighth, kEighth);
  EXPECT_EQ(middle.first, 4 * kEighth);
  EXPECT_EQ(middle.in_order, 4U);
  const hs_write_run part = run(0, 6);
  const hs_run_start in_order = hs_zero_latency_write(&part, 4, kEighth, kEighth);
  EXPECT_EQ(in_order.first, 8 * kEighth);
  EXPECT_EQ(in_order.in_order, 6U);
}

// The heads are on the track at time 0, and commands take no time.
TEST_F(Merge, ThePredictionCountsTheRevolution) {
  const auto cost = [this](std::uint32_t lbn, std::uint32_t blocks, bool write) {
    hs_task task{};
    task.lbn = {lbn};
    task.blocks = blocks;
    task.write = write;
    task.track = {{0}, {lbn / 8}};
    task.angle = static_cast<hs_angle>(lbn % 8 * kEighth);
    const hs_departures departures = hs_departures_make(&drive_->params);
    const hs_drive_view view{};
    const hs_predictor predictor = hs_predictor_depart(&drive_->params, &departures, &view);
    return hs_predict_cost(&predictor, &task) / kEighth;
  };
  EXPECT_EQ(cost(6, 2, true), 6U);
  drive_->params.geometry.sector_blocks = 4;
  drive_->params.cache.segment_blocks = 64;
  EXPECT_EQ(cost(6, 2, true), 14U);
  EXPECT_EQ(cost(6, 2, false), 6U);
  EXPECT_EQ(cost(4, 4, true), 4U);
}

// From the first block on: a whole physical sector, and then the part of the next, a revolution
// later. A write that begins in a part has read its end when it begins.
TEST_F(Merge, TheTimeOnTheMediumCountsTheEnd) {
  const auto time = [this](std::uint32_t lbn, std::uint32_t blocks, bool write) {
    hs_task task{};
    task.lbn = {lbn};
    task.blocks = blocks;
    task.write = write;
    task.angle = static_cast<hs_angle>(lbn % 8 * kEighth);
    return hs_time_on_medium(&drive_->params, &task) / kEighth;
  };
  EXPECT_EQ(time(0, 6, true), 6U);
  drive_->params.geometry.sector_blocks = 4;
  EXPECT_EQ(time(0, 6, true), 14U);
  EXPECT_EQ(time(0, 6, false), 6U);
  EXPECT_EQ(time(0, 8, true), 8U);
  EXPECT_EQ(time(1, 5, true), 5U);
  // Two tracks: a head switch takes an eighth, so sector 0 of head 1 begins at 16, is read, and is
  // written from 24 on.
  EXPECT_EQ(time(4, 6, true), 26U - 4U);
}

}  // namespace
}  // namespace headstack
