// The vendor's mode page 20h: weights (subpage 01h) and priority times (subpage 02h). Bytes by hand
// from the layouts of docs/reference/scsi.md. The drive is the C2247. A drive that shares has the
// weights 50, 30 and 20 % (scheduler_of).
#include <gtest/gtest.h>

#include "tb/model/support/mode_lists.h"

namespace headstack {
namespace {

constexpr Cdb kSenseWeights = {0x5a, 0x08, 0x20, 0x01, 0, 0, 0, 0x04, 0x00, 0};
constexpr Cdb kSensePriorities = {0x5a, 0x08, 0x20, 0x02, 0, 0, 0, 0x04, 0x00, 0};
constexpr Cdb kSenseAll = {0x5a, 0x08, 0x3f, 0xff, 0, 0, 0, 0x04, 0x00, 0};
constexpr std::uint32_t kPercent = 1U << 16;

RigOptions with_scheduler(const char* name) {
  RigOptions options;
  options.scheduler = name;
  return options;
}

Bytes reply_of(const char* scheduler, Cdb cdb) {
  BusRig rig(with_scheduler(scheduler));
  CommandScript(rig).reply(cdb, 1024);
  rig.run();
  return data(rig.host()[0]);
}

Bytes with_zeros(Bytes bytes, std::size_t count) {
  bytes.resize(count);
  return bytes;
}

// 50 % is 00320000h, 30 % 001e0000h, 20 % 00140000h.
const Bytes kFactory = {0, 0x32, 0, 0, 0, 0x1e, 0, 0, 0, 0x14, 0, 0};

TEST(PageOfWeights, TheWeightsOfTheDriveFile) {
  Bytes expected = {0x01, 0x0e, 0, 0x10, 0, 0, 0, 0, 0xe0, 0x01, 0x01, 0x04, 0, 0, 0, 0};
  expected.insert(expected.end(), kFactory.begin(), kFactory.end());
  for (const char* scheduler : {"yfq", "yfq_dor", "yfq_tuned"}) {
    EXPECT_EQ(reply_of(scheduler, kSenseWeights), with_zeros(expected, 272)) << scheduler;
  }
  const Bytes mask = reply_of("yfq", {0x5a, 0x08, 0x60, 0x01, 0, 0, 0, 0x04, 0x00, 0});
  ASSERT_EQ(mask.size(), 272U);
  for (std::size_t i = 16; i < mask.size(); ++i) {
    EXPECT_EQ(mask[i], i % 4 == 0 ? 0 : i % 4 == 1 ? 0x7f : 0xff) << i;
  }
}

// 50 ms are c350h us, 100 ms 186a0h, 750 ms b71b0h.
TEST(PageOfPriorities, TheTimesOfTheDriveFile) {
  const Bytes page = reply_of("edf", kSensePriorities);
  ASSERT_EQ(page.size(), 76U);
  EXPECT_EQ(Bytes(page.begin(), page.begin() + 24),
            (Bytes{0x00, 0x4a, 0, 0x10, 0, 0, 0,    0,    0xe0, 0x02, 0x00, 0x40,
                   0,    0,    0, 0,    0, 0, 0xc3, 0x50, 0,    1,    0x86, 0xa0}));
  EXPECT_EQ(Bytes(page.end() - 4, page.end()), (Bytes{0, 0x0b, 0x71, 0xb0}));
  const Bytes mask = reply_of("edf", {0x5a, 0x08, 0x60, 0x02, 0, 0, 0, 0x04, 0x00, 0});
  EXPECT_EQ(Bytes(mask.begin() + 16, mask.end()), Bytes(60, 0xff));
  RigOptions options = with_scheduler("sptf_limits");
  options.config =
      with_value(options.config, "priorities.deadlines", R"(["1 us", "none", "4294.967295 s"])");
  BusRig rig(options);
  CommandScript(rig).reply(kSensePriorities, 1024);
  rig.run();
  Bytes expected = {0xe0, 0x02, 0x00, 0x40, 0, 0, 0,    0,    0,    0,
                    0,    1,    0,    0,    0, 0, 0xff, 0xff, 0xff, 0xff};
  EXPECT_EQ(page_in(rig.host()[0]), with_zeros(expected, 68));
}

// The code and subpage of each page of a reply without block descriptor.
std::vector<std::pair<int, int>> names(const Bytes& reply) {
  std::vector<std::pair<int, int>> found;
  for (std::size_t at = 8; at < reply.size();) {
    const bool sub = (reply[at] & 0x40) != 0;
    found.emplace_back(reply[at] & 0x3f, sub ? reply[at + 1] : 0);
    at += sub ? 4U + 256U * reply[at + 2] + reply[at + 3] : 2U + reply[at + 1];
  }
  return found;
}

TEST(VendorPages, AreAmongAllPagesInAscendingOrder) {
  using Names = std::vector<std::pair<int, int>>;
  const Names plain = {{1, 0}, {3, 0}, {4, 0}, {8, 0}, {10, 0}};
  Names with = plain;
  with.emplace_back(0x20, 1);
  EXPECT_EQ(names(reply_of("yfq", kSenseAll)), with);
  EXPECT_EQ(names(reply_of("yfq", {0x5a, 8, 0x3f, 0, 0, 0, 0, 4, 0, 0})), plain);
  EXPECT_EQ(names(reply_of("yfq", {0x5a, 8, 0x20, 0xff, 0, 0, 0, 4, 0, 0})), (Names{{0x20, 1}}));
  RigOptions options = with_scheduler("clook_limits");
  options.config.interface.standard = HS_SPC_6;
  BusRig rig(options);
  CommandScript(rig).reply({0x5a, 0, 0x3f, 0xff, 0, 0, 0, 4, 0, 0}, 1024);
  rig.run();
  Bytes all = data(rig.host()[0]);
  EXPECT_EQ(all.size(), 8U + 8 + 12 + 24 + 24 + 20 + 12 + 2 * 232 + 68);
  all.erase(all.begin() + 8, all.begin() + 16);
  EXPECT_EQ(names(all),
            (Names{{1, 0}, {3, 0}, {4, 0}, {8, 0}, {10, 0}, {10, 7}, {10, 8}, {0x20, 2}}));
}

void expect_refused(const char* scheduler, Cdb cdb, unsigned char byte) {
  BusRig rig(with_scheduler(scheduler));
  CommandScript(rig).reply(cdb, 1024);
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), "05/24/00") << scheduler;
  EXPECT_EQ(field(rig.host()[0]), (Bytes{0xc0, 0, byte})) << scheduler;
}

TEST(VendorPages, OnlyADriveWhoseSchedulerUsesThemHasThem) {
  for (const char* scheduler : {"fcfs", "sptf", "clook", "smtf_online"}) {
    expect_refused(scheduler, kSenseWeights, 2);
    expect_refused(scheduler, kSensePriorities, 2);
    expect_refused(scheduler, kSenseAll, 3);
    expect_refused(scheduler, {0x5a, 8, 0x20, 0, 0, 0, 0, 4, 0, 0}, 2);
  }
  expect_refused("yfq", kSensePriorities, 3);
  expect_refused("yfq", {0x5a, 8, 0x20, 0, 0, 0, 0, 4, 0, 0}, 3);
  expect_refused("yfq", {0x5a, 8, 0x08, 1, 0, 0, 0, 4, 0, 0}, 3);
  expect_refused("edf", kSenseWeights, 3);
  BusRig rig(with_scheduler("sptf"));
  CommandScript(rig)
      .add(select_10({weights_page({100 * kPercent})}))
      .add(select_10({priorities_page({1})}));
  rig.run();
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(sense(rig.host()[i]), "05/26/00");
    EXPECT_EQ(field(rig.host()[i]), (Bytes{0x80, 0, 8}));
  }
}

// The length of MODE SENSE (6) has one byte, and the page of weights does not fit.
TEST(PageOfWeights, IsTooLongForTheShortCommands) {
  expect_refused("yfq", {0x1a, 0x08, 0x20, 0x01, 255, 0}, 3);
}

TEST(PageOfWeights, ModeSelectSetsIt) {
  BusRig rig(with_scheduler("yfq"));
  CommandScript(rig)
      .add(select_10({weights_page({6554, 100 * kPercent})}))
      .reply(kSenseWeights, 1024)
      .add(select_10({weights_page(std::vector<std::uint32_t>(64, kPercent))}))
      .reply(kSenseWeights, 1024);
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kGood);
  EXPECT_EQ(page_in(rig.host()[1]), sensed(weights_page({6554, 100 * kPercent})));
  EXPECT_EQ(sense(rig.host()[2]), kGood);
  EXPECT_EQ(page_in(rig.host()[3]), sensed(weights_page(std::vector<std::uint32_t>(64, kPercent))));
}

struct Wrong {
  std::vector<std::uint32_t> weights;
  std::size_t field;  // in the page
};

// 6553 is less than 0.1 %. 64 weights of 1 %, one of them 0, has its gap there.
TEST(PageOfWeights, AWrongWeightIsNamed) {
  const std::uint32_t p = kPercent;
  std::vector<std::uint32_t> gap(64, p);
  gap[62] = 0;
  const Bytes before = sensed(weights_page({50 * p, 30 * p, 20 * p}));
  for (const Wrong& wrong : std::vector<Wrong>{{{}, 8},
                                               {{0, p}, 8},
                                               {{p, 0, p}, 12},
                                               {{p, 0, 0, p}, 12},
                                               {gap, 8 + 4 * 62},
                                               {{6553}, 8},
                                               {{p, 1}, 12},
                                               {{p, p, 100 * p + 1}, 16},
                                               {{p, 0xffff'ffff}, 12}}) {
    BusRig rig(with_scheduler("yfq_dor"));
    CommandScript(rig)
        .add(select_10({weights_page(wrong.weights)}, 0x11))
        .reply(kSenseWeights, 1024)
        .reply({0x5a, 0x08, 0xe0, 0x01, 0, 0, 0, 0x04, 0x00, 0}, 1024);
    rig.run();
    EXPECT_EQ(sense(rig.host()[0]), "05/26/00");
    const std::size_t at = wrong.field + 8;
    EXPECT_EQ(field(rig.host()[0]),
              (Bytes{0x80, static_cast<unsigned char>(at >> 8), static_cast<unsigned char>(at)}));
    EXPECT_EQ(page_in(rig.host()[1]), before);
    EXPECT_EQ(page_in(rig.host()[2]), before);
  }
}

TEST(VendorPages, AWrongHeaderIsNamed) {
  for (const auto& [at, value, named] : std::vector<std::array<unsigned char, 3>>{{0, 0x61, 0},
                                                                                  {1, 0x00, 0},
                                                                                  {1, 0x02, 0},
                                                                                  {2, 0x02, 2},
                                                                                  {3, 0x03, 2},
                                                                                  {4, 1, 4},
                                                                                  {7, 1, 7}}) {
    Bytes page = weights_page({kPercent});
    page[at] = value;
    BusRig rig(with_scheduler("yfq"));
    CommandScript(rig).add(select_10({page}));
    rig.run();
    EXPECT_EQ(sense(rig.host()[0]), "05/26/00") << int{at};
    EXPECT_EQ(field(rig.host()[0]), (Bytes{0x80, 0, static_cast<unsigned char>(8 + named)}));
  }
  for (const std::size_t bytes : {9U, 10U, 11U, 12U, 16U, 271U}) {
    Bytes list = list_of({weights_page({kPercent})});
    list.resize(bytes);
    BusRig rig(with_scheduler("yfq"));
    CommandScript(rig).add(select_list(list));
    rig.run();
    EXPECT_EQ(sense(rig.host()[0]), "05/1a/00") << bytes;
  }
}

// PS is reserved in MODE SELECT. The drive ignores the bit, so a reply can be sent back.
TEST(VendorPages, WhatIsSensedCanBeSelected) {
  for (const char* scheduler : {"yfq", "edf"}) {
    const bool weights = std::string(scheduler) == "yfq";
    Bytes list = reply_of(scheduler, weights ? kSenseWeights : kSensePriorities);
    list[0] = list[1] = 0;
    BusRig rig(with_scheduler(scheduler));
    CommandScript(rig).add(select_list(list));
    rig.run();
    EXPECT_EQ(sense(rig.host()[0]), kGood);
  }
}

// --- the effect of weights ----------------------------------------------------------------------

Order read_of(std::uint8_t class_id, std::uint32_t lbn) {
  Order order = read_order(lbn, 8);
  order.cdb[6] = class_id;
  return order;
}

// Sends five reads of class 0 and then five of class 1, at rising addresses from `first` on.
void send_ten(BusRig& rig, std::uint32_t first) {
  for (std::uint32_t i = 0; i < 10; ++i) {
    rig.host().send(read_of(i < 5 ? 0 : 1, first + 10'000 * i));
  }
}

// The numbers of the commands in the order of their ends.
std::vector<std::size_t> order_of(BusRig& rig) {
  std::vector<std::size_t> order;
  rig.host().on_status = [&](const Exchange& e) {
    order.push_back(e.number);
    EXPECT_EQ(sense(e), kGood) << e.number;
  };
  rig.run();
  return order;
}

// Numbers: 0 is the list with 80 and 20 %. 1 is a read of class 0 that is alone. A1 to A5 are 2 to
// 6, B1 to B5 are 7 to 11. A read of 8 blocks costs 0.1 at 80 % and 0.4 at 20 %. Read 1 ends class
// 0 at 0.1.
//   A1 .2 A2 .3 A3 .4 B1 .4 (A3 is a little less, because costs are rounded down): the first batch
//   A4 .5 A5 .6 B2 .8 B3 1.2: C-SCAN continues after B1, so B2 B3 A4 A5
//   B4 1.6 B5 2.0
// 12 is the list with 20 and 80 %, which waits for all older commands. C1 to C5 are 13 to 17, D1 to
// D5 18 to 22. The time is 1.6, and class 1 is at 2.0.
//   C1 2.0 D1 2.1 D2 2.2 D3 2.3
//   D4 2.4 C2 2.4 D5 2.5 C3 2.8: in C-SCAN order after D3: D4 D5 C2 C3
//   C4 3.2 C5 3.6
TEST(PageOfWeights, NewWeightsTurnTheOrderOfServiceRound) {
  BusRig rig(with_scheduler("yfq"));
  rig.host().send(select_10({weights_page({80 * kPercent, 20 * kPercent})}));
  rig.host().send(read_of(0, 0));
  send_ten(rig, 10'000);
  rig.host().send(select_10({weights_page({20 * kPercent, 80 * kPercent})}));
  send_ten(rig, 110'000);
  EXPECT_EQ(order_of(rig), (std::vector<std::size_t>{0,  1,  2,  3,  4,  7,  8,  9,  5,  6,  10, 11,
                                                     12, 13, 18, 19, 20, 21, 22, 14, 15, 16, 17}));
}

// The list goes before the waiting reads. The oldest read of each class keeps its time: A1 .2, B1
// .4. The later reads count by 20 and 80 %.
//   A1 .2 B1 .4 B2 .5 A2 .6 (as B3, and older): the first batch, A1 A2 B1 B2
//   B3 .6 B4 .7 B5 .8 A3 1.0
//   A4 A5
TEST(PageOfWeights, NewWeightsCountFromTheNextTurnOn) {
  BusRig rig(with_scheduler("yfq"));
  rig.host().send(select_10({weights_page({80 * kPercent, 20 * kPercent})}));
  rig.host().send(read_of(0, 0));
  send_ten(rig, 10'000);
  Order urgent = select_10({weights_page({20 * kPercent, 80 * kPercent})});
  urgent.attribute = QueueAttribute::head_of_queue;
  rig.host().send(urgent);
  EXPECT_EQ(order_of(rig), (std::vector<std::size_t>{0, 1, 12, 2, 3, 7, 8, 9, 10, 11, 4, 5, 6}));
}

// --- classes that wait --------------------------------------------------------------------------

TEST(PageOfWeights, AClassThatWaitsKeepsAWeight) {
  for (const auto attribute : {QueueAttribute::head_of_queue, QueueAttribute::simple}) {
    for (const char* scheduler : {"yfq", "yfq_dor", "yfq_tuned"}) {
      BusRig rig(with_scheduler(scheduler));
      Order select = select_10({weights_page({60 * kPercent, 40 * kPercent})}, 0x11);
      select.attribute = attribute;
      rig.host().send(read_of(1, 500'000));
      rig.host().send(select);  // 1
      rig.host().send(read_of(2, 1000));
      rig.host().send(reply_order(kSenseWeights, 1024));
      rig.host().on_status = [&](const Exchange& e) {
        if (e.number == 2) {
          rig.host().send(select);  // 4
          rig.host().send(read_of(1, 9000));
        }
        if (e.number == 5) {
          rig.host().send(read_of(2, 9000));  // 6
        }
      };
      rig.run();
      EXPECT_EQ(sense(rig.host()[1]), "05/26/00") << scheduler;
      EXPECT_EQ(field(rig.host()[1]), (Bytes{0x80, 0, 8 + 8 + 4 * 2})) << scheduler;
      EXPECT_EQ(sense(rig.host()[2]), kGood) << scheduler;
      EXPECT_EQ(sense(rig.host()[4]), kGood) << scheduler;
      EXPECT_EQ(sense(rig.host()[5]), kGood) << scheduler;
      EXPECT_EQ(sense(rig.host()[6]), "05/24/00") << scheduler;
      EXPECT_EQ(field(rig.host()[6]), (Bytes{0xc0, 0, 6})) << scheduler;
    }
  }
}

// Of several classes without a weight, the lowest that waits is named.
TEST(PageOfWeights, TheLowestWaitingClassIsNamed) {
  for (const std::uint8_t first : {std::uint8_t{1}, std::uint8_t{2}}) {
    BusRig rig(with_scheduler("yfq"));
    Order select = select_10({weights_page({100 * kPercent})});
    select.attribute = QueueAttribute::head_of_queue;
    rig.host().send(read_of(0, 500'000));
    rig.host().send(read_of(first, 1000));
    rig.host().send(read_of(static_cast<std::uint8_t>(3 - first), 2000));
    rig.host().send(select);
    rig.run();
    EXPECT_EQ(field(rig.host()[3]), (Bytes{0x80, 0, 8 + 8 + 4}));
  }
}

// A class that has got a weight by MODE SELECT can be used.
TEST(PageOfWeights, ANewClassIsServed) {
  BusRig rig(with_scheduler("yfq_tuned"));
  CommandScript(rig)
      .add(read_of(63, 1000))
      .add(select_10({weights_page(std::vector<std::uint32_t>(64, kPercent))}))
      .add(read_of(63, 1000));
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), "05/24/00");
  EXPECT_EQ(sense(rig.host()[2]), kGood);
}

TEST(PageOfPriorities, ModeSelectSetsIt) {
  std::vector<std::uint32_t> times(15, 7);
  times[0] = 0xffff'ffff;
  times[14] = 0;
  BusRig rig(with_scheduler("fd_edf"));
  CommandScript(rig).add(select_10({priorities_page(times)})).reply(kSensePriorities, 1024);
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kGood);
  EXPECT_EQ(page_in(rig.host()[1]), sensed(priorities_page(times)));
  const hs_firmware& firmware = rig.drives[0]->cpu.firmware();
  EXPECT_EQ(firmware.priority_times->current[1], 7U);
}

TEST(VendorPages, ADriveSharesAmongAtMost64Classes) {
  SimulationContext context;
  SchedulerSpec scheduler = parse_scheduler("yfq");
  scheduler.weights.assign(65, kPercent);
  try {
    Drive drive("drive", hp_c2247(), scheduler);
    FAIL() << "65 classes";
  } catch (const ConfigError& error) {
    EXPECT_NE(
        std::string(error.what()).find("weights: 65 classes; a drive shares among at most 64"),
        std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace headstack
