// The tagged queue's SIMPLE, ORDERED and HEAD OF QUEUE tasks (SCSI-2, 7.8), by hand.
//
// The scheduler is C-LOOK from block 0, so that SIMPLE tasks run by rising block, not by age. A
// task is written S, O or H with its block.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/queue_bench.h"

namespace headstack {
namespace {

class TaskQueue : public testing::Test {
 protected:
  // "S30 O10": the tasks arrive in this order.
  void arrive(const std::string& tasks) {
    std::size_t at = 0;
    while (at < tasks.size()) {
      const hs_attribute attribute = tasks[at] == 'S'   ? HS_ATTRIBUTE_SIMPLE
                                     : tasks[at] == 'O' ? HS_ATTRIBUTE_ORDERED
                                                        : HS_ATTRIBUTE_HEAD_OF_QUEUE;
      std::size_t digits = 0;
      const int block = std::stoi(tasks.substr(at + 1), &digits);
      EXPECT_NE(bench_.add(attribute, static_cast<std::uint32_t>(block)), HS_NO_TASK);
      at += 1 + digits + 1;
    }
  }

  // Runs `count` tasks, each to its end, and returns their blocks.
  std::vector<std::uint32_t> run(std::uint32_t count = 1000) {
    std::vector<std::uint32_t> blocks;
    while (blocks.size() < count && bench_.ready()) {
      const std::uint32_t entry = bench_.next();
      blocks.push_back(bench_.task(entry).lbn.value);
      bench_.finish(entry);
    }
    return blocks;
  }

  using Blocks = std::vector<std::uint32_t>;
  const std::unique_ptr<TestDrive> drive_ = eighths_drive(8);
  QueueBench bench_{hs_clook, *drive_, 16};
};

TEST_F(TaskQueue, SimpleTasksAreTheSchedulers) {
  arrive("S30 S10 S20");
  EXPECT_EQ(run(), (Blocks{10, 20, 30}));
}

TEST_F(TaskQueue, OrderedWaitsForOlderAndHoldsYounger) {
  arrive("S30 S20 O40 S5 S1");
  EXPECT_EQ(run(), (Blocks{20, 30, 40, 1, 5}));
}

TEST_F(TaskQueue, OrderedTasksRunByAge) {
  arrive("O40 O30 O50 O10");
  EXPECT_EQ(run(), (Blocks{40, 30, 50, 10}));
}

TEST_F(TaskQueue, SeveralOrderedWithSimpleBetween) {
  arrive("S9 S8 O50 S7 S6 O40 O30 S5 S4");
  EXPECT_EQ(run(), (Blocks{8, 9, 50, 6, 7, 40, 30, 4, 5}));
}

TEST_F(TaskQueue, HeadOfQueueRunsNewestFirst) {
  arrive("S1 H20 H30 H10");
  EXPECT_EQ(run(), (Blocks{10, 30, 20, 1}));
}

TEST_F(TaskQueue, HeadOfQueueOvertakesAnOrdered) {
  arrive("S9 O50 S1 H60 H70");
  EXPECT_EQ(run(), (Blocks{70, 60, 9, 50, 1}));
}

// Tasks that come in the course of the work.
TEST_F(TaskQueue, HeadOfQueueBetweenOrderedAndWhatItHolds) {
  arrive("O50 S2 S1");
  EXPECT_EQ(run(1), (Blocks{50}));
  arrive("H60");
  EXPECT_EQ(run(1), (Blocks{60}));
  EXPECT_EQ(run(), (Blocks{1, 2}));
}

TEST_F(TaskQueue, SimpleThatComesBehindAHeldOneIsHeldToo) {
  arrive("S9 O50 S8");
  EXPECT_EQ(run(1), (Blocks{9}));
  arrive("S1");  // lower, but younger than O50
  EXPECT_EQ(run(1), (Blocks{50}));
  arrive("S3");
  EXPECT_EQ(run(), (Blocks{1, 3, 8}));
}

// An ORDERED task that comes when the last one is over, but with SIMPLE ones of before still there.
TEST_F(TaskQueue, NextOrderedAfterAdmittedSimple) {
  arrive("O50 S7 S6");
  EXPECT_EQ(run(2), (Blocks{50, 6}));
  arrive("O40 S1");
  EXPECT_EQ(run(), (Blocks{7, 40, 1}));
}

TEST_F(TaskQueue, OrderedAloneRuns) {
  arrive("O50");
  EXPECT_TRUE(bench_.ready());
  EXPECT_EQ(run(), (Blocks{50}));
  EXPECT_FALSE(bench_.ready());
  EXPECT_EQ(bench_.next(), HS_NO_TASK);
}

// The running task counts as held until it is finished, and its entry is not given away.
TEST_F(TaskQueue, FinishFrees) {
  QueueBench one(hs_fcfs, *drive_, 1);
  EXPECT_FALSE(one.ready());
  for (int i = 0; i < 10; ++i) {
    const hs_attribute attribute = static_cast<hs_attribute>(i % 3);
    const std::uint32_t entry = one.add(attribute, 3);
    ASSERT_EQ(entry, 0U);
    EXPECT_EQ(one.add(HS_ATTRIBUTE_HEAD_OF_QUEUE, 4), HS_NO_TASK);
    ASSERT_EQ(one.next(), 0U);
    EXPECT_FALSE(one.ready());
    EXPECT_EQ(one.queue().held, 1U);
    EXPECT_EQ(one.add(attribute, 5), HS_NO_TASK) << "it still runs";
    one.finish(entry);
    EXPECT_EQ(one.queue().held, 0U);
  }
  EXPECT_TRUE(one.intact());
}

TEST_F(TaskQueue, FullQueueTakesNoMore) {
  QueueBench three(hs_clook, *drive_, 3);
  three.add(HS_ATTRIBUTE_SIMPLE, 1);
  three.add(HS_ATTRIBUTE_ORDERED, 2);
  three.add(HS_ATTRIBUTE_HEAD_OF_QUEUE, 3);
  for (const hs_attribute attribute :
       {HS_ATTRIBUTE_SIMPLE, HS_ATTRIBUTE_ORDERED, HS_ATTRIBUTE_HEAD_OF_QUEUE}) {
    EXPECT_EQ(three.add(attribute, 9), HS_NO_TASK);
  }
  EXPECT_EQ(three.queue().held, 3U);
  for (const std::uint32_t block : {3U, 1U, 2U}) {
    const std::uint32_t entry = three.next();
    EXPECT_EQ(three.task(entry).lbn.value, block);
    three.finish(entry);
  }
  EXPECT_TRUE(three.intact());
}

// What the caller gave stays; the order of arrival counts up.
TEST_F(TaskQueue, KeepsTheTasksFields) {
  hs_task task{};
  task.lbn = {33};
  task.blocks = 7;
  task.write = true;
  task.attribute = HS_ATTRIBUTE_ORDERED;
  task.initiator = 5;
  task.tag = {0xabcd};
  task.slot = 0xfffff;
  task.arrival = 123456789;
  hs_task_queue queue{};
  Arena table(hs_task_queue_memory(2));
  auto* tasks = static_cast<hs_task*>(table.memory());
  Arena arena(hs_scheduler_memory(&hs_fcfs, &drive_->params, 2));
  hs_task_queue_init(&queue, tasks, 2, &hs_fcfs, &drive_->params, nullptr, arena.memory());
  for (std::uint64_t order = 0; order < 2; ++order) {
    const std::uint32_t entry = hs_task_queue_claim(&queue);
    tasks[entry] = task;
    hs_task_queue_add(&queue, entry);
    const hs_task& kept = tasks[entry];
    EXPECT_EQ(kept.lbn.value, 33U);
    EXPECT_EQ(kept.blocks, 7U);
    EXPECT_TRUE(kept.write);
    EXPECT_EQ(kept.attribute, HS_ATTRIBUTE_ORDERED);
    EXPECT_EQ(kept.initiator, 5);
    EXPECT_EQ(kept.tag.value, 0xabcd);
    EXPECT_EQ(kept.slot, 0xfffffU);
    EXPECT_EQ(kept.arrival, 123456789U);
    EXPECT_EQ(kept.order, order);
  }
}

// A scheduler that knows positions predicts by the place of a task's first block when the task
// runs, whatever its attribute. Block 30: cylinder 1, head 1, sector 6 of 8.
TEST_F(TaskQueue, EveryTaskHasItsPlace) {
  QueueBench sptf(hs_sptf, *drive_, 3);
  for (const hs_attribute attribute :
       {HS_ATTRIBUTE_SIMPLE, HS_ATTRIBUTE_ORDERED, HS_ATTRIBUTE_HEAD_OF_QUEUE}) {
    sptf.add(attribute, 30);
    const hs_task& task = sptf.task(sptf.next());
    EXPECT_EQ(task.track.cylinder.value, 1U) << attribute;
    EXPECT_EQ(task.track.head.value, 1U) << attribute;
    EXPECT_EQ(task.angle, 6 * (kTurn / 8)) << attribute;
  }
}

}  // namespace
}  // namespace headstack
