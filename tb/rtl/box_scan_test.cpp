// Scans of the comparator's box: their clocks, winners and keys, from the registers that a scan
// uses.
#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tb/rtl/box_fixture.h"

namespace headstack {
namespace {

// The signal of a scan is 1 for as many clocks as RESULT says.
TEST_F(ComparatorBox, ScansForItsClocks) {
  rest();
  write(AT(start), 0);
  std::uint64_t scanning = 0;
  for (std::uint64_t clock = 0; clock < 2 * kClocks; ++clock) {
    scanning += box->scanning_o;
    tick();
  }
  EXPECT_EQ(scanning, kClocks);
  take();
  EXPECT_EQ(clocks, kClocks);
}

// Of entries with equal keys, the oldest wins. Ages count from the order that was entered last:
// orders range from 2^31 before this order to 2^31 - 1 after it.
TEST_F(ComparatorBox, OrdersCountFromTheLastOne) {
  std::mt19937_64 rng(11);
  rest();
  for (int round = 0; round < 100; ++round) {
    const auto last = static_cast<std::uint32_t>(rng());
    ComparatorEntry e;
    e.cached = true;
    const std::uint32_t orders[] = {last + 0x7fff'ffffU, last - 0x8000'0000U, last};
    for (std::uint64_t number = 0; number < 3; ++number) {
      e.order = orders[number];
      write_entry(number, e, writer());
      write_and_wait(AT(place), 0);
    }
    for (const std::uint64_t winner : {1, 2, 0}) {
      write(AT(start), 0);
      EXPECT_EQ(take(), kFound | winner) << last;
    }
  }
}

// Each situation has its own prospects for each kind of request. The key of a single entry is the
// latest of its kind's prospects and of the instant at which the arm is free.
TEST_F(ComparatorBox, EachProspectHasItsPlace) {
  rest();
  const auto instant = [](std::uint64_t situation, std::uint64_t kind, std::uint64_t which) {
    return 1000 + 100 * situation + 10 * kind + which;
  };
  std::array<ComparatorState, 8> all;
  for (std::uint64_t situation = 0; situation < 8; ++situation) {
    for (std::uint64_t kind = 0; kind < 4; ++kind) {
      ComparatorState& s = all[situation];
      (kind < 2 ? s.read : s.write)[kind % 2] = {instant(situation, kind, 0), 0};
      s.data[kind % 2] = kind < 2 ? 0 : instant(situation, kind, 2);
    }
    write_prospects(situation, all[situation], writer());
  }
  for (std::uint64_t situation = 0; situation < 8; ++situation) {
    for (std::uint64_t kind = 0; kind < 4; ++kind) {
      for (const hs_ticks free : {hs_ticks{0}, instant(situation, kind, 0), hs_ticks{5000}}) {
        for (const bool ready : {false, true}) {
          ComparatorEntry e;
          e.write = kind / 2 != 0;
          e.span = ~hs_angle{0};
          ComparatorState s = all[situation];
          s.last_end = 77;
          e.lbn = kind % 2 != 0 && e.write == (situation / 4 != 0) ? 77 : 78;
          const std::uint64_t sequential = e.lbn == 77 ? 1 : 0;
          const std::uint64_t of = kind / 2 * 2 + sequential;
          if (ready) {
            (e.write ? s.write : s.read)[sequential].ready = 9000 + of;
          }
          write_prospects(situation, s, writer());
          write_entry(40, e, writer());
          write_and_wait(AT(place), 0);
          write_start(situation, free, s, writer());
          EXPECT_EQ(take(), kFound | 40U);
          const hs_ticks start = std::max(instant(situation, of, 0), free);
          const hs_ticks data = e.write ? instant(situation, of, 2) : 0;
          EXPECT_EQ(key(), ready ? 9000 + of : std::max(start, data))
              << situation << ", kind " << kind << ", free " << free;
          write_prospects(situation, all[situation], writer());
        }
      }
    }
  }
}

TEST_F(ComparatorBox, EveryBitOfAProspectCounts) {
  constexpr unsigned kTimeBits = 40;
  rest();
  ComparatorEntry e;
  e.span = ~hs_angle{0};
  for (unsigned bit = kTimeBits; bit-- > 0;) {
    const hs_ticks time = hs_ticks{1} << bit;
    for (unsigned which = 0; which < 3; ++which) {
      ComparatorState s;
      s.last_end = 77;
      for (std::size_t sequential = 0; sequential < 2; ++sequential) {
        s.read[sequential] = {which == 0 ? time : 0, which == 1 ? time : 0};
        s.write[sequential] = s.read[sequential];
        s.data[sequential] = which == 2 ? time : 0;
      }
      for (const std::uint64_t situation : {0, 4}) {
        write_prospects(situation, s, writer());
        for (unsigned kind = 0; kind < 4; ++kind) {
          e.write = kind / 2 != 0;
          e.lbn = kind % 2 != 0 ? 77 : 78;
          write_entry(40, e, writer());
          write_and_wait(AT(place), 0);
          write_start(situation, 0, s, writer());
          EXPECT_EQ(take(), kFound | 40U);
          EXPECT_EQ(key(), which == 2 && !e.write ? 0 : time) << bit << ", " << which;
        }
      }
    }
  }
}

// Random entries, drives and states, through the registers.
TEST_F(ComparatorBox, AgreesWithTheDrivesArithmetic) {
  std::mt19937_64 rng(5);
  rest();
  std::vector<ComparatorEntry> entries(kEntries);
  for (int drive = 0; drive < 40; ++drive) {
    // Either all entries are used, or two. Of two entries, one with a large key may win.
    const std::uint32_t used = drive / kRanges % 2 == 0 ? kEntries : 2;
    const auto range = static_cast<Range>(drive % kRanges);
    const auto region = static_cast<std::uint32_t>(rng() % (kMostCylinders - kDistances));
    const RandomMechanics mechanics(rng, range);
    write_and_wait(AT(leave), kEveryone);
    write_and_wait(AT(place), 0);
    load(mechanics.m);
    std::array<ComparatorState, 8> loaded;
    for (std::uint64_t situation = 0; situation < 8; ++situation) {
      loaded[situation] = random_state(rng, 0, range, region);
      write_prospects(situation, loaded[situation], writer());
    }
    std::fill(entries.begin(), entries.end(), ComparatorEntry{});
    std::uint32_t order = 0;
    for (std::uint32_t scan = 0; scan < 60; ++scan) {
      // Some tasks enter, some leave.
      for (std::uint32_t change = 0; change < (scan == 0 ? used : 3); ++change) {
        const auto number = static_cast<std::uint32_t>(rng() % used);
        if (entries[number].valid) {
          leave(number);
          write_and_wait(AT(place), 0);
          entries[number] = {};
        }
        const ComparatorEntry e = random_entry(rng, kEntries * scan + change, range, region);
        if (e.valid) {
          write_entry(number, e, writer());
          write_and_wait(AT(place), 0);
          entries[number] = e;
          order = e.order;
        }
      }
      const std::uint64_t situation = rng() % 8;
      const hs_ticks free = rng() % 2 == 0 ? 0 : some(rng, range == Range::longest ? 0 : 37);
      const ComparatorState state = scanned_state(loaded[situation], situation, free, order,
                                                  random_state(rng, 0, range, region));
      write_start(situation, free, state, writer());
      const ComparatorResult want = reference_scan(entries, mechanics.m, state);
      const std::uint64_t got = take();
      ASSERT_EQ(clocks, kClocks);
      ASSERT_EQ(got, want.found ? kFound | want.tag : 0) << "drive " << drive << " scan " << scan;
      ASSERT_EQ(box->found_o, want.found ? 1 : 0);
      if (want.found) {
        ASSERT_EQ(key(), want.key);
        ASSERT_EQ(box->key_o, want.key);
        ASSERT_EQ(box->task_o, want.tag);
        entries[want.tag] = {};
      }
    }
  }
  EXPECT_EQ(flags(), 0U);
}

}  // namespace
}  // namespace headstack
