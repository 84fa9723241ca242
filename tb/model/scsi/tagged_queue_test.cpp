// The drive's tagged queue, seen from the bus: its depth, and the queue attributes.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

// Numbers of the commands in the order of their statuses.
class CompletionOrder {
 public:
  explicit CompletionOrder(ScsiTester& host) {
    host.on_status = [this](const Exchange& e) { order.push_back(e.number); };
  }
  std::vector<std::size_t> order;
};

Order with(QueueAttribute attribute, std::uint32_t lbn) {
  Order order = read_order(lbn, 1);
  order.attribute = attribute;
  return order;
}

// Leaves the bus free until it is written, so that what is sent with it comes meanwhile, before the
// next task is chosen.
Order long_one(std::uint32_t lbn) { return write_order(lbn, 1); }

constexpr auto kSimple = QueueAttribute::simple;
constexpr auto kOrdered = QueueAttribute::ordered;
constexpr auto kHead = QueueAttribute::head_of_queue;

// Whenever the next task is chosen, what the attributes say holds.
class TaggedQueue : public testing::TestWithParam<ControllerChoice> {
 protected:
  static RigOptions with_depth(std::uint32_t depth, const std::string& scheduler = "fcfs") {
    RigOptions options;
    options.scheduler = scheduler;
    options.config.queue.depth = depth;
    options.config.conditions.controller.choice = GetParam();
    return options;
  }
};

// The running one counts, as SCSI-2 has it.
TEST_P(TaggedQueue, FullWhenItsDepthIsExceeded) {
  BusRig rig(with_depth(4));
  for (std::uint32_t i = 0; i < 7; ++i) {
    rig.host().send(read_order(i * 10'000, 8));
  }
  for (std::uint32_t i = 0; i < 4; ++i) {
    rig.host().send_at(500, read_order(i * 10'000, 8));
  }
  rig.run();
  for (std::size_t i = 0; i < 11; ++i) {
    const bool full = i >= 4 && i < 7;
    EXPECT_EQ(rig.host()[i].status, full ? 0x28 : 0x00) << i;
    EXPECT_EQ(rig.host()[i].sense_bytes, 0);
    if (full) {
      EXPECT_EQ(rig.host()[i].story(), "A S !");
      EXPECT_LT(rig.host()[i].end_ms(), 1.0);
    }
  }
}

TEST_P(TaggedQueue, APlaceIsFreeOnceATaskIsOver) {
  BusRig rig(with_depth(1));
  rig.host().send(read_order(0, 8));
  rig.host().send_at(1, read_order(10, 8));
  rig.host().on_status = [&rig](const Exchange& e) {
    if (e.number == 0) {
      rig.host().send(read_order(20, 8));  // right at its status
    }
  };
  rig.run();
  EXPECT_EQ(rig.host()[0].status, 0x00);
  EXPECT_EQ(rig.host()[1].status, 0x28);
  EXPECT_EQ(rig.host()[2].status, 0x00);
}

// What needs no medium is answered while the queue is full.
TEST_P(TaggedQueue, AFullQueueStillAnswersInquiries) {
  BusRig rig(with_depth(1));
  rig.host().send(read_order(0, 8));
  rig.host().send_at(1, parameter_order(0x12, 36));
  rig.host().send_at(3, parameter_order(0x00, 0));
  rig.run();
  EXPECT_EQ(rig.host()[1].status, 0x00);
  EXPECT_EQ(rig.host()[1].moved_bytes, 36U);
  EXPECT_EQ(rig.host()[2].status, 0x00);
  EXPECT_LT(rig.host()[2].end_ms(), rig.host()[0].end_ms());
}

TEST_P(TaggedQueue, HeadOfQueueRunsNextTheNewestFirst) {
  BusRig rig(with_depth(100));
  const CompletionOrder completed(rig.host());
  rig.host().send(long_one(100'000));
  for (const QueueAttribute attribute : {kSimple, kSimple, kHead, kSimple, kHead}) {
    rig.host().send(with(attribute, 100'000));
  }
  rig.run();
  EXPECT_EQ(completed.order, (std::vector<std::size_t>{0, 5, 3, 1, 2, 4}));
}

// SSTF would serve block 1,990,000 on the way and 500,000 before 1,000,000; ORDERED forbids it.
TEST_P(TaggedQueue, NothingPassesAnOrderedTask) {
  BusRig rig(with_depth(100, "sstf"));
  const CompletionOrder completed(rig.host());
  rig.host().send(long_one(0));
  rig.host().send(with(kSimple, 1'000'000));
  rig.host().send(with(kSimple, 1'000));
  rig.host().send(with(kOrdered, 2'000'000));
  rig.host().send(with(kSimple, 500'000));
  rig.host().send(with(kSimple, 1'990'000));
  rig.host().send(with(kHead, 1'500'000));
  rig.run();
  EXPECT_EQ(completed.order, (std::vector<std::size_t>{0, 6, 1, 2, 3, 5, 4}));
}

// One command that runs while all others come; then the order is: heads of queue, newest first;
// what is before the first ORDERED one as C-LOOK has it; that one; and so on.
std::vector<std::size_t> expected_order(const std::vector<Order>& orders) {
  const auto lbn = [&](std::size_t i) {
    const auto& cdb = orders[i].cdb;
    return std::uint32_t{cdb[2]} << 24 | std::uint32_t{cdb[3]} << 16 | std::uint32_t{cdb[4]} << 8 |
           cdb[5];
  };
  std::vector<std::size_t> done = {0};
  for (std::size_t i = orders.size() - 1; i > 0; --i) {
    if (orders[i].attribute == kHead) {
      done.push_back(i);
    }
  }
  std::vector<std::size_t> group;
  const auto serve_group = [&] {
    while (!group.empty()) {
      const std::uint32_t here = lbn(done.back());
      const auto key = [&](std::size_t i) { return std::make_tuple(lbn(i) < here, lbn(i), i); };
      const auto next = std::min_element(group.begin(), group.end(),
                                         [&](auto a, auto b) { return key(a) < key(b); });
      done.push_back(*next);
      group.erase(next);
    }
  };
  for (std::size_t i = 1; i < orders.size(); ++i) {
    if (orders[i].attribute == kSimple) {
      group.push_back(i);
    } else if (orders[i].attribute == kOrdered) {
      serve_group();
      done.push_back(i);
    }
  }
  serve_group();
  return done;
}

TEST_P(TaggedQueue, RandomAttributes) {
  std::mt19937_64 rng(61);
  for (int run = 0; run < 60; ++run) {
    std::vector<Order> orders = {long_one(1'000'000)};
    const std::size_t count = 1 + rng() % 60;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t kind = rng() % 8;
      orders.push_back(with(kind == 0   ? kOrdered
                            : kind == 1 ? kHead
                                        : kSimple,
                            static_cast<std::uint32_t>(rng() % 200 * 10'000)));
    }
    BusRig rig(with_depth(100, "clook"));
    const CompletionOrder completed(rig.host());
    for (const Order& order : orders) {
      rig.host().send(order);
    }
    rig.run();
    ASSERT_EQ(completed.order, expected_order(orders)) << "run " << run;
  }
}

TEST_P(TaggedQueue, SixtyFiveThousandFiveHundredAndThirtySix) {
  RigOptions options = with_depth(65'536, "clook");
  options.initiators = 2;  // one has 65,536 tags
  BusRig rig(options);
  rig.host().most_arbitrating = 1;
  std::mt19937_64 rng(62);
  for (std::uint32_t i = 0; i < 65'536; ++i) {
    Order order = read_order(static_cast<std::uint32_t>(rng() % 2'000'000), 8);
    order.tag = static_cast<std::uint16_t>(i);
    rig.host().send(order);
  }
  std::size_t full = 0;
  std::size_t good = 0;
  const auto count = [&](const Exchange& e) {
    full += e.status == 0x28 ? 1 : 0;
    good += e.status == 0x00 ? 1 : 0;
  };
  rig.host().on_status = count;
  rig.host(1).on_status = count;
  rig.host().on_selection = [&](const Exchange& e) {
    if (e.number == 65'535) {
      rig.host(1).send(read_order(0, 8));
      rig.host(1).send(read_order(0, 8));
    }
  };
  rig.run();
  EXPECT_EQ(full, 2U);
  EXPECT_EQ(good, 65'536U);
  EXPECT_EQ(rig.host(1)[0].status, 0x28);
  EXPECT_EQ(rig.host(1)[1].status, 0x28);
}

INSTANTIATE_TEST_SUITE_P(Choice, TaggedQueue,
                         testing::Values(ControllerChoice::when_free, ControllerChoice::ahead),
                         [](const auto& of) {
                           return of.param == ControllerChoice::ahead ? "ahead" : "when_free";
                         });

}  // namespace
}  // namespace headstack
