// The SPTF comparator against a plain scan over the places that it was given.
#include "model/sptf_comparator.h"

#include <random>

#include <gtest/gtest.h>

#include "model/simulation_context.h"
#include "tb/model/hp_c2247.h"
#include "tb/model/register_master.h"

namespace headstack {
namespace {

constexpr std::uint32_t kEntries = 64;

struct Place {
  hs_track track{};
  hs_angle angle = 0;
  std::uint32_t order = 0;
  bool write = false;
  bool valid = false;
};

class SptfComparatorTest : public testing::Test {
 protected:
  SptfComparatorTest()
      : comparator("comparator", hp_c2247_tables().mechanics(), kEntries), cpu("cpu") {
    cpu.socket.bind(comparator.registers);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  void enter(std::uint32_t entry, const Place& place) {
    ASSERT_EQ(cpu.write(HS_COMPARATOR_ENTRY, entry), tlm::TLM_OK_RESPONSE);
    std::uint64_t word = HS_TRACK(place.track.cylinder.value, place.track.head.value);
    word |= place.write ? HS_COMPARATOR_WRITE : 0;
    word |= place.valid ? HS_COMPARATOR_VALID : 0;
    cpu.write(HS_COMPARATOR_PLACE, word);
    cpu.write(HS_COMPARATOR_ANGLE, std::uint64_t{place.order} << 32 | place.angle);
  }
  void scan(hs_track heads, hs_ticks start) {
    cpu.write(HS_COMPARATOR_TRACK, HS_TRACK(heads.cylinder.value, heads.head.value));
    cpu.write(HS_COMPARATOR_START, start);
  }
  std::uint64_t winner() { return cpu.read(HS_COMPARATOR_WINNER); }
  std::uint64_t cost() { return cpu.read(HS_COMPARATOR_COST); }

  SimulationContext context;
  SptfComparator comparator;
  RegisterMaster cpu;
};

TEST_F(SptfComparatorTest, NoneWhenEmpty) {
  EXPECT_EQ(winner(), HS_COMPARATOR_NONE);
  scan({}, 0);
  EXPECT_EQ(winner(), HS_COMPARATOR_NONE);
  EXPECT_EQ(cost(), 0U);
}

// 2.69 ms to the next cylinder, and a head switch of 0.89 ms; a turn is 11.1111 ms.
TEST_F(SptfComparatorTest, ByHand) {
  enter(3, {{{101}, {0}}, static_cast<hs_angle>(ticks(3.0)), 0, false, true});   // there at 3.0
  enter(5, {{{100}, {1}}, static_cast<hs_angle>(ticks(0.80)), 1, false, true});  // just missed
  enter(9, {{{100}, {0}}, static_cast<hs_angle>(ticks(3.1)), 2, false, true});   // there at 3.1
  scan({{100}, {0}}, 0);
  EXPECT_EQ(winner(), 3U);
  EXPECT_NEAR(ms(cost()), 3.0, kRoundingMs);
  // A write settles for 0.65 ms more, and so comes too late.
  enter(3, {{{101}, {0}}, static_cast<hs_angle>(ticks(3.0)), 0, true, true});
  scan({{100}, {0}}, 0);
  EXPECT_EQ(winner(), 9U);
  EXPECT_NEAR(ms(cost()), 3.1, kRoundingMs);
  enter(9, {});
  scan({{100}, {0}}, 0);
  EXPECT_EQ(winner(), 5U);
  EXPECT_NEAR(ms(cost()), 0.80 + kTurnMs, kRoundingMs);
}

TEST_F(SptfComparatorTest, TiesGoToTheOlder) {
  const Place place = {{{7}, {2}}, 12345, 0, false, true};
  for (const auto& [first, second] : {std::pair{5U, 4U}, std::pair{4U, 5U},
                                      std::pair{0xffffffffU, 0U}, std::pair{0U, 0xffffffffU}}) {
    Place a = place;
    a.order = first;
    Place b = place;
    b.order = second;
    enter(10, a);
    enter(20, b);
    scan({}, 99);
    // Orders are counted in 32 bits and wrap: 0 comes after 0xffffffff.
    EXPECT_EQ(winner(), static_cast<std::int32_t>(first - second) < 0 ? 10U : 20U);
  }
}

TEST_F(SptfComparatorTest, AnEntryThatIsNotThereIsRefusedAndSelectsNothing) {
  enter(1, {});
  EXPECT_EQ(cpu.write(HS_COMPARATOR_ENTRY, kEntries), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(cpu.write(HS_COMPARATOR_ENTRY, std::uint64_t{1} << 32),
            tlm::TLM_ADDRESS_ERROR_RESPONSE);
  cpu.write(HS_COMPARATOR_PLACE, HS_COMPARATOR_VALID);
  scan({}, 0);
  EXPECT_EQ(winner(), 1U);
}

TEST_F(SptfComparatorTest, APlainScanAgrees) {
  std::mt19937_64 rng(71);
  const hs_mechanics& mechanics = hp_c2247_tables().mechanics();
  std::vector<Place> places(kEntries);
  std::uint32_t order = 0xffffff00;  // wraps on the way
  std::uint32_t ties = 0;
  for (int run = 0; run < 20'000; ++run) {
    const auto changed = static_cast<std::uint32_t>(rng() % kEntries);
    // Few cylinders and angles, so that many tie.
    Place& place = places[changed];
    place = {
        {{static_cast<std::uint32_t>(rng() % 3 * 400)}, {static_cast<std::uint32_t>(rng() % 2)}},
        static_cast<hs_angle>(rng() % 4 << 30),
        order++,
        rng() % 3 == 0,
        rng() % 4 != 0};
    enter(changed, place);
    const hs_track heads = {{static_cast<std::uint32_t>(rng() % 3 * 400)},
                            {static_cast<std::uint32_t>(rng() % 2)}};
    const hs_ticks start = rng() % (1000 * kTurn);
    scan(heads, start);
    std::uint32_t best = HS_COMPARATOR_NONE;
    hs_ticks least = 0;
    for (std::uint32_t i = 0; i < kEntries; ++i) {
      const Place& p = places[i];
      if (!p.valid) {
        continue;
      }
      const hs_ticks arrive = start + hs_positioning(&mechanics, heads, p.track, p.write);
      hs_ticks there = (arrive & ~(kTurn - 1)) + p.angle;
      there += there < arrive ? kTurn : 0;
      const hs_ticks takes = there - start;
      const bool tie = best != HS_COMPARATOR_NONE && takes == least;
      ties += tie ? 1 : 0;
      // Ages: how long ago each came.
      if (best == HS_COMPARATOR_NONE || takes < least ||
          (tie && order - p.order > order - places[best].order)) {
        best = i;
        least = takes;
      }
    }
    ASSERT_EQ(winner(), best) << "run " << run;
    ASSERT_EQ(cost(), least);
  }
  EXPECT_GT(ties, 10'000U);
}

}  // namespace
}  // namespace headstack
