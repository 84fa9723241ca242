// The predicted state of the drive after a task, member by member.
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/scheduler_bench.h"
#include "tb/firmware/support/service_scan.h"

extern "C" {
#include "limits/forecast.h"
}

namespace headstack {
namespace {

class Forecast : public testing::Test {
 protected:
  Forecast() : drive_(c2247()) {
    drive_->params.cache.prefetch_maximum_blocks = 100;
    drive_->params.overheads.prefetch_interrupt = us(100);
    drive_->params.terms.by_stream = true;
    view_.now = 10 * kTurn;
    view_.free_at = 11 * kTurn;
    view_.read_done = 9 * kTurn;
    view_.last_end = {1000};
    view_.last_hit = true;
    view_.connected = true;
  }

  // The state after one task of 120 blocks from `lbn`. A drive has registers, a host has none.
  hs_drive_view after(std::uint32_t lbn, bool write, bool in_drive) {
    SchedulerBench bench(hs_sptf_limits, *drive_, 1);
    const std::uint32_t task = bench.add(lbn, 120, write, 0, HS_NO_DEADLINE);
    int registers = 0;
    bench.scheduler().hal = in_drive ? reinterpret_cast<hs_hal*>(&registers) : nullptr;
    std::vector<hs_own_time> own(1);
    hs_service times;
    hs_service_init(&times, &drive_->params, own.data());
    hs_service_arrival(&times, &bench.task(task), task);
    hs_forecast forecast = hs_forecast_begin(&bench.scheduler(), &times, &view_);
    const hs_ticks end = hs_forecast_end(&forecast, task);
    EXPECT_EQ(end, view_.now + service(drive_->params, view_, bench.task(task)));
    hs_forecast_serve(&forecast, task, end);
    EXPECT_EQ(forecast.view.now, end);
    EXPECT_EQ(forecast.at.predictor.now, end);
    return forecast.view;
  }

  const std::unique_ptr<TestDrive> drive_;
  hs_drive_view view_{};
};

// 96 sectors a track. Block 0 is on the first track after 17 reserved ones: cylinder 1, head 4. The
// last of 120 blocks from block 1000 is block 1119, on the 11th track after this one: head 2 of the
// next cylinder.
TEST_F(Forecast, ARead) {
  const hs_drive_view next = after(1000, false, false);
  EXPECT_EQ(next.last_first.value, 1000U);
  EXPECT_EQ(next.last_end.value, 1120U);
  EXPECT_EQ(next.track.cylinder.value, 2U);
  EXPECT_EQ(next.track.head.value, 2U);
  EXPECT_FALSE(next.last_write);
  EXPECT_FALSE(next.last_hit);
  EXPECT_TRUE(next.last_sequential);
  EXPECT_EQ(next.read_done, next.now);
  EXPECT_NEAR(static_cast<double>(next.free_at - next.now), static_cast<double>(kTurn) / 96, 1.0);
  EXPECT_TRUE(next.reading);
  EXPECT_FALSE(next.stream.goes_on);  // a sequential miss ends a stream
  EXPECT_TRUE(after(5000, false, false).stream.goes_on);
  EXPECT_FALSE(after(5000, false, false).last_sequential);
}

// Without a read-ahead, the heads are free with the end of the task. One block of it is enough.
TEST_F(Forecast, AReadAheadEndsWithASector) {
  for (const std::uint32_t most : {0U, 1U, 2U}) {
    drive_->params.cache.prefetch_maximum_blocks = most;
    const hs_drive_view next = after(1000, false, false);
    EXPECT_EQ(next.free_at != next.now, most != 0) << most;
    EXPECT_EQ(next.reading, most != 0) << most;
  }
}

// The view tells of a read-ahead only if a time depends on it.
TEST_F(Forecast, AReadAheadIsToldIfATimeDependsOnIt) {
  for (const bool interrupt : {false, true}) {
    for (const bool term : {false, true}) {
      drive_->params.overheads.prefetch_interrupt = interrupt ? us(100) : 0;
      drive_->params.terms.looked_at = term ? HS_IF_READING_AHEAD : HS_IF_AFTER_WRITE;
      EXPECT_EQ(after(1000, false, false).reading, interrupt || term);
      EXPECT_FALSE(after(1000, true, false).reading);
    }
  }
}

// A task meets its limits at the last instant, and misses them a tick later. What may be met has
// the rounding of a deadline, some two microseconds, and ends with the blocks on the medium.
TEST_F(Forecast, LimitsAtTheirLastInstant) {
  drive_->params.second = 90 * kTurn;
  for (const bool write : {false, true}) {
    SchedulerBench bench(hs_sptf_limits, *drive_, 1);
    const std::uint32_t task = bench.add(1000, 8, write, 0, HS_NO_DEADLINE);
    std::vector<hs_own_time> own(1);
    hs_service times;
    hs_service_init(&times, &drive_->params, own.data());
    hs_service_arrival(&times, &bench.task(task), task);
    const hs_forecast forecast = hs_forecast_begin(&bench.scheduler(), &times, &view_);
    hs_task_facts& facts = bench.scheduler().facts[task];
    const hs_ticks now = view_.now;
    const hs_ticks end = hs_forecast_end(&forecast, task);
    const hs_ticks behind = own[0].behind - hs_time_on_medium(&drive_->params, &bench.task(task));
    const hs_ticks rounding = 90 * kTurn >> 19;
    for (const int off : {-1, 0, 1}) {
      const hs_ticks more = static_cast<hs_ticks>(off);
      facts.start_by = HS_NO_DEADLINE;
      facts.deadline = end + more;
      EXPECT_EQ(hs_forecast_meets(&forecast, task, end), off >= 0);
      facts.deadline = end - behind - rounding + more;
      EXPECT_EQ(hs_forecast_may_meet(&forecast, task, end), off >= 0) << write << off;
      EXPECT_EQ(hs_forecast_can_meet(&forecast, task), off >= 0) << write << off;
      facts.deadline = now + more;  // a write that a buffer takes
      drive_->params.cache.write_back = true;
      EXPECT_EQ(hs_forecast_may_meet(&forecast, task, end), write && off >= 0);
      drive_->params.cache.write_back = false;
      facts.deadline = HS_NO_DEADLINE;
      facts.start_by = now + more;
      EXPECT_EQ(hs_forecast_meets(&forecast, task, end), off >= 0);
      EXPECT_EQ(hs_forecast_may_meet(&forecast, task, end), off >= 0);
      EXPECT_EQ(hs_forecast_can_meet(&forecast, task), off >= 0);
    }
  }
}

TEST_F(Forecast, AWrite) {
  const hs_drive_view next = after(1000, true, false);
  EXPECT_TRUE(next.last_write);
  EXPECT_FALSE(next.last_sequential);
  EXPECT_EQ(next.read_done, view_.read_done);
  EXPECT_EQ(next.free_at, next.now);
  EXPECT_FALSE(next.reading);
}

// A later task of the drive's queue does not hold the bus.
TEST_F(Forecast, WhoHoldsTheBus) {
  EXPECT_TRUE(after(1000, false, false).connected);
  EXPECT_FALSE(after(1000, false, true).connected);
  view_.connected = false;
  EXPECT_FALSE(after(1000, false, false).connected);
}

}  // namespace
}  // namespace headstack
