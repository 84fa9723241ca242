// The choice of the next task while another task is active, and later tasks that may still come
// first.
#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

RigOptions ahead(const std::string& scheduler) {
  RigOptions options;
  options.scheduler = scheduler;
  options.config.conditions.controller.choice = ControllerChoice::ahead;
  return options;
}

Order read_of(std::uint32_t lbn, QueueAttribute attribute = QueueAttribute::simple) {
  Order order = read_order(lbn, 16);
  order.attribute = attribute;
  return order;
}

constexpr auto kHead = QueueAttribute::head_of_queue;
constexpr std::uint32_t kNear = 101'000;
constexpr std::uint32_t kFar = 1'900'000;

class NextTask : public testing::TestWithParam<const char*> {
 protected:
  NextTask() : end_ms_(end_ms()), rig(ahead(GetParam())) {
    rig.host().on_status = [this](const Exchange& e) { order.push_back(e.number); };
  }

  // A write and a read, which is chosen when the write has got its last order: when it is on the
  // medium, and a while before it has the bus again for its status.
  void begin() {
    rig.host().send(write_order(100'000, 16));
    rig.host().send(read_of(kFar));
  }
  // In that while.
  double chosen_ms() const { return end_ms_ - 0.4; }
  const hs_next_task& next() const { return rig.drives[0]->cpu.firmware().next; }

  // Of the write.
  static double end_ms() {
    BusRig alone(ahead(GetParam()));
    alone.host().send(write_order(100'000, 16));
    alone.run();
    return alone.host()[0].end_ms();
  }

  double end_ms_;
  BusRig rig;
  std::vector<std::size_t> order;
};

TEST_P(NextTask, IsChosenOnceTheLastOrderIsGiven) {
  begin();
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  EXPECT_EQ(next().task, HS_NO_TASK);
  sc_core::sc_start(sc_core::sc_time(chosen_ms() - 1, sc_core::SC_MS));
  EXPECT_NE(next().task, HS_NO_TASK);
  rig.run();
  EXPECT_EQ(next().task, HS_NO_TASK);
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1}));
}

// What comes too late to be chosen comes after it, however near it is.
TEST_P(NextTask, StaysChosen) {
  begin();
  rig.host().send_at(chosen_ms(), read_of(kNear));
  rig.run();
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2}));
}

// SCSI-2 7.8.2: before everything that has not started, the newest first.
TEST_P(NextTask, GivesWayToTheHeadOfTheQueue) {
  begin();
  rig.host().send_at(chosen_ms(), read_of(kNear, kHead));
  rig.host().send_at(chosen_ms() + 0.1, read_of(kNear + 5000, kHead));
  rig.run();
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 3, 2, 1}));
}

TEST_P(NextTask, CanBeTakenBack) {
  begin();
  rig.host().send_at(chosen_ms(), read_of(kNear));
  rig.host().send_at(chosen_ms() + 0.1, function_order(TaskFunction::abort_task, 1));
  rig.run();
  EXPECT_TRUE(rig.host()[1].aborted);
  EXPECT_EQ(rig.host()[2].status, 0x00);
  EXPECT_EQ(rig.drives[0]->cpu.firmware().queue.held, 0U);
  EXPECT_EQ(next().task, HS_NO_TASK);
}

TEST_P(NextTask, IsForgottenWithAReset) {
  begin();
  rig.host().send_at(chosen_ms(), function_order(TaskFunction::logical_unit_reset));
  rig.host().send_at(chosen_ms() + 5, parameter_order(0x00, 0));  // takes the attention
  rig.host().send_at(chosen_ms() + 6, read_of(kNear));
  rig.run();
  EXPECT_TRUE(rig.host()[1].aborted);
  EXPECT_EQ(rig.host()[4].status, 0x00);
  EXPECT_EQ(rig.drives[0]->cpu.firmware().queue.held, 0U);
}

INSTANTIATE_TEST_SUITE_P(Schedulers, NextTask,
                         testing::Values("fcfs", "sstf", "clook", "sptf", "sptf_hw"));

}  // namespace
}  // namespace headstack
