// Tasks that wait or run while one of their blocks moves, on the drive of spared_drive.
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/queue_bench.h"

extern "C" {
#include "disk/located.h"
#include "disk/reallocation.h"
}

namespace headstack {
namespace {

class Relocation : public testing::Test {
 protected:
  Relocation() {
    hs_reallocations_init(&table_, arena_.memory(), 8, nullptr);
    drive_->params.geometry.reallocations = &table_;
  }

  void move(std::uint32_t lbn) {
    hs_pbn spare{};
    ASSERT_TRUE(hs_reallocate(&drive_->geometry(), &table_, {lbn}, 1, &spare));
    bench_.relocate(lbn);
  }

  // The task has the place that the map has now.
  void expect_located(std::uint32_t entry) const {
    const hs_task& task = bench_.task(entry);
    hs_task found = task;
    hs_locate(&drive_->geometry(), &found);
    EXPECT_EQ(task.run, found.run);
    EXPECT_EQ(task.zone, found.zone);
    EXPECT_EQ(task.sector, found.sector);
    EXPECT_EQ(task.angle, found.angle);
    EXPECT_EQ(task.track.cylinder.value, found.track.cylinder.value);
    EXPECT_EQ(task.track.head.value, found.track.head.value);
    expect_same_walk(hs_walk_of_task(&drive_->geometry(), &task),
                     hs_walk_begin(&drive_->geometry(), task.lbn));
  }

  // Both walks take the same steps to the end of the disk.
  void expect_same_walk(hs_walk kept, hs_walk made) const {
    while (made.lbn.value < drive_->blocks()) {
      const std::uint32_t left = drive_->blocks() - made.lbn.value;
      EXPECT_EQ(hs_place_key(kept.place), hs_place_key(made.place)) << made.lbn.value;
      EXPECT_EQ(hs_walk_step(&kept, left), hs_walk_step(&made, left)) << made.lbn.value;
      ASSERT_EQ(kept.lbn.value, made.lbn.value);
    }
  }

  Arena arena_{hs_reallocations_memory(8)};
  hs_reallocations table_{};
  const std::unique_ptr<TestDrive> drive_ = spared_drive();
  QueueBench bench_{hs_sptf, *drive_, 16};
};

TEST_F(Relocation, AWaitingTaskKeepsARunUpToTheMovedBlock) {
  for (const hs_attribute attribute :
       {HS_ATTRIBUTE_SIMPLE, HS_ATTRIBUTE_HEAD_OF_QUEUE, HS_ATTRIBUTE_ORDERED}) {
    SCOPED_TRACE(attribute);
    const std::uint32_t task = bench_.add(attribute, 9, 6);
    const std::uint32_t other = bench_.add(attribute, 33, 6);
    EXPECT_GT(bench_.task(task).run, 3U);
    EXPECT_EQ(bench_.task(other).run, 7U);
  }
  move(12);
  move(42);  // no task has this block; the track of the block follows the tracks of some tasks
  std::uint32_t with_the_block = 0;
  for (std::uint32_t entry = 0; entry < bench_.queue().held; ++entry) {
    expect_located(entry);
    with_the_block += bench_.task(entry).run == 3 ? 1 : 0;
  }
  EXPECT_EQ(with_the_block, 3U);
}

TEST_F(Relocation, AnyBlockOfATask) {
  for (const std::uint32_t lbn : {9U, 15U, 16U, 14U, 10U, 8U}) {
    SCOPED_TRACE(lbn);
    const std::uint32_t task = bench_.add(HS_ATTRIBUTE_SIMPLE, 9, 6);
    move(lbn);
    expect_located(task);
    EXPECT_EQ(bench_.next(), task);
    bench_.finish(task);
  }
}

TEST_F(Relocation, ATaskAtWork) {
  const std::uint32_t task = bench_.add(HS_ATTRIBUTE_SIMPLE, 9, 6);
  EXPECT_EQ(bench_.next(), task);
  move(12);
  expect_located(task);
  EXPECT_EQ(bench_.task(task).run, 3U);
}

}  // namespace
}  // namespace headstack
