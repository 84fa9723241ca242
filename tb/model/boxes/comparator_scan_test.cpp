// Scans of the comparator's two bodies: winners, keys and clocks, by hand and against a plain scan.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/boxes/comparator_bodies.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

TEST_P(ComparatorBodies, NoneWhenEmpty) {
  EXPECT_EQ(cpu.read(HS_COMPARATOR(result)), 0U);
  scan({}, 0);
  EXPECT_EQ(key(), 0U);
  EXPECT_EQ(cpu.read(HS_COMPARATOR(result)), clocks_wanted() << 32);
}

class Recorder : public ComparatorWatch {
 public:
  struct Part {
    std::uint64_t clocks;
    ComparatorSignals signals;
  };
  void clocks(std::uint64_t count, const ComparatorSignals& signals) override {
    parts.push_back({count, signals});
  }
  std::vector<Part> parts;
};

void expect_part(const Recorder::Part& part, std::uint64_t clocks,
                 const ComparatorSignals& wanted) {
  EXPECT_EQ(part.clocks, clocks);
  EXPECT_EQ(part.signals.scanning, wanted.scanning);
  EXPECT_EQ(part.signals.found, wanted.found);
  EXPECT_EQ(part.signals.number, wanted.number);
  EXPECT_EQ(part.signals.key, wanted.key);
}

// A watch of the behavioural body sees the clocks of a scan, and then a clock with the winner.
TEST_P(ComparatorBodies, ShowsTheClocksOfAScan) {
  if (GetParam().kind != ComparatorBodyKind::behavioural) {
    GTEST_SKIP() << "the RTL also shows the clocks of each access";
  }
  Recorder recorder;
  comparator.watch(recorder);
  for (const bool found : {false, true}) {
    SCOPED_TRACE(found);
    if (found) {
      enter(9, {{{100}, {0}}, 0, 0, 0, 0, 4'711, kCached});
    }
    recorder.parts.clear();
    scan({{100}, {0}}, 0);
    ASSERT_EQ(recorder.parts.size(), 2U);
    expect_part(recorder.parts[0], clocks_wanted(), {true, false, 0, 0});
    expect_part(recorder.parts[1], 1, {false, found, found ? 9U : 0U, found ? 4'711U : 0U});
  }
}

// A seek to the next cylinder takes 2.69 ms, a head switch 0.89 ms, and a turn 11.1111 ms.
TEST_P(ComparatorBodies, ByHand) {
  load(hp_c2247_tables().mechanics(), hp_c2247().layout.cylinders);
  no_prospects();
  const auto at = [](double time) { return static_cast<hs_angle>(ticks(time)); };
  const auto scan_and_expect = [&](std::uint64_t number, double time) {
    scan({{100}, {0}}, 0);
    EXPECT_EQ(take(), kFound | number);
    EXPECT_NEAR(ms(key()), time, kRoundingMs);
  };
  const ComparatorPlace beside = {{{101}, {0}}, at(3.0), 0, 0, 0, 0, 0};
  const ComparatorPlace missed = {{{100}, {1}}, at(0.80), 0, 0, 1, 0, 0};  // by 0.09 ms
  const ComparatorPlace here = {{{100}, {0}}, at(3.1), 0, 0, 2, 0, 0};
  enter(3, beside);
  enter(5, missed);
  enter(9, here);
  scan_and_expect(3, 3.0);
  // A write settles for 0.65 ms more. The neighbouring write is therefore too late.
  ComparatorPlace write_beside = beside;
  write_beside.flags = kWrite;
  enter(3, write_beside);
  scan_and_expect(9, 3.1);
  scan_and_expect(5, 0.80 + kTurnMs);
  // A missed sector may begin up to 0.1 ms after its angle. The head is then in time.
  ComparatorPlace spanning = missed;
  spanning.span = at(0.10);
  enter(5, spanning);
  scan_and_expect(5, 0.89);
  spanning.span = at(0.08);
  enter(5, spanning);
  scan_and_expect(5, 0.80 + kTurnMs);
  // Reads wait until 1 ms. Writes wait until 2 ms, and for their data until 1.9 ms.
  leave(3);
  ComparatorPlace early = here;
  early.angle = at(1.5);
  prospect(0, kReady, ticks(1.0));
  prospect(0, kOfWrites | kReady, ticks(2.0));
  prospect(0, kOfWrites | kData, ticks(1.9));
  enter(9, early);
  scan_and_expect(9, 1.5);
  early.flags = kWrite;
  enter(5, missed);
  enter(9, early);
  scan_and_expect(5, 0.80 + kTurnMs);
  scan_and_expect(9, 1.5 + kTurnMs);
  // A read that begins where the last read ended is ready at once. Then the arm becomes free at
  // 1.4 ms, which is in time, and at 1.6 ms, which is too late.
  early.flags = 0;
  last_end = early.lbn;
  prospect(0, kReady, ticks(2.0));
  enter(9, early);
  scan_and_expect(9, 1.5);
  write(HS_COMPARATOR(free), ticks(1.4));
  enter(9, early);
  scan_and_expect(9, 1.5);
  write(HS_COMPARATOR(free), ticks(1.6));
  enter(9, early);
  scan_and_expect(9, 1.5 + kTurnMs);
}

// Orders are counted in 32 bits and wrap: 0 comes after 0xffffffff.
TEST_P(ComparatorBodies, TiesGoToTheOlder) {
  load(hp_c2247_tables().mechanics(), hp_c2247().layout.cylinders);
  for (const auto& [first, second] : {std::pair{5U, 4U}, std::pair{4U, 5U},
                                      std::pair{0xffffffffU, 0U}, std::pair{0U, 0xffffffffU}}) {
    const bool first_is_older = static_cast<std::int32_t>(first - second) < 0;
    enter(10, {{{7}, {2}}, 12345, 0, 0, first, 0, 0});
    enter(12, {{{7}, {2}}, 12345, 0, 0, second, 0, 0});
    scan({}, 99);
    EXPECT_EQ(take(), kFound | (first_is_older ? 10U : 12U));
    leave(first_is_older ? 12 : 10);
  }
}

// State of a random scan. All times and angles are multiples of a quarter or an eighth of a turn,
// and cylinders are few, so that many entries tie.
struct RandomScan {
  explicit RandomScan(std::mt19937_64& rng)
      : heads{{static_cast<std::uint32_t>(rng() % 3 * 400)},
              {static_cast<std::uint32_t>(rng() % 2)}},
        now(static_cast<hs_angle>(rng() % 4 << 30)),
        situation(rng() % 8) {
    for (std::uint64_t kind = 0; kind < 4; ++kind) {
      for (std::uint64_t instant = 0; instant < 3; ++instant) {
        instants[kind][instant] = rng() % 8 << 30;
      }
    }
    free = rng() % 8 << 29;
    last_end = rng() % 3;
  }
  hs_track heads;
  hs_angle now;
  std::uint64_t situation;
  hs_ticks instants[4][3];  // by kind (2 for a write, 1 if sequential): start, ready, data
  hs_ticks free = 0;
  std::uint64_t last_end = 0;
};

ComparatorPlace random_place(std::mt19937_64& rng, std::uint32_t order) {
  const auto angle = [&] { return static_cast<hs_angle>(rng() % 4 << 30); };
  return {{{static_cast<std::uint32_t>(rng() % 3 * 400)}, {static_cast<std::uint32_t>(rng() % 2)}},
          angle(),
          rng() % 3 == 0 ? angle() : 0,
          rng() % 2 == 0 ? angle() : 0,
          order,
          rng() % 2 == 0 ? 0 : rng() % 4 << 30,
          (rng() % 3 == 0 ? kWrite : 0) | (rng() % 20 == 0 ? kCached : 0),
          static_cast<std::uint32_t>(rng() % 3)};
}

// Returns the key of an entry at `p`.
hs_ticks key_of(const ComparatorPlace& p, const hs_mechanics& m, const RandomScan& s) {
  const bool writes = (p.flags & kWrite) != 0;
  const bool sequential = p.lbn == s.last_end && writes == (s.situation / 4 != 0);
  const hs_ticks(&at)[3] = s.instants[(writes ? 2 : 0) + (sequential ? 1 : 0)];
  hs_ticks ready = std::max(at[0], s.free) + hs_positioning(&m, s.heads, p.track, writes);
  ready = std::max(ready, at[1]);
  ready = std::max(ready, writes ? at[2] + p.lead : 0);
  // Time since the sector's last passing. If the head comes within the span, there is no wait.
  const hs_ticks since = (s.now + ready - p.angle) & (kTurn - 1);
  const hs_ticks wait = since <= p.span ? 0 : kTurn - since;
  return p.handicap + ((p.flags & kCached) != 0 ? 0 : ready + wait);
}

// The winner by a plain scan of the places. `last_order` was entered last.
struct PlainScan {
  PlainScan(const std::vector<std::optional<ComparatorPlace>>& places, const hs_mechanics& m,
            const RandomScan& s, std::uint32_t last_order) {
    std::uint32_t age = 0;
    for (std::uint32_t number = 0; number < places.size(); ++number) {
      if (!places[number]) {
        continue;
      }
      const hs_ticks its_key = key_of(*places[number], m, s);
      const std::uint32_t its_age = last_order - places[number]->order;
      const bool nearer = !winner || its_key < key;
      const bool ties = !nearer && its_key == key;
      tie = !nearer && (tie || ties);
      if (nearer || (ties && its_age > age)) {
        winner = number;
        key = its_key;
        age = its_age;
      }
    }
  }
  std::optional<std::uint32_t> winner;
  hs_ticks key = 0;
  bool tie = false;  // another entry has the same key
};

TEST_P(ComparatorBodies, APlainScanAgrees) {
  std::mt19937_64 rng(71);
  const hs_mechanics& m = hp_c2247_tables().mechanics();
  load(m, hp_c2247().layout.cylinders);
  std::vector<std::optional<ComparatorPlace>> places(GetParam().entries);
  std::uint32_t order = 0xffffff00;  // wraps on the way
  std::uint32_t ties = 0;
  for (int run = 0; run < 3000; ++run) {
    const auto changed = static_cast<std::uint32_t>(rng() % places.size());
    if (places[changed]) {
      leave(changed);
      places[changed].reset();
    }
    if (rng() % 8 != 0) {
      places[changed] = random_place(rng, ++order);
      enter(changed, *places[changed]);
    }
    const RandomScan state(rng);
    for (std::uint64_t kind = 0; kind < 4; ++kind) {
      for (std::uint64_t instant = 0; instant < 3; ++instant) {
        prospect(state.situation, kind * kSequential | instant * kReady,
                 state.instants[kind][instant]);
      }
    }
    write(HS_COMPARATOR(free), state.free);
    last_end = state.last_end;
    scan(state.heads, state.now, state.situation);
    const PlainScan want(places, m, state, order);
    ties += want.tie ? 1 : 0;
    ASSERT_EQ(key(), want.key) << "run " << run;
    if (!want.winner) {
      ASSERT_EQ(take(), 0U) << "run " << run;
    } else if (rng() % 4 == 0) {  // otherwise the winner stays
      ASSERT_EQ(take(), kFound | *want.winner) << "run " << run;
      places[*want.winner].reset();
    }
  }
  EXPECT_GT(ties, 500U);
}

// STATUS says BUSY until the scan's clocks have passed. Until then, all other accesses are refused.
// The box says when RESULT has an answer.
TEST_P(ComparatorBodies, AScanTakesItsClocks) {
  enter(3, ComparatorPlace{{{1}, {0}}, 0, 0, 0, 0, 0, 0});
  constexpr std::uint64_t kClockPs = 25'000;
  comparator.take_time(Picoseconds{kClockPs});
  const auto pass = [](std::uint64_t ps) { sc_core::sc_start(sc_core::sc_time::from_value(ps)); };
  pass(1'000);
  write(HS_COMPARATOR(start), 0);
  for (const RegisterFacts& r : kRegisterMap) {
    if (HS_PAGE(r.address) == HS_PAGE_COMPARATOR) {
      cpu.read(r.address);
      EXPECT_EQ(cpu.last == tlm::TLM_OK_RESPONSE, r.address == HS_COMPARATOR(status)) << r.address;
      EXPECT_EQ(cpu.write(r.address, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE) << r.address;
    }
  }
  const sc_core::sc_time over = comparator.answers_at(HS_COMPARATOR(result));
  EXPECT_EQ(over.value(), 1'000 + clocks_wanted() * kClockPs);
  EXPECT_EQ(comparator.answers_at(HS_COMPARATOR(status)).value(), 0U);
  pass(clocks_wanted() * kClockPs - 1);
  EXPECT_NE(status() & HS_COMPARATOR__STATUS__BUSY_bm, 0U);
  pass(1);
  EXPECT_EQ(status() & HS_COMPARATOR__STATUS__BUSY_bm, 0U);
  EXPECT_EQ(cpu.read(HS_COMPARATOR(result)), clocks_wanted() << 32 | kFound | 3U);
}

}  // namespace
}  // namespace headstack
