// The choice of the next task: the class of a task by its size, the end of the active task, and the
// state that the scheduler sees. The drive of spared_drive has 8 blocks on a track.
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/register_script.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "next/next_task.h"
#pragma GCC diagnostic pop
#include "disk/located.h"
#include "hal/registers.h"
}

namespace headstack {
namespace {

constexpr hs_ticks kNow = 40 * kTurn;
constexpr hs_ticks kEighth = kTurn / 8;

hs_drive_view seen;  // by the scheduler below
std::uint32_t chosen = HS_NO_TASK;

hs_scheduler_ops watching(hs_knowledge knowledge) {
  hs_scheduler_ops ops{};
  ops.name = "watching";
  ops.knowledge = knowledge;
  ops.arrival = [](hs_scheduler*, std::uint32_t task) { chosen = task; };
  ops.pick = [](hs_scheduler*, const hs_drive_view* view) {
    seen = *view;
    return chosen;
  };
  ops.remove = [](hs_scheduler*, std::uint32_t) {};
  return ops;
}

class LookAhead : public testing::Test {
 protected:
  static constexpr std::uint32_t kDepth = 4;

  LookAhead() { begin(HS_KNOWS_LBN); }

  void begin(hs_knowledge knowledge) {
    ops_ = watching(knowledge);
    firmware_ = {};
    firmware_.config.drive = &drive_->params;
    firmware_.hal = regs_.hal();
    firmware_.active.task = HS_NO_TASK;
    firmware_.next.task = HS_NO_TASK;
    tasks_ = std::make_unique<Arena>(hs_task_queue_memory(kDepth));
    hs_task_queue_init(&firmware_.queue, static_cast<hs_task*>(tasks_->memory()), kDepth, &ops_,
                       &drive_->params, nullptr, nullptr);
  }

  std::uint32_t add(std::uint32_t lbn, std::uint32_t blocks, bool write = false) {
    const std::uint32_t entry = hs_task_queue_claim(&firmware_.queue);
    hs_task& task = firmware_.queue.tasks[entry];
    const std::uint8_t place = task.place;
    task = {};
    task.place = place;
    task.lbn = {lbn};
    task.blocks = blocks;
    task.write = write;
    task.action = write ? HS_ACTION_WRITE : HS_ACTION_READ;
    task.tag = {static_cast<std::uint16_t>(entry)};
    hs_task_queue_add(&firmware_.queue, entry);
    return entry;
  }
  // The task becomes the active one.
  void activate(std::uint32_t entry) {
    hs_task_queue_take(&firmware_.queue, entry);
    hs_locate(&drive_->params.geometry, &firmware_.queue.tasks[entry]);
    firmware_.active = {};
    firmware_.active.task = entry;
    firmware_.active.orders_at = kNow;
  }
  void started(hs_ticks now = kNow) {
    hs_drive_view view{};
    view.now = now;
    hs_next_started(&firmware_, &view);
  }
  hs_next_task& next() { return firmware_.next; }

  const std::unique_ptr<TestDrive> drive_ = spared_drive();
  RegisterScript regs_;
  hs_scheduler_ops ops_{};
  std::unique_ptr<Arena> tasks_;
  hs_firmware firmware_{};
};

// The logarithm of the blocks, at most 11.
TEST_F(LookAhead, TheClassOfASize) {
  const std::uint32_t entry = add(0, 1);
  activate(entry);
  for (std::uint32_t log = 0; log <= 20; ++log) {
    for (const std::uint32_t blocks : {1U << log, (2U << log) - 1}) {
      firmware_.queue.tasks[entry].blocks = blocks;
      started();
      EXPECT_EQ(next().size, log < 11 ? log : 11) << blocks;
    }
  }
}

TEST_F(LookAhead, TheKindOfATask) {
  for (const bool write : {false, true}) {
    for (const bool hit : {false, true}) {
      for (const bool cached : {false, true}) {
        begin(HS_KNOWS_LBN);
        activate(add(0, 1, write));
        firmware_.active.hit = hit;
        firmware_.active.write.cached = cached;
        started();
        EXPECT_EQ(next().kind, cached  ? HS_SPAN_CACHED
                               : hit   ? HS_SPAN_HIT
                               : write ? HS_SPAN_WRITE
                                       : HS_SPAN_READ);
      }
    }
  }
}

// Without a prediction, a task's time counts from its start. With one, it counts from the instant
// at which the last sector has passed, whatever the rounding of the predicted start.
TEST_F(LookAhead, TheEndOfTheTransfer) {
  for (std::uint32_t lbn = 0; lbn < 8; ++lbn) {
    for (std::uint32_t blocks = 1; blocks <= 8 - lbn; ++blocks) {
      for (const hs_ticks off : {hs_ticks{0}, hs_ticks{1}, kEighth / 2 - 1}) {
        begin(HS_KNOWS_LBN);
        activate(add(lbn, blocks));
        firmware_.active.predicted_media = kNow + kTurn + lbn * kEighth + off;
        started();
        EXPECT_EQ(next().begun, kNow + kTurn + (lbn + blocks) * kEighth)
            << lbn << " " << blocks << " " << off;
        EXPECT_EQ(next().last_order, 0U);
      }
    }
  }
  begin(HS_KNOWS_LBN);
  activate(add(3, 2));
  started();
  EXPECT_EQ(next().begun, kNow);
  firmware_.active.predicted_media = kNow - 5 * kTurn;
  started();
  EXPECT_EQ(next().begun, kNow);
}

// From the end of the transfer to the end of the task, and from its last order.
TEST_F(LookAhead, TheTimesOfATaskAreNoted) {
  activate(add(0, 4));
  started();
  next().last_order = kNow + 300;
  hs_next_ended(&firmware_, kNow + 1'000);
  EXPECT_EQ(next().foresight.end[HS_SPAN_READ][2].usual, 1'000U);
  EXPECT_EQ(next().foresight.rest[HS_SPAN_READ][2].usual, 700U);
  EXPECT_EQ(next().begun, 0U);
  hs_next_ended(&firmware_, kNow + 9'000);  // no task was active
  EXPECT_EQ(next().foresight.end[HS_SPAN_READ][2].usual, 1'000U);
  started();
  hs_next_ended(&firmware_, kNow + 1'016);  // no last order
  EXPECT_EQ(next().foresight.end[HS_SPAN_READ][2].usual, 1'016U);
  EXPECT_EQ(next().foresight.rest[HS_SPAN_READ][2].usual, 700U);
  started(kNow + 5);
  hs_next_ended(&firmware_, kNow + 5);  // at once
  EXPECT_EQ(next().foresight.end[HS_SPAN_READ][2].usual, 1'016U - 1'016 / 16);
  EXPECT_EQ(next().begun, 0U);
}

// The time of the first orders counts from the start of the task.
TEST_F(LookAhead, TheTimeOfTheOrdersIsNoted) {
  activate(add(0, 4));
  firmware_.active.orders_at = kNow + 640;
  started();
  EXPECT_EQ(next().foresight.start.usual, 640U);
  firmware_.active.orders_at = 0;  // not noted: the orders end now
  regs_.read(HS_SPINDLE_NOW, kNow + 656);
  started();
  regs_.verify();
  EXPECT_EQ(next().foresight.start.usual, 656U);
}

// The end of the active task is expected from its last order if this span has the smaller spread,
// or an equal one.
TEST_F(LookAhead, TheEndIsExpectedByTheBetterSpan) {
  struct Case {
    hs_ticks last_order, end_spread, rest_spread;
    bool by_rest;
  };
  for (const Case& one : {Case{0, 9, 0, false}, Case{kNow + 100, 9, 8, true},
                          Case{kNow + 100, 9, 9, true}, Case{kNow + 100, 9, 10, false}}) {
    begin(HS_KNOWS_LBN);
    activate(add(0, 4));
    started();
    firmware_.active.ordered = true;
    next().last_order = one.last_order;
    next().foresight.end[HS_SPAN_READ][2] = {5'000, one.end_spread};
    next().foresight.rest[HS_SPAN_READ][2] = {7'000, one.rest_spread};
    next().foresight.start.usual = 30;
    add(16, 4);
    if (one.last_order == 0) {
      regs_.read(HS_SPINDLE_NOW, kNow);  // the last order is noted
      next().foresight.rest[HS_SPAN_READ][2].spread = 10;
    }
    regs_.read(HS_INTERRUPT_PENDING, 0);
    regs_.read(HS_SPINDLE_NOW, kNow + 200);  // the choice begins
    regs_.read(HS_SPINDLE_NOW, kNow + 300);  // and ends
    hs_choose_ahead(&firmware_);
    regs_.verify();
    EXPECT_EQ(seen.now, (one.by_rest ? kNow + 100 + 7'000 : kNow + 5'000) + 30);
    EXPECT_EQ(next().foresight.choice.usual, 100U);
    EXPECT_EQ(next().task, 1U);
    EXPECT_EQ(next().last_order, one.last_order == 0 ? kNow : one.last_order);
  }
}

// The choice itself may end after the task.
TEST_F(LookAhead, TheChoiceTakesTime) {
  activate(add(0, 4));
  started();
  firmware_.active.ordered = true;
  next().last_order = kNow;
  next().foresight.rest[HS_SPAN_READ][2] = {400, 0};
  next().foresight.choice = {600, 0};
  next().foresight.start.usual = 30;
  add(16, 4);
  regs_.read(HS_INTERRUPT_PENDING, 0);
  regs_.read(HS_SPINDLE_NOW, kNow + 10);
  regs_.read(HS_SPINDLE_NOW, kNow + 610);
  hs_choose_ahead(&firmware_);
  regs_.verify();
  EXPECT_EQ(seen.now, kNow + 10 + 600 + 30);
}

// A scheduler that knows positions sees the track of the last block, and a read-ahead that ends
// with a sector.
TEST_F(LookAhead, ThePositionAfterTheTask) {
  for (const bool write : {false, true}) {
    for (const bool ordered : {false, true}) {
      begin(HS_KNOWS_POSITION);
      activate(add(20, 6, write));  // to block 25, on head 1 of cylinder 1
      started();
      firmware_.active.ordered = ordered;
      firmware_.active.done = 1;
      next().last_order = kNow;
      next().foresight.choice = {1'000, 0};
      next().foresight.start.usual = 30;
      add(0, 4);
      regs_.read(HS_INTERRUPT_PENDING, 0);
      regs_.read(HS_SPINDLE_NOW, kNow + 10);
      regs_.read(HS_CHANNEL_TRACK, HS_TRACK(2, 0));
      regs_.read(HS_CHANNEL_FREE, kNow + 7 * kTurn);
      regs_.read(HS_SPINDLE_NOW, kNow + 20);
      hs_choose_ahead(&firmware_);
      regs_.verify();
      const hs_ticks now = kNow + 1'010 + 30;
      EXPECT_EQ(seen.now, now);
      EXPECT_EQ(seen.track.cylinder.value, ordered ? 2U : 1U);
      EXPECT_EQ(seen.track.head.value, ordered ? 0U : 1U);
      const hs_ticks sector = now + (write ? 0 : kEighth);
      EXPECT_EQ(seen.free_at, ordered ? kNow + 7 * kTurn : sector);
      EXPECT_EQ(seen.last_end.value, 26U);
      EXPECT_EQ(seen.last_first.value, 20U);
      EXPECT_EQ(seen.last_write, write);
    }
  }
}

// A choice is due after the last order if it then fits before the end of the task, with twice both
// spreads as a margin. Otherwise it is due after the first order.
TEST_F(LookAhead, WhenAChoiceIsDue) {
  struct Case {
    bool ordered;
    hs_ticks choice, choice_spread, rest, rest_spread;
    bool due;
  };
  for (const Case& one : {Case{true, 500, 0, 500, 0, true}, Case{false, 500, 0, 500, 0, false},
                          Case{false, 501, 0, 500, 0, true}, Case{false, 480, 5, 500, 5, false},
                          Case{false, 481, 5, 500, 5, true}, Case{false, 480, 6, 500, 5, true},
                          Case{false, 480, 5, 500, 6, true}}) {
    begin(HS_KNOWS_LBN);
    activate(add(0, 4));
    started();
    firmware_.active.ordered = one.ordered;
    next().last_order = kNow;
    next().foresight.choice = {one.choice, one.choice_spread};
    next().foresight.rest[HS_SPAN_READ][2] = {one.rest, one.rest_spread};
    add(16, 4);
    if (one.due) {
      regs_.read(HS_INTERRUPT_PENDING, 0);
      regs_.read(HS_SPINDLE_NOW, kNow + 10);
      regs_.read(HS_SPINDLE_NOW, kNow + 20);
    }
    hs_choose_ahead(&firmware_);
    regs_.verify();
    EXPECT_EQ(next().task, one.due ? 1U : HS_NO_TASK);
  }
}

// No choice: no task is active, none waits, a task is chosen already, an interrupt waits, or the
// heads will first go elsewhere.
TEST_F(LookAhead, WhenNoChoiceIsMade) {
  for (int reason = 0; reason < 7; ++reason) {
    SCOPED_TRACE(reason);
    begin(HS_KNOWS_LBN);
    activate(add(0, 4));
    started();
    firmware_.active.ordered = true;
    next().last_order = kNow;
    if (reason != 0) {
      add(16, 4);
    }
    switch (reason) {
      case 0:
        break;
      case 1:
        firmware_.active.task = HS_NO_TASK;
        break;
      case 2:
        next().task = 1;
        break;
      case 3:
        regs_.read(HS_INTERRUPT_PENDING, HS_CAUSE_MEDIA);
        break;
      case 4:
        next().kind = HS_SPAN_CACHED;
        break;
      case 5:
        firmware_.write_buffer.count = 1;
        break;
      default:
        firmware_.destage.blocks = 1;
        break;
    }
    const std::uint32_t before = next().task;
    hs_choose_ahead(&firmware_);
    regs_.verify();
    EXPECT_EQ(next().task, before);
  }
}

// A HEAD OF QUEUE task goes before a chosen task, unless the chosen one is a younger such task.
TEST_F(LookAhead, AnUrgentTaskGoesBefore) {
  const std::uint32_t first = add(0, 4);
  EXPECT_FALSE(hs_next_waits(&firmware_));
  next().task = first;
  EXPECT_TRUE(hs_next_waits(&firmware_));
  const std::uint32_t urgent = hs_task_queue_claim(&firmware_.queue);
  firmware_.queue.tasks[urgent] = {};
  firmware_.queue.tasks[urgent].attribute = HS_ATTRIBUTE_HEAD_OF_QUEUE;
  firmware_.queue.tasks[urgent].blocks = 1;
  hs_task_queue_add(&firmware_.queue, urgent);
  EXPECT_FALSE(hs_next_waits(&firmware_));
  firmware_.queue.tasks[first].attribute = HS_ATTRIBUTE_HEAD_OF_QUEUE;
  EXPECT_FALSE(hs_next_waits(&firmware_));
  firmware_.queue.tasks[first].order = firmware_.queue.tasks[urgent].order + 1;
  EXPECT_TRUE(hs_next_waits(&firmware_));
}

TEST_F(LookAhead, ATaskIsForgotten) {
  activate(add(0, 4));
  started();
  next().task = 2;
  firmware_.orders.task = 2;
  hs_next_forget(&firmware_, 1);
  EXPECT_EQ(next().task, 2U);
  EXPECT_EQ(firmware_.orders.task, 2U);
  EXPECT_NE(next().begun, 0U);
  hs_next_forget(&firmware_, 2);
  EXPECT_EQ(next().task, HS_NO_TASK);
  EXPECT_EQ(firmware_.orders.task, HS_NO_TASK);
  EXPECT_NE(next().begun, 0U);
  hs_next_forget(&firmware_, 0);
  EXPECT_EQ(next().begun, 0U);
}

// A scheduler that does not know positions sees the arm at rest, whatever the memory held.
TEST_F(LookAhead, AViewSetsEachMember) {
  hs_drive_view view;
  std::memset(static_cast<void*>(&view), 0xa5, sizeof view);
  regs_.read(HS_SPINDLE_NOW, kNow);
  hs_firmware_view(&firmware_, HS_KNOWS_LBN, true, &view);
  regs_.verify();
  EXPECT_EQ(view.now, kNow);
  EXPECT_EQ(view.free_at, 0U);
  EXPECT_EQ(view.track.cylinder.value, 0U);
  EXPECT_EQ(view.track.head.value, 0U);
  EXPECT_EQ(view.last_first.value, 0U);
  EXPECT_EQ(view.last_end.value, 0U);
  EXPECT_EQ(view.read_done, 0U);
  EXPECT_EQ(view.stream.longest_gap, 0U);
  EXPECT_TRUE(view.connected);
  const bool others[] = {view.last_write, view.last_hit, view.last_sequential, view.reading,
                         view.stream.goes_on};
  for (const bool other : others) {
    EXPECT_FALSE(other);
  }
}

}  // namespace
}  // namespace headstack
