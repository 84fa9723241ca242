// Schedules of the position schedulers, worked by hand on the drive of eighths: block
// 16 c + 8 h + s is cylinder c, head h, sector s. In eighths of a turn, a seek over d > 0 cylinders
// takes 1 + d, a head switch 1, a block 1. A second has 60 turns, 480 eighths; an eighth is 2.083
// ms.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "buffer/cache.h"
#include "disk/reallocation_table.h"
}

namespace headstack {
namespace {

constexpr hs_ticks kEighth = kTurn / 8;

class PositionSchedule : public testing::Test {
 protected:
  // The heads over a track at a time, with nothing to wait for.
  static hs_drive_view over(std::uint32_t cylinder, std::uint32_t head, hs_ticks eighths) {
    hs_drive_view view{};
    view.now = eighths * kEighth;
    view.free_at = view.now;
    view.track = {{cylinder}, {head}};
    return view;
  }

  // Of X, on sector 6 and waiting since 0, and Y, on sector 4 and just come: who is picked at
  // eighth 240, half a second later, over their track. X takes 6 eighths, 12.50 ms, Y 4, 8.33 ms.
  char x_or_y(const hs_scheduler_ops& ops, std::uint32_t parameter,
              hs_weighed weighs = HS_WEIGHS_POSITIONING) const {
    SchedulerBench bench(ops, *drive_, 2, {parameter, weighs});
    bench.add(6, 1, false, 0);
    bench.add(4, 1, false, 240 * kEighth);
    return bench.pick(over(0, 0, 240)) == 0 ? 'X' : 'Y';
  }

  const std::unique_ptr<TestDrive> drive_ = eighths_drive(8);
};

//         A        B        C        D        E        F        G        H
//  c,h,s  5,0,0    0,1,1    0,0,7    1,0,2    2,1,0    0,0,2    3,0,1    1,1,4
//  block  80       9        7        18       40       2        49       28
//
// Two groups: cylinders 0 to 3, and 4 to 7. Eighths to each from where the last one ended:
//
//  at  over  B  C  D  E  F  G  H
//   0  0,0   1  7  2  8  2  9  4   B, to 2
//   2  0,1   .  5  8  6  8  7  2   H, to 5
//   5  1,1   .  2  5  3  5  4  .   C, to 8
//   8  0,0   .  .  2  8  2  9  .   D, older than F; to 11
//  11  1,0   .  .  .  5  7  6  .   E, at 16; A would take 5 as well and is older
//  17  2,1   .  .  .  .  9  8  .   G: over cylinder 3 at 19, its sector at 25
//  26  3,0   .  .  .  .  8  .  .   F
//  35  0,0                         A, all that is left
TEST_F(PositionSchedule, Gstf) {
  struct Step {
    hs_ticks at;
    std::uint32_t cylinder, head;
    char pick;
  };
  const Step steps[] = {{0, 0, 0, 'B'},  {2, 0, 1, 'H'},  {5, 1, 1, 'C'},  {8, 0, 0, 'D'},
                        {11, 1, 0, 'E'}, {17, 2, 1, 'G'}, {26, 3, 0, 'F'}, {35, 0, 0, 'A'}};
  for (const hs_scheduler_ops* ops : {&hs_gstf, &hs_gstf_frozen}) {
    SchedulerBench bench(*ops, *drive_, 8, {2 * HS_ONE});
    for (const std::uint32_t block : {80U, 9U, 7U, 18U, 40U, 2U, 49U, 28U}) {
      bench.add(block);
    }
    for (const Step& step : steps) {
      const std::uint32_t entry = bench.pick(over(step.cylinder, step.head, step.at));
      EXPECT_EQ(static_cast<char>('A' + entry), step.pick) << ops->name << " at " << step.at;
    }
  }
}

// Cylinders without data belong to no group's share: of 8, with data on 1 to 4, two groups are 1
// and 2, 3 and 4. From over cylinder 2 the block on 3 is 2 eighths away, the one on 2 is 7.
TEST_F(PositionSchedule, GstfDividesTheCylindersWithData) {
  ZoneSpec zone;
  zone.cylinders = 8;
  zone.front = 2;  // tracks of cylinder 0
  zone.blocks = 64;
  std::vector<std::uint32_t> seek(8, 0);
  for (std::uint32_t d = 1; d < 8; ++d) {
    seek[d] = (1 + d) << (32 - 3 - HS_SEEK_SHIFT);
  }
  const TestDrive drive(2, 8, {zone}, seek);
  for (const hs_scheduler_ops* ops : {&hs_gstf, &hs_gstf_frozen}) {
    SchedulerBench bench(*ops, drive, 2, {2 * HS_ONE});
    const std::uint32_t near = bench.add(32 + 2);
    const std::uint32_t same_group = bench.add(16 + 7);
    EXPECT_EQ(bench.pick(over(2, 0, 0)), same_group) << ops->name;
    EXPECT_EQ(bench.pick(over(2, 0, 8)), near) << ops->name;
  }
}

// As above, but two blocks have moved to cylinder 0, below all groups. The first group takes them.
TEST_F(PositionSchedule, GstfTakesBlocksBelowItsGroupsWithTheFirst) {
  ZoneSpec zone;
  zone.cylinders = 8;
  zone.front = 2;
  zone.blocks = 64;
  TestDrive drive(2, 8, {zone}, std::vector<std::uint32_t>(8, 0));
  hs_reallocation moved{{62}, 2, {{0}, {0}, {0}}};
  hs_reallocations table{&moved, &moved, 1, 1, 1};
  drive.params.geometry.reallocations = &table;
  SchedulerBench bench(hs_gstf, drive, 3, {2 * HS_ONE});
  const std::uint32_t second_group = bench.add(32 + 2);
  EXPECT_EQ(bench.pick(over(3, 0, 0)), second_group);
  const std::uint32_t below = bench.add(62);
  const std::uint32_t beside = bench.add(63);
  EXPECT_EQ(bench.task(below).track.cylinder.value, 0U);
  EXPECT_EQ(bench.pick(over(3, 0, 8)), below);
  EXPECT_EQ(bench.pick(over(0, 0, 1)), beside);
}

// A task that is located anew while its group is frozen is no newcomer.
TEST_F(PositionSchedule, GstfFrozenKeepsThePlaceOfATaskLocatedAnew) {
  SchedulerBench bench(hs_gstf_frozen, *drive_, 4, {2 * HS_ONE});
  bench.add(4);
  const std::uint32_t moved = bench.add(6);
  const std::uint32_t far = bench.add(80);
  EXPECT_EQ(bench.pick(over(0, 0, 0)), 0U);
  const std::uint32_t late = bench.add(7);
  bench.enter_again(moved);
  bench.enter_again(late);
  EXPECT_EQ(bench.pick(over(0, 0, 5)), moved);
  EXPECT_EQ(bench.pick(over(0, 0, 7)), far);
  EXPECT_EQ(bench.pick(over(5, 0, 17)), late);
}

// Block 6 comes while its group is being served: GSTF takes it next, the frozen variant after
// cylinder 5, when the group's turn comes again.
TEST_F(PositionSchedule, GstfFreezes) {
  for (const bool frozen : {false, true}) {
    SchedulerBench bench(frozen ? hs_gstf_frozen : hs_gstf, *drive_, 3, {2 * HS_ONE});
    bench.add(4);
    const std::uint32_t far = bench.add(80);
    EXPECT_EQ(bench.pick(over(0, 0, 0)), 0U);
    const std::uint32_t late = bench.add(6);
    EXPECT_EQ(bench.pick(over(0, 0, 5)), frozen ? far : late);
    EXPECT_EQ(bench.pick(over(5, 0, 17)), frozen ? late : far);
    EXPECT_EQ(bench.pick(over(0, 0, 30)), HS_NO_TASK);
  }
}

// Positioning times. M = 1 s: half of it is left to X, 6/2 < 4. M = 2 s: three quarters, 4.5 > 4. M
// = 0.5 s: X is due. M = 1.5 s: two thirds, 4: a tie, and X is older.
TEST_F(PositionSchedule, Wstf) {
  EXPECT_EQ(x_or_y(hs_wstf, HS_ONE), 'X');
  EXPECT_EQ(x_or_y(hs_wstf, 2 * HS_ONE), 'Y');
  EXPECT_EQ(x_or_y(hs_wstf, HS_ONE / 2), 'X');
  EXPECT_EQ(x_or_y(hs_wstf, HS_ONE + HS_ONE / 2), 'X');
}

// The paper's I/O time has the block's own eighth: 7 and 5. With M = 1.6 s, 0.6875 of it is left to
// X: 4.81 < 5, where the positioning time has 4.125 > 4. M = 1.75 s: five sevenths, a tie. M = 1.8
// s: 5.06 > 5.
TEST_F(PositionSchedule, WstfWeighsTheIoTime) {
  const std::uint32_t tenths = HS_ONE / 10;
  EXPECT_EQ(x_or_y(hs_wstf, 16 * tenths, HS_WEIGHS_IO), 'X');
  EXPECT_EQ(x_or_y(hs_wstf, 16 * tenths, HS_WEIGHS_POSITIONING), 'Y');
  EXPECT_EQ(x_or_y(hs_wstf, HS_ONE + 3 * HS_ONE / 4, HS_WEIGHS_IO), 'X');
  EXPECT_EQ(x_or_y(hs_wstf, 18 * tenths, HS_WEIGHS_IO), 'Y');
  SchedulerBench bench(hs_wstf, *drive_, 1);
  EXPECT_EQ(bench.scheduler().parameters[1], HS_WEIGHS_IO) << "as in the paper";
}

// R, a read of four blocks, is at its sector 4 after 4 eighths, all of them rotation. W, a write of
// one block to sector 5 with three eighths of overhead, after 5, of which the arm has 2. R is over
// after 8, W after 6.
TEST_F(PositionSchedule, WhatIsWeighed) {
  drive_->params.overheads.write_command = 3 * kEighth;
  for (const hs_weighed weighs : {HS_WEIGHS_POSITIONING, HS_WEIGHS_MECHANICS, HS_WEIGHS_IO}) {
    for (const hs_scheduler_ops* ops : {&hs_sptf, &hs_spctf, &hs_gstf, &hs_asptf}) {
      const bool one = ops == &hs_sptf || ops == &hs_spctf;
      const auto first = one ? std::vector<std::uint32_t>{weighs}
                             : std::vector<std::uint32_t>{ops == &hs_gstf ? HS_ONE : 0, weighs};
      SchedulerBench bench(*ops, *drive_, 2, first);
      const std::uint32_t read = bench.add(4, 4);
      const std::uint32_t write = bench.add(5, 1, true);
      EXPECT_EQ(bench.pick(over(0, 0, 0)), weighs == HS_WEIGHS_POSITIONING ? read : write)
          << ops->name << " " << weighs;
    }
  }
}

// From over cylinder 2, sector 2 of cylinders 1 and 3 is under its head when the arm arrives, after
// two eighths. Neither bound leaves room, so the older goes first on whichever side it is.
TEST_F(PositionSchedule, ATieOnBothSidesGoesToTheOlder) {
  for (const hs_weighed weighs : {HS_WEIGHS_POSITIONING, HS_WEIGHS_MECHANICS, HS_WEIGHS_IO}) {
    for (const hs_scheduler_ops* ops : {&hs_sptf, &hs_spctf, &hs_asptf}) {
      const auto first = ops == &hs_asptf ? std::vector<std::uint32_t>{0, weighs}
                                          : std::vector<std::uint32_t>{weighs};
      for (const std::uint32_t older : {1U, 3U}) {
        SchedulerBench bench(*ops, *drive_, 2, first);
        bench.add(16 * older + 2);
        bench.add(16 * (4 - older) + 2);
        EXPECT_EQ(bench.pick(over(2, 0, 0)), 0U) << ops->name << " " << weighs << " " << older;
      }
    }
  }
}

// Past the limit it is the time overdue that counts: the older goes first, though it is farther.
TEST_F(PositionSchedule, WstfServesTheLongestOverdueFirst) {
  SchedulerBench bench(hs_wstf, *drive_, 3, {HS_ONE});
  const std::uint32_t older = bench.add(6, 1, false, 0);
  const std::uint32_t younger = bench.add(4, 1, false, kEighth);
  const std::uint32_t early = bench.add(1, 1, false, 500 * kEighth);
  EXPECT_EQ(bench.pick(over(0, 0, 800)), older);
  EXPECT_EQ(bench.pick(over(0, 0, 808)), younger);
  EXPECT_EQ(bench.pick(over(0, 0, 816)), early);
}

// X has 4.17 ms to make up, with half of W: 8 are not enough, 9 are.
TEST_F(PositionSchedule, Asptf) {
  EXPECT_EQ(x_or_y(hs_asptf, 0), 'Y');
  EXPECT_EQ(x_or_y(hs_asptf, 8 * HS_ONE), 'Y');
  EXPECT_EQ(x_or_y(hs_asptf, 9 * HS_ONE), 'X');
}

class CachedSchedule : public PositionSchedule {
 protected:
  void SetUp() override {
    drive_->params.cache.enabled = true;
    drive_->params.cache.hit_by_first_block = true;
    drive_->params.cache.segment_blocks = 16;
    drive_->params.cache.prefetch_maximum_blocks = 8;
    hs_cache_init(&cache_, &drive_->params.cache, &drive_->geometry());
    hs_cache_read_miss(&cache_, {50}, 2, false);  // 50 to 51 read, and 8 blocks ahead: 50 to 59
  }
  hs_cache cache_{};
};

// Blocks 50 to 59 are buffered. From over block 0, block 1 is an eighth away; 52 and 55 cost no
// time, and 55 is older. The write to 53 is no hit.
TEST_F(CachedSchedule, Spctf) {
  SchedulerBench bench(hs_spctf, *drive_, 4);
  bench.scheduler().cache = &cache_;
  bench.add(53, 1, true);
  const std::uint32_t near = bench.add(1);
  const std::uint32_t older = bench.add(55);
  const std::uint32_t younger = bench.add(52);
  EXPECT_EQ(bench.pick(over(0, 0, 0)), older);
  EXPECT_EQ(bench.pick(over(0, 0, 0)), younger);
  EXPECT_EQ(bench.pick(over(0, 0, 0)), near);
}

// It is all the same to a scheduler that is told of no cache.
TEST_F(CachedSchedule, SpctfWithoutACache) {
  SchedulerBench bench(hs_spctf, *drive_, 2);
  bench.add(52);
  EXPECT_EQ(bench.pick(over(0, 0, 0)), 0U);
  bench.add(52);
  const std::uint32_t near = bench.add(1);
  EXPECT_EQ(bench.pick(over(0, 0, 0)), near);
}

// X takes 12.50 ms and has waited for half a second; the hit has just come and takes none: W must
// be more than 25.
TEST_F(CachedSchedule, Aspctf) {
  for (const std::uint32_t w : {0U, 24U, 26U}) {
    SchedulerBench bench(hs_aspctf, *drive_, 2, {w * HS_ONE});
    bench.scheduler().cache = &cache_;
    const std::uint32_t x = bench.add(6, 1, false, 0);
    const std::uint32_t hit = bench.add(52, 1, false, 240 * kEighth);
    EXPECT_EQ(bench.pick(over(0, 0, 240)), w > 25 ? x : hit) << w;
  }
}

// Three reads of a run come in the order 16, 17, 18, all on sectors of one track. From over sector
// 1 of it, an eighth before, 17 is nearest; but 16 goes first, then 17, which ends where 18 begins.
// A write to 17 and a younger read that ends there hold nothing back.
TEST_F(CachedSchedule, AspctfSeq) {
  for (const bool kept : {false, true}) {
    const hs_scheduler_ops& ops = kept ? hs_aspctf_seq : hs_aspctf;
    SchedulerBench bench(ops, *drive_, 5, {0});
    bench.scheduler().cache = &cache_;
    const std::uint32_t first = bench.add(16);
    const std::uint32_t second = bench.add(17);
    const std::uint32_t third = bench.add(18);
    EXPECT_EQ(bench.pick(over(1, 0, 1)), kept ? first : second);
    EXPECT_EQ(bench.pick(over(1, 0, 1)), kept ? second : third);
    EXPECT_EQ(bench.pick(over(1, 0, 1)), kept ? third : first);
    const std::uint32_t older = bench.add(20);
    const std::uint32_t write = bench.add(18, 2, true);
    const std::uint32_t younger = bench.add(19);
    EXPECT_EQ(bench.pick(over(1, 0, 4)), older);
    EXPECT_EQ(bench.pick(over(1, 0, 3)), younger);
    EXPECT_EQ(bench.pick(over(1, 0, 2)), write);
  }
}

// What the buffer holds need not wait for what it does not: 49 to 50 is read from the medium.
TEST_F(CachedSchedule, AspctfSeqTakesAHitAtOnce) {
  SchedulerBench bench(hs_aspctf_seq, *drive_, 2, {0});
  bench.scheduler().cache = &cache_;
  const std::uint32_t miss = bench.add(48, 2);
  const std::uint32_t hit = bench.add(50);
  EXPECT_EQ(bench.pick(over(0, 0, 0)), hit);
  EXPECT_EQ(bench.pick(over(0, 0, 0)), miss);
}

}  // namespace
}  // namespace headstack
