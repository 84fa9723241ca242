// Registers of the comparator's box: which addresses there are, the flags of STATUS, and reset.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/rtl/box_fixture.h"

namespace headstack {
namespace {

// An access to any address but a register's, or in a direction that the register has not, is an
// error.
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
      // The write of START begins a scan. The accesses after this write wait for the scan.
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

// After a reset the comparator clears its entries, one in each clock. A command that is written
// meanwhile waits.
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

// A reset ends a command, in each of the first clocks of the command.
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

// After a reset during a scan there are no entries, no flags, no result and no task numbers.
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
  for (std::uint64_t number = 0; number < 4; ++number) {  // the old tasks are unknown
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
