// The comparator with its registers, clock by clock. The tests make accesses that the model's body
// never makes, because the body waits until the comparator is at rest.
#include <array>

#include <gtest/gtest.h>

#include "tb/rtl/box_fixture.h"

namespace headstack {
namespace {

TEST_F(ComparatorBox, AnEntryWhileItClearsWaits) {
  for (std::uint64_t when = 0; when < kLeaves + 2; ++when) {
    reset();
    ticks(when);
    enter(when + 7, 0);
    write_and_wait(AT(start), 0);
    EXPECT_EQ(take(), kFound | (when + 7));
    EXPECT_EQ(flags(), 0U);
  }
}

TEST_F(ComparatorBox, ARemovalWhileItClearsWaits) {
  for (std::uint64_t when = 0; when < kLeaves + 2; ++when) {
    reset();
    ticks(when);
    leave(3);
    EXPECT_EQ(flags(), kAbsent) << when;
  }
}

TEST_F(ComparatorBox, AStartWhileItClearsIsEarlyAndNoScan) {
  write(AT(start), 0);
  EXPECT_EQ(box->scanning_o, 0);
  EXPECT_EQ(flags(), kEarly);
  EXPECT_EQ(take(), 0U);
  EXPECT_EQ(clocks, 0U);
}

TEST_F(ComparatorBox, AStartDuringAScanIsEarlyAndChangesNothing) {
  rest();
  enter(6, 3 * kQuarter);
  // In another situation nothing is ready for a turn.
  ComparatorState late;
  late.read = {{{0, 4 * kQuarter}, {0, 4 * kQuarter}}};
  write_and_wait(AT(prospect), 0);
  write_prospects(3, late, writer());
  for (std::uint64_t when = 0; when < kClocks - 2; ++when) {
    enter(3, kQuarter);
    write_and_wait(AT(start), 0);
    ticks(when);
    // From here entry 6 would be the nearer one.
    write(AT(start), 2 * kQuarter | std::uint64_t{3} << HS_COMPARATOR__START__SITUATION_bp);
    EXPECT_EQ(take(), kFound | 3U) << when;
    EXPECT_EQ(flags(), kEarly) << when;
    EXPECT_EQ(key(), kQuarter) << when;
    EXPECT_EQ(clocks, kClocks) << when;
    write(AT(status), kEarly);
  }
  write(AT(start), 2 * kQuarter);
  EXPECT_EQ(take(), kFound | 6U);
  EXPECT_EQ(flags(), 0U);
}

TEST_F(ComparatorBox, FlagsAreClearedOneByOne) {
  write(AT(start), 0);
  rest();
  write(AT(seek), std::uint64_t{kSeekEntries} << HS_COMPARATOR__SEEK__DISTANCE_bp);
  leave(9);
  for (std::uint64_t number = 0; number <= kEntries; ++number) {
    write_and_wait(AT(handicap), number << HS_COMPARATOR__HANDICAP__TASK_NUMBER_bp);
    write(AT(entry), 0);
  }
  constexpr std::uint64_t kAll = kEarly | kBeyond | kOverrun | kAbsent;
  EXPECT_EQ(flags(), kAll);
  write(AT(status), 0);
  EXPECT_EQ(flags(), kAll);
  std::uint64_t left = kAll;
  for (const std::uint64_t flag : {kEarly, kAbsent, kOverrun, kBeyond}) {
    write(AT(status), flag);
    left &= ~flag;
    EXPECT_EQ(flags(), left);
  }
  write(AT(start), 0);
  write(AT(start), 0);
  EXPECT_EQ(flags(), kEarly);
  write(AT(status), ~std::uint64_t{0});
  EXPECT_EQ(flags(), 0U);
}

TEST_F(ComparatorBox, AFullOneRefuses) {
  rest();
  for (std::uint32_t number = 0; number < kEntries; ++number) {
    EXPECT_EQ(status(), 0U);
    enter(number, kQuarter * (number % 3 + 1));
    rest();
  }
  EXPECT_EQ(status(), kFull);
  enter(99, 0);
  rest();
  EXPECT_EQ(status(), kFull | kOverrun);
  write(AT(start), 0);
  EXPECT_EQ(take(), kFound | 0U);
  EXPECT_EQ(key(), kQuarter);
  EXPECT_EQ(status(), kOverrun);
  write(AT(status), kOverrun);
  enter(99, 0);
  rest();
  EXPECT_EQ(status(), kFull);
  write(AT(start), 0);
  EXPECT_EQ(take(), kFound | 99U);
  EXPECT_EQ(key(), 0U);
  EXPECT_EQ(status(), 0U);
}

// Each entry is free after its task has left, whether or not the others are.
TEST_F(ComparatorBox, EachEntryIsFreeAgain) {
  rest();
  for (std::uint32_t number = 0; number < kEntries; ++number) {
    enter(number, kQuarter + number);
  }
  rest();
  EXPECT_EQ(status(), kFull);
  for (std::uint32_t number = 0; number < kEntries; ++number) {
    leave(number);
    EXPECT_EQ(status() & kBusy, kBusy) << "looking for it takes longer than reading that";
    EXPECT_EQ(flags(), 0U) << number;
    EXPECT_EQ(status(), 0U) << number;
    leave(number);  // it is not there any more
    EXPECT_EQ(flags(), kAbsent);
    write(AT(status), kAbsent);
    enter(100 + number, kQuarter - 1 - number);
    rest();
    EXPECT_EQ(status(), kFull);
  }
  for (std::uint32_t left = kEntries; left > 0; --left) {
    write(AT(start), 0);
    EXPECT_EQ(take(), kFound | (99 + left));
  }
  for (std::uint32_t round = 0; round < 3; ++round) {  // the same numbers in other entries
    for (std::uint32_t number = 0; number < kEntries; ++number) {
      enter((number * 5 + round) % kEntries, number);
    }
    rest();
    EXPECT_EQ(status(), kFull);
    for (std::uint32_t number = 0; number < kEntries; ++number) {
      leave(number);
    }
    EXPECT_EQ(flags(), 0U);
    write(AT(start), 0);
    EXPECT_EQ(take(), 0U);
  }
  enter(50, 0);
  leave(50);
  leave(50);  // its number is still what was written last
  EXPECT_EQ(flags(), kAbsent);
}

// All bits of a number count.
TEST_F(ComparatorBox, ATaskIsKnownByItsNumber) {
  rest();
  for (unsigned bit = 0; bit < 16; ++bit) {
    const std::uint64_t number = 0x5a3c ^ (1U << bit);
    enter(0x5a3c, 0);
    leave(number);
    EXPECT_EQ(flags(), kAbsent) << bit;
    write(AT(status), kAbsent);
    enter(number, kQuarter, bit % 2 == 0 ? HS_COMPARATOR__ENTRY__BOUND_bm : 0);
    leave(0x5a3c);
    write_and_wait(AT(start), 0);
    EXPECT_EQ(take(), kFound | number | (bit % 2 == 0 ? kBound : 0));
    EXPECT_EQ(box->task_o, number);
    EXPECT_EQ(flags(), 0U);
  }
}

TEST_F(ComparatorBox, EveryoneLeaves) {
  rest();
  for (const std::uint32_t there : {0U, 1U, 7U, kEntries}) {
    for (std::uint32_t number = 0; number < there; ++number) {
      enter(number, number);
    }
    leave(kEveryone | 3);
    rest();
    EXPECT_EQ(status(), 0U) << there;
    write(AT(start), 0);
    EXPECT_EQ(take(), 0U);
    leave(0);
    EXPECT_EQ(flags(), kAbsent);
    write(AT(status), kAbsent);
  }
  for (std::uint32_t number = 0; number < kEntries; ++number) {
    enter(number, number);
    rest();
    EXPECT_EQ(status(), number + 1 < kEntries ? 0 : kFull);
  }
}

// A read of RESULT waits for the end of the scan, and removes the winner. A second one finds none.
TEST_F(ComparatorBox, AResultIsTakenOnce) {
  rest();
  for (std::uint64_t when = 0; when < kClocks + 8; ++when) {
    enter(21, kQuarter);
    enter(22, kQuarter + 1);
    write_and_wait(AT(start), 0);
    ticks(when);
    EXPECT_EQ(take(), kFound | 21U) << when;
    EXPECT_EQ(clocks, kClocks);
    EXPECT_EQ(waited, when < kClocks ? kClocks - when : 0) << when;
    EXPECT_EQ(box->scanning_o, 0);
    EXPECT_EQ(take(), 21U) << when;
    EXPECT_EQ(waited, 0U);
    EXPECT_EQ(key(), kQuarter);
    leave(21);
    EXPECT_EQ(flags(), kAbsent);
    write(AT(status), kAbsent);
    write(AT(start), 0);
    EXPECT_EQ(take(), kFound | 22U);
    write(AT(start), 0);
    EXPECT_EQ(take(), 0U);
    EXPECT_EQ(key(), 0U);
    EXPECT_EQ(status(), 0U);
  }
}

// What is no read of RESULT removes nothing; nor does a scan by itself.
TEST_F(ComparatorBox, OnlyAReadTakes) {
  rest();
  enter(5, kQuarter);
  for (int round = 0; round < 3; ++round) {
    write_and_wait(AT(start), 0);
    rest();
    access(true, AT(result), ~std::uint64_t{0}, false);
    access(false, AT(result) + 4, 0, false);
    key();
    status();
    EXPECT_EQ(box->found_o, 1);
    EXPECT_EQ(box->task_o, 5);
  }
  EXPECT_EQ(take(), kFound | 5U);
}

// A winner that leaves before RESULT is read is none, and its entry is another's.
TEST_F(ComparatorBox, AWinnerThatLeavesIsNone) {
  rest();
  for (const bool during : {false, true}) {
    for (const std::uint64_t all : {std::uint64_t{0}, kEveryone}) {
      enter(1, kQuarter);
      enter(2, kQuarter + 1);
      write_and_wait(AT(start), 0);
      if (!during) {
        rest();
      }
      leave(1 | all);
      write_and_wait(AT(place), 0);
      enter(3, kQuarter + 2);
      EXPECT_EQ(take(), 1U | (during ? kChanged : 0));
      write_and_wait(AT(start), 0);
      EXPECT_EQ(take(), kFound | (all == 0 ? 2U : 3U));
      write(AT(start), 0);
      EXPECT_EQ(take(), all == 0 ? kFound | 3U : 0U);
      EXPECT_EQ(flags(), 0U);
    }
  }
}

// Another one that leaves is none of its business.
TEST_F(ComparatorBox, AWinnerStaysIfAnotherLeaves) {
  rest();
  for (std::uint32_t winner = 0; winner < kEntries; ++winner) {
    for (std::uint32_t bit = 1; bit < kEntries; bit *= 2) {
      for (std::uint32_t number = 0; number < kEntries; ++number) {  // in the entry of that number
        enter(number, number == winner ? 0 : kQuarter);
        write_and_wait(AT(place), 0);
      }
      write(AT(start), 0);
      leave(winner ^ bit);
      EXPECT_EQ(take(), kFound | kChanged | winner) << bit;
      write(AT(leave), kEveryone);
      write_and_wait(AT(place), 0);
    }
  }
  EXPECT_EQ(flags(), 0U);
}

// Of equal keys the oldest wins. Orders lie within 2^31 of the last one entered.
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

// An entry that comes during a scan is entered at its end; the scan has not seen it, and says so.
TEST_F(ComparatorBox, AnEntryDuringAScanWaitsForItsEnd) {
  rest();
  bool was_changed = false;
  for (std::uint64_t when = 0; when < kClocks + 4; ++when) {
    enter(15, kQuarter);
    write_and_wait(AT(start), 0);
    ticks(when);
    enter(1, 0);
    const bool changes = box->scanning_o != 0;
    was_changed = was_changed || changes;
    EXPECT_EQ(take(), kFound | 15U | (changes ? kChanged : 0)) << when;
    EXPECT_EQ(clocks, kClocks) << when;
    write(AT(start), 0);
    EXPECT_EQ(take(), kFound | 1U) << when;
  }
  EXPECT_TRUE(was_changed);
  EXPECT_EQ(flags(), 0U);
}

// One that is refused is so at the end, too: before the winner is removed.
TEST_F(ComparatorBox, AnEntryDuringAScanIsRefusedAtItsEnd) {
  rest();
  for (std::uint32_t number = 0; number < kEntries; ++number) {
    enter(number, kQuarter + number);
  }
  rest();
  write(AT(start), 0);
  enter(99, 0);
  tick();
  EXPECT_EQ(status(), kBusy | kFull) << "not before it is its turn";
  EXPECT_EQ(take(), kFound | kChanged | 0U);
  EXPECT_EQ(flags(), kOverrun);
  EXPECT_EQ(status(), kOverrun);
  write(AT(start), 0);
  EXPECT_EQ(take(), kFound | 1U);
}

// A removal during a scan waits, and the scan has still seen the task.
TEST_F(ComparatorBox, ARemovalDuringAScanWaitsForItsEnd) {
  rest();
  for (std::uint64_t when = 0; when < kClocks; ++when) {
    enter(1, kQuarter);
    enter(2, 2 * kQuarter);
    write_and_wait(AT(start), 0);
    ticks(when);
    leave(2);
    const std::uint64_t changed = box->scanning_o != 0 ? kChanged : 0;
    EXPECT_EQ(take(), kFound | 1U | changed) << when;
    EXPECT_EQ(clocks, kClocks);
    write(AT(start), 0);
    EXPECT_EQ(take(), 0U);
  }
  EXPECT_EQ(flags(), 0U);
}

// A start behind an entry that waits for the end of a scan waits, too, and begins one that sees it.
TEST_F(ComparatorBox, AScanSeesWhatWaitedForIt) {
  rest();
  enter(15, kQuarter);
  rest();
  for (std::uint64_t when = 0; when < kClocks + 8; ++when) {
    write(AT(start), 0);
    enter(1, 0);
    ticks(when);
    write_and_wait(AT(start), 0);
    EXPECT_EQ(take(), kFound | 1U) << when;
    EXPECT_EQ(clocks, kClocks) << when;
  }
  EXPECT_EQ(flags(), 0U);
}

// The seek over a distance of 1 comes during the scan that needs it.
TEST_F(ComparatorBox, ASeekTimeDuringAScanWaitsForItsEnd) {
  constexpr std::uint64_t kUp = HS_COMPARATOR__SEEK__UP_bm;
  constexpr std::uint64_t kOne = std::uint64_t{1} << HS_COMPARATOR__SEEK__DISTANCE_bp;
  rest();
  write(AT(place), std::uint64_t{0xffff'ffff} << HS_COMPARATOR__PLACE__SPAN_bp);
  write(AT(entry), std::uint64_t{1} << HS_COMPARATOR__ENTRY__CYLINDER_bp);
  for (std::uint64_t when = 0; when < kClocks; ++when) {
    write_and_wait(AT(seek), kUp | kOne | 7);
    rest();
    write(AT(start), 0);
    ticks(when);
    write(AT(seek), kUp | kOne | 9);
    write_and_wait(AT(seek), kOne | 5);
    rest();
    EXPECT_EQ(key(), 7U << HS_SEEK_SHIFT) << when;
    write(AT(start), 0);
    rest();
    EXPECT_EQ(key(), 9U << HS_SEEK_SHIFT) << when;
  }
  EXPECT_EQ(flags(), 0U);
}

// Whatever is written during a scan, it works on what was there; and a second command waits for the
// first.
TEST_F(ComparatorBox, WritesThatWouldDisturbAScanWait) {
  rest();
  const auto offsets = [&](bool commands) {
    std::vector<std::size_t> found;
    for (std::size_t offset = AT(seek); offset <= AT(free); offset += 8) {
      const bool command = offset == AT(seek) || (offset >= AT(place) && offset <= AT(leave));
      if (command == commands) {
        found.push_back(offset);
      }
    }
    return found;
  };
  for (const std::size_t offset : offsets(false)) {
    write_and_wait(AT(start), 0);
    write_and_wait(offset, 0);
    EXPECT_EQ(waited, kClocks) << offset;
    EXPECT_EQ(box->scanning_o, 0);
  }
  for (const std::size_t offset : offsets(true)) {
    for (const std::size_t first : {AT(entry), AT(seek), AT(leave)}) {
      write_and_wait(AT(leave), kEveryone);
      write_and_wait(AT(start), 0);
      write(first, 0);
      write_and_wait(offset, 0);
      EXPECT_GE(waited, kClocks - 4) << offset;
      EXPECT_EQ(box->scanning_o, 0);
      rest();
    }
  }
  for (const std::size_t offset : offsets(true)) {  // the first one waits for nothing
    write_and_wait(AT(leave), kEveryone);
    write_and_wait(AT(start), 0);
    write(offset, 0);
    EXPECT_EQ(box->scanning_o, 1);
    rest();
  }
  write(AT(start), 0);
  write(AT(status), 0);
  read(AT(ident));
  EXPECT_EQ(waited, 0U);
  rest();
}

TEST_F(ComparatorBox, NothingElseHasAnAddress) {
  rest();
  std::uint32_t readable = 0;
  std::uint32_t writable = 0;
  for (const bool writes : {false, true}) {
    for (std::uint32_t address = 0; address < 256; ++address) {
      box->req_i = 1;
      box->write_i = writes ? 1 : 0;
      box->address_i = static_cast<std::uint8_t>(address);
      box->data_i = 0;
      tick();
      box->clk_i = 0;
      box->eval();
      // For the scan that the write to START has begun.
      for (std::uint64_t clock = 0; box->ack_o == 0 && clock <= 2 * kClocks; ++clock) {
        tick();
        box->clk_i = 0;
        box->eval();
      }
      ASSERT_EQ(box->ack_o, 1);
      const bool register_there = address % 8 == 0 && address < sizeof(hs_comparator_t);
      EXPECT_TRUE(register_there || box->error_o != 0) << address;
      (writes ? writable : readable) += box->error_o == 0 ? 1 : 0;
      rise();
    }
  }
  box->req_i = 0;
  EXPECT_EQ(readable, 4U);  // ident, status, result, key
  EXPECT_EQ(writable, sizeof(hs_comparator_t) / 8 - 3);
}

// The prospects of each kind in each situation are their own. An entry by itself has the later one
// of them and of the instant at which the arm is free as its key.
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

// Any entries, drives and states, through the registers.
TEST_F(ComparatorBox, AgreesWithTheDrivesArithmetic) {
  std::mt19937_64 rng(5);
  rest();
  std::vector<ComparatorEntry> entries(kEntries);
  for (int drive = 0; drive < 40; ++drive) {
    // All entries, or two of them, so that large keys win, too.
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
      // Some come, some leave.
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

// In the clock of the result it is over.
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

// Nor is any command under way after a reset.
TEST_F(ComparatorBox, ResetForgetsCommands) {
  for (const std::size_t command : {AT(entry), AT(seek), AT(leave), AT(start)}) {
    for (int when = 0; when < 30; ++when) {
      rest();
      enter(7, 0);
      write_and_wait(command, command == AT(seek) ? ~std::uint64_t{0} : when % 2 * kEveryone);
      ticks(static_cast<std::uint64_t>(when));
      reset();
      EXPECT_EQ(flags(), 0U) << command << ", after " << when;
      write(AT(start), 0);
      EXPECT_EQ(take(), 0U) << command << ", after " << when;
    }
  }
}

// A reset, even during a scan, leaves nothing behind.
TEST_F(ComparatorBox, ResetForgets) {
  rest();
  enter(2, 0);
  leave(99);
  write_and_wait(AT(start), 0);
  enter(3, 0);
  tick();
  reset();
  EXPECT_EQ(status(), kBusy);
  rest();
  EXPECT_EQ(status(), 0U);
  EXPECT_EQ(take(), 0U);
  EXPECT_EQ(clocks, 0U);
  EXPECT_EQ(box->found_o, 0);
  write(AT(start), 0);
  EXPECT_EQ(take(), 0U);
  for (std::uint64_t number = 0; number < 4; ++number) {  // nor are old numbers known
    leave(number);
    EXPECT_EQ(flags(), kAbsent);
    write(AT(status), kAbsent);
  }
  enter(2, kQuarter);
  write_and_wait(AT(start), 0);
  EXPECT_EQ(take(), kFound | 2U);
  EXPECT_EQ(key(), kQuarter);
  EXPECT_EQ(flags(), 0U);
}

}  // namespace
}  // namespace headstack
