// Task management, overlapped commands, unit attention and queue attributes, seen from the bus.
#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

RigOptions two_initiators(const std::string& scheduler = "fcfs") {
  RigOptions options;
  options.initiators = 2;
  options.scheduler = scheduler;
  return options;
}

std::uint32_t key_and_code(const Exchange& e) {
  return e.status == 0x02 ? e.sense[2] * 0x10000U + e.sense[12] * 0x100U + e.sense[13] : e.status;
}

const hs_firmware& firmware(const BusRig& rig) { return rig.drives[0]->cpu.firmware(); }

void expect_at_rest(const BusRig& rig) {
  EXPECT_EQ(firmware(rig).queue.held, 0U);
  EXPECT_EQ(firmware(rig).active.task, HS_NO_TASK);
  EXPECT_EQ(firmware(rig).queue.scheduler.waiting, 0U);
}

// Of four reads, the one at work (0) and one that waits (2) are taken back.
TEST(TaskManagement, AbortTask) {
  for (const char* scheduler : {"fcfs", "sstf", "clook", "sptf"}) {
    RigOptions options;
    options.scheduler = scheduler;
    BusRig rig(options);
    for (std::uint32_t i = 0; i < 4; ++i) {
      rig.host().send(read_order(500'000 + i * 1000, 8));
    }
    rig.host().send_at(5, function_order(TaskFunction::abort_task, 2));
    rig.host().send_at(5, function_order(TaskFunction::abort_task, 0));
    rig.host().send_at(6, function_order(TaskFunction::abort_task, 99));  // no such task
    rig.run();
    for (const std::size_t i : {0U, 2U}) {
      EXPECT_TRUE(rig.host()[i].aborted);
      EXPECT_EQ(rig.host()[i].status, 0x40);
      EXPECT_EQ(rig.host()[i].story(), "A S D x");
    }
    for (const std::size_t i : {1U, 3U, 4U, 5U, 6U}) {
      EXPECT_EQ(rig.host()[i].status, 0x00) << i;
    }
    EXPECT_EQ(rig.host()[4].story(), "A S !");
    EXPECT_LT(rig.host()[4].end_ms(), 5.1);
    expect_at_rest(rig);
  }
}

// A write is broken off at whatever instant; the next one finds a drive in order.
TEST(TaskManagement, AbortAtAnyInstant) {
  for (const bool write : {false, true}) {
    for (double time = 0.6; time < 40; time += 0.37) {
      BusRig rig;
      Order first = write ? write_order(500'000, 600) : read_order(500'000, 600);
      rig.host().send(first);
      rig.host().send_at(time, function_order(TaskFunction::abort_task, 0));
      rig.host().send_at(time, read_order(500'100, 8));
      rig.run();
      const bool aborted = rig.host()[0].aborted;
      EXPECT_EQ(rig.host()[0].status, aborted ? 0x40 : 0x00);
      EXPECT_EQ(rig.host()[1].status, 0x00);
      EXPECT_EQ(rig.host()[2].status, 0x00);
      if (aborted) {
        EXPECT_NE(rig.host()[2].story(), "A S in !") << "nothing of it is left in the buffer";
      }
      expect_at_rest(rig);
    }
  }
}

// A read that has given the bus away after its first part, 67 of 90 blocks: those are the host's.
TEST(TaskManagement, APartThatWasSentIsThere) {
  RigOptions options;
  options.contents = true;
  options.config = with_value(options.config, "bus.release_reads", "true");
  options.config = with_value(options.config, "bus.read_rate", "\"20 MB/s\"");
  Order read = read_order(500'000, 90);
  read.with_data = true;
  double between_ms = 0;
  {
    BusRig whole(options);
    whole.host().send(read);
    whole.run();
    ASSERT_EQ(whole.host()[0].story().substr(0, 14), "A S D R in D R");
    between_ms = (whole.host()[0].ms(5) + whole.host()[0].ms(6)) / 2;
  }
  BusRig rig(options);
  rig.host().send(read);
  rig.host().send_at(between_ms, function_order(TaskFunction::abort_task, 0));
  std::size_t untouched = 0;
  rig.host().on_status = [&](const Exchange& e) {
    if (e.aborted) {
      untouched = static_cast<std::size_t>(std::count(e.data.begin(), e.data.end(), 0xee));
    }
  };
  rig.run();
  EXPECT_EQ(rig.host()[0].moved_bytes, 67 * 512U);
  EXPECT_EQ(untouched, 23 * 512U + Exchange::kGuard);
}

TEST(TaskManagement, AbortTaskSetIsTheInitiatorsOwn) {
  BusRig rig(two_initiators());
  for (std::uint32_t i = 0; i < 3; ++i) {
    rig.host(0).send(read_order(500'000 + i, 8));
    rig.host(1).send(read_order(900'000 + i, 8));
  }
  rig.host(0).send_at(3, function_order(TaskFunction::abort_task_set));
  rig.host(1).send_at(100, parameter_order(0x00, 0));
  rig.run();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(rig.host(0)[i].aborted);
    EXPECT_FALSE(rig.host(1)[i].aborted);
  }
  EXPECT_EQ(key_and_code(rig.host(1)[3]), 0x00U);
}

// The initiator's tasks and its attention end. The other initiator keeps its own.
TEST(TaskManagement, LossOfANexus) {
  for (const bool modern : {false, true}) {
    RigOptions options = two_initiators();
    options.config =
        with_value(options.config, "interface.standard", modern ? "\"SPC-4\"" : "\"SCSI-2\"");
    BusRig rig(options);
    for (std::uint32_t i = 0; i < 3; ++i) {
      rig.host(0).send(read_order(500'000 + i, 8));
      rig.host(1).send(read_order(900'000 + i, 8));
    }
    rig.host(1).send_at(3, function_order(TaskFunction::clear_task_set));  // which host 0 must hear
    rig.host(1).send_at(4, read_order(900'000, 8));
    rig.host(0).send_at(5, function_order(TaskFunction::nexus_loss));
    for (const double at : {100., 101.}) {
      rig.host(0).send_at(at, parameter_order(0x00, 0));
      rig.host(1).send_at(at, parameter_order(0x00, 0));
    }
    rig.run();
    EXPECT_EQ(rig.host(0)[3].status, 0x00);
    EXPECT_EQ(rig.host(1)[4].status, 0x00);
    EXPECT_EQ(key_and_code(rig.host(0)[4]), modern ? 0x062907U : 0x062900U);
    EXPECT_EQ(key_and_code(rig.host(0)[5]), 0x00U);
    EXPECT_EQ(key_and_code(rig.host(1)[5]), 0x00U);
    EXPECT_EQ(key_and_code(rig.host(1)[6]), 0x00U);
    expect_at_rest(rig);
  }
}

// A reset ranks above a lost nexus, in both orders.
TEST(TaskManagement, AResetIsToldBeforeALostNexus) {
  for (const bool reset_first : {false, true}) {
    RigOptions options = two_initiators();
    options.config = with_value(options.config, "interface.standard", "\"SPC-4\"");
    BusRig rig(options);
    const auto reset = function_order(TaskFunction::logical_unit_reset);
    const auto loss = function_order(TaskFunction::nexus_loss);
    rig.host(0).send(reset_first ? reset : loss);
    rig.host(0).send(reset_first ? loss : reset);
    rig.host(0).send(parameter_order(0x00, 0));
    rig.host(0).send(parameter_order(0x00, 0));
    rig.run();
    EXPECT_EQ(key_and_code(rig.host(0)[2]), 0x062900U);
    EXPECT_EQ(key_and_code(rig.host(0)[3]), 0x00U);
  }
}

// The other initiator hears 06/2f/00, if it had tasks; the sender hears nothing.
TEST(TaskManagement, ClearTaskSet) {
  for (const bool others : {true, false}) {
    BusRig rig(two_initiators("sptf"));
    for (std::uint32_t i = 0; i < 3; ++i) {
      rig.host(0).send(read_order(500'000 + i, 8));
      if (others) {
        rig.host(1).send(read_order(900'000 + i, 8));
      }
    }
    rig.host(0).send_at(3, function_order(TaskFunction::clear_task_set));
    rig.host(0).send_at(10, parameter_order(0x00, 0));
    rig.host(1).send_at(20, parameter_order(0x00, 0));
    rig.host(1).send_at(30, parameter_order(0x00, 0));
    rig.run();
    EXPECT_TRUE(rig.host(0)[0].aborted);
    EXPECT_EQ(key_and_code(rig.host(0)[4]), 0x00U);
    const std::size_t first = others ? 3 : 0;
    EXPECT_EQ(key_and_code(rig.host(1)[first]), others ? 0x062f00U : 0x00U);
    EXPECT_EQ(key_and_code(rig.host(1)[first + 1]), 0x00U);
    expect_at_rest(rig);
  }
}

// Each initiator with tasks hears of the clearing, also one with a single task, and of any number.
TEST(TaskManagement, ClearTaskSetOfEachInitiator) {
  RigOptions options;
  options.initiators = 8;
  BusRig rig(options);
  for (std::size_t i = 0; i < 8; ++i) {
    rig.host(i).send(read_order(static_cast<std::uint32_t>(100'000 * i), 8));
    rig.host(i).send_at(20 + static_cast<double>(i), parameter_order(0x00, 0));
  }
  rig.host(3).send_at(3, function_order(TaskFunction::clear_task_set));
  rig.run();
  for (std::size_t i = 0; i < 8; ++i) {
    const std::size_t next = i == 3 ? 2 : 1;
    EXPECT_EQ(key_and_code(rig.host(i)[next]), i == 3 ? 0x00U : 0x062f00U) << i;
  }
  expect_at_rest(rig);
}

// Everything is gone, mode parameters are as at power-on, and everybody hears 06/29/00 once.
// INQUIRY and REPORT LUNS neither wait for it nor take it away; REQUEST SENSE does.
TEST(TaskManagement, LogicalUnitReset) {
  BusRig rig(two_initiators());
  rig.host(0).send(
      list_order({0x15, 0x10, 0, 0, 12, 0}, {0, 0, 0, 0, 0x0a, 6, 0, 0x00, 0, 0, 0, 0}));
  rig.host(1).send_at(5, parameter_order(0x03, 18));  // takes 06/2a/01
  rig.host(0).send_at(10, read_order(500'000, 8));
  rig.host(1).send_at(10, write_order(900'000, 8));
  rig.host(0).send_at(12, function_order(TaskFunction::logical_unit_reset));
  rig.host(0).send_at(20, parameter_order(0x12, 36));
  rig.host(0).send_at(21, reply_order({0xa0, 0, 0, 0, 0, 0, 0, 0, 0, 16}, 16));
  rig.host(0).send_at(22, read_order(0, 8));
  rig.host(0).send_at(23, read_order(0, 8));
  rig.host(1).send_at(40, parameter_order(0x03, 18));
  rig.host(1).send_at(41, parameter_order(0x03, 18));
  rig.host(0).send_at(50, reply_order({0x1a, 0x08, 0x0a, 0, 255, 0}, 255));
  rig.run();
  EXPECT_TRUE(rig.host(0)[1].aborted);
  EXPECT_TRUE(rig.host(1)[1].aborted);
  EXPECT_EQ(rig.host(0)[2].status, 0x00);
  EXPECT_EQ(rig.host(0)[3].status, 0x00);
  EXPECT_EQ(rig.host(0)[4].status, 0x00);
  EXPECT_EQ(key_and_code(rig.host(0)[5]), 0x062900U);
  EXPECT_EQ(key_and_code(rig.host(0)[6]), 0x00U);
  EXPECT_EQ(rig.host(1)[0].data[2], 0x06);
  EXPECT_EQ(rig.host(1)[0].data[12], 0x2a);
  EXPECT_EQ(rig.host(1)[2].data[2], 0x06);
  EXPECT_EQ(rig.host(1)[2].data[12], 0x29);
  EXPECT_EQ(rig.host(1)[3].data[2], 0x00);
  EXPECT_EQ(rig.host(0)[7].data[7], 0x10);  // the control page's queue algorithm modifier
}

TEST(TaskManagement, WrongUnitAndUnknownFunction) {
  BusRig rig;
  Order order = function_order(TaskFunction::logical_unit_reset);
  order.lun = 1;
  rig.host().send(order);
  rig.host().send_at(1, function_order(static_cast<TaskFunction>(9)));
  rig.host().send_at(2, parameter_order(0x00, 0));
  rig.run();
  EXPECT_EQ(rig.host()[0].status, static_cast<int>(TaskResponse::wrong_unit));
  EXPECT_EQ(rig.host()[1].status, static_cast<int>(TaskResponse::rejected));
  EXPECT_EQ(rig.host()[2].status, 0x00);
}

// While a write waits for the bus again, the reselection is taken back.
TEST(TaskManagement, AbortWhileReselecting) {
  BusRig rig(two_initiators());
  rig.host(0).send(read_order(500'000, 8));
  rig.host(0).send_at(1, write_order(500'000, 8));
  // The write is taken up at the read's end and wants the bus 0.824 ms later.
  rig.host(0).on_status = [&](const Exchange& e) {
    if (e.number == 0) {
      rig.host(1).send(function_order(TaskFunction::logical_unit_reset));
    }
  };
  rig.run();
  EXPECT_EQ(rig.host(0)[0].status, 0x00);
  EXPECT_EQ(rig.host(0)[1].story(), "A S D x");
  expect_at_rest(rig);
}

// --- overlapped commands
// ---------------------------------------------------------------------------

Order tagged(Order order, std::uint16_t tag, QueueAttribute attribute = QueueAttribute::simple) {
  order.tag = tag;
  order.attribute = attribute;
  return order;
}

// 0b/4e/00 for the one that overlaps, the end for all others of its initiator.
TEST(Overlapped, SameTagTwice) {
  BusRig rig(two_initiators());
  rig.host(0).send(tagged(read_order(500'000, 8), 5));
  rig.host(0).send(tagged(read_order(600'000, 8), 6));
  rig.host(1).send(tagged(read_order(700'000, 8), 5));  // another's: no matter
  rig.host(0).send_at(2, tagged(read_order(800'000, 8), 6));
  rig.host(0).send_at(4, tagged(read_order(800'000, 8), 6));
  rig.run();
  EXPECT_TRUE(rig.host(0)[0].aborted);
  EXPECT_TRUE(rig.host(0)[1].aborted);
  EXPECT_EQ(key_and_code(rig.host(0)[2]), 0x0b4e00U);
  EXPECT_EQ(rig.host(0)[3].status, 0x00);
  EXPECT_EQ(rig.host(1)[0].status, 0x00);
}

TEST(Overlapped, WithAndWithoutTag) {
  for (const auto& [first, second] :
       {std::make_pair(QueueAttribute::untagged, QueueAttribute::untagged),
        std::make_pair(QueueAttribute::untagged, QueueAttribute::simple),
        std::make_pair(QueueAttribute::ordered, QueueAttribute::untagged)}) {
    BusRig rig;
    rig.host().send(tagged(read_order(500'000, 8), 1, first));
    rig.host().send(tagged(read_order(600'000, 8), 2, second));
    rig.run();
    EXPECT_TRUE(rig.host()[0].aborted);
    EXPECT_EQ(key_and_code(rig.host()[1]), 0x0b4e00U);
    expect_at_rest(rig);
  }
}

// An untagged command after another, and REQUEST SENSE beside tagged ones, are in order.
TEST(Overlapped, NotThese) {
  BusRig rig;
  rig.host().send(tagged(read_order(500'000, 8), 1, QueueAttribute::untagged));
  rig.host().send_at(100, tagged(read_order(600'000, 8), 1, QueueAttribute::untagged));
  rig.host().send_at(200, tagged(read_order(500'000, 8), 1));
  rig.host().send_at(201, tagged(parameter_order(0x03, 18), 1, QueueAttribute::untagged));
  rig.host().send_at(300, tagged(read_order(100, 8), 1, QueueAttribute::untagged));
  rig.host().send_at(
      301, tagged(function_order(TaskFunction::abort_task), 77, QueueAttribute::untagged));
  rig.run();
  for (const std::size_t i : {0U, 1U, 2U, 3U, 5U}) {
    EXPECT_EQ(rig.host()[i].status, 0x00) << i;
  }
  EXPECT_TRUE(rig.host()[4].aborted);
}

TEST(Overlapped, UnknownAttribute) {
  BusRig rig;
  rig.host().send(tagged(read_order(500'000, 8), 1, static_cast<QueueAttribute>(4)));
  rig.run();
  EXPECT_EQ(key_and_code(rig.host()[0]), 0x0b4900U);
}

// --- order
// -----------------------------------------------------------------------------------------

// Restricted reordering: C-LOOK would take block 100 before the write of 2000 that is older.
TEST(Restricted, SameBlocksKeepTheirOrder) {
  for (const bool restricted : {false, true}) {
    RigOptions options = two_initiators("clook");
    BusRig rig(options);
    std::vector<std::size_t> order;
    rig.host().on_status = [&](const Exchange& e) { order.push_back(e.number); };
    const unsigned char modifier = restricted ? 0x00 : 0x10;
    rig.host().send(
        list_order({0x15, 0x10, 0, 0, 12, 0}, {0, 0, 0, 0, 0x0a, 6, 0, modifier, 0, 0, 0, 0}));
    rig.host().send_at(10, read_order(500'000, 8));
    rig.host().send_at(11, write_order(900'004, 1));
    rig.host().send_at(11, read_order(900'000, 8));
    rig.host().send_at(11, read_order(950'000, 8));
    rig.run();
    const std::vector<std::size_t> expected = restricted ? std::vector<std::size_t>{0, 1, 2, 3, 4}
                                                         : std::vector<std::size_t>{0, 1, 3, 2, 4};
    EXPECT_EQ(order, expected);
  }
}

// --- power-on
// --------------------------------------------------------------------------------------

TEST(UnitAttention, NoneAtPowerOnUnlessAskedFor) {
  BusRig rig;
  rig.host().send(parameter_order(0x00, 0));
  rig.run();
  EXPECT_EQ(rig.host()[0].status, 0x00);
}

// --- anything
// --------------------------------------------------------------------------------------

// Ten thousand commands of random bytes, most with a known operation, among them functions; every
// one has its end once, no register is accessed that is not there, and the drive is at rest then.
class Fuzz {
 public:
  Fuzz(BusRig& rig, std::size_t host, std::uint64_t seed) : host_(rig.host(host)), rng_(seed) {
    host_.on_status = [this](const Exchange& e) {
      ++ends[e.aborted ? -1 : e.status];
      if (host_.exchanges().size() < kEach) {
        host_.send(random_order());
      }
    };
    for (int i = 0; i < 12; ++i) {
      host_.send(random_order());
    }
  }
  static constexpr std::size_t kEach = 5'000;
  std::map<int, int> ends;

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(rng_() % bound); }
  std::uint8_t byte() { return static_cast<std::uint8_t>(below(3) == 0 ? below(256) : 0); }

  static bool brings_data(std::uint8_t operation) {
    for (const int each :
         {0x07, 0x0a, 0x15, 0x1d, 0x2a, 0x2e, 0x2f, 0x55, 0x8a, 0x8e, 0x8f, 0xaa, 0xae, 0xaf}) {
      if (operation == each) {
        return true;
      }
    }
    return false;
  }

  Order random_order() {
    static constexpr std::uint8_t kCodes[] = {
        0x00, 0x03, 0x07, 0x08, 0x0a, 0x12, 0x15, 0x16, 0x17, 0x1a, 0x1b, 0x1c, 0x1d,
        0x25, 0x28, 0x2a, 0x2e, 0x2f, 0x35, 0x37, 0x4d, 0x55, 0x56, 0x57, 0x5a, 0x88,
        0x8a, 0x8e, 0x8f, 0x91, 0x9e, 0xa0, 0xa8, 0xaa, 0xae, 0xaf, 0xb7};
    Order order;
    if (below(100) == 0) {
      order.function = static_cast<TaskFunction>(1 + below(5));
      order.tag = static_cast<std::uint16_t>(host_.exchanges().size() - below(20));
      order.lun = below(10) == 0 ? 1 : 0;
      return order;
    }
    for (std::uint8_t& each : order.cdb) {
      each = byte();
    }
    order.cdb[0] =
        below(20) == 0 ? static_cast<std::uint8_t>(below(256)) : kCodes[below(sizeof kCodes)];
    if (below(4) != 0) {
      order.cdb[1] = 0x10;
    }
    limit_lengths(order);
    order.write = brings_data(order.cdb[0]);
    order.with_data = below(4) == 0;
    order.bytes = order.with_data ? 300 : 1U << 30;  // 300 bytes are too little for many
    if (order.with_data && order.write) {
      order.list.resize(order.bytes);
      for (unsigned char& each : order.list) {
        each = byte();
      }
      order.list[2] = 0;
    }
    const std::uint32_t attribute = below(40);
    order.attribute =
        attribute < 4 ? static_cast<QueueAttribute>(attribute) : QueueAttribute::simple;
    order.lun = below(40) == 0 ? 1 : 0;
    order.tag = below(200) == 0 ? 3 : kOwnTag;
    return order;
  }

  // Transfers of many megabytes would take the simulation hours.
  void limit_lengths(Order& order) {
    const std::uint8_t group = order.cdb[0] >> 5;
    for (std::size_t i = group == 5 ? 6 : 10; group >= 4 && i < (group == 5 ? 8U : 12U); ++i) {
      order.cdb[i] = order.cdb[0] == 0x9e ? order.cdb[i] : 0;
    }
    for (std::size_t i = 2; group == 4 && i < 7; ++i) {
      order.cdb[i] = 0;
    }
    if (group == 1 || group == 5) {
      order.cdb[2] = order.cdb[0] == 0x37 ? order.cdb[2] : 0;
      order.cdb[7] &= 0x03;
    }
    if (order.cdb[0] == 0x1b) {
      order.cdb[4] = below(4) == 0 ? order.cdb[4] : std::uint8_t{1};  // seldom stopped
    }
  }

  ScsiTester& host_;
  std::mt19937_64 rng_;
};

TEST(ScsiFuzz, EveryCommandHasOneEnd) {
  for (const char* scheduler : {"fcfs", "clook", "sptf"}) {
    for (const std::uint64_t seed : {1U, 2U}) {
      RigOptions options = two_initiators(scheduler);
      options.config.queue.depth = 4;
      BusRig rig(options);
      Fuzz first(rig, 0, seed);
      Fuzz second(rig, 1, seed + 100);
      rig.run();
      for (const Fuzz* fuzz : {&first, &second}) {
        EXPECT_GT(fuzz->ends.at(0x00), 500);
        EXPECT_GT(fuzz->ends.at(0x02), 500);
        EXPECT_GT(fuzz->ends.at(0x28), 5);
        EXPECT_GT(fuzz->ends.at(-1), 50);
      }
      expect_at_rest(rig);
    }
  }
}

}  // namespace
}  // namespace headstack
