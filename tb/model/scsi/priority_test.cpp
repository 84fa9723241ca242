// Priorities of commands (SAM-5 8.7): a priority gives a command a class and a deadline, if the
// command block gives none. A scheduler that uses neither ignores priorities.
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

RigOptions with(const std::string& scheduler) {
  RigOptions options;
  options.scheduler = scheduler;
  return options;
}

Order prioritized(std::uint32_t lbn, std::uint8_t priority, std::uint8_t group = 0) {
  Order order = read_order(lbn, 1);
  order.cdb = read_write_10(false, lbn, 1, group);
  order.priority = priority;
  return order;
}

// Numbers of the commands in the order of their ends.
std::vector<std::size_t> order_of_ends(BusRig& rig) {
  std::vector<std::size_t> order;
  rig.host().on_status = [&order](const Exchange& e) { order.push_back(e.number); };
  rig.run();
  return order;
}

using Numbers = std::vector<std::size_t>;

// Command 0 keeps the drive busy until all commands have arrived. The times to the deadlines are
// 750, 50 and 150 ms. A command without a priority has no deadline.
TEST(Priority, TheMostUrgentIsServedFirst) {
  BusRig rig(with("edf"));
  rig.host().send(read_order(0, 400));
  rig.host().send_at(1, prioritized(100'000, 15));
  rig.host().send_at(1, prioritized(200'000, 0));
  rig.host().send_at(1, prioritized(300'000, 1));
  rig.host().send_at(1, prioritized(400'000, 3));
  EXPECT_EQ(order_of_ends(rig), (Numbers{0, 3, 4, 1, 2}));
}

// A command of priority 2 has 100 ms, and one of priority 1 has 50 ms. So the older command is the
// first to be due if it is older by more than 50 ms.
TEST(Priority, AWaitOfFiftyMillisecondsIsWorthAPriority) {
  constexpr std::uint32_t kBusy = 10;  // reads that are due before, and take 10 ms and more each
  for (const double later_ms : {47.0, 53.0}) {
    BusRig rig(with("edf"));
    for (std::uint32_t i = 0; i < kBusy; ++i) {
      Order due = read_order(0, 1);
      due.cdb = read_write_deadline(false, i % 2 * 1'500'000, 1, 0);
      rig.host().send(due);
    }
    rig.host().send_at(10, prioritized(100'000, 2));
    rig.host().send_at(10 + later_ms, prioritized(200'000, 1));
    const Numbers order = order_of_ends(rig);
    const bool older_first = order[kBusy] == kBusy;
    EXPECT_EQ(older_first, later_ms > 50) << later_ms;
  }
}

// The deadline of priority 1 is after 50 ms.
TEST(Priority, ADeadlineInTheCommandBlockCountsMore) {
  for (const std::int64_t deadline_ms : {45, 55}) {
    BusRig rig(with("edf"));
    Order exact = prioritized(300'000, 15);
    exact.cdb = read_write_deadline(false, 300'000, 1, 0);
    set_deadline(exact.cdb, deadline_ms * 1'000'000'000);
    rig.host().send(read_order(0, 400));
    rig.host().send_at(1, prioritized(100'000, 1));
    rig.host().send_at(1, exact);
    EXPECT_EQ(order_of_ends(rig), deadline_ms < 50 ? (Numbers{0, 2, 1}) : (Numbers{0, 1, 2}));
  }
}

// Three classes have a weight. The commands are as many as the queue takes, and from two classes in
// turn.
Numbers shared(std::uint8_t priority, std::uint8_t group) {
  BusRig rig(with("yfq"));
  rig.host().send(read_order(0, 400));
  for (std::uint32_t i = 0; i < 24; ++i) {
    const std::uint32_t lbn = 1'000'000 - i * 37'000;
    rig.host().send_at(1, i % 2 == 0 ? prioritized(lbn, 0, 1) : prioritized(lbn, priority, group));
  }
  return order_of_ends(rig);
}

TEST(Priority, IsTheClassOfACommandWithoutAGroup) {
  EXPECT_EQ(shared(2, 0), shared(0, 2));
  EXPECT_NE(shared(2, 0), shared(0, 0));
  EXPECT_EQ(shared(2, 1), shared(0, 1)) << "the group counts more";
}

TEST(Priority, WithoutAWeightIsClass0) {
  EXPECT_EQ(shared(3, 0), shared(0, 0));
  EXPECT_EQ(shared(15, 0), shared(0, 0));
}

TEST(Priority, ChangesNothingForASchedulerThatUsesNone) {
  std::vector<Numbers> orders;
  for (const std::uint32_t step : {0U, 1U}) {
    BusRig rig(with("sptf"));
    rig.host().send(read_order(0, 400));
    for (std::uint32_t i = 0; i < 15; ++i) {
      const auto priority = static_cast<std::uint8_t>(step * i);
      rig.host().send_at(1, prioritized(1'000'000 - i * 61'000, priority));
    }
    orders.push_back(order_of_ends(rig));
  }
  EXPECT_EQ(orders[0], orders[1]);
}

}  // namespace
}  // namespace headstack
