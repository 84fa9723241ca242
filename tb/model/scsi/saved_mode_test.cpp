// Saved mode parameters (SCSI-2 8.2.8, 8.2.10; SPC-4 6.9 to 6.12). MODE SELECT with SP saves all
// current values. A reset and a loss of power bring the saved values back.
#include <gtest/gtest.h>

#include "tb/model/support/mode_lists.h"

namespace headstack {
namespace {

constexpr std::uint8_t kSave = 0x11;  // PF and SP
constexpr std::uint32_t kPercent = 1U << 16;

// A page with values that differ from the factory's, and a drive that has the page.
struct Page {
  const char* scheduler;
  hs_standard standard;
  Bytes other;  // the bytes for MODE SELECT
};

// The C2247's factory values: 01 0a c0 08 .. 08; 08: fixed by the drive file; 0a: byte 3 10h.
const Bytes kRecovery = {0x01, 10, 0xc0, 0x07, 0, 0, 0, 0, 0x09, 0, 0, 0};
const Bytes kControl = {0x0a, 6, 0, 0x00, 0, 0, 0, 0};
const Bytes kLongControl = {0x0a, 10, 0, 0x00, 0x08, 0, 0, 0, 0, 0, 0, 0};

Bytes caching_page(std::size_t bytes) {
  Bytes page = {0x08, static_cast<unsigned char>(bytes - 2), 0x04, 0, 0xff, 0xff, 0, 3, 0, 77, 0x00,
                0x00};
  page.resize(bytes);
  return page;
}

Bytes limits_page(std::uint8_t subpage) {
  Bytes page = {0x4a, subpage, 0x00, 0xe4, 0, 0, 0, 0, 0x08, 0, 0x12, 0x34};
  page.resize(232);
  return page;
}

std::vector<Page> pages() {
  return {{"fcfs", HS_SCSI_2, kRecovery},
          {"fcfs", HS_SPC_4, kRecovery},
          {"fcfs", HS_SCSI_2, caching_page(12)},
          {"fcfs", HS_SPC_4, caching_page(20)},
          {"fcfs", HS_SCSI_2, kControl},
          {"fcfs", HS_SPC_4, kLongControl},
          {"fcfs", HS_SPC_6, limits_page(0x07)},
          {"sptf", HS_SPC_6, limits_page(0x08)},
          {"yfq", HS_SCSI_2, weights_page({20 * kPercent, 80 * kPercent})},
          {"yfq_tuned", HS_SPC_6,
           weights_page({90 * kPercent, 5 * kPercent, 3 * kPercent, 2 * kPercent})},
          {"edf", HS_SCSI_2, priorities_page({1, 2, 3})},
          {"sptf_limits", HS_SPC_6, priorities_page({5, 0, 6})}};
}

RigOptions options_of(const Page& page) {
  RigOptions options;
  options.scheduler = page.scheduler;
  options.config.interface.standard = page.standard;
  return options;
}

bool has_subpage(const Bytes& page) { return (page[0] & 0x40) != 0; }

// MODE SENSE (10) of the page. `control` is the page control: 0 current, 2 default, 3 saved.
Order sense_of(const Page& page, std::uint8_t control) {
  const auto code = static_cast<std::uint8_t>(control << 6 | (page.other[0] & 0x3f));
  const std::uint8_t subpage = has_subpage(page.other) ? page.other[1] : 0;
  return reply_order({0x5a, 0x08, code, subpage, 0, 0, 0, 4, 0, 0}, 1024);
}

// Bytes that MODE SELECT cannot change are the drive's own.
Bytes mixed(const Page& page, Bytes factory) {
  if ((page.other[0] & 0x3f) == 0x08) {
    for (const std::size_t at : {2U, 6U, 7U, 8U, 9U}) {
      factory[at] = page.other[at];
    }
    return factory;
  }
  return sensed(page.other);
}

// Runs the orders one after another, and returns the pages that the replies have.
class Steps {
 public:
  explicit Steps(const RigOptions& options) : rig_(options) {}

  Bytes page(const Order& order) { return page_in(end(order)); }
  std::string result(const Order& order) { return sense(end(order)); }
  BusRig& rig() { return rig_; }

  const Exchange& end(const Order& order) {
    const std::size_t number = rig_.host().exchanges().size();
    rig_.host().send(order);
    sc_core::sc_start();
    EXPECT_EQ(rig_.host()[number].statuses, 1);
    return rig_.host()[number];
  }
  // A reset ends with a unit attention for the next command.
  void reset() {
    EXPECT_EQ(end(function_order(TaskFunction::logical_unit_reset)).status, 0);
    EXPECT_EQ(result(reply_order({0x00, 0, 0, 0, 0, 0}, 0)), "06/29/00");
  }
  void cut_power() { rig_.drives[0]->cut_power(); }

 private:
  BusRig rig_;
};

TEST(SavedMode, WithoutSpAResetBringsTheFactorysValues) {
  for (const Page& page : pages()) {
    SCOPED_TRACE(page.scheduler);
    SCOPED_TRACE(int{page.other[0]});
    Steps steps(options_of(page));
    const Bytes factory = steps.page(sense_of(page, 2));
    const Bytes other = mixed(page, factory);
    EXPECT_EQ(steps.page(sense_of(page, 0)), factory);
    EXPECT_EQ(steps.page(sense_of(page, 3)), factory);
    ASSERT_NE(other, factory);
    Bytes list = other;
    list[0] &= 0x7f;
    EXPECT_EQ(steps.result(select_10({list})), kGood);
    EXPECT_EQ(steps.page(sense_of(page, 0)), other);
    EXPECT_EQ(steps.page(sense_of(page, 2)), factory);
    EXPECT_EQ(steps.page(sense_of(page, 3)), factory);
    steps.reset();
    EXPECT_EQ(steps.page(sense_of(page, 0)), factory);
    EXPECT_EQ(steps.result(select_10({list})), kGood);
    steps.cut_power();
    EXPECT_EQ(steps.page(sense_of(page, 0)), factory);
  }
}

TEST(SavedMode, WithSpAResetAndALossOfPowerBringTheSavedValues) {
  for (const Page& page : pages()) {
    SCOPED_TRACE(page.scheduler);
    SCOPED_TRACE(int{page.other[0]});
    Steps steps(options_of(page));
    const Bytes factory = steps.page(sense_of(page, 2));
    const Bytes other = mixed(page, factory);
    Bytes list = other;
    list[0] &= 0x7f;
    Bytes old = factory;
    old[0] &= 0x7f;
    EXPECT_EQ(steps.result(select_10({list}, kSave)), kGood);
    EXPECT_EQ(steps.page(sense_of(page, 0)), other);
    EXPECT_EQ(steps.page(sense_of(page, 2)), factory);
    EXPECT_EQ(steps.page(sense_of(page, 3)), other);
    EXPECT_EQ(steps.result(select_10({old})), kGood);
    EXPECT_EQ(steps.page(sense_of(page, 0)), factory);
    EXPECT_EQ(steps.page(sense_of(page, 3)), other);
    steps.reset();
    EXPECT_EQ(steps.page(sense_of(page, 0)), other);
    EXPECT_EQ(steps.result(select_10({old})), kGood);
    for (int cuts = 0; cuts < 2; ++cuts) {
      steps.cut_power();
      EXPECT_EQ(steps.page(sense_of(page, 0)), other);
      EXPECT_EQ(steps.page(sense_of(page, 3)), other);
      EXPECT_EQ(steps.page(sense_of(page, 2)), factory);
    }
    EXPECT_EQ(steps.result(select_10({old}, kSave)), kGood);
    steps.cut_power();
    EXPECT_EQ(steps.page(sense_of(page, 0)), factory);
  }
}

// SP saves all pages, also those that an earlier list without SP has changed (SCSI-2 8.2.8). A list
// without pages saves too.
TEST(SavedMode, SpSavesAllPages) {
  for (const Order& save :
       {select_10({kRecovery}, kSave), select_10({}, kSave), select_list({}, kSave),
        list_order({0x15, 0x11, 0, 0, 0, 0}, {}), select_10({}, 0x01)}) {
    RigOptions options;
    options.scheduler = "yfq";
    options.config.interface.standard = HS_SPC_6;
    Steps steps(options);
    for (const Bytes& page : {kRecovery, caching_page(20), kLongControl, limits_page(0x07),
                              limits_page(0x08), weights_page({kPercent})}) {
      Bytes list = page;
      if (page[0] == 0x08) {
        list = mixed({"", HS_SPC_6, page}, steps.page(sense_of({"", HS_SPC_6, page}, 0)));
        list[0] &= 0x7f;
      }
      EXPECT_EQ(steps.result(select_10({list})), kGood) << int{page[0]};
    }
    const Bytes current = steps.page(reply_order({0x5a, 8, 0x3f, 0xff, 0, 0, 0, 4, 0, 0}, 1024));
    EXPECT_NE(steps.page(reply_order({0x5a, 8, 0xff, 0xff, 0, 0, 0, 4, 0, 0}, 1024)), current);
    EXPECT_EQ(steps.result(save), kGood);
    EXPECT_EQ(steps.page(reply_order({0x5a, 8, 0xff, 0xff, 0, 0, 0, 4, 0, 0}, 1024)), current);
    steps.cut_power();
    EXPECT_EQ(steps.page(reply_order({0x5a, 8, 0x3f, 0xff, 0, 0, 0, 4, 0, 0}, 1024)), current);
  }
}

// The last page of the list is wrong.
TEST(SavedMode, ARefusedListChangesAndSavesNothing) {
  RigOptions options;
  options.scheduler = "yfq";
  options.config.interface.standard = HS_SPC_6;
  Bytes wrong_limit = limits_page(0x08);
  wrong_limit[8] = 1;
  Bytes wrong_recovery = kRecovery;
  wrong_recovery[1] = 9;
  for (const Bytes& wrong :
       {weights_page({0, kPercent}), wrong_limit, wrong_recovery, Bytes{0x02, 0}}) {
    Steps steps(options);
    const Order current = reply_order({0x5a, 8, 0x3f, 0xff, 0, 0, 0, 4, 0, 0}, 1024);
    const Order saved = reply_order({0x5a, 8, 0xff, 0xff, 0, 0, 0, 4, 0, 0}, 1024);
    const Bytes before = steps.page(current);
    EXPECT_EQ(steps.result(select_10({kRecovery, kLongControl, wrong}, kSave)), "05/26/00");
    EXPECT_EQ(steps.result(select_10({weights_page({kPercent}), kRecovery, Bytes{0x02, 0}}, kSave)),
              "05/26/00");
    EXPECT_EQ(steps.page(current), before);
    EXPECT_EQ(steps.page(saved), before);
    steps.cut_power();
    EXPECT_EQ(steps.page(current), before);
  }
}

// PS marks the pages that MODE SELECT can change.
TEST(SavedMode, PsIsSetInEachPageThatCanBeSaved) {
  for (unsigned control = 0; control < 4; ++control) {
    Steps steps({1, 1, "edf", [] {
                   DriveConfig config = hp_c2247();
                   config.interface.standard = HS_SPC_6;
                   return config;
                 }()});
    const Bytes all = steps.page(reply_order(
        {0x5a, 8, static_cast<std::uint8_t>(control << 6 | 0x3f), 0xff, 0, 0, 0, 4, 0, 0}, 1024));
    Bytes first;
    for (std::size_t at = 0; at < all.size();) {
      first.push_back(all[at]);
      at += (all[at] & 0x40) != 0 ? 4U + 256U * all[at + 2] + all[at + 3] : 2U + all[at + 1];
    }
    EXPECT_EQ(first, (Bytes{0x81, 0x03, 0x04, 0x88, 0x8a, 0xca, 0xca, 0xe0}));
  }
}

// The list of both pages has 472 bytes, 480 with a block descriptor.
TEST(SavedMode, BothPagesOfLimitsFitIntoOneList) {
  RigOptions options;
  options.config.interface.standard = HS_SPC_6;
  Steps steps(options);
  const std::vector<Bytes> both = {limits_page(0x07), limits_page(0x08)};
  EXPECT_EQ(steps.result(select_10(both)), kGood);
  Bytes list = list_of(both);
  const Bytes descriptor = {0, 0, 0, 0, 0, 0, 2, 0};
  list[7] = 8;
  list.insert(list.begin() + 8, descriptor.begin(), descriptor.end());
  ASSERT_EQ(list.size(), 480U);
  EXPECT_EQ(steps.result(select_list(list, kSave)), kGood);
  steps.cut_power();
  const Bytes pages = steps.page(reply_order({0x5a, 8, 0x0a, 0xff, 0, 0, 0, 4, 0, 0}, 1024));
  ASSERT_EQ(pages.size(), 12U + 464);
  EXPECT_EQ(Bytes(pages.begin() + 12, pages.begin() + 244), sensed(both[0]));
  EXPECT_EQ(Bytes(pages.begin() + 244, pages.end()), sensed(both[1]));
  list.push_back(0);
  EXPECT_EQ(steps.result(select_list(list)), "05/1a/00");
}

TEST(SavedMode, TheWriteCacheStaysOffAfterALossOfPower) {
  RigOptions options;
  options.config = with_value(options.config, "cache.write_back", "true");
  options.config = with_value(options.config, "destage.start", "\"idle\"");
  options.config = with_value(options.config, "destage.idle_delay", "\"3 ms\"");
  Steps steps(options);
  const Order sense_8 = reply_order({0x5a, 8, 0x08, 0, 0, 0, 0, 4, 0, 0}, 1024);
  Bytes page = steps.page(sense_8);
  EXPECT_EQ(page[2], 0x04);
  page[0] = 0x08;
  page[2] = 0x00;
  const auto takes = [&] {
    const Exchange& e = steps.end(write_order(700'000, 8));
    return e.end_ms() - e.ms(0);
  };
  EXPECT_LT(takes(), 5.0);
  EXPECT_EQ(steps.result(select_10({page}, kSave)), kGood);
  EXPECT_GT(takes(), 5.0);
  steps.cut_power();
  EXPECT_EQ(steps.page(sense_8)[2], 0x00);
  EXPECT_GT(takes(), 5.0);
  page[2] = 0x04;
  EXPECT_EQ(steps.result(select_10({page})), kGood);
  EXPECT_LT(takes(), 5.0);
  steps.reset();
  EXPECT_EQ(steps.page(sense_8)[2], 0x00);
  EXPECT_GT(takes(), 5.0);
}

TEST(SavedMode, WriteProtectionIsSaved) {
  RigOptions options;
  options.config.interface.standard = HS_SPC_4;
  Steps steps(options);
  EXPECT_EQ(steps.result(select_10({kLongControl}, kSave)), kGood);
  steps.cut_power();
  EXPECT_EQ(steps.result(write_order(1000, 8)), "07/27/02");
  Bytes off = kLongControl;
  off[4] = 0;
  EXPECT_EQ(steps.result(select_10({off})), kGood);
  EXPECT_EQ(steps.result(write_order(1000, 8)), kGood);
  steps.reset();
  EXPECT_EQ(steps.result(write_order(1000, 8)), "07/27/02");
}

// After the loss of a nexus, the current values stay.
TEST(SavedMode, TheLossOfANexusChangesNothing) {
  Steps steps(RigOptions{});
  const Order recovery = reply_order({0x5a, 8, 0x01, 0, 0, 0, 0, 4, 0, 0}, 1024);
  EXPECT_EQ(steps.result(select_10({kRecovery})), kGood);
  steps.end(function_order(TaskFunction::nexus_loss));
  EXPECT_EQ(steps.result(reply_order({0x00, 0, 0, 0, 0, 0}, 0)), "06/29/00");
  EXPECT_EQ(steps.page(recovery), sensed(kRecovery));
}

// A change of the vendor's page is one of mode parameters. A list that only saves changes nothing.
TEST(SavedMode, OtherInitiatorsAreToldOfAChange) {
  RigOptions options;
  options.initiators = 2;
  options.scheduler = "edf";
  Steps steps(options);
  const auto other = [&] {
    BusRig& rig = steps.rig();
    const std::size_t number = rig.host(1).exchanges().size();
    rig.host(1).send(reply_order({0x00, 0, 0, 0, 0, 0}, 0));
    sc_core::sc_start();
    return sense(rig.host(1)[number]);
  };
  EXPECT_EQ(other(), kGood);
  EXPECT_EQ(steps.result(select_10({priorities_page({1})}, kSave)), kGood);
  EXPECT_EQ(other(), "06/2a/01");
  EXPECT_EQ(other(), kGood);
  EXPECT_EQ(steps.result(select_list({}, kSave)), kGood);
  EXPECT_EQ(other(), kGood);
  EXPECT_EQ(steps.result(select_10({priorities_page({1}), Bytes{0x02, 0}}, kSave)), "05/26/00");
  EXPECT_EQ(other(), kGood);
}

}  // namespace
}  // namespace headstack
