// The bound by which SPTF stops its search never exceeds the time to any task that far away.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "disk/predict.h"
}

namespace headstack {
namespace {

hs_drive_view random_view(Rng& rng, const hs_geometry& g) {
  hs_drive_view view{};
  view.now = rng.next() >> 4;
  view.free_at = view.now + (rng.one_in(2) ? 0 : rng.next() >> (32 + rng.below(8)));
  view.track = {{rng.below(g.cylinders)}, {rng.below(g.heads)}};
  view.last_first = {rng.below(g.block_count)};
  view.last_end = {view.last_first.value + 1};
  view.last_write = rng.one_in(2);
  view.connected = rng.one_in(2);
  return view;
}

hs_task random_task(Rng& rng, const hs_drive_view& view, const hs_geometry& g) {
  hs_task task{};
  task.lbn = {rng.one_in(4) ? view.last_end.value % g.block_count : rng.below(g.block_count)};
  task.blocks = rng.between(1, 60);
  task.write = rng.one_in(2);
  const hs_extent extent = hs_map_extent(&g, task.lbn, task.blocks);
  task.track = {extent.first.cylinder, extent.first.head};
  task.angle = extent.angle;
  return task;
}

void check_bounds(Rng& rng, const TestDrive& drive, int views) {
  const hs_geometry& g = drive.geometry();
  const hs_departures departures = hs_departures_make(&drive.params);
  for (int i = 0; i < views; ++i) {
    const hs_drive_view view = random_view(rng, g);
    const hs_predictor predictor = hs_predictor_depart(&drive.params, &departures, &view);
    for (int j = 0; j < 20; ++j) {
      const hs_task task = random_task(rng, view, g);
      const std::uint32_t a = task.track.cylinder.value;
      const std::uint32_t b = view.track.cylinder.value;
      const std::uint32_t distance = std::max(a, b) - std::min(a, b);
      const hs_ticks cost = hs_predict_cost(&predictor, &task);
      ASSERT_LE(hs_predict_bound(&predictor, distance), cost) << a << " " << b;
      const std::uint32_t nearer = rng.between(0, distance);
      ASSERT_LE(hs_predict_bound(&predictor, nearer), cost) << a << " " << b;
    }
  }
}

TEST(PredictBound, HoldsForTheC2247) {
  Rng rng(1);
  check_bounds(rng, *c2247(), 20'000);
}

// Overheads of any size and order, and seek tables that go up and down.
TEST(PredictBound, HoldsForRandomDrives) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const std::uint32_t cylinders = rng.between(1, 300);
    ZoneSpec zone;
    zone.cylinders = cylinders;
    std::vector<std::uint32_t> seek(cylinders, 0);
    for (std::uint32_t d = 1; d < cylinders; ++d) {
      seek[d] = rng.below(1U << 24);
    }
    TestDrive drive(2, cylinders, {zone}, seek);
    const auto random_time = [&rng] {
      return rng.one_in(3) ? 0 : rng.next() >> (32 + rng.below(6));
    };
    hs_overheads& o = drive.params.overheads;
    o.read_miss_command = random_time();
    o.write_command = random_time();
    o.write_command_non_sequential = random_time();
    o.write_seek_delay_non_sequential = random_time();
    drive.params.mechanics.head_switch = random_time();
    drive.params.cache.zero_latency_read = rng.one_in(2);
    drive.params.mechanics.write_settle = random_time();
    check_bounds(rng, drive, 100);
    if (HasFatalFailure()) {
      return;
    }
  }
}

// Terms without a condition, shorter and longer than nothing: the bound holds, and is reached by a
// read that starts after its term and waits for no sector.
TEST(PredictBound, HoldsWithTermsBelowAndAbove0) {
  const auto term = [](Rng& rng) {
    const auto most = static_cast<std::int64_t>(us(400));
    return static_cast<std::int64_t>(rng.next() % (2 * static_cast<std::uint64_t>(most))) - most;
  };
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto drive = c2247();
    for (const hs_term_target target : {HS_TERM_READ_MISS, HS_TERM_WRITE, HS_TERM_WRITE_DATA}) {
      drive->add_term(target, term(rng));
    }
    check_bounds(rng, *drive, 100);
    if (HasFatalFailure()) {
      return;
    }
  }
}

// 0.558 ms and the term, since a read's and a write's are the same.
TEST(PredictBound, ByHandWithTerms) {
  for (const std::int64_t tenths : {-3, -1, 0, 1, 3, 20}) {
    const auto drive = c2247();
    const std::int64_t time = tenths * static_cast<std::int64_t>(us(100));
    drive->add_term(HS_TERM_READ_MISS, time);
    drive->add_term(HS_TERM_WRITE, time);
    hs_drive_view view{};
    view.now = view.free_at = 7 * kTurn;
    const hs_departures departures = hs_departures_make(&drive->params);
    const hs_predictor predictor = hs_predictor_depart(&drive->params, &departures, &view);
    const double more = 0.1 * static_cast<double>(tenths);
    EXPECT_NEAR(ms(hs_predict_bound(&predictor, 0)), 0.558 + more, 0.0007) << tenths;
    EXPECT_NEAR(ms(hs_predict_bound(&predictor, 1)), 0.558 + more + 2.69, 0.0007) << tenths;
  }
}

// C2247: 0.558 ms, the shortest of the overheads, and the seek. Six
// cylinders take 4.45 ms but seven 4.32, so 4.32 bounds both.
TEST(PredictBound, ByHand) {
  const auto drive = c2247();
  hs_drive_view view{};
  view.now = 7 * kTurn + 12345;
  view.free_at = view.now;
  const hs_departures departures = hs_departures_make(&drive->params);
  const auto bound_ms = [&](std::uint32_t distance) {
    const hs_predictor predictor = hs_predictor_depart(&drive->params, &departures, &view);
    return ms(hs_predict_bound(&predictor, distance));
  };
  EXPECT_NEAR(bound_ms(0), 0.558, 0.0007);
  EXPECT_NEAR(bound_ms(1), 0.558 + 2.69, 0.0007);
  EXPECT_NEAR(bound_ms(6), 0.558 + 4.32, 0.0007);
  EXPECT_NEAR(bound_ms(7), 0.558 + 4.32, 0.0007);
  EXPECT_NEAR(bound_ms(2050), 0.558 + 19.845, 0.0007);
  view.free_at = view.now + us(2000);
  EXPECT_NEAR(bound_ms(1), 2.0 + 2.69, 0.0007);
  EXPECT_NEAR(bound_ms(0), 2.0, 0.0007);
}

}  // namespace
}  // namespace headstack
