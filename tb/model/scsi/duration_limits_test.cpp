// Duration limits of commands: a limit that a command just meets has no effect, and a limit that is
// a microsecond shorter ends the command. The drive is the C2247, as if it claimed SPC-6.
#include <cmath>

#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

constexpr std::uint8_t kAbort = HS_DURATION_ABORT;
constexpr std::uint8_t kUnavailable = HS_DURATION_UNAVAILABLE;
constexpr const char* kBeforeProcessing = "0b/2e/01";
constexpr const char* kDuringProcessing = "0b/2e/02";

enum class Transfer {
  read_miss,
  read_hit,
  write,
  cached_write
};
constexpr Transfer kTransfers[] = {Transfer::read_miss, Transfer::read_hit, Transfer::write,
                                   Transfer::cached_write};

bool writes(Transfer transfer) {
  return transfer == Transfer::write || transfer == Transfer::cached_write;
}

// A time of a limit, in us.
enum class Time {
  waiting,
  working,
  whole
};

hs_duration_limit limit_of(Time time, double us, std::uint8_t policy) {
  hs_duration_limit limit{};
  limit.unit = HS_DURATION_1_US;
  (time == Time::waiting   ? limit.waiting
   : time == Time::working ? limit.working
                           : limit.whole) = static_cast<std::uint16_t>(us);
  (time == Time::waiting   ? limit.waiting_policy
   : time == Time::working ? limit.working_policy
                           : limit.whole_policy) = policy;
  return limit;
}

RigOptions claims_spc_6(const std::vector<hs_duration_limit>& limits = {}) {
  RigOptions options;
  options.config.interface.standard = HS_SPC_6;
  options.config.conditions.duration_limits = {limits, limits};
  return options;
}

Order limited(bool write, std::uint32_t lbn, std::uint16_t number) {
  Order order = write ? write_order(lbn, 8) : read_order(lbn, 8);
  order.cdb = read_write_16(write, lbn, 8, 0, number);
  order.with_record = true;
  return order;
}

// The end of a limited command, after an earlier read of another place.
struct Served {
  std::string sense;
  std::string story;
  double waiting_us;  // from the arrival at the drive to the start
  double whole_us;    // to the end
  std::uint8_t sense_bytes;
};

Served serve(Transfer transfer, const RigOptions& given, std::uint16_t number) {
  RigOptions options = given;
  options.config.cache.write_back = transfer == Transfer::cached_write;
  BusRig rig(options);
  rig.host().send(read_order(transfer == Transfer::read_hit ? 500'000 : 900'000, 8));
  rig.host().send(limited(writes(transfer), 500'000, number));
  rig.run();
  const Exchange& e = rig.host()[1];
  const double arrival_us = e.ms(1) * 1e3;  // the selection
  return {sense(e), e.story(), static_cast<double>(e.record.start) / 1e6 - arrival_us,
          e.end_ms() * 1e3 - arrival_us, e.sense_bytes};
}

// The time that the command takes, by a run without a limit.
double taken_us(Transfer transfer, Time time) {
  const Served found = serve(transfer, claims_spc_6(), 0);
  EXPECT_EQ(found.sense, kGood);
  switch (time) {
    case Time::waiting:
      return found.waiting_us;
    case Time::working:
      return found.whole_us - found.waiting_us;
    default:
      return found.whole_us;
  }
}

class DurationLimits : public ::testing::TestWithParam<std::tuple<Transfer, Time>> {};

TEST_P(DurationLimits, LegalAtTheTimeTakenAndIllegalAMicrosecondBefore) {
  const auto [transfer, time] = GetParam();
  const double taken = taken_us(transfer, time);
  const double legal = std::ceil(taken);
  ASSERT_LT(legal, 65535);
  ASSERT_GT(legal - taken, 0.001) << "choose another place: the time is too near to a microsecond";
  const Served met = serve(transfer, claims_spc_6({limit_of(time, legal, kAbort)}), 1);
  EXPECT_EQ(met.sense, kGood);
  EXPECT_NEAR(met.whole_us, serve(transfer, claims_spc_6(), 0).whole_us, 1e-4);
  const Served missed = serve(transfer, claims_spc_6({limit_of(time, legal - 1, kAbort)}), 1);
  EXPECT_EQ(missed.sense, time == Time::working ? kDuringProcessing : kBeforeProcessing);
}

INSTANTIATE_TEST_SUITE_P(AllTransfersAndTimes, DurationLimits,
                         ::testing::Combine(::testing::ValuesIn(kTransfers),
                                            ::testing::Values(Time::waiting, Time::working,
                                                              Time::whole)));

// GOOD comes with sense data that say that the data are not there.
TEST(DurationLimitPolicies, UnavailableIsGoodWithASense) {
  for (const bool write : {false, true}) {
    for (const Time time : {Time::waiting, Time::working, Time::whole}) {
      BusRig rig(claims_spc_6({limit_of(time, 1, kUnavailable)}));
      rig.host().send(read_order(900'000, 8));
      rig.host().send(limited(write, 500'000, 1));
      rig.run();
      const Exchange& e = rig.host()[1];
      EXPECT_EQ(e.status, 0x00);
      ASSERT_EQ(e.sense_bytes, 18);
      EXPECT_EQ(e.sense[2], 0x0f);
      EXPECT_EQ(e.sense[12], 0x55);
      EXPECT_EQ(e.sense[13], 0x0a);
    }
  }
}

TEST(DurationLimitPolicies, EarliestAndWithoutEndNoCommand) {
  for (const Time time : {Time::waiting, Time::working, Time::whole}) {
    const Served late =
        serve(Transfer::read_miss, claims_spc_6({limit_of(time, 1, HS_DURATION_EARLIEST)}), 1);
    EXPECT_EQ(late.sense, kGood);
    EXPECT_EQ(late.sense_bytes, 0);
  }
  EXPECT_EQ(serve(Transfer::write,
                  claims_spc_6({limit_of(Time::whole, 1, HS_DURATION_WITHOUT),
                                limit_of(Time::whole, 1, kAbort)}),
                  1)
                .sense,
            kGood);
}

// A command that is to end as early as possible keeps its place among the commands with limits. The
// read came last. Its limit of 1 ms passes at once, and grows by 1 ms at a time. The limit of the
// other read is 500 ms. Without a limit, the read would be the last by its deadline.
TEST(DurationLimitPolicies, EarliestExtendsTheLimitByItsLength) {
  hs_duration_limit far{};
  far.unit = HS_DURATION_10_MS;
  far.whole = 50;
  far.whole_policy = kAbort;
  RigOptions options = claims_spc_6({far, limit_of(Time::whole, 1000, HS_DURATION_EARLIEST)});
  options.scheduler = "edf";
  BusRig rig(options);
  rig.host().send(read_order(900'000, 8));
  rig.host().send(limited(false, 100'000, 1));
  rig.host().send(limited(false, 500'000, 2));
  rig.run();
  EXPECT_LT(rig.host()[2].end_ms(), rig.host()[1].end_ms());
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  EXPECT_EQ(sense(rig.host()[2]), kGood);
}

// The next limit counts from the arrival too.
TEST(DurationLimitPolicies, NextIsTheLimitAfterIt) {
  const double legal = std::ceil(taken_us(Transfer::read_miss, Time::whole));
  const hs_duration_limit first = limit_of(Time::whole, 2, HS_DURATION_NEXT);
  const hs_duration_limit second = limit_of(Time::whole, 3, HS_DURATION_NEXT);
  const auto end_with = [&](double us) {
    return serve(Transfer::read_miss,
                 claims_spc_6({first, second, limit_of(Time::whole, us, kAbort)}), 1)
        .sense;
  };
  EXPECT_EQ(end_with(legal), kGood);
  EXPECT_EQ(end_with(legal - 1), kBeforeProcessing);
}

// A command that has started continues with the next limit too.
TEST(DurationLimitPolicies, NextAppliesAfterTheStart) {
  const auto end_with = [](const std::vector<hs_duration_limit>& limits) {
    BusRig rig(claims_spc_6(limits));
    rig.host().send(limited(false, 500'000, 1));
    rig.run();
    return sense(rig.host()[0]);
  };
  const hs_duration_limit first = limit_of(Time::whole, 1000, HS_DURATION_NEXT);
  EXPECT_EQ(end_with({first, limit_of(Time::whole, 2000, kAbort)}), kBeforeProcessing);
  EXPECT_EQ(end_with({first, limit_of(Time::working, 2000, kAbort)}), kDuringProcessing);
  EXPECT_EQ(end_with({first, limit_of(Time::whole, 60'000, kAbort)}), kGood);
  EXPECT_EQ(end_with({limit_of(Time::whole, 1000, HS_DURATION_WITHOUT),
                      limit_of(Time::whole, 2000, kAbort)}),
            kGood);
}

// The time to the start has passed without an effect. The drive still knows when `whole` passes.
TEST(DurationLimitPolicies, AnExceededTimeHidesNoOther) {
  hs_duration_limit first = limit_of(Time::whole, 25'000, HS_DURATION_NEXT);
  first.waiting = 1000;
  BusRig rig(claims_spc_6({first, limit_of(Time::whole, 26'000, kAbort)}));
  rig.host().send(limited(false, 900'000, 0));
  rig.host().send(limited(false, 100'000, 0));
  rig.host().send(limited(false, 700'000, 0));
  rig.host().send(limited(false, 300'000, 0));
  rig.host().send(limited(false, 500'000, 1));
  rig.run();
  EXPECT_EQ(sense(rig.host()[4]), kBeforeProcessing);
  EXPECT_LT(rig.host()[4].end_ms(), rig.host()[3].end_ms());
}

TEST(DurationLimitPolicies, ALimitWithoutTimesHasNoEffect) {
  EXPECT_EQ(serve(Transfer::read_miss, claims_spc_6({hs_duration_limit{}}), 1).sense, kGood);
  EXPECT_EQ(serve(Transfer::read_miss, claims_spc_6(), 7).sense, kGood);
}

// Three commands with limits wait while a read is served. The last two become late. They end before
// the first is served.
TEST(DurationLimitPolicies, LateCommandsEndBeforeOtherWork) {
  RigOptions options =
      claims_spc_6({limit_of(Time::whole, 60'000, kAbort), limit_of(Time::waiting, 3000, kAbort)});
  BusRig rig(options);
  rig.host().send(read_order(900'000, 8));
  rig.host().send(limited(false, 100'000, 1));
  rig.host().send(limited(false, 200'000, 2));
  rig.host().send(limited(true, 300'000, 2));
  rig.run();
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  EXPECT_EQ(sense(rig.host()[2]), kBeforeProcessing);
  EXPECT_EQ(sense(rig.host()[3]), kBeforeProcessing);
  EXPECT_LT(rig.host()[0].end_ms(), rig.host()[2].end_ms());
  EXPECT_LT(rig.host()[2].end_ms(), rig.host()[3].end_ms());
  EXPECT_LT(rig.host()[3].end_ms(), rig.host()[1].end_ms());
  EXPECT_LT(rig.host()[3].end_ms(), rig.host()[0].end_ms() + 5);
}

// A command of 32 bytes names a limit in byte 11.
TEST(DurationLimitPolicies, ALongCommandNamesALimit) {
  BusRig rig(claims_spc_6({hs_duration_limit{}, limit_of(Time::whole, 1, kAbort)}));
  for (std::uint8_t number = 0; number < 3; ++number) {
    Order order = read_order(1000, 8);
    order.cdb = {0x7f, 0, 0, 0, 0, 0, 0, 0x18, 0x00, 0x09, 0, number};
    order.cdb[18] = 0x03;  // block 1000
    order.cdb[19] = 0xe8;
    order.cdb[31] = 8;
    rig.host().send(order);
  }
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kGood);
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  EXPECT_EQ(sense(rig.host()[2]), kBeforeProcessing);
}

// A drive of SPC-4 refuses the bit of SPC-6 in byte 1, and knows no READ (32).
TEST(DurationLimitPolicies, OlderDrivesHaveNoLimits) {
  RigOptions options;
  options.config.interface.standard = HS_SPC_4;
  BusRig rig(options);
  rig.host().send(limited(false, 1000, 4));
  Order order = read_order(1000, 8);
  order.cdb = {0x7f, 0, 0, 0, 0, 0, 0, 0x18, 0x00, 0x09};
  order.cdb[31] = 8;
  rig.host().send(order);
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), "05/24/00");
  EXPECT_EQ(field(rig.host()[0]), (Bytes{0xc0, 0, 1}));
  EXPECT_EQ(sense(rig.host()[1]), "05/20/00");
}

}  // namespace
}  // namespace headstack
