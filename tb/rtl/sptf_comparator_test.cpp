// The comparator in SystemVerilog against the drive's own arithmetic.
#include <algorithm>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#ifdef HEADSTACK_MUTANT
#include "Vmutant.h"
#else
#include "Vcomparator_16_tree.h"
#include "Vcomparator_256_serial.h"
#include "Vcomparator_64_by_4.h"
#endif
#include "tb/rtl/comparator_bench.h"
#include "tb/rtl/edges.h"
#include "tb/rtl/random_drive.h"

namespace headstack {
namespace {

constexpr std::uint32_t kSeekEntries = 1024;

// Random scans for each shape; HEADSTACK_SCANS says how many instead.
int scans() {
  const char* given = std::getenv("HEADSTACK_SCANS");
  return given == nullptr ? 1200 : std::atoi(given);
}

template <class M, std::uint32_t kE, std::uint32_t kL>
struct Shape {
  using Model = M;
  static constexpr std::uint32_t kEntries = kE;
  static constexpr std::uint32_t kLanes = kL;
  static constexpr std::uint64_t clocks() {
    std::uint64_t levels = 0;
    for (std::uint32_t l = kL; l > 1; l /= 2) {
      ++levels;
    }
    return kE / kL + 2 * levels + 22;
  }
};
#ifdef HEADSTACK_MUTANT
#ifndef HEADSTACK_ENTRIES
#define HEADSTACK_ENTRIES 16
#define HEADSTACK_LANES 4
#endif
using Shapes = testing::Types<Shape<Vmutant, HEADSTACK_ENTRIES, HEADSTACK_LANES>>;
#else
using Shapes =
    testing::Types<Shape<Vcomparator_256_serial, 256, 1>, Shape<Vcomparator_64_by_4, 64, 4>,
                   Shape<Vcomparator_16_tree, 16, 16>>;
#endif

template <class S>
class ComparatorRtl : public testing::Test {
 protected:
  static constexpr std::uint32_t kFirstOrder = 0xffff'fff0;  // wraps

  void fill(Range range, std::uint32_t region = 0) {
    for (std::uint32_t tag = 0; tag < S::kEntries; ++tag) {
      write(tag, random_entry(rng, next_order++, range, region));
    }
  }
  void write(std::uint32_t tag, const ComparatorEntry& e) {
    bench.write(tag, e);
    entries[tag] = e;
  }

  // Loads mechanics in which a request at the place of the heads needs no move.
  RandomMechanics load_no_move() {
    RandomMechanics mechanics(rng);
    mechanics.m.same_cylinder = 0;
    bench.load(mechanics.m, 0, kSeekEntries);
    return mechanics;
  }
  // An entry on cylinder 0 whose sector is in time at any angle.
  static ComparatorEntry always_in_time() {
    ComparatorEntry e;
    e.valid = true;
    e.span = ~hs_angle{0};
    return e;
  }
  // Expects that `e` wins with this key, alone, in each lane.
  void expect_key(const ComparatorEntry& e, const ComparatorState& state, std::uint64_t key) {
    for (std::uint32_t lane = 0; lane < S::kLanes; ++lane) {
      write(lane, e);
      const ComparatorResult got = bench.scan(state);
      EXPECT_TRUE(got.found) << "lane " << lane;
      EXPECT_EQ(got.tag, lane);
      EXPECT_EQ(got.key, key) << "lane " << lane;
      write(lane, {});
    }
  }

  // Returns pairs of entries that meet in each node of the tree, and rows that differ in each bit
  // of their number.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> rivals() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    const auto any_row = [this](std::uint32_t lane) {
      const auto row = static_cast<std::uint32_t>(rng() % (S::kEntries / S::kLanes));
      return row * S::kLanes + lane;
    };
    for (std::uint32_t apart = 1; apart < S::kLanes; apart *= 2) {
      for (std::uint32_t lane = 0; lane < S::kLanes; ++lane) {
        const std::uint32_t one = any_row(lane);
        if ((lane & apart) == 0) {
          pairs.emplace_back(one, one ^ apart);
        }
      }
    }
    for (std::uint32_t apart = S::kLanes; apart < S::kEntries; apart *= 2) {
      for (std::uint32_t lane = 0; lane < S::kLanes; ++lane) {
        const std::uint32_t one = any_row(lane);
        pairs.emplace_back(one, one ^ apart);
      }
    }
    return pairs;
  }

  std::mt19937_64 rng{7};
  ComparatorBench<typename S::Model> bench;
  std::vector<ComparatorEntry> entries{S::kEntries};
  std::uint32_t next_order = kFirstOrder;
};
TYPED_TEST_SUITE(ComparatorRtl, Shapes);

TYPED_TEST(ComparatorRtl, EmptyAfterReset) {
  const ComparatorResult none = this->bench.scan({});
  EXPECT_FALSE(none.found);
  EXPECT_EQ(this->bench.clocks_since_start(), TypeParam::clocks());
}

TYPED_TEST(ComparatorRtl, ResetLeavesTheSeekTimesOnly) {
  const RandomMechanics mechanics(this->rng, Range::whole);
  this->bench.load(mechanics.m, kDistances, kSeekEntries);
  this->fill(Range::whole);
  this->bench.reset();
  EXPECT_FALSE(this->bench.scan({}).found);
  ComparatorEntry e;
  e.valid = true;
  for (std::uint32_t distance = kDistances - 10; distance < kDistances; ++distance) {
    SCOPED_TRACE(distance);
    e.cylinder = distance;
    this->expect_key(e, {}, reference_key(e, mechanics.m, {}));
  }
}

// A reset ends a scan in each clock of the scan.
TYPED_TEST(ComparatorRtl, ResetEndsAScan) {
  for (std::uint64_t when = 0; when <= TypeParam::clocks(); ++when) {
    this->fill(Range::usual);
    this->bench.start({});
    for (std::uint64_t clock = 0; clock < when; ++clock) {
      this->bench.tick();
    }
    this->bench.reset();
    ASSERT_FALSE(this->bench.scan({}).found) << when;
  }
}

TYPED_TEST(ComparatorRtl, AgreesWithTheDrivesArithmetic) {
  for (int drive = 0; drive < 12; ++drive) {
    const auto range = static_cast<Range>((drive + 1) % kRanges);
    const auto region = static_cast<std::uint32_t>(this->rng() % (kMostCylinders - kDistances));
    const RandomMechanics mechanics(this->rng, range);
    this->bench.load(mechanics.m, kDistances, kSeekEntries);
    // Orders pass 2^32 somewhere among the entries, or soon after.
    this->next_order = 0U - static_cast<std::uint32_t>(this->rng() % (2 * TypeParam::kEntries));
    const std::uint32_t oldest = this->next_order;
    this->fill(range, region);
    for (int scan = 0; scan < scans() / 12; ++scan) {
      for (int i = 0; i < 3; ++i) {
        this->write(static_cast<std::uint32_t>(this->rng() % TypeParam::kEntries),
                    random_entry(this->rng, this->next_order++, range, region));
      }
      const ComparatorState state = random_state(this->rng, oldest, range, region);
      const ComparatorResult want = reference_scan(this->entries, mechanics.m, state);
      const ComparatorResult got = this->bench.scan(state);
      ASSERT_TRUE(got == want) << "drive " << drive << " scan " << scan << ": entry " << got.tag
                               << " key " << got.key << ", not " << want.tag << " key " << want.key;
      ASSERT_EQ(this->bench.clocks_since_start(), TypeParam::clocks());
    }
  }
}

// Scans follow each other without a pause. In most rounds an entry is written in the clock in which
// a scan is done, and the next scan, which starts in the next clock, sees this entry. In the other
// rounds the next scan starts in the clock in which the last one is done.
TYPED_TEST(ComparatorRtl, ScansWithoutAPause) {
  for (int drive = 0; drive < 12; ++drive) {
    const auto range = static_cast<Range>(drive % kRanges);
    const auto region = static_cast<std::uint32_t>(this->rng() % (kMostCylinders - kDistances));
    const RandomMechanics mechanics(this->rng, range);
    this->bench.load(mechanics.m, kDistances, kSeekEntries);
    const std::uint32_t oldest = this->next_order;
    this->fill(range, region);
    for (int scan = 0; scan < scans() / 12; ++scan) {
      // Often the first row or the last, where a pipeline has its ends.
      const auto any = static_cast<std::uint32_t>(this->rng() % TypeParam::kEntries);
      const std::uint32_t tag = scan % 4 == 0   ? any % TypeParam::kLanes
                                : scan % 4 == 1 ? TypeParam::kEntries - 1 - any % TypeParam::kLanes
                                                : any;
      const bool removes = this->entries[tag].valid && this->rng() % 2 == 0;
      ASSERT_TRUE(this->bench.ready());
      if (scan % 8 != 7) {
        this->write(tag, removes ? ComparatorEntry{}
                                 : random_entry(this->rng, this->next_order++, range, region));
      }
      const ComparatorState state = random_state(this->rng, oldest, range, region);
      this->bench.start(state);
      this->bench.tick();  // in which the last result goes
      while (!this->bench.done()) {
        ASSERT_FALSE(this->bench.result().found) << "before its end";
        ASSERT_FALSE(this->bench.ready());
        ASSERT_LT(this->bench.clocks_since_start(), TypeParam::clocks());
        this->bench.tick();
      }
      const ComparatorResult want = reference_scan(this->entries, mechanics.m, state);
      ASSERT_TRUE(this->bench.result() == want) << "drive " << drive << " scan " << scan;
      ASSERT_EQ(this->bench.clocks_since_start(), TypeParam::clocks());
    }
  }
}

// A single entry wins whatever its key is, so all bits of the key are seen. Each entry has its
// turn.
TYPED_TEST(ComparatorRtl, EachKeyAtItsEdges) {
  const auto region = static_cast<std::uint32_t>(this->rng() % (kMostCylinders - kDistances));
  RandomMechanics mechanics(this->rng, Range::whole);
  this->bench.load(mechanics.m, kDistances, kSeekEntries);
  for (int scan = 0; scan < 4 * scans(); ++scan) {
    const auto tag = static_cast<std::uint32_t>(scan) % TypeParam::kEntries;
    const Edge edge = at_the_edges(this->rng, mechanics.m, region);
    this->bench.load(mechanics.m, 0, kSeekEntries);
    this->write(tag, edge.entry);
    for (int clock = scan % 3; clock > 0; --clock) {
      this->bench.tick();  // in which it stays
    }
    const std::vector<ComparatorEntry> alone{edge.entry};
    ComparatorResult want = reference_scan(alone, mechanics.m, edge.state);
    want.tag = tag;
    const ComparatorResult got = this->bench.scan(edge.state);
    ASSERT_TRUE(got == want) << "scan " << scan << ": entry " << got.tag << " key " << got.key
                             << ", not " << want.tag << " key " << want.key;
    for (int clock = 0; clock < 3; ++clock) {
      this->bench.tick();
      ASSERT_TRUE(this->bench.result() == want) << "it stays";
    }
    this->write(tag, {});
  }
}

// Two entries have keys or orders that are equal above one bit and differ in this bit. Below this
// bit, all bits of the smaller are 1 and those of the larger 0, then the reverse, then random.
TYPED_TEST(ComparatorRtl, EveryBitOfARankCounts) {
  constexpr unsigned kKeyBits = 48;
  constexpr unsigned kOrderBits = 32;
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs = this->rivals();
  for (unsigned bit = 0; bit < kKeyBits + kOrderBits; ++bit) {
    for (const auto& [one, other] : pairs) {
      for (unsigned below = 0; below < 3; ++below) {
        const bool of_key = bit >= kOrderBits;
        const std::uint64_t here = std::uint64_t{1} << (of_key ? bit - kOrderBits : bit);
        const std::uint64_t low_less = below == 0 ? kAll : below == 1 ? 0 : this->rng();
        const std::uint64_t low_more = below == 0 ? 0 : below == 1 ? kAll : this->rng();
        const std::uint64_t high = below == 0 ? 0 : below == 1 ? kAll : this->rng();
        const std::uint64_t above = high & ~(here | (here - 1));
        const std::uint64_t rank_less = above | (low_less & (here - 1));
        const std::uint64_t rank_more = above | here | (low_more & (here - 1));
        constexpr std::uint64_t kKeys = (std::uint64_t{1} << kKeyBits) - 1;
        ComparatorState state;
        state.oldest = below == 2 ? static_cast<std::uint32_t>(this->rng()) : 0;
        ComparatorEntry less;
        less.valid = true;
        less.cached = true;
        ComparatorEntry more = less;
        const std::uint64_t key = this->rng() & kKeys;
        less.handicap = of_key ? rank_less & kKeys : key;
        more.handicap = of_key ? rank_more & kKeys : key;
        less.order = state.oldest + static_cast<std::uint32_t>(of_key ? low_less : rank_less);
        more.order = state.oldest + static_cast<std::uint32_t>(of_key ? low_more : rank_more);
        for (const bool swapped : {false, true}) {
          const std::uint32_t winner = swapped ? other : one;
          const std::uint32_t loser = swapped ? one : other;
          this->write(loser, more);
          this->write(winner, less);
          const ComparatorResult got = this->bench.scan(state);
          ASSERT_TRUE(got.tag == winner && got.key == less.handicap)
              << "bit " << bit << ", other " << loser << ", below " << below;
          this->write(loser, {});
          this->write(winner, {});
        }
      }
    }
  }
}

// Of entries with equal keys and orders, the first wins.
TYPED_TEST(ComparatorRtl, OfEqualOnesTheFirst) {
  ComparatorEntry e;
  e.valid = true;
  e.cached = true;
  for (int round = 0; round < 8; ++round) {
    e.order = static_cast<std::uint32_t>(this->rng());
    for (const auto& [one, other] : this->rivals()) {
      this->write(one, e);
      this->write(other, e);
      ASSERT_EQ(this->bench.scan({}).tag, std::min(one, other)) << std::max(one, other);
      this->write(one, {});
      this->write(other, {});
    }
  }
}

// Each bit of a move's time counts: the heads settle after a move of one bit.
TYPED_TEST(ComparatorRtl, EveryBitOfAMoveCounts) {
  constexpr unsigned kMoveBits = 40;
  RandomMechanics mechanics(this->rng);
  ComparatorEntry e = this->always_in_time();
  for (unsigned bit = 0; bit < kMoveBits; ++bit) {
    SCOPED_TRACE(bit);
    for (const bool within_cylinder : {true, false}) {
      mechanics.m.same_cylinder = within_cylinder ? hs_ticks{1} << bit : 0;
      mechanics.m.head_switch = within_cylinder ? 0 : hs_ticks{1} << bit;
      mechanics.m.read_settle = 1000;
      mechanics.m.write_settle = 2000;
      this->bench.load(mechanics.m, 0, kSeekEntries);
      e.head = within_cylinder ? 0 : 1;
      e.write = bit % 2 == 0;
      this->expect_key(e, {}, reference_key(e, mechanics.m, {}));
    }
  }
}

// Each bit counts of the instant from which the arm can move. This is true of reads and of writes.
TYPED_TEST(ComparatorRtl, EveryBitOfAStartCounts) {
  constexpr unsigned kTimeBits = 40;
  const RandomMechanics mechanics = this->load_no_move();
  ComparatorEntry e = this->always_in_time();
  for (unsigned bit = 0; bit < kTimeBits; ++bit) {
    SCOPED_TRACE(bit);
    for (const bool write : {false, true}) {
      ComparatorState state;
      state.last_end = bit % 2 == 0 ? e.lbn : e.lbn + 1;
      state.last_write = write;
      e.write = write;
      departure_of(e, state).start = hs_ticks{1} << bit;
      this->expect_key(e, state, reference_key(e, mechanics.m, state));
    }
  }
}

// A request is sequential if each bit of its block is that of the last request's end, and both are
// reads or both are writes. Reads and writes, sequential or not, have instants of their own.
TYPED_TEST(ComparatorRtl, EveryBitOfABlockCounts) {
  constexpr unsigned kBlockBits = 32;
  this->load_no_move();
  ComparatorEntry e = this->always_in_time();
  for (unsigned bit = 0; bit <= kBlockBits; ++bit) {
    for (unsigned kinds = 0; kinds < 4; ++kinds) {
      SCOPED_TRACE(testing::Message() << "bit " << bit << ", kinds " << kinds);
      e.write = kinds % 2 != 0;
      e.lbn = static_cast<std::uint32_t>(this->rng());
      ComparatorState state;
      state.last_write = kinds / 2 != 0;
      state.last_end = bit == kBlockBits ? e.lbn : e.lbn ^ (1U << bit);
      state.read = {{{1000, 1001}, {2000, 2001}}};
      state.write = {{{3000, 3001}, {4000, 4001}}};
      state.data = {3002, 4002};
      const bool sequential = bit == kBlockBits && kinds % 2 == kinds / 2;
      const hs_ticks least = e.write ? sequential ? 4002 : 3002 : sequential ? 2001 : 1001;
      this->expect_key(e, state, least);
    }
  }
}

// Scan by scan, the winner is removed. Removed entries do not win again, and each entry wins once.
TYPED_TEST(ComparatorRtl, EveryWinnerOnce) {
  const RandomMechanics mechanics(this->rng);
  this->bench.load(mechanics.m, kDistances, kSeekEntries);
  this->fill(Range::coarse);
  ComparatorState state = random_state(this->rng, this->kFirstOrder, Range::coarse);
  std::uint32_t left = 0;
  for (const ComparatorEntry& e : this->entries) {
    left += e.valid ? 1 : 0;
  }
  for (; left > 0; --left) {
    const ComparatorResult got = this->bench.scan(state);
    this->bench.tick();
    ASSERT_TRUE(this->bench.result() == got) << "it stays";
    ASSERT_FALSE(this->bench.done());
    ASSERT_TRUE(got.found);
    ASSERT_TRUE(this->entries[got.tag].valid);
    state.cylinder = this->entries[got.tag].cylinder;
    this->write(got.tag, {});
  }
  EXPECT_FALSE(this->bench.scan(state).found);
}

}  // namespace
}  // namespace headstack
