// The mode pages, the log page and the report of duration limits: bytes by hand, from the sources
// that docs/reference/scsi.md names. The drive is the C2247, as if it claimed SPC-6.
#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

constexpr std::size_t kPage = 232;
constexpr std::size_t kHeader = 8;  // of the list and of the page
constexpr std::size_t kDescriptor = 32;

RigOptions claims_spc_6() {
  RigOptions options;
  options.config.interface.standard = HS_SPC_6;
  options.config.conditions.duration_limits.reads = {
      {0, 0, 10, HS_DURATION_10_MS, 0, 0, HS_DURATION_ABORT}};
  return options;
}

// Page T2A or T2B with one descriptor in the first place.
Bytes page_of(std::uint8_t subpage, const Bytes& descriptor) {
  Bytes page = {0x4a, subpage, 0x00, 0xe4, 0, 0, 0, 0};
  page.insert(page.end(), descriptor.begin(), descriptor.end());
  page.resize(kPage);
  return page;
}

// The page as MODE SENSE returns it: it can be saved (PS).
Bytes sensed_page(std::uint8_t subpage, const Bytes& descriptor) {
  Bytes page = page_of(subpage, descriptor);
  page[0] = 0xca;
  return page;
}

// A list for MODE SELECT (10), without a block descriptor.
Bytes list_of(const Bytes& page) {
  Bytes list(8);
  list.insert(list.end(), page.begin(), page.end());
  return list;
}

Bytes tail(const Bytes& bytes, std::size_t count) {
  return {bytes.end() - static_cast<std::ptrdiff_t>(count), bytes.end()};
}

// waiting 1234h x 1 us: abort; working 5678h: unavailable; whole 9abch: next
const Bytes kDescriptorBytes = {0x08, 0, 0x12, 0x34, 0x56, 0x78, 0xfd, 0,
                                0,    0, 0x9a, 0xbc, 0,    0,    0x01};
constexpr Cdb kSenseT2A = {0x5a, 0x08, 0x0a, 0x07, 0, 0, 0, 0x02, 0x00, 0};
constexpr Cdb kSelect = {0x55, 0x10, 0, 0, 0, 0, 0, 0, 240, 0};

TEST(DurationPages, ThePageAtPowerOnIsThatOfTheDriveFile) {
  BusRig rig(claims_spc_6());
  CommandScript(rig)
      .reply(kSenseT2A, 512)
      .reply({0x5a, 0x08, 0x0a, 0x08, 0, 0, 0, 0x02, 0x00, 0}, 512)
      .reply({0x5a, 0x08, 0x8a, 0x07, 0, 0, 0, 0x02, 0x00, 0}, 512)
      .reply({0x5a, 0x08, 0x4a, 0x08, 0, 0, 0, 0x02, 0x00, 0}, 512);
  rig.run();
  Bytes at_start = {0x00, 0xee, 0, 0x10, 0, 0, 0, 0};
  const Bytes reads = sensed_page(0x07, {0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0x0f});
  at_start.insert(at_start.end(), reads.begin(), reads.end());
  EXPECT_EQ(data(rig.host()[0]), at_start);
  EXPECT_EQ(tail(data(rig.host()[1]), kPage), sensed_page(0x08, {}));
  EXPECT_EQ(tail(data(rig.host()[2]), kPage), reads);
  const Bytes changeable = tail(data(rig.host()[3]), kPage);
  const Bytes mask = {0x0f, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0xff, 0xff, 0, 0, 0x0f};
  for (std::size_t i = 0; i < 7; ++i) {
    const auto at = changeable.begin() + static_cast<std::ptrdiff_t>(kHeader + kDescriptor * i);
    Bytes expected = mask;
    expected.resize(kDescriptor);
    EXPECT_EQ(Bytes(at, at + kDescriptor), expected);
  }
}

TEST(DurationPages, ModeSelectSetsThePageUntilTheUnitIsReset) {
  BusRig rig(claims_spc_6());
  const Bytes page = page_of(0x08, kDescriptorBytes);
  CommandScript(rig)
      .list(kSelect, list_of(page))
      .reply({0x5a, 0x08, 0x0a, 0x08, 0, 0, 0, 0x02, 0x00, 0}, 512)
      .reply({0x5a, 0x08, 0x0a, 0xff, 0, 0, 0, 0x02, 0x00, 0}, 512)
      .add(function_order(TaskFunction::logical_unit_reset))
      .reply({0x00, 0, 0, 0, 0, 0}, 0)
      .reply({0x5a, 0x08, 0x0a, 0x08, 0, 0, 0, 0x02, 0x00, 0}, 512);
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kGood);
  EXPECT_EQ(tail(data(rig.host()[1]), kPage), sensed_page(0x08, kDescriptorBytes));
  EXPECT_EQ(data(rig.host()[2]).size(), 8 + 12 + 2 * kPage);  // the control page and both subpages
  EXPECT_EQ(tail(data(rig.host()[5]), kPage), sensed_page(0x08, {}));
}

// The length of MODE SENSE (6) has one byte.
TEST(DurationPages, AShortModeSenseRefusesAllSubpages) {
  BusRig rig(claims_spc_6());
  CommandScript(rig)
      .reply({0x1a, 0x08, 0x0a, 0x07, 255, 0}, 255)
      .reply({0x1a, 0x08, 0x0a, 0xff, 255, 0}, 255);
  rig.run();
  EXPECT_EQ(data(rig.host()[0]).size(), 4 + kPage);
  EXPECT_EQ(data(rig.host()[0])[0], 3 + kPage);
  EXPECT_EQ(sense(rig.host()[1]), "05/24/00");
  EXPECT_EQ(field(rig.host()[1]), (Bytes{0xc0, 0, 3}));
}

struct WrongByte {
  std::size_t at;  // in the page
  std::uint8_t value;
  std::size_t named;
};

// Each wrong value is named by its place in the list, and no limit changes.
TEST(DurationPages, AWrongValueIsNamedAndNothingChanges) {
  const std::size_t last = kHeader + 6 * kDescriptor;
  for (const WrongByte& wrong : {WrongByte{2, 0x01, 2},
                                 {3, 0xe0, 2},
                                 {4, 1, 4},
                                 {7, 0x10, 7},
                                 {8, 0x01, 8},
                                 {8, 0x1a, 8},
                                 {9, 1, 9},
                                 {14, 0x1f, 14},
                                 {14, 0xf2, 14},
                                 {14, 0x3d, 14},
                                 {14, 0xde, 14},
                                 {15, 1, 15},
                                 {20, 1, 20},
                                 {22, 0x11, 22},
                                 {22, 0x03, 22},
                                 {22, 0x0e, 22},
                                 {23, 1, 23},
                                 {24, 1, 24},
                                 {39, 1, 39},
                                 {last, 0x07, last},
                                 {last + 14, 0x01, last + 14},
                                 {last + 14, 0x02, last + 14},
                                 {kPage - 1, 1, kPage - 1}}) {
    SCOPED_TRACE(wrong.at);
    SCOPED_TRACE(wrong.value);
    BusRig rig(claims_spc_6());
    Bytes page = page_of(0x07, kDescriptorBytes);
    page[wrong.at] = wrong.value;
    CommandScript(rig).reply(kSenseT2A, 512).list(kSelect, list_of(page)).reply(kSenseT2A, 512);
    rig.run();
    const Exchange& select = rig.host()[1];
    EXPECT_EQ(sense(select), "05/26/00");
    const std::size_t named = 8 + wrong.named;
    EXPECT_EQ(field(select), (Bytes{0x80, 0, static_cast<std::uint8_t>(named)}));
    EXPECT_EQ(data(rig.host()[2]), data(rig.host()[0]));
  }
}

TEST(DurationPages, AShortListIsRefused) {
  for (const unsigned char bytes : Bytes{9, 10, 12, 239}) {
    BusRig rig(claims_spc_6());
    Bytes list = list_of(page_of(0x07, kDescriptorBytes));
    list.resize(bytes);
    CommandScript(rig).list({0x55, 0x10, 0, 0, 0, 0, 0, 0, bytes, 0}, list);
    rig.run();
    EXPECT_EQ(sense(rig.host()[0]), "05/1a/00") << int{bytes};
  }
}

// Commands that the drive has accepted keep their limits, also those that wait after MODE SELECT.
TEST(DurationPages, ANewLimitIsForLaterCommands) {
  BusRig rig(claims_spc_6());
  Bytes one_us = {0x08, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0x0f};
  Order read = read_order(500'000, 8);
  read.cdb = read_write_16(false, 500'000, 8, 0, 1);
  rig.host().send(read);
  rig.host().send(list_order(kSelect, list_of(page_of(0x07, one_us))));
  rig.host().send(read);
  rig.host().on_status = [&](const Exchange& e) {
    if (e.number == 2) {
      rig.host().send(read);
    }
  };
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kGood);
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  EXPECT_EQ(sense(rig.host()[2]), kGood);
  EXPECT_EQ(sense(rig.host()[3]), "0b/2e/01");
}

TEST(DurationPages, OnlyDrivesOfSpc6HaveSubpages) {
  RigOptions options;
  options.config.interface.standard = HS_SPC_4;
  BusRig rig(options);
  CommandScript(rig)
      .reply(kSenseT2A, 512)
      .list(kSelect, list_of(page_of(0x07, kDescriptorBytes)))
      .reply({0x4d, 0, 0x59, 0x21, 0, 0, 0, 2, 0, 0}, 512);
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), "05/24/00");
  EXPECT_EQ(field(rig.host()[0]), (Bytes{0xc0, 0, 3}));
  EXPECT_EQ(sense(rig.host()[1]), "05/26/00");
  EXPECT_EQ(sense(rig.host()[2]), "05/24/00");
}

// READ and WRITE (16) name T2A (1) and T2B (2), with RWCDLP.
TEST(DurationPages, TheReportOfOperationsNamesThePages) {
  BusRig rig(claims_spc_6());
  CommandScript(rig)
      .reply({0xa3, 0x0c, 0x01, 0x88, 0, 0, 0, 0, 0, 20, 0, 0}, 20)
      .reply({0xa3, 0x0c, 0x03, 0x8a, 0, 0, 0, 0, 2, 0, 0, 0}, 512)
      .reply({0xa3, 0x0c, 0x03, 0x7f, 0x00, 0x09, 0, 0, 0, 16, 0, 0}, 16)
      .reply({0xa3, 0x0c, 0x03, 0x7f, 0xf8, 0x00, 0, 0, 0, 16, 0, 0}, 16)
      .reply({0xa3, 0x0c, 0x03, 0x28, 0, 0, 0, 0, 0, 16, 0, 0}, 16)
      .reply({0xa3, 0x0c, 0x01, 0x7f, 0, 0, 0, 0, 0, 16, 0, 0}, 16)
      .reply({0xa3, 0x0c, 0x00, 0, 0, 0, 0, 0, 4, 0, 0, 0}, 1024)
      .reply({0x12, 0, 0, 0, 255, 0}, 255);
  rig.run();
  EXPECT_EQ(data(rig.host()[0]).size(), 20U);
  EXPECT_EQ(data(rig.host()[0])[0], 0x01);
  EXPECT_EQ(data(rig.host()[0])[1], 0x0b);
  EXPECT_EQ(data(rig.host()[1])[0], 0x01);
  EXPECT_EQ(data(rig.host()[1])[1], 0x13);
  EXPECT_EQ(data(rig.host()[2])[0], 0x01);
  EXPECT_EQ(data(rig.host()[2])[1], 0x0b);
  EXPECT_EQ(data(rig.host()[3])[1], 0x01);  // the scheduler needs no deadlines
  EXPECT_EQ(data(rig.host()[4])[0], 0x00);
  EXPECT_EQ(data(rig.host()[4])[1], 0x03);
  std::size_t with_limits = 0;
  EXPECT_EQ(sense(rig.host()[5]), "05/24/00");
  const Bytes all = data(rig.host()[6]);
  for (std::size_t at = 4; at < all.size(); at += 8) {
    const bool write = all[at] == 0x8a || (all[at] == 0x7f && all[at + 3] == 0x0b);
    with_limits += (all[at + 5] & 0x40) != 0 ? 1 : 0;
    EXPECT_TRUE((all[at + 5] & 0x40) == 0 || (all[at + 5] & 0x0c) == (write ? 0x08 : 0x04));
  }
  EXPECT_EQ(with_limits, 4U);
  EXPECT_EQ(data(rig.host()[7])[2], 0x0d);
}

// The read exceeds its time after the start. The write exceeds no time.
TEST(DurationPages, TheLogCountsCommands) {
  RigOptions options;
  options.config.interface.standard = HS_SPC_6;
  options.config.conditions.duration_limits.reads = {{20'000, 1, 0, HS_DURATION_1_US, 0, 0, 0}};
  options.config.conditions.duration_limits.writes = {
      {0, 0, 65'000, HS_DURATION_1_US, 0, 0, HS_DURATION_ABORT}};
  BusRig rig(options);
  const auto read = [](std::uint32_t lbn, std::uint16_t number) {
    Order order = read_order(lbn, 8);
    order.cdb = read_write_16(false, lbn, 8, 0, number);
    return order;
  };
  Order write = write_order(700'000, 8);
  write.cdb = read_write_16(true, 700'000, 8, 0, 1);
  CommandScript(rig)
      .add(read(1000, 1))
      .add(write)
      .reply({0x4d, 0, 0x59, 0x21, 0, 0, 0, 2, 0, 0}, 512)
      .reply({0x4d, 0, 0x59, 0x21, 0, 0, 0x41, 2, 0, 0}, 512)
      .reply({0x4d, 0, 0x40, 0xff, 0, 0, 0, 2, 0, 0}, 512)
      .reply({0x4d, 0, 0x59, 0x20, 0, 0, 0, 2, 0, 0}, 512);
  rig.run();
  const Bytes log = data(rig.host()[2]);
  ASSERT_EQ(log.size(), 4 + 14 * 20U);
  EXPECT_EQ(Bytes(log.begin(), log.begin() + 4), (Bytes{0x59, 0x21, 0x01, 0x18}));
  EXPECT_EQ(Bytes(log.begin() + 4, log.begin() + 24),
            (Bytes{0x00, 0x21, 0x03, 16, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}));
  const auto writes = log.begin() + 4 + 7 * 20;
  EXPECT_EQ(Bytes(writes, writes + 20),
            (Bytes{0x00, 0x41, 0x03, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(data(rig.host()[3]).size(), 4 + 7 * 20U);
  EXPECT_EQ(data(rig.host()[4]),
            (Bytes{0x40, 0xff, 0, 12, 0, 0, 0, 0xff, 2, 0, 3, 0, 0x0e, 0, 0x19, 0x21}));
  EXPECT_EQ(sense(rig.host()[5]), "05/24/00");
}

// Two reads come together. Both exceed the time after their start. Only the second waits.
TEST(DurationPages, TheLogTellsWaitingFromWorking) {
  RigOptions options;
  options.config.interface.standard = HS_SPC_6;
  options.config.conditions.duration_limits.reads = {{1000, 1000, 0, HS_DURATION_1_US, 0, 0, 0}};
  BusRig rig(options);
  for (const std::uint32_t lbn : {1000U, 900'000U}) {
    Order read = read_order(lbn, 8);
    read.cdb = read_write_16(false, lbn, 8, 0, 1);
    rig.host().send(read);
  }
  rig.host().on_status = [&](const Exchange& e) {
    if (e.number == 1) {
      rig.host().send(reply_order({0x4d, 0, 0x59, 0x21, 0, 0, 0, 2, 0, 0}, 512));
    }
  };
  rig.run();
  const Bytes log = data(rig.host()[2]);
  EXPECT_EQ(Bytes(log.begin() + 8, log.begin() + 24),
            (Bytes{0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2}));
}

}  // namespace
}  // namespace headstack
