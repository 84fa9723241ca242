// Schedules of eight requests A-H, worked by hand, on the drive of eighths: block 16 c + 8 h + s is
// cylinder c, head h, sector s. In order of arrival:
//
//         A        B        C        D        E        F        G        H
//  c,h,s  5,0,0    0,1,1    0,0,7    1,0,2    2,1,0    0,0,2    3,0,1    1,1,4
//  block  80       9        7        18       40       2        49       28
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/scheduler_bench.h"

namespace headstack {
namespace {

constexpr std::uint32_t kBlocks[] = {80, 9, 7, 18, 40, 2, 49, 28};

class Schedule : public testing::Test {
 protected:
  using Parameters = std::vector<std::uint32_t>;  // the first ones

  // Letters in the order in which the scheduler serves A-H after a request for [first, end); each
  // is one block long.
  std::string order(const hs_scheduler_ops& ops, const Parameters& parameters, std::uint32_t first,
                    std::uint32_t end) const {
    SchedulerBench bench(ops, *drive_, 8, parameters);
    add_all(bench);
    hs_drive_view view{};
    view.last_first = {first};
    view.last_end = {end};
    std::string letters;
    while (!bench.waiting().empty()) {
      const std::uint32_t entry = bench.pick(view);
      letters += letter(entry);
      view.last_first = bench.task(entry).lbn;
      view.last_end = {bench.task(entry).lbn.value + 1};
    }
    EXPECT_TRUE(bench.intact());
    EXPECT_EQ(bench.pick(view), HS_NO_TASK);
    return letters;
  }

  static void add_all(SchedulerBench& bench) {
    for (std::uint32_t i = 0; i < 8; ++i) {
      EXPECT_EQ(bench.add(kBlocks[i]), i);  // the bench hands out entries in order
    }
  }
  static char letter(std::uint32_t entry) { return static_cast<char>('A' + entry); }

  const std::unique_ptr<TestDrive> drive_ = eighths_drive(8);
};

TEST_F(Schedule, Fcfs) { EXPECT_EQ(order(hs_fcfs, {HS_LEVEL_LBN}, 20, 30), "ABCDEFGH"); }

// From 30: H is 2 below, E 10 above. From 29: D is 11 below and E 11 above; D is older. From 19: B
// is 10 below, E 21 above. From 10: C 3. From 8: F 6, E 32. From 3: E 37. From 41: G 8. Then A.
TEST_F(Schedule, SstfByBlock) { EXPECT_EQ(order(hs_sstf, {HS_LEVEL_LBN}, 20, 30), "HDBCFEGA"); }

// The distance counts from the block after the last one: from 10, B (9) is 1 away and D 8.
// With the previous request's first block, 0, F would be nearest.
TEST_F(Schedule, SstfCountsFromTheEndOfTheLast) {
  EXPECT_EQ(order(hs_sstf, {HS_LEVEL_LBN}, 0, 10)[0], 'B');
}

// Cylinder 1 first (block 29 was the last): from 30 upwards there is none, so from its lowest: D,
// then H. From cylinder 1, E is one above, and one below is cylinder 0, whose lowest is F; E is
// older. From 2: G one above, cylinder 0 two below. From 3: A two above, cylinder 0 three below.
// From 5: cylinder 0, from its lowest: F, C, B.
TEST_F(Schedule, SstfByCylinder) { EXPECT_EQ(order(hs_sstf, {HS_LEVEL_MAP}, 20, 30), "DHEGAFCB"); }

// The last block served, 31, is the last of cylinder 1; the one after it is on cylinder 2. The
// drive is still on cylinder 1.
TEST_F(Schedule, SstfByCylinderStaysOnTheLastBlocksCylinder) {
  EXPECT_EQ(order(hs_sstf, {HS_LEVEL_MAP}, 24, 32)[0], 'D');
}

// Before the first request: from block 0.
TEST_F(Schedule, SstfBeforeTheFirstRequest) {
  EXPECT_EQ(order(hs_sstf, {HS_LEVEL_LBN}, 0, 0), "FCBDHEGA");
  EXPECT_EQ(order(hs_sstf, {HS_LEVEL_MAP}, 0, 0), "FCBDHEGA");
}

// From 20 upwards: 28, 40, 49, 80; then from the lowest: 2, 7, 9, 18.
TEST_F(Schedule, ClookByBlock) { EXPECT_EQ(order(hs_clook, {HS_LEVEL_LBN}, 20, 30), "HEGAFCBD"); }

// Cylinder 1 to its end, H from 20 upwards and then D; cylinders 2, 3, 5; back to the lowest.
TEST_F(Schedule, ClookByCylinder) {
  EXPECT_EQ(order(hs_clook, {HS_LEVEL_MAP}, 20, 30), "HDEGAFCB");
}

// A request for the previous one's first block is still ahead; one for the block before is not,
// but it may be on the same cylinder.
TEST_F(Schedule, ClookFromTheFirstBlockOfTheLast) {
  EXPECT_EQ(order(hs_clook, {HS_LEVEL_LBN}, 40, 60), "EGAFCBDH");
  EXPECT_EQ(order(hs_clook, {HS_LEVEL_LBN}, 41, 60), "GAFCBDHE");
  EXPECT_EQ(order(hs_clook, {HS_LEVEL_LBN}, 81, 82), "FCBDHEGA");  // nothing ahead: the lowest
  EXPECT_EQ(order(hs_clook, {HS_LEVEL_MAP}, 40, 60), "EGAFCBDH");
  EXPECT_EQ(order(hs_clook, {HS_LEVEL_MAP}, 41, 60), "EGAFCBDH");
  EXPECT_EQ(order(hs_clook, {HS_LEVEL_MAP}, 48, 60), "GAFCBDHE");
  EXPECT_EQ(order(hs_clook, {HS_LEVEL_MAP}, 96, 97), "FCBDHEGA");
}

// From 20 the first block counts: D is 2 below, H 8 above. From 18: B 9, H 10. Then C 2, F 5.
TEST_F(Schedule, SstfFromTheStartOfTheLast) {
  EXPECT_EQ(order(hs_sstf, {HS_LEVEL_LBN, 1024 * HS_ONE, 1}, 20, 30), "DBCFHEGA");
}

// Cylinders of ten blocks: A 8, B C F 0, D 1, E G 4, H 2. Block 29 is on 2: H. From 2: D is one
// away, E two. From 1: cylinder 0 one, E three; 0 from its lowest. Then 4, then 8.
TEST_F(Schedule, SstfByTenBlocks) {
  EXPECT_EQ(order(hs_sstf, {HS_LEVEL_FIXED, 10 * HS_ONE}, 20, 30), "HDFCBEGA");
}

// From 20 upwards 28, 40, 49, 80; then downwards 18, 9, 7, 2.
TEST_F(Schedule, LookByBlock) { EXPECT_EQ(order(hs_look, {HS_LEVEL_LBN}, 20, 30), "HEGADBCF"); }

// From block 48, cylinder 3: G, up to A, down to cylinder 2, then 1 and 0 from their lowest.
TEST_F(Schedule, LookByCylinder) { EXPECT_EQ(order(hs_look, {HS_LEVEL_MAP}, 48, 49), "GAEDHFCB"); }
TEST_F(Schedule, Scan) { EXPECT_EQ(order(hs_scan, {HS_LEVEL_MAP}, 48, 49), "GAEDHFCB"); }

// The same upwards, then from cylinder 0 on.
TEST_F(Schedule, Cscan) { EXPECT_EQ(order(hs_cscan, {HS_LEVEL_MAP}, 48, 49), "GAFCBDHE"); }

// Cylinders of ten blocks, from 2: H; 4 and 8; back to 1 and 0.
TEST_F(Schedule, LookByTenBlocks) {
  EXPECT_EQ(order(hs_look, {HS_LEVEL_FIXED, 10 * HS_ONE}, 20, 30), "HEGADFCB");
}

// Of 128 blocks, 0.05 are 6. From 20 upwards H is 8 away; D, against the direction, 2 + 6: a tie,
// and D is older. From 18 downwards: B 9, H 10 + 6. Then C, F, and up again.
TEST_F(Schedule, Vscan) { EXPECT_EQ(order(hs_vscan, {3277}, 20, 30), "DBCFHEGA"); }

// With a fifth of the disk, 25 blocks, H (8) comes before D (27), E (12) too, G (9), and A (31)
// before D (56): LOOK.
TEST_F(Schedule, VscanOfAFifth) { EXPECT_EQ(order(hs_vscan, {}, 20, 30), "HEGADBCF"); }

// Without a penalty, by the two nearest on each side, from 45: above G 4 and A 35, on average 19.5;
// below E 5 and H 17, 11: E, though G is nearer. From 40: 24.5 against 12 and 22, 17: H. From
// 28: 36.5 against 10 and 19. From 18: 46.5 against 9 and 11. From 9: against 2 and 7; from 7:
// against 5.
TEST_F(Schedule, Cvscan) {
  EXPECT_EQ(order(hs_cvscan, {2 * HS_ONE, 0}, 45, 46), "EHDBCFGA");
  EXPECT_EQ(order(hs_cvscan, {1 * HS_ONE, 0}, 45, 46), "GEHDBCFA");
}

// From 20 the lowest, 2, is 18 away, the highest 60: upwards. From 60 the highest, 80, is nearer.
TEST_F(Schedule, Fscan) {
  EXPECT_EQ(order(hs_fscan, {}, 20, 30), "FCBDHEGA");
  EXPECT_EQ(order(hs_fscan, {}, 60, 61), "AGEHDBCF");
  EXPECT_EQ(order(hs_fscan, {HS_LEVEL_MAP}, 60, 61), "AGEDHFCB");
}

// What comes during a sweep waits for the next, though it lies ahead.
TEST_F(Schedule, FscanFreezes) {
  SchedulerBench bench(hs_fscan, *drive_, 4);
  bench.add(10);
  bench.add(30);
  hs_drive_view view{};
  EXPECT_EQ(bench.task(bench.pick(view)).lbn.value, 10U);
  bench.add(20);
  bench.add(40);
  view.last_first = {10};
  EXPECT_EQ(bench.task(bench.pick(view)).lbn.value, 30U);
  view.last_first = {30};  // of 20 and 40 neither end is nearer: upwards
  EXPECT_EQ(bench.task(bench.pick(view)).lbn.value, 20U);
  EXPECT_EQ(bench.task(bench.pick(view)).lbn.value, 40U);
}

// In eighths of a turn, a seek over d > 0 cylinders is 1 + d, a head switch 1, a block 1. The time
// to a request is the seek or switch, then on to the next time that is its sector modulo 8.
//
//  at  over  A   B  C  D  E  F  G  H
//   0  0,0   8   1  7  2  8  2  9  4   B: switched at 1, the sector of B; ends at 2
//   2  0,1   6   .  5  8  6  8  7  2   H: over cylinder 1 at 4, its sector; ends at 5
//   5  1,1   11  .  2  5  3  5  4  .   C: ends at 8
//   8  0,0   8   .  .  2  8  2  9  .   D is older than F; at 10, ends at 11
//  11  1,0   5   .  .  .  5  7  6  .   A is older than E, though four cylinders away; ends at 17
//  17  5,0   .   .  .  .  7  9  8  .   E: at 24, ends at 25
//  25  2,1   .   .  .  .  .  9  8  .   G: at 33, ends at 34
//  34  3,0   .   .  .  .  .  8  .  .   F
TEST_F(Schedule, Sptf) {
  struct Step {
    hs_ticks at;
    std::uint32_t cylinder, head;
    char pick;
  };
  const Step steps[] = {{0, 0, 0, 'B'},  {2, 0, 1, 'H'},  {5, 1, 1, 'C'},  {8, 0, 0, 'D'},
                        {11, 1, 0, 'A'}, {17, 5, 0, 'E'}, {25, 2, 1, 'G'}, {34, 3, 0, 'F'}};
  SchedulerBench bench(hs_sptf, *drive_, 8);
  add_all(bench);
  for (const Step& step : steps) {
    hs_drive_view view{};
    view.now = step.at * (kTurn / 8);
    view.free_at = view.now;
    view.track = {{step.cylinder}, {step.head}};
    EXPECT_EQ(letter(bench.pick(view)), step.pick) << "at " << step.at;
  }
}

// The arm is busy until 3 eighths: D at 2 is missed, H (over its cylinder at 5, sector 4) too; C,
// on the track already, passes at 7; B, switched at 4, at 9; A, over cylinder 5 at 9, at 16.
TEST_F(Schedule, SptfWaitsForTheArm) {
  SchedulerBench bench(hs_sptf, *drive_, 8);
  add_all(bench);
  hs_drive_view view{};
  view.free_at = 3 * (kTurn / 8);
  EXPECT_EQ(letter(bench.pick(view)), 'C');
}

// Of requests for the same block every scheduler takes the oldest.
TEST_F(Schedule, EqualRequestsGoByAge) {
  for (const hs_scheduler_ops* ops : in_software()) {
    for (const std::uint32_t last : {0U, 50U, 51U, 100U}) {
      SchedulerBench bench(*ops, *drive_, 6);
      for (int i = 0; i < 6; ++i) {
        bench.add(50);
      }
      hs_drive_view view{};
      view.last_first = {last};
      view.last_end = {last + 1};
      for (std::uint32_t i = 0; i < 6; ++i) {
        EXPECT_EQ(bench.pick(view), i) << ops->name;
      }
    }
  }
}

// A row's word is the scheduler's name, and no two are the same.
TEST(SchedulerTable, HoldsTheRowsOfTheList) {
#define WORD(name) #name,
  const std::vector<std::string> names = {HS_SCHEDULERS(WORD)};
#undef WORD
  for (std::size_t i = 0; i < names.size(); ++i) {
    ASSERT_NE(hs_schedulers[i], nullptr);
    EXPECT_EQ(hs_schedulers[i]->name, names[i]);
  }
  EXPECT_EQ(hs_schedulers[names.size()], nullptr);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(hs_fcfs.knowledge, HS_KNOWS_NOTHING);
  EXPECT_EQ(hs_sptf.knowledge, HS_KNOWS_POSITION);
}

// What a scheduler knows depends on its level.
TEST_F(Schedule, KnowledgeFollowsTheLevel) {
  for (const hs_scheduler_ops* ops : {&hs_sstf, &hs_clook}) {
    EXPECT_EQ(SchedulerBench(*ops, *drive_, 1, {HS_LEVEL_LBN}).scheduler().knowledge, HS_KNOWS_LBN);
    EXPECT_EQ(SchedulerBench(*ops, *drive_, 1, {HS_LEVEL_MAP}).scheduler().knowledge, HS_KNOWS_MAP);
  }
}

// Without parameters of the caller's the defaults hold: blocks, not cylinders. From block 30, of 28
// and 18, both on cylinder 1, the nearer comes first.
TEST_F(Schedule, ParametersDefault) {
  std::vector<hs_task> tasks(2);
  Arena arena(hs_scheduler_memory(&hs_sstf, &drive_->params, 2));
  hs_scheduler scheduler{};
  hs_scheduler_init(&scheduler, &hs_sstf, &drive_->params, tasks.data(), 2, nullptr,
                    arena.memory());
  EXPECT_STREQ(hs_sstf.parameters[0].name, "level");
  EXPECT_STREQ(hs_sstf.parameters[0].choices[scheduler.parameters[0]], "lbn");
  const std::uint32_t blocks[] = {18, 28};
  for (std::uint32_t i = 0; i < 2; ++i) {
    tasks[i].lbn = {blocks[i]};
    tasks[i].blocks = 1;
    tasks[i].order = i;
    hs_scheduler_arrival(&scheduler, i);
  }
  hs_drive_view view{};
  view.last_end = {30};
  EXPECT_EQ(hs_scheduler_pick(&scheduler, &view), 1U);
}

}  // namespace
}  // namespace headstack
