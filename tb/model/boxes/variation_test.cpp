// Speed and seek variation: bounded, the same for a seed, and gone when off.
#include <cmath>

#include <gtest/gtest.h>

#include "model/boxes/actuator.h"
#include "model/boxes/spindle/speed_wander.h"
#include "model/run/simulation_context.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

constexpr hs_ticks kTurn = HS_TICKS_PER_REVOLUTION;

TEST(SpeedWander, OffByDefault) { EXPECT_FALSE(SpeedWander(0, 1).on()); }

// Over 10,000 revolutions at most 20 ppm off, which is 0.2 revolutions.
TEST(SpeedWander, StaysWithinItsBound) {
  SpeedWander wander(20, 7);
  hs_ticks before = 0;
  double farthest = 0;
  for (hs_ticks n = 0; n < 10'000 * kTurn; n += kTurn / 3 + 12'345) {
    const hs_ticks turned = wander.turned(n);
    EXPECT_GE(turned, before);
    before = turned;
    farthest = std::max(farthest, std::abs(static_cast<double>(turned) - static_cast<double>(n)));
  }
  EXPECT_LT(farthest, 0.2 * static_cast<double>(kTurn));
  EXPECT_GT(farthest, 0.001 * static_cast<double>(kTurn));
}

TEST(SpeedWander, NominalIsTheFirstTickThatHasTurnedSoFar) {
  SpeedWander wander(100, 3);
  for (hs_ticks tick = 1; tick < 5'000 * kTurn; tick += kTurn * 7 / 5 + 99'991) {
    const hs_ticks nominal = wander.nominal(tick);
    EXPECT_GE(wander.turned(nominal), tick);
    EXPECT_LT(wander.turned(nominal - 1), tick);
  }
}

// A spindle that is 1 % slow stands still for a tick in each hundred. The first of both ticks
// counts.
TEST(SpeedWander, NominalIsTheFirstTickOfASlowSpindle) {
  SpeedWander wander(10'000, 3);
  std::uint32_t still = 0;
  for (hs_ticks span = 0; span < 20; ++span) {
    const hs_ticks begin = span * 128 * kTurn + kTurn / 3;
    for (hs_ticks tick = begin; tick < begin + 1'000; ++tick) {
      const hs_ticks nominal = wander.nominal(tick);
      ASSERT_GE(wander.turned(nominal), tick);
      ASSERT_LT(wander.turned(nominal - 1), tick);
      still += wander.turned(nominal + 1) == wander.turned(nominal) ? 1 : 0;
    }
  }
  EXPECT_GT(still, 20U);
}

TEST(SpeedWander, SameSeedSameSpeed) {
  SpeedWander a(50, 9);
  SpeedWander b(50, 9);
  SpeedWander c(50, 10);
  EXPECT_EQ(a.turned(3'000 * kTurn), b.turned(3'000 * kTurn));
  EXPECT_NE(a.turned(3'000 * kTurn), c.turned(3'000 * kTurn));
}

// A logistic distribution of scale s has mean 0 and standard deviation pi s / sqrt 3.
TEST(SeekVariation, IsLogistic) {
  const SimulationContext context;
  const hs_mechanics& mechanics = hp_c2247_tables().mechanics();
  const hs_ticks scale = 1'000'000;
  Actuator arm("arm", mechanics, scale, 4);
  Actuator exact("exact", mechanics, 0, 4);
  const hs_track from = {{100}, {0}};
  const hs_track to = {{700}, {3}};
  const double mean = static_cast<double>(exact.positioning(from, to, false));
  double sum = 0;
  double squares = 0;
  constexpr int kCount = 100'000;
  for (int i = 0; i < kCount; ++i) {
    const double off = static_cast<double>(arm.positioning(from, to, false)) - mean;
    sum += off;
    squares += off * off;
  }
  const double deviation = M_PI * static_cast<double>(scale) / std::sqrt(3.0);
  EXPECT_NEAR(sum / kCount, 0.0, 4 * deviation / std::sqrt(kCount));
  EXPECT_NEAR(std::sqrt(squares / kCount), deviation, 0.02 * deviation);
  EXPECT_EQ(arm.positioning(from, from, false), 0U);  // nothing moved
  EXPECT_EQ(arm.crossing(from, to, false),
            exact.crossing(from, to, false));  // not inside a transfer
}

}  // namespace
}  // namespace headstack
