// Schedules of eight requests A-H with deadlines, worked by hand, on the drive of eighths: block
// 16 c + 8 h + s is cylinder c, head h, sector s. In order of arrival, with deadlines in turns:
//
//            A        B        C        D        E        F        G        H
//  c,h,s     5,0,0    0,1,1    0,0,7    1,0,2    2,1,0    0,0,2    3,0,1    1,1,4
//  block     80       9        7        18       40       2        49       28
//  deadline  6        3        9        3        12       5        9        none
//
// A turn is 16.667 ms. H waits for all others.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/scheduler_bench.h"

namespace headstack {
namespace {

constexpr std::uint32_t kBlocks[] = {80, 9, 7, 18, 40, 2, 49, 28};
constexpr std::uint32_t kTurns[] = {6, 3, 9, 3, 12, 5, 9};
constexpr hs_ticks kEighth = kTurn / 8;

class DeadlineSchedule : public testing::Test {
 protected:
  using Parameters = std::vector<std::uint32_t>;  // the first ones
  using Arrivals = std::array<std::uint32_t, 8>;  // in turns

  static void add_all(SchedulerBench& bench, const Arrivals& arrivals = {}) {
    for (std::uint32_t i = 0; i < 8; ++i) {
      const hs_ticks deadline = i < 7 ? kTurns[i] * kTurn : HS_NO_DEADLINE;
      EXPECT_EQ(bench.add(kBlocks[i], 1, false, arrivals[i] * kTurn, deadline), i);
    }
  }
  static char letter(std::uint32_t entry) { return static_cast<char>('A' + entry); }

  // Letters in the order in which the scheduler serves A-H after a request for block 48, on
  // cylinder 3, if the clock stands still.
  std::string order(const hs_scheduler_ops& ops, const Parameters& parameters = {},
                    hs_ticks now = 0, const Arrivals& arrivals = {}) const {
    SchedulerBench bench(ops, *drive_, 8, parameters);
    add_all(bench, arrivals);
    hs_drive_view view{};
    view.now = now;
    view.free_at = now;
    view.track = {{3}, {0}};
    view.last_first = {48};
    view.last_end = {49};
    std::string letters;
    while (!bench.waiting().empty()) {
      const std::uint32_t entry = bench.pick(view);
      letters += letter(entry);
      view.track = bench.task(entry).track;
      view.last_first = bench.task(entry).lbn;
      view.last_end = {bench.task(entry).lbn.value + 1};
    }
    EXPECT_TRUE(bench.intact());
    return letters;
  }

  const std::unique_ptr<TestDrive> drive_ = eighths_drive(8);
};

TEST_F(DeadlineSchedule, Edf) { EXPECT_EQ(order(hs_edf), "BDFACGEH"); }

// Given, by arrival: A 1, B 3, C 1, D 2, E 1, F 5, G 9 turns.
TEST_F(DeadlineSchedule, RateMonotonic) {
  EXPECT_EQ(order(hs_rm, {}, 12 * kTurn, {5, 0, 8, 1, 11, 0, 0, 0}), "ACEDBFGH");
}

// In eighths of a turn, a service is the way to the sector and 1. Slack is 8 deadline - now - that.
//
//  at  over  A   B   C   D   E   F   G
//   0  0,0   39  22  64  21  87  37  62   D: its block is one farther than B's; ends at 3
//   3  1,0   39  14  .   .   .   29  .    B: over 0,1 at 5, its sector at 9; ends at 10
//  10  0,1   31  .   56  .   .   21  .    F: switched at 11, its sector at 18
TEST_F(DeadlineSchedule, LeastSlack) {
  SchedulerBench bench(hs_lsf, *drive_, 8);
  add_all(bench);
  hs_drive_view view{};
  EXPECT_EQ(letter(bench.pick(view)), 'D');
  view = {};
  view.now = view.free_at = 3 * kEighth;
  view.track = {{1}, {0}};
  EXPECT_EQ(letter(bench.pick(view)), 'B');
  view = {};
  view.now = view.free_at = 10 * kEighth;
  view.track = {{0}, {1}};
  EXPECT_EQ(letter(bench.pick(view)), 'F');
}

// Without the service time it is EDF. As a length, at 5.5 turns: F and A are half a turn away, B
// and D 2.5, C and G 3.5, E 6.5; of equals the older.
TEST_F(DeadlineSchedule, LeastSlackInOtherReadings) {
  EXPECT_EQ(order(hs_lsf, {1}, 44 * kEighth), "BDFACGEH");
  EXPECT_EQ(order(hs_lsf, {2}, 44 * kEighth), "AFBDCGEH");
}

// At 20 eighths, over 3,0, with the arm: B's sector comes at 25, D's at 26, both past their 24. F's
// comes at 26 and has passed at 27, by its 40. From over cylinder 0 nothing else changes for B and
// D. Then A (48), the two of 72, E. When nothing feasible is left, B and D by age, and H.
TEST_F(DeadlineSchedule, FeasibleEdf) {
  EXPECT_EQ(order(hs_fd_edf, {}, 20 * kEighth), "FACGEBDH");
  EXPECT_EQ(order(hs_fd_edf, {}, 200 * kEighth), "ABCDEFGH");
}

// A deadline at the very end of the service is met, one a tick sooner is not.
TEST_F(DeadlineSchedule, FeasibleUpToTheTick) {
  for (const std::uint32_t missed : {0U, 1U}) {
    SchedulerBench bench(hs_fd_edf, *drive_, 2);
    bench.add(80, 1, false, 0, 100 * kTurn);
    bench.add(2, 1, false, 0, 27 * kEighth - missed);
    hs_drive_view view{};
    view.now = view.free_at = 20 * kEighth;
    view.track = {{3}, {0}};
    EXPECT_EQ(bench.pick(view), missed == 0 ? 1U : 0U);
  }
}

// As above F is the earliest feasible one: down to cylinder 0, serving G where the arm is, E and D
// on the way. There F has the lowest block. Then A is it, over 5,0 at 26, its sector at 32: first C
// and B, which are where the arm is, late or not.
TEST_F(DeadlineSchedule, FeasibleScan) {
  EXPECT_EQ(order(hs_fd_scan, {}, 20 * kEighth), "GEDFCBAH");
}

// Nothing feasible: SCAN, upwards at first.
TEST_F(DeadlineSchedule, FeasibleScanWithoutAnyIsScan) {
  EXPECT_EQ(order(hs_fd_scan, {}, 200 * kEighth), "GAEDFCBH");
}

// LB 3 and UB 12 turns, 50 and 200 ms: high up to 3.75, B and D; medium up to 7.5, A and F; low C,
// E and G. Down to D and B; F is where the arm is, A upwards; down again to G, E and C.
TEST_F(DeadlineSchedule, PriorityScan) {
  EXPECT_EQ(order(hs_pscan, {50 * HS_ONE, 200 * HS_ONE}), "DBFAGECH");
}

// Bounds as they have been seen: A 6 of 6 to 6 is medium, B 3 of 3 to 6 too (4.5), D 3 of 3 to 9
// high (3).
TEST_F(DeadlineSchedule, PriorityScanLearnsTheBounds) { EXPECT_EQ(order(hs_pscan), "DFBAGECH"); }

// Of B and D, D is nearer downwards; F is on B's cylinder; A upwards; then down to G and C.
TEST_F(DeadlineSchedule, ScanEdf) { EXPECT_EQ(order(hs_scan_edf), "DBFAGCEH"); }

// Deadlines in batches of 6 turns: B, D and F; A, C and G; E. D, then cylinder 0 from its lowest
// block; C is there; up to G and A.
TEST_F(DeadlineSchedule, ScanEdfInBatches) {
  EXPECT_EQ(order(hs_scan_edf, {100 * HS_ONE}), "DFBCGAEH");
}

// An earlier deadline that comes during a batch goes first, and the batch goes on after it.
TEST_F(DeadlineSchedule, ScanEdfLeavesABatch) {
  SchedulerBench bench(hs_scan_edf, *drive_, 4);
  bench.add(16, 1, false, 0, 9 * kTurn);
  bench.add(32, 1, false, 0, 9 * kTurn);
  bench.add(48, 1, false, 0, 9 * kTurn);
  hs_drive_view view{};
  EXPECT_EQ(bench.task(bench.pick(view)).lbn.value, 16U);
  view.last_first = {16};
  bench.add(80, 1, false, 0, 8 * kTurn);
  EXPECT_EQ(bench.task(bench.pick(view)).lbn.value, 80U);
  view.last_first = {80};
  bench.add(64, 1, false, 0, 9 * kTurn);  // of the batch
  for (const std::uint32_t block : {64U, 48U, 32U}) {
    EXPECT_EQ(bench.task(bench.pick(view)).lbn.value, block);
    view.last_first = {block};
  }
}

// By deadline: B D F A C G E, weights 1 2 4 8 16 32 64.
//
//  arm  B    D    F     A     C     G    E
//  3    3    4    12    16    48    0    64   G
//  3    3    4    12    16    48    .    32   B
//  0    .    1    0     20    0     .    32   C is older than F
//  0    .    1    0     20    .     .    16   F
//  0    .    1    .     10    .     .    8    D
//  1    .    .    .     4     .     .    2    E, then A
TEST_F(DeadlineSchedule, Ssedo) {
  EXPECT_EQ(order(hs_ssedo, {HS_WHOLE_QUEUE * HS_ONE, 2 * HS_ONE}), "GBCFDEAH");
}

// Of two: B 3, D 4. F 0, D 1. D 1, A 10. A 4, C 2. A 5, G 6. G 2, E 6.
TEST_F(DeadlineSchedule, SsedoOfTwo) {
  EXPECT_EQ(order(hs_ssedo, {2 * HS_ONE, 2 * HS_ONE}), "BFDCAGEH");
}

// 0.99 d + 0.01 l, a cylinder as a millisecond:
//
//  arm  B     D     F     A     C     G     E
//  3    3.47  2.48  3.80  2.98  4.47  1.50  2.99   G, then D
//  1    1.49  .     1.82  4.96  2.49  .     2.99   B
//  0    .     .     0.83  5.95  1.50  .     3.98   F, C, E, A
TEST_F(DeadlineSchedule, Ssedv) {
  EXPECT_EQ(order(hs_ssedv, {HS_WHOLE_QUEUE * HS_ONE, 64881}), "GDBFCEAH");
}

// At 5.5 turns with slack alone: what is half a turn late is as near as what is half a turn early.
TEST_F(DeadlineSchedule, SsedvReadsSlackInTwoWays) {
  EXPECT_EQ(order(hs_ssedv, {HS_WHOLE_QUEUE * HS_ONE, 0, 0}, 44 * kEighth), "AFBDCGEH");
  EXPECT_EQ(order(hs_ssedv, {HS_WHOLE_QUEUE * HS_ONE, 0, 1}, 44 * kEighth), "BDFACGEH");
}

// In blocks, with alpha = 0.5: the disk's blocks count as much as its cylinders, a millisecond
// each. Of 8 cylinders and 128 blocks a block is 1/16 ms. X is far away with 5 ms left, Y is here
// with 8: 8 is less than 64/16 + 5, and more than 32/16 + 5.
TEST_F(DeadlineSchedule, SsedvInBlocks) {
  for (const std::uint32_t away : {64U, 32U}) {
    for (const std::uint32_t m : {2U, HS_WHOLE_QUEUE}) {
      SchedulerBench bench(hs_ssedv, *drive_, 2, {m * HS_ONE, HS_ONE / 2, 0, 1});
      const hs_ticks millisecond = drive_->params.second / 1000;
      const std::uint32_t x = bench.add(away, 1, false, 0, 5 * millisecond);
      const std::uint32_t y = bench.add(0, 1, false, 0, 8 * millisecond);
      EXPECT_EQ(bench.pick({}), away == 64 ? y : x) << away;
    }
  }
}

// A decision looks outward from now, early and late, and not at all that have been lost: of 1000
// requests a second apart, half of them late, a slack of some 160 ms or more is too much.
TEST_F(DeadlineSchedule, SsedvLooksAtAFewOnly) {
  SchedulerBench bench(hs_ssedv, *drive_, 1000);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    bench.add(i % 128, 1, false, 0, i * drive_->params.second);
  }
  hs_drive_view view{};
  view.now = 500 * drive_->params.second;
  EXPECT_EQ(bench.pick(view), 500U);
  EXPECT_EQ(bench.scheduler().examined, 1U);
}

// Without a deadline that can be met, the oldest request is the only one that is examined.
TEST(DeadlineExamined, FdEdfWithoutDeadlines) {
  const auto drive = eighths_drive(8);
  SchedulerBench bench(hs_fd_edf, *drive, 4);
  for (const std::uint32_t lbn : {80U, 9U, 40U}) {
    bench.add(lbn, 1, false, 0, HS_NO_DEADLINE);
  }
  hs_drive_view view{};
  EXPECT_EQ(bench.pick(view), 0U);
  EXPECT_EQ(bench.scheduler().examined, 1U);
}

// Deadlines that have passed are left out. Two that cannot be met are examined, then one that can.
TEST(DeadlineExamined, FdEdfUpToTheFirstFeasibleDeadline) {
  const auto drive = eighths_drive(8);
  SchedulerBench bench(hs_fd_edf, *drive, 8);
  hs_drive_view view{};
  view.now = 10 * kTurn;
  view.free_at = view.now;
  bench.add(80, 1, false, 0, 9 * kTurn);
  bench.add(81, 1, false, 0, 10 * kTurn + 1);
  bench.add(82, 1, false, 0, 10 * kTurn + 2);
  bench.add(83, 1, false, 0, 100 * kTurn);
  bench.add(84, 1, false, 0, 200 * kTurn);
  EXPECT_EQ(bench.pick(view), 3U);
  EXPECT_EQ(bench.scheduler().examined, 3U);
}

}  // namespace
}  // namespace headstack
