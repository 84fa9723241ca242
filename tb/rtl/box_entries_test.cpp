// Entries of the comparator's box: how tasks come, leave, and are taken as winners.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/rtl/box_fixture.h"

namespace headstack {
namespace {

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

// An entry is free when its task has left. This is true of each entry, whether or not the other
// entries are free.
TEST_F(ComparatorBox, EachEntryIsFreeAgain) {
  rest();
  for (std::uint32_t number = 0; number < kEntries; ++number) {
    enter(number, kQuarter + number);
  }
  rest();
  EXPECT_EQ(status(), kFull);
  for (std::uint32_t number = 0; number < kEntries; ++number) {
    leave(number);
    EXPECT_EQ(status() & kBusy, kBusy)
        << "the search for the task takes longer than the read of STATUS";
    EXPECT_EQ(flags(), 0U) << number;
    EXPECT_EQ(status(), 0U) << number;
    leave(number);  // the task is not there any more
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
  leave(50);  // HANDICAP still has the task's number
  EXPECT_EQ(flags(), kAbsent);
}

// Two tasks are different if one bit of their numbers is.
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

// The bit EVERYONE of LEAVE removes all tasks, however many there are.
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

// A read of RESULT waits for the end of the scan, and removes the winner. A second read finds no
// winner.
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

// Only a read of RESULT removes the winner. A scan, a write of RESULT, a read of half of RESULT,
// and reads of KEY and STATUS do not.
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

// If the winner leaves before RESULT is read, RESULT has no winner. The winner's entry is free for
// another task.
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

// The winner stays if another task leaves, whatever the entries of both are.
TEST_F(ComparatorBox, AWinnerStaysIfAnotherLeaves) {
  rest();
  for (std::uint32_t winner = 0; winner < kEntries; ++winner) {
    for (std::uint32_t bit = 1; bit < kEntries; bit *= 2) {
      // The first free entry has this number.
      for (std::uint32_t number = 0; number < kEntries; ++number) {
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

}  // namespace
}  // namespace headstack
