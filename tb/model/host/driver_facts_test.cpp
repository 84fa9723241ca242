// The device driver: the facts that a command carries, what no command can carry, and a scheduler
// in the host.
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/host/mimic.h"
#include "tb/model/support/driver_rig.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

// ---- What a command carries

TEST(DriverFacts, AReadOrWriteOf10Bytes) {
  for (const bool write : {false, true}) {
    DriverRig rig;
    RequestRecord request;
    request.lbn = 0x12345678;
    request.blocks = 0x9abc;
    request.write = write;
    request.class_id = 5;
    request.priority = 11;
    request.deadline = 1'000'000;
    rig.submit(request);
    const ScsiTransaction& command = rig.select();
    EXPECT_EQ(command.cdb[0], write ? 0x2a : 0x28);
    EXPECT_EQ(field(command, 2, 4), 0x12345678U);
    EXPECT_EQ(command.cdb[6], 0);
    EXPECT_EQ(field(command, 7, 2), 0x9abcU);
    EXPECT_EQ(command.get_command(), write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    EXPECT_EQ(command.get_address(), DriverRig::kTarget);
    EXPECT_EQ(command.get_data_length(), 0x9abcU * 512);
    EXPECT_EQ(command.initiator, 7);
    EXPECT_EQ(command.priority, 11);
  }
}

TEST(DriverFacts, TheClassIsTheGroupNumber) {
  for (const bool classes : {false, true}) {
    DriverRig rig;
    CarriedFacts facts;
    facts.classes = classes;
    rig.driver.carry(facts);
    RequestRecord request;
    request.blocks = 1;
    request.class_id = 63;
    rig.submit(request);
    EXPECT_EQ(rig.select().cdb[6], classes ? 63 : 0);
  }
}

// The time to the deadline counts from the selection, in whole microseconds, and is never negative.
TEST(DriverFacts, ADeadlineCountsFromTheSelection) {
  for (const auto& [left_ps, us] : {std::pair{std::int64_t{7'999'999}, 7U},
                                    {std::int64_t{8'000'000}, 8U},
                                    {std::int64_t{999'999}, 0U},
                                    {std::int64_t{0}, 0U},
                                    {std::int64_t{-5'000'000}, 0U}}) {
    DriverRig rig;
    CarriedFacts facts;
    facts.deadlines = true;
    facts.classes = true;
    rig.driver.carry(facts);
    RequestRecord request;
    request.lbn = 0x01020304;
    request.blocks = 0x15;
    request.write = true;
    request.class_id = 9;
    request.deadline = 20'000'000 + left_ps;
    rig.submit(request);
    rig.bus.wait_ps(20'000'000);
    const ScsiTransaction& command = rig.select();
    EXPECT_EQ(command.cdb[0], 0x7f);
    EXPECT_EQ(command.cdb[6], 9);
    EXPECT_EQ(command.cdb[7], 0x18);
    EXPECT_EQ(field(command, 8, 2), 0xf801U);
    EXPECT_EQ(field(command, 12, 8), 0x01020304U);
    EXPECT_EQ(field(command, 20, 4), us) << left_ps;
    EXPECT_EQ(field(command, 24, 4), 0U);
    EXPECT_EQ(field(command, 28, 4), 0x15U);
  }
}

TEST(DriverFacts, WithoutADeadlineACommandIsShort) {
  DriverRig rig;
  CarriedFacts facts;
  facts.deadlines = true;
  rig.driver.carry(facts);
  rig.submit(100);
  EXPECT_EQ(rig.select().cdb[0], 0x28);
}

// The number of the limit is in three bits of READ and WRITE (16). The deadline of the record is
// the whole time of this limit, from the selection on.
TEST(DriverFacts, ALimitIsInTheCommand) {
  for (std::uint16_t limit = 1; limit <= 7; ++limit) {
    for (const bool write : {false, true}) {
      DriverRig rig;
      CarriedFacts facts;
      facts.limits = true;
      facts.classes = true;
      facts.whole_ps[write ? 1 : 0][limit - 1U] = limit == 4 ? 0 : 1'000 * limit;
      rig.driver.carry(facts);
      RequestRecord request;
      request.lbn = 0x01020304;
      request.blocks = 0x01000002;
      request.write = write;
      request.class_id = 33;
      request.limit = limit;
      rig.submit(request);
      rig.bus.wait_ps(500);
      ScsiTransaction& command = rig.select();
      EXPECT_EQ(command.cdb[0], write ? 0x8a : 0x88);
      EXPECT_EQ(command.cdb[1], limit >> 2);
      EXPECT_EQ(field(command, 2, 8), 0x01020304U);
      EXPECT_EQ(field(command, 10, 4), 0x01000002U);
      EXPECT_EQ(command.cdb[14], (limit & 3) << 6 | 33);
      rig.end(command);
      EXPECT_EQ(rig.rows[0].deadline, limit == 4 ? kNoDeadline : 500 + 1'000 * limit);
    }
  }
}

// ---- What no command can carry

std::string refusal(const CarriedFacts& facts, const RequestRecord& request) {
  DriverRig rig;
  rig.driver.carry(facts);
  rig.submit(request);
  const DriverFailure& failure = rig.driver.failure();
  EXPECT_EQ(failure.bad_input, failure.failed);
  EXPECT_EQ(rig.bus.sent.empty(), failure.failed);
  return failure.failed ? failure.message : "no error";
}

TEST(DriverFacts, TheLongestDeadline) {
  constexpr std::int64_t kUs = 1'000'000;
  constexpr std::int64_t kMost = 0xffff'fffe;
  CarriedFacts facts;
  RequestRecord request;
  request.blocks = 1;
  request.deadline = (kMost + 1) * kUs;
  EXPECT_EQ(refusal(facts, request), "no error");  // it is not carried
  facts.deadlines = true;
  EXPECT_EQ(
      refusal(facts, request),
      "request 0: its deadline is 4294 s after its arrival; a command carries at most 4294 s");
  request.deadline = (kMost + 1) * kUs - 1;
  EXPECT_EQ(refusal(facts, request), "no error");
  request.deadline = kNoDeadline;
  EXPECT_EQ(refusal(facts, request), "no error");
}

TEST(DriverFacts, ClassesAndLimits) {
  CarriedFacts facts;
  RequestRecord request;
  request.blocks = 1;
  request.class_id = 64;
  EXPECT_EQ(refusal(facts, request), "no error");
  facts.classes = true;
  EXPECT_EQ(refusal(facts, request),
            "request 0 is of class 64; a command carries a class from 0 to "
            "63");
  request.class_id = 63;
  EXPECT_EQ(refusal(facts, request), "no error");
  facts.weights = 63;
  EXPECT_EQ(refusal(facts, request),
            "request 0 is of class 63, but the number of weights is 63; give each class, from 0, a "
            "weight");
  facts.weights = 64;
  EXPECT_EQ(refusal(facts, request), "no error");
  request.limit = 1;
  EXPECT_EQ(refusal(facts, request),
            "request 0 has duration limit 1, but the drive has no duration limits; set "
            "interface.standard to \"SPC-6\"");
  facts.limits = true;
  EXPECT_EQ(refusal(facts, request), "no error");
}

TEST(DriverFacts, TheFirstFailureIsTold) {
  DriverRig rig;
  RequestRecord request;
  request.blocks = 1;
  request.limit = 1;
  rig.submit(request);
  request.limit = 2;
  rig.submit(request);
  EXPECT_EQ(rig.driver.failure().message.substr(0, 32), "request 0 has duration limit 1, ");
}

// ---- A scheduler in the host

struct HostRig : DriverRig {
  HostRig(const std::string& scheduler, std::uint32_t most_at_drive, std::uint32_t depth,
          std::uint32_t capacity)
      : DriverRig(most_at_drive), params(drive_params(hp_c2247(), hp_c2247_tables())) {
    driver.schedule_here({parse_scheduler(scheduler), depth, capacity, 100, &params,
                          [] { return hs_drive_view{}; },
                          [](std::int64_t ps) { return static_cast<hs_ticks>(ps); }, nullptr});
  }
  // Ends all commands one by one. Returns the last digits of their blocks.
  std::vector<std::uint32_t> finish() {
    std::vector<std::uint32_t> lbns;
    while (!bus.sent.empty()) {
      ScsiTransaction& payload = select();
      lbns.push_back(static_cast<std::uint32_t>(field(payload, 2, 4)));
      end(payload);
    }
    return lbns;
  }
  hs_drive_params params;
};

// The scheduler chooses among `depth` requests. Further requests wait in order of arrival.
TEST(DriverScheduling, TheSchedulerHasRoomForSoMany) {
  HostRig rig("sstf", 1, 2, 3);
  for (const std::uint32_t lbn : {1'000U, 900U, 800U, 100U, 200U}) {
    rig.submit(lbn, 1);
  }
  // 1000 goes at once; 900 and 800 wait in the scheduler, 100 and 200 outside. 100 comes in for
  // 900, and 200 for 800, so the far 100 is last.
  EXPECT_EQ(rig.finish(), (std::vector<std::uint32_t>{1'000, 900, 800, 200, 100}));
  std::vector<std::uint32_t> from;
  for (const RequestRecord& row : rig.rows) {
    from.push_back(row.picked_from);
    EXPECT_EQ(row.decision, from.size());
  }
  EXPECT_EQ(from, (std::vector<std::uint32_t>{1, 2, 2, 2, 1}));
  EXPECT_EQ(rig.driver.decisions(), 5U);
}

// Requests that arrive together are all candidates of the first choice.
TEST(DriverScheduling, RequestsThatArriveTogether) {
  HostRig rig("sstf", 1, 10, 11);
  {
    const DeviceDriver::Together together(rig.driver);
    for (const std::uint32_t lbn : {1'000U, 900U, 100U}) {
      rig.submit(lbn, 1);
    }
    EXPECT_TRUE(rig.bus.sent.empty());
  }
  EXPECT_EQ(rig.finish(), (std::vector<std::uint32_t>{100, 900, 1'000}));
}

TEST(DriverScheduling, ARequestKeepsItsArrival) {
  HostRig rig("fcfs", 1, 1, 2);
  rig.submit(1);
  rig.bus.wait_ps(1'000);
  rig.submit(2);
  rig.bus.wait_ps(1'000);
  rig.submit(3);  // outside
  rig.bus.wait_ps(1'000);
  EXPECT_EQ(rig.finish(), (std::vector<std::uint32_t>{1, 2, 3}));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(rig.rows[i].arrival, static_cast<std::int64_t>(1'000 * i));
  }
}

// The deadline of a request, or the one of its priority if it has none.
TEST(DriverScheduling, PrioritiesHaveDeadlines) {
  HostRig rig("edf", 1, 10, 11);
  CarriedFacts facts;
  facts.priority_ps.fill(kNoDeadline);
  facts.priority_ps[1] = 10'000;
  facts.priority_ps[2] = 20'000;
  rig.driver.carry(facts);
  {
    const DeviceDriver::Together together(rig.driver);
    RequestRecord request;
    request.blocks = 1;
    for (const auto& [lbn, priority, deadline] : {std::tuple{1, 0, kNoDeadline},
                                                  {2, 2, kNoDeadline},
                                                  {3, 0, std::int64_t{15'000}},
                                                  {4, 1, kNoDeadline},
                                                  {5, 3, kNoDeadline},
                                                  {6, 1, std::int64_t{30'000}},
                                                  {7, 0, std::int64_t{-4}}}) {
      request.lbn = static_cast<std::uint32_t>(lbn);
      request.priority = static_cast<std::uint16_t>(priority);
      request.deadline = deadline;
      rig.submit(request);
    }
  }
  EXPECT_EQ(rig.finish(), (std::vector<std::uint32_t>{7, 4, 3, 2, 6, 1, 5}));
}

// A probe may fail. It is no request, and the next request counts from its end.
TEST(DriverScheduling, AProbeIsNoRequest) {
  SchedulerSpec spec = parse_scheduler("smtf_online(idle=probe)");
  spec.learner = make_learner(100, hp_c2247_tables().geometry().block_count);
  DriverRig rig;
  const hs_drive_params params = drive_params(hp_c2247(), hp_c2247_tables());
  rig.driver.schedule_here({spec, 4, 5, 2, &params, [] { return hs_drive_view{}; },
                            [](std::int64_t ps) { return static_cast<hs_ticks>(ps); }, nullptr});
  rig.submit(1'000'000, 16);
  rig.end(rig.select());
  ASSERT_EQ(rig.bus.sent.size(), 1U);  // the probe: a read of as many blocks, nearby
  ScsiTransaction& probe = rig.select();
  EXPECT_EQ(probe.cdb[0], 0x28);
  EXPECT_EQ(field(probe, 7, 2), 16U);
  EXPECT_EQ(field(probe, 2, 4) % 16, 1'000'000U % 16);
  rig.end(probe, 0x02, {0x03, 0x11, 0x00});
  EXPECT_FALSE(rig.driver.failure().failed);
  EXPECT_EQ(rig.rows.size(), 1U);
  ScsiTransaction& second = rig.select();
  rig.end(second, 0x02, {0x05, 0x24, 0x00});  // this is a fault of the model
  EXPECT_TRUE(rig.driver.failure().failed);
}

// After the last request there is no probe.
TEST(DriverScheduling, NoProbeAfterTheEnd) {
  SchedulerSpec spec = parse_scheduler("smtf_online(idle=probe)");
  spec.learner = make_learner(100, hp_c2247_tables().geometry().block_count);
  DriverRig rig;
  const hs_drive_params params = drive_params(hp_c2247(), hp_c2247_tables());
  rig.driver.schedule_here({spec, 4, 5, 1, &params, [] { return hs_drive_view{}; },
                            [](std::int64_t ps) { return static_cast<hs_ticks>(ps); }, nullptr});
  rig.submit(1'000'000, 16);
  rig.end(rig.select());
  EXPECT_TRUE(rig.bus.sent.empty());
}

}  // namespace
}  // namespace headstack
