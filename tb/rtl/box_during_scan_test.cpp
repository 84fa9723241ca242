// Accesses to the comparator's box during a scan, in each clock of the scan. The model's body never
// makes such accesses, because the body waits until the comparator is at rest.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tb/rtl/box_fixture.h"

namespace headstack {
namespace {

TEST_F(ComparatorBox, AStartDuringAScanIsEarlyAndChangesNothing) {
  rest();
  enter(6, 3 * kQuarter);
  // In situation 3, nothing is ready for a turn.
  ComparatorState late;
  late.read = {{{0, 4 * kQuarter}, {0, 4 * kQuarter}}};
  write_and_wait(AT(prospect), 0);
  write_prospects(3, late, writer());
  for (std::uint64_t when = 0; when < kClocks - 2; ++when) {
    enter(3, kQuarter);
    write_and_wait(AT(start), 0);
    ticks(when);
    // From this angle, entry 6 would be nearer than entry 3.
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

// An entry that is written during a scan is entered at the end of the scan. The scan does not see
// the entry, and RESULT says CHANGED.
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

// If the comparator is full, an entry that is written during a scan is refused at the end of the
// scan, before the winner is removed.
TEST_F(ComparatorBox, AnEntryDuringAScanIsRefusedAtItsEnd) {
  rest();
  for (std::uint32_t number = 0; number < kEntries; ++number) {
    enter(number, kQuarter + number);
  }
  rest();
  write(AT(start), 0);
  enter(99, 0);
  tick();
  EXPECT_EQ(status(), kBusy | kFull) << "OVERRUN is set at the end of the scan";
  EXPECT_EQ(take(), kFound | kChanged | 0U);
  EXPECT_EQ(flags(), kOverrun);
  EXPECT_EQ(status(), kOverrun);
  write(AT(start), 0);
  EXPECT_EQ(take(), kFound | 1U);
}

// A removal that is written during a scan waits for the end of the scan, and RESULT says CHANGED.
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

// An entry waits for the end of a scan, and a start waits for the entry. The second scan sees the
// entry.
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

// A seek time that is written during a scan is stored at the end of the scan. The only entry is one
// cylinder up, so each scan uses the seek time of distance 1.
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

// During a scan, a write to a register that the scan uses waits for the end of the scan. So does a
// second command. The first command is taken at once.
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
  for (const std::size_t offset : offsets(true)) {  // the first command waits for nothing
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

}  // namespace
}  // namespace headstack
