// The comparator with its registers, clock by clock. The tests make accesses that the model's body
// never makes, because the body waits until the comparator is at rest.
#include <gtest/gtest.h>

#include "tb/rtl/box_fixture.h"

namespace headstack {
namespace {

TEST_F(ComparatorBox, AnEntryWhileItClearsWaits) {
  for (std::uint64_t row = 0; row < 4; ++row) {
    reset();
    for (std::uint64_t clock = 0; clock < row; ++clock) {
      tick();
    }
    write(AT(entry), kValid | row);
    write_and_wait(AT(start), 0);
    rest();
    EXPECT_NE(found(), 0U);
    EXPECT_EQ(winner(), row);
    EXPECT_EQ(flags(), 0U);
  }
}

TEST_F(ComparatorBox, AStartWhileItClearsIsEarlyAndNoScan) {
  write(AT(start), 0);
  EXPECT_EQ(flags(), kEarly);
  rest();
  EXPECT_EQ(clocks(), 0U);
  EXPECT_EQ(box->scanning_o, 0);
}

TEST_F(ComparatorBox, AStartDuringAScanIsEarlyAndChangesNothing) {
  rest();
  enter(3, kQuarter);
  enter(6, 3 * kQuarter);
  for (std::uint64_t when = 0; when < kClocks - 2; ++when) {
    write(AT(start), 0);
    for (std::uint64_t clock = 0; clock < when; ++clock) {
      tick();
    }
    write(AT(start), 2 * kQuarter);  // from here entry 6 would be the nearer one
    rest();
    EXPECT_EQ(flags(), kEarly) << when;
    EXPECT_EQ(winner(), 3U) << when;
    EXPECT_EQ(key(), kQuarter) << when;
    EXPECT_EQ(clocks(), kClocks) << when;
    write(AT(status), kEarly);
  }
  write(AT(start), 2 * kQuarter);
  rest();
  EXPECT_EQ(flags(), 0U);
  EXPECT_EQ(winner(), 6U);
}

TEST_F(ComparatorBox, FlagsAreClearedOneByOne) {
  write(AT(start), 0);
  rest();
  write(AT(seek), std::uint64_t{kSeekEntries} << HS_COMPARATOR__SEEK__DISTANCE_bp);
  enter(kEntries, 0);
  EXPECT_EQ(flags(), kEarly | kBeyond | kOverrun);
  write(AT(status), 0);
  EXPECT_EQ(flags(), kEarly | kBeyond | kOverrun);
  write(AT(status), kEarly);
  EXPECT_EQ(flags(), kBeyond | kOverrun);
  write(AT(status), kOverrun);
  EXPECT_EQ(flags(), kBeyond);
  write(AT(status), ~std::uint64_t{0});
  EXPECT_EQ(flags(), 0U);
}

TEST_F(ComparatorBox, AFullOneRefuses) {
  rest();
  for (std::uint32_t entry = 0; entry < kEntries; ++entry) {
    EXPECT_EQ(status(), 0U);
    enter(entry, kQuarter * (entry % 3 + 1));
    rest();
  }
  EXPECT_EQ(status(), kFull);
  enter(5, 0);
  rest();
  EXPECT_EQ(status(), kFull | kOverrun);
  write(AT(start), 0);
  rest();
  EXPECT_EQ(winner(), 0U);
  EXPECT_EQ(key(), kQuarter);
  write(AT(status), kOverrun);
  enter(5, 0, kReplace);
  write(AT(start), 0);
  rest();
  EXPECT_EQ(status(), kFull);
  EXPECT_EQ(winner(), 5U);
  EXPECT_EQ(key(), 0U);
}

// Each entry counts as there from when it is entered until it is removed, whether or not the others
// are.
TEST_F(ComparatorBox, EachEntryIsRefusedOnlyWhileItIsThere) {
  rest();
  for (const bool others : {false, true}) {
    for (std::uint32_t entry = 0; others && entry < kEntries; ++entry) {
      enter(entry, 0);
    }
    for (std::uint32_t entry = 0; entry < kEntries; ++entry) {
      write(AT(entry), entry);
      rest();
      EXPECT_EQ(status(), 0U) << entry;
      for (const bool there : {false, true}) {
        enter(entry, kQuarter);
        EXPECT_EQ(status() & kBusy, kBusy) << "entering takes longer than reading that";
        EXPECT_EQ(flags(), there ? kOverrun : 0U) << entry;
        write(AT(status), kOverrun);
      }
      EXPECT_EQ(status(), others ? kFull : 0U) << entry;
      if (!others) {
        write(AT(entry), entry);
      }
    }
  }
}

// A removal is one, whatever the entry's other bits say.
TEST_F(ComparatorBox, RemovesWhateverElseIsSaid) {
  rest();
  for (std::uint32_t entry = 0; entry < kEntries; ++entry) {
    enter(entry, kQuarter);
  }
  const std::uint64_t others[] = {0, kReplace, HS_COMPARATOR__ENTRY__CACHED_bm,
                                  HS_COMPARATOR__ENTRY__WRITE_bm,
                                  HS_COMPARATOR__ENTRY__CACHED_bm | kReplace};
  for (const std::uint64_t other : others) {
    for (const std::uint64_t again : {5, 5, 9}) {  // of one that is not there any more, too
      write(AT(entry), again | other);
    }
    rest();
    EXPECT_EQ(status(), 0U) << other;
    enter(5, 0);
    rest();
    EXPECT_EQ(status(), 0U) << other;
    enter(9, kQuarter);
    rest();
    EXPECT_EQ(status(), kFull) << other;
  }
}

// An entry that comes during a scan is entered at its end; the scan has not seen it, and says so.
TEST_F(ComparatorBox, AnEntryDuringAScanWaitsForItsEnd) {
  rest();
  enter(15, kQuarter);
  rest();
  bool was_changed = false;
  for (std::uint64_t when = 0; when < kClocks + 4; ++when) {
    write(AT(start), 0);
    for (std::uint64_t clock = 0; clock < when; ++clock) {
      tick();
    }
    enter(0, 0);
    const bool changes = box->scanning_o != 0;
    was_changed = was_changed || changes;
    rest();
    EXPECT_EQ(winner(), 15U) << when;
    EXPECT_EQ(clocks(), kClocks) << when;
    EXPECT_EQ(changed() != 0, changes) << when;
    write(AT(start), 0);
    rest();
    EXPECT_EQ(winner(), 0U) << when;
    EXPECT_EQ(changed(), 0U);
    write(AT(entry), 0);
    rest();
  }
  EXPECT_TRUE(was_changed);
  EXPECT_EQ(flags(), 0U);
}

// One that is refused is so at the end, too.
TEST_F(ComparatorBox, AnEntryDuringAScanIsRefusedAtItsEnd) {
  rest();
  enter(15, kQuarter);
  rest();
  for (const std::uint64_t entry : {std::uint64_t{15}, std::uint64_t{kEntries}}) {
    write(AT(start), 0);
    enter(entry, 0);
    tick();
    EXPECT_EQ(status(), kBusy) << "not before it is its turn";
    rest();
    EXPECT_EQ(flags(), kOverrun);
    write(AT(status), kOverrun);
    write(AT(start), 0);
    rest();
    EXPECT_EQ(key(), kQuarter);
  }
}

// A start behind an entry that waits for the end of a scan waits, too, and begins one that sees it.
TEST_F(ComparatorBox, AScanSeesWhatWaitedForIt) {
  rest();
  enter(15, kQuarter);
  rest();
  for (std::uint64_t when = 0; when < kClocks + 8; ++when) {
    write(AT(start), 0);
    enter(0, 0);
    for (std::uint64_t clock = 0; clock < when; ++clock) {
      tick();
    }
    write_and_wait(AT(start), 0);
    rest();
    EXPECT_EQ(winner(), 0U) << when;
    EXPECT_EQ(changed(), 0U) << when;
    EXPECT_EQ(clocks(), kClocks) << when;
    write(AT(entry), 0);
    rest();
  }
  EXPECT_EQ(flags(), 0U);
}

// The seek over a distance of 1 comes during the scan that needs it, for an entry of the last row.
TEST_F(ComparatorBox, ASeekTimeDuringAScanWaitsForItsEnd) {
  constexpr std::uint64_t kUp = HS_COMPARATOR__SEEK__UP_bm;
  constexpr std::uint64_t kOne = std::uint64_t{1} << HS_COMPARATOR__SEEK__DISTANCE_bp;
  rest();
  write(AT(place), std::uint64_t{0xffff'ffff} << HS_COMPARATOR__PLACE__SPAN_bp);
  constexpr std::uint64_t kLast = kEntries - 1;
  write(AT(entry), kLast | std::uint64_t{1} << HS_COMPARATOR__ENTRY__CYLINDER_bp | kValid);
  for (std::uint64_t when = 0; when < kClocks; ++when) {
    write(AT(seek), kUp | kOne | 7);
    rest();
    write(AT(start), 0);
    for (std::uint64_t clock = 0; clock < when; ++clock) {
      tick();
    }
    write(AT(seek), kUp | kOne | 9);
    write_and_wait(AT(seek), kOne | 5);
    rest();
    EXPECT_EQ(key(), 7U << HS_SEEK_SHIFT) << when;
    EXPECT_EQ(changed(), 0U);
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
    for (std::size_t offset = AT(seek); offset <= AT(write_data); offset += 8) {
      const bool command = offset == AT(seek) || (offset >= AT(place) && offset <= AT(entry));
      if (command == commands) {
        found.push_back(offset);
      }
    }
    return found;
  };
  for (const std::size_t offset : offsets(false)) {
    write(AT(start), 0);
    write_and_wait(offset, 0);
    EXPECT_EQ(waited, kClocks) << offset;
    EXPECT_EQ(box->scanning_o, 0);
  }
  for (const std::size_t offset : offsets(true)) {
    for (const std::size_t first : {AT(entry), AT(seek)}) {
      write(AT(start), 0);
      write(first, 0);
      write_and_wait(offset, 0);
      EXPECT_GE(waited, kClocks - 3) << offset;
      EXPECT_EQ(box->scanning_o, 0);
      rest();
    }
  }
  for (const std::size_t offset : offsets(true)) {  // the first one waits for nothing
    write(AT(start), 0);
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
      for (std::uint64_t clocks = 0; box->ack_o == 0 && clocks <= 2 * kClocks; ++clocks) {
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

// Any entries, drives and states, through the registers.
TEST_F(ComparatorBox, AgreesWithTheDrivesArithmetic) {
  std::mt19937_64 rng(5);
  rest();
  std::vector<ComparatorEntry> entries(kEntries);
  for (int drive = 0; drive < 40; ++drive) {
    // All entries, or two of them, so that large keys win, too.
    const std::uint32_t used = drive / kRanges % 2 == 0 ? kEntries : 2;
    const auto range = static_cast<Range>(drive % kRanges);
    const auto region = static_cast<std::uint32_t>(rng() % (65536 - kDistances));
    const RandomMechanics mechanics(rng, range);
    load(mechanics.m);
    for (std::uint32_t tag = 0; tag < kEntries; ++tag) {
      entries[tag] = tag < used ? random_entry(rng, tag, range, region) : ComparatorEntry{};
      enter(tag, entries[tag]);
    }
    for (std::uint32_t scan = 0; scan < 40; ++scan) {
      const std::uint64_t tag = rng() % used;
      entries[tag] = random_entry(rng, kEntries + scan, range, region);
      enter(tag, entries[tag]);
      const ComparatorState state = random_state(rng, 0, range, region);
      start(state);
      rest();
      const ComparatorResult want = reference_scan(entries, mechanics.m, state);
      ASSERT_EQ(found() != 0, want.found);
      ASSERT_EQ(clocks(), kClocks);
      if (want.found) {
        ASSERT_EQ(winner(), want.tag) << "drive " << drive << " scan " << scan;
        ASSERT_EQ(key(), want.key);
        ASSERT_EQ(box->key_o, want.key);
        ASSERT_EQ(box->tag_o, want.tag);
      }
      ASSERT_EQ(box->found_o, want.found ? 1 : 0);
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
  EXPECT_EQ(clocks(), kClocks);
}

// Nor is any command under way after a reset.
TEST_F(ComparatorBox, ResetForgetsCommands) {
  for (const std::size_t command : {AT(entry), AT(seek), AT(start)}) {
    for (int when = 0; when < 8; ++when) {
      rest();
      write(command, command == AT(seek) ? ~std::uint64_t{0} : kValid);
      for (int clock = 0; clock < when; ++clock) {
        tick();
      }
      reset();
      EXPECT_EQ(flags(), 0U) << command << ", after " << when;
      write(AT(start), 0);
      rest();
      EXPECT_EQ(found(), 0U) << command << ", after " << when;
    }
  }
}

// A reset, even during a scan, leaves nothing behind.
TEST_F(ComparatorBox, ResetForgets) {
  rest();
  enter(2, 0);
  enter(99, 0);
  write(AT(start), 0);
  enter(3, 0);
  tick();
  reset();
  EXPECT_EQ(status(), kBusy);
  rest();
  EXPECT_EQ(status(), 0U);
  EXPECT_EQ(changed(), 0U);
  EXPECT_EQ(found(), 0U);
  EXPECT_EQ(clocks(), 0U);
  write(AT(start), 0);
  rest();
  EXPECT_EQ(found(), 0U);
  enter(2, kQuarter);
  write(AT(start), 0);
  rest();
  EXPECT_EQ(key(), kQuarter);
  EXPECT_EQ(flags(), 0U);
}

}  // namespace
}  // namespace headstack
