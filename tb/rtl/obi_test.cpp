// The comparator on a bus of 32 bits, clock by clock.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tb/rtl/obi_fixture.h"

namespace headstack {
namespace {

TEST_F(ComparatorObi, ARegisterIsTwoWords) {
  EXPECT_EQ(read(AT(ident)), kEntries | kLanes << HS_COMPARATOR__IDENT__LANES_bp |
                                 kSeekEntries << HS_COMPARATOR__IDENT__DISTANCES_bp);
  rest();
  enter_one();
  write(AT(start), 0);
  EXPECT_EQ(read(AT(result)), 3U | kFound | kClocks << HS_COMPARATOR__RESULT__CLOCKS_bp);
  EXPECT_EQ(read(AT(key)), kQuarter);
  EXPECT_EQ(obi->key_o, kQuarter);
  EXPECT_EQ(obi->task_o, 3U);
  EXPECT_EQ(obi->found_o, 1);
  // The first load of the low word has removed the winner.
  EXPECT_EQ(read(AT(result)), 3U | kClocks << HS_COMPARATOR__RESULT__CLOCKS_bp);
}

// Each bit of a key, which the handicap is, and of a place, whose span is the high word. Between
// the words there are other clocks, and accesses in the other direction.
TEST_F(ComparatorObi, AnyDataPasses) {
  std::mt19937_64 rng(3);
  constexpr unsigned kKeyBits = 48;
  rest();
  for (int round = 0; round < 200; ++round) {
    ComparatorEntry e;
    e.cached = true;
    e.handicap = some(rng, kKeyBits);
    const auto pause = [&] {
      for (std::uint64_t clock = rng() % 3; clock > 0; --clock) {
        tick();
      }
    };
    const std::uint64_t number = rng() % 65536;
    const std::uint64_t named = e.handicap | number << HS_COMPARATOR__HANDICAP__TASK_NUMBER_bp;
    write(AT(handicap), ~named);
    store(AT(handicap), static_cast<std::uint32_t>(named));
    pause();
    store(AT(handicap) + 4, static_cast<std::uint32_t>(named >> 32));
    write(AT(entry), HS_COMPARATOR__ENTRY__CACHED_bm);
    write(AT(start), rng() % (std::uint64_t{1} << 32));
    rest();
    EXPECT_EQ(obi->key_o, e.handicap);
    EXPECT_EQ(obi->task_o, number);
    const Answer low = load(AT(key));
    pause();
    e.cached = false;
    e.span = static_cast<hs_angle>(rng());
    write(AT(handicap), 0);
    const auto angle = static_cast<std::uint32_t>(rng());
    store(AT(place), angle);
    const Answer high = load(AT(key) + 4);
    EXPECT_FALSE(low.error || high.error);
    EXPECT_EQ(low.data, obi->key_o & ~std::uint32_t{0});
    EXPECT_EQ(high.data, obi->key_o >> 32);
    pause();
    EXPECT_FALSE(store(AT(place) + 4, e.span).error);
    clear();
    write(AT(entry), 0);
    for (const std::uint32_t behind : {0U, 1U}) {
      write(AT(start), std::uint32_t{angle + e.span + behind});
      rest();
      EXPECT_EQ(read(AT(key)), behind == 0 ? 0 : std::uint64_t{~e.span}) << round;
    }
    clear();
  }
}

// The request behind a load is held until that is answered, and is none of its business.
TEST_F(ComparatorObi, ARequestThatWaitsChangesNothing) {
  rest();
  ComparatorEntry e;
  e.cached = true;
  e.handicap = 0x1234'5678'9abc;
  enter(1, e);
  write(AT(start), 0);
  rest();
  for (const bool second : {false, true}) {
    request(false, AT(key), 0);
    tick();
    request(second, AT(place), ~0U);
    EXPECT_EQ(answer().data, 0x5678'9abcU);
    tick();
    no_request();
    EXPECT_NE(answer().error, second) << "PLACE cannot be read";
    tick();
    EXPECT_EQ(load(AT(key) + 4).error, !second) << "a load that is refused leaves no high word";
  }
  EXPECT_EQ(read(AT(key)), e.handicap);
}

// A high word goes with the low one that was read, or written, last; and with none at all after a
// reset.
TEST_F(ComparatorObi, AHighWordAloneIsAnError) {
  for (const std::size_t low : {AT(ident), AT(key)}) {
    reset();
    for (const bool write : {false, true}) {
      const Answer alone = access(write, low + 4, 0);
      EXPECT_TRUE(alone.error);
      EXPECT_EQ(alone.clocks, kKept);
    }
    EXPECT_FALSE(load(low).error);
    EXPECT_TRUE(access(false, low + 4, 0, 7).error);
    EXPECT_TRUE(load(AT(start)).error);
    EXPECT_TRUE(load(AT(start) + 4).error);
    EXPECT_FALSE(load(low).error);
    write(AT(claim), 0);
    EXPECT_TRUE(load(AT(claim) + 4).error);
    EXPECT_FALSE(load(low + 4).error);
  }
}

// A load of the low word reads the register. The next scan changes RESULT, but not the high word
// that was kept.
TEST_F(ComparatorObi, AHighWordIsOfTheClockOfItsLowOne) {
  rest();
  enter_one();
  write(AT(start), 0);
  EXPECT_GT(load(AT(result)).clocks, kDone) << "it waits for the scan";
  write(AT(start), 0);
  for (std::uint64_t clock = 0; clock < kClocks; ++clock) {
    EXPECT_EQ(load(AT(result) + 4).data, kClocks);
  }
  load(AT(key));
  EXPECT_EQ(load(AT(key) + 4).data, 0U);
  ComparatorEntry e;
  e.cached = true;
  e.handicap = std::uint64_t{9} << 32;
  clear();
  enter(1, e);
  write(AT(start), 0);
  rest();
  EXPECT_EQ(load(AT(key) + 4).data, 0U);
  load(AT(key));
  EXPECT_EQ(load(AT(key) + 4).data, 9U);
}

// The write of the high word is that of the register; its low word can be written again.
TEST_F(ComparatorObi, ALowWordIsWrittenWithItsHighOne) {
  rest();
  store(AT(start), 0);
  for (int clock = 0; clock < 8; ++clock) {
    tick();
    EXPECT_EQ(obi->scanning_o, 0);
  }
  for (int again = 0; again < 2; ++again) {
    EXPECT_FALSE(store(AT(start) + 4, 0).error);
    EXPECT_EQ(obi->scanning_o, 1);
    rest();
  }
  // All bits of both words arrive.
  for (unsigned bit = 48; bit-- > 0;) {
    ComparatorEntry e;
    e.cached = true;
    e.handicap = std::uint64_t{1} << bit;
    enter(0, e);
    write(AT(start), 0);
    read(AT(result));
    EXPECT_EQ(read(AT(key)), e.handicap);
  }
}

TEST_F(ComparatorObi, WordsOfTwoRegistersAreAnError) {
  for (std::size_t high = 4; high < 256; high += 8) {  // after reset there are no low words
    EXPECT_TRUE(load(high).error) << high;
    EXPECT_TRUE(store(high, 0).error) << high;
  }
  rest();
  for (unsigned bit = 3; bit < 8; ++bit) {
    const std::size_t other = AT(result) ^ std::size_t{1} << bit;
    load(AT(result));
    EXPECT_TRUE(load(other + 4).error) << bit;
    EXPECT_FALSE(load(AT(result) + 4).error) << bit;
    store(AT(start) ^ std::size_t{1} << bit, 0);
    const Answer answer = store(AT(start) + 4, 0);
    EXPECT_TRUE(answer.error) << bit;
    EXPECT_EQ(answer.clocks, kKept);
    tick();
    tick();
    EXPECT_EQ(obi->scanning_o, 0) << bit;
  }
  // A low word that was written is none that was read, nor the other way round.
  reset();
  store(AT(status), 0);
  EXPECT_TRUE(load(AT(status) + 4).error);
  reset();
  load(AT(status));
  EXPECT_TRUE(store(AT(status) + 4, 0).error);
}

// They do nothing, not even to what is kept.
TEST_F(ComparatorObi, PartsOfAWordAreAnError) {
  rest();
  for (const std::size_t low : {AT(result), AT(start)}) {
    for (const bool write : {false, true}) {
      for (const std::size_t word : {low, low + 4}) {
        const auto refused = [&](std::size_t address, std::uint32_t bytes) {
          const std::size_t kept = write ? AT(start) : AT(ident);
          EXPECT_FALSE(access(write, kept, 0).error);
          const Answer answer = access(write, address, kQuarter, bytes);
          EXPECT_TRUE(answer.error) << address << " " << bytes;
          EXPECT_EQ(answer.clocks, kKept);
          EXPECT_FALSE(access(write, kept + 4, 0).error) << "what was kept";
          rest();
        };
        for (std::uint32_t bytes = 0; bytes < kWhole; ++bytes) {
          refused(word, bytes);
        }
        for (std::size_t off = 1; off < 4; ++off) {
          refused(word + off, kWhole);
        }
      }
    }
  }
  // The low word of START that was kept is the whole one.
  enter_one();
  store(AT(start), 0);
  access(true, AT(start), kQuarter, 3);
  store(AT(start) + 4, 0);
  rest();
  EXPECT_EQ(read(AT(key)), kQuarter);
}

TEST_F(ComparatorObi, NothingElseHasAnAddress) {
  rest();
  std::uint32_t readable = 0;
  std::uint32_t writable = 0;
  for (std::size_t low = 0; low < 256; low += 8) {
    const Answer read_low = load(low);
    const Answer read_high = load(low + 4);
    EXPECT_EQ(read_low.error, read_high.error) << low << ": of a word that was not read";
    readable += read_low.error ? 0 : 1;
    EXPECT_FALSE(store(low, 0).error) << "the high word tells";
    writable += store(low + 4, 0).error ? 0 : 1;
    rest();
  }
  EXPECT_EQ(readable, 4U);  // ident, status, result, key
  EXPECT_EQ(writable, sizeof(hs_comparator_t) / 8 - 3);
}

// A write of what a scan works on is granted, and answered at the end of the scan.
TEST_F(ComparatorObi, AnswersWaitForAScan) {
  rest();
  EXPECT_EQ(write(AT(heads), 0), kDone);
  EXPECT_EQ(write(AT(start), 0), kDone);
  const std::uint64_t waited = write(AT(heads), 0);
  EXPECT_GT(waited, kClocks - 2 * kDone);
  EXPECT_LT(waited, kClocks + kDone);
  EXPECT_EQ(obi->scanning_o, 0);
  // A request meanwhile is not granted before.
  store(AT(heads), 0);
  EXPECT_FALSE(store(AT(heads) + 4, 0).error);
  store(AT(start), 0);
  store(AT(start) + 4, 0);
  store(AT(heads), 0);
  request(true, AT(heads) + 4, 0);
  tick();
  request(false, AT(result), 0);
  EXPECT_GT(answer().clocks, kClocks - 2 * kDone);
  tick();
  EXPECT_EQ(obi->rvalid_o, 0);
  obi->req_i = 0;
  EXPECT_EQ(answer().clocks, kDone);
  EXPECT_EQ(load(AT(result) + 4).data, kClocks);
  // A read of RESULT also waits for the scan.
  EXPECT_EQ(write(AT(start), 0), kDone);
  const std::uint64_t read_waits = load(AT(result)).clocks;
  EXPECT_GT(read_waits, kClocks - kDone);
  EXPECT_LT(read_waits, kClocks + kDone);
  EXPECT_EQ(obi->scanning_o, 0);
}

// A manager that always asks: each answer is its own, and the next access is granted with it.
TEST_F(ComparatorObi, OneAfterTheOther) {
  rest();
  struct Asked {
    bool write;
    std::size_t address;
    std::uint32_t data;
    bool error;
  };
  const std::uint32_t sizes = kEntries | kLanes << HS_COMPARATOR__IDENT__LANES_bp;
  const std::vector<Asked> script = {
      {false, AT(ident), sizes, false},
      {false, AT(ident) + 4, kSeekEntries, false},
      {false, AT(ident) + 4, kSeekEntries, false},
      {false, AT(key) + 4, 0, true},
      {true, AT(heads), 0, false},
      {true, AT(claim), 0, false},
      {true, AT(claim) + 4, 0, false},
      {true, AT(heads) + 4, 0, true},
      {false, AT(heads), 0, true},
      {false, AT(heads) + 4, 0, true},
      {false, AT(status), 0, false},
      {false, AT(status) + 4, 0, false},
  };
  std::optional<Asked> owed;
  std::size_t next = 0;
  std::uint64_t answers = 0;
  std::uint64_t clock = 0;
  for (; answers < script.size() && clock < 100; ++clock) {
    if (obi->rvalid_o != 0) {
      ASSERT_TRUE(owed.has_value());
      EXPECT_EQ(obi->err_o != 0, owed->error) << answers;
      EXPECT_EQ(obi->rdata_o, owed->data) << answers;
      EXPECT_EQ(obi->gnt_o, 1);
      owed.reset();
      ++answers;
    }
    if (next < script.size()) {
      request(script[next].write, script[next].address, 0);
    } else {
      obi->req_i = 0;
    }
    if (obi->req_i != 0 && obi->gnt_o != 0) {
      ASSERT_FALSE(owed.has_value());
      owed = script[next++];
    }
    tick();
  }
  EXPECT_EQ(answers, script.size());
  EXPECT_EQ(clock, 8 * kKept + 4 * kDone + 1);  // four ask the register
}

// Any entries and states, over the bus.
TEST_F(ComparatorObi, AgreesWithTheDrivesArithmetic) {
  std::mt19937_64 rng(5);
  rest();
  for (int drive = 0; drive < 4; ++drive) {
    const auto range = static_cast<Range>(drive % kRanges);
    const auto region = static_cast<std::uint32_t>(rng() % (kMostCylinders - kDistances));
    const RandomMechanics mechanics(rng, range);
    for (std::uint64_t d = 0; d < kDistances; ++d) {
      const std::uint64_t distance = d << HS_COMPARATOR__SEEK__DISTANCE_bp;
      write(AT(seek), distance | mechanics.m.seek_down[d]);
      write(AT(seek), HS_COMPARATOR__SEEK__UP_bm | distance | mechanics.m.seek_up[d]);
    }
    write(AT(same_cylinder), mechanics.m.same_cylinder);
    write(AT(head_switch), mechanics.m.head_switch);
    write(AT(read_settle), static_cast<std::uint64_t>(mechanics.m.read_settle));
    write(AT(write_settle), static_cast<std::uint64_t>(mechanics.m.write_settle));
    std::vector<ComparatorEntry> entries(kEntries);
    for (int scan = 0; scan < 20; ++scan) {
      clear();
      std::uint32_t order = 0;
      for (std::uint32_t number = 0; number < kEntries; ++number) {
        entries[number] = random_entry(rng, number, range, region);
        if (entries[number].valid) {
          enter(number, entries[number]);
          order = entries[number].order;
        }
      }
      rest();
      const ComparatorState drawn = random_state(rng, 0, range, region);
      const std::uint64_t situation = rng() % 8;
      const ComparatorState s = scanned_state(drawn, situation, 0, order, drawn);
      write_prospects(situation, s, writer());
      write_start(situation, 0, s, writer());
      const ComparatorResult want = reference_scan(entries, mechanics.m, s);
      const std::uint64_t result = read(AT(result)) & 0xffff'ffffU;
      ASSERT_EQ(result, want.found ? kFound | want.tag : 0);
      if (want.found) {
        ASSERT_EQ(read(AT(key)), want.key);
      }
    }
  }
}

// A reset within an access, in each of its clocks: there is no answer, and nothing is kept.
TEST_F(ComparatorObi, ResetForgets) {
  for (std::uint64_t clock = 0; clock <= kDone + 4; ++clock) {
    for (const bool writes : {false, true}) {
      rest();
      load(AT(ident));
      store(AT(heads), 0);
      write(AT(start), 0);
      store(AT(heads), 0);
      // A write waits for the scan.
      request(writes, writes ? AT(heads) + 4 : AT(ident), 0);
      tick();
      obi->req_i = 0;
      for (std::uint64_t i = 0; i < clock; ++i) {
        tick();
      }
      reset();
      for (std::uint64_t i = 0; i < 2 * kClocks; ++i) {
        ASSERT_EQ(obi->rvalid_o, 0) << clock;
        ASSERT_EQ(obi->gnt_o, 1);
        tick();
      }
      EXPECT_EQ(obi->scanning_o, 0);
      EXPECT_TRUE(load(AT(ident) + 4).error);
      EXPECT_TRUE(store(AT(heads) + 4, 0).error);
    }
  }
}

}  // namespace
}  // namespace headstack
