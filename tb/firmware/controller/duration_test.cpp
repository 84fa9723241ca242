// Duration limits by closed formulas: ticks of a time, the number in a command block, and what
// happens at a limit and a tick later. A tick is a microsecond here.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/command_blocks.h"
#include "tb/firmware/support/register_script.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "duration/duration.h"
#pragma GCC diagnostic pop
#include "hal/registers.h"
#include "schedulers/list.h"
}

namespace headstack {
namespace {

constexpr std::uint8_t kEarliest = HS_DURATION_EARLIEST;
constexpr std::uint8_t kNext = HS_DURATION_NEXT;
constexpr std::uint8_t kWithout = HS_DURATION_WITHOUT;
constexpr std::uint8_t kUnavailable = HS_DURATION_UNAVAILABLE;
constexpr std::uint8_t kAbort = HS_DURATION_ABORT;
constexpr hs_ticks kArrival = 1'000;

TEST(DurationTicks, AreTheTimeRoundedDown) {
  struct Unit {
    std::uint8_t code;
    std::uint64_t ns;
  };
  for (const auto& [code, ns] :
       {Unit{0x6, 500}, Unit{0x8, 1'000}, Unit{0xa, 10'000'000}, Unit{0xe, 500'000'000}}) {
    for (const hs_ticks second : {hs_ticks{1'999'999}, 90 * kTurn, hs_ticks{120} << 32 | 17}) {
      for (const std::uint32_t count : {0U, 1U, 2U, 3U, 99U, 100U, 101U, 65'534U, 65'535U}) {
        const auto exact = static_cast<unsigned __int128>(second) * count * ns / 1'000'000'000;
        EXPECT_EQ(hs_duration_ticks(count, code, second), static_cast<hs_ticks>(exact))
            << int{code} << " " << count;
      }
    }
  }
}

TEST(DurationTicks, OtherCodesAreNoUnit) {
  for (std::uint32_t code = 0; code < 256; ++code) {
    const bool unit = code == 0x6 || code == 0x8 || code == 0xa || code == 0xe;
    EXPECT_EQ(hs_duration_ticks(7, static_cast<std::uint8_t>(code), 1'000'000) != 0, unit) << code;
  }
}

// READ and WRITE (16): bit 0 of byte 1, and bits 7 and 6 of byte 14. READ and WRITE (32): the lower
// three bits of byte 11.
TEST(DurationNumber, IsInTheCommandBlock) {
  for (std::uint32_t operation = 0; operation < 256; ++operation) {
    for (std::uint32_t number = 0; number < 8; ++number) {
      Cdb cdb;
      cdb.fill(0xff);
      cdb[0] = static_cast<std::uint8_t>(operation);
      cdb[1] = static_cast<std::uint8_t>(0xfe | number >> 2);
      cdb[8] = 0x00;
      cdb[11] = static_cast<std::uint8_t>(0xf8 | number);
      cdb[14] = static_cast<std::uint8_t>((number & 3) << 6 | 0x3f);
      const bool carries = operation == 0x88 || operation == 0x8a || operation == 0x7f;
      EXPECT_EQ(hs_duration_number(cdb.data()), carries ? number : 0) << operation;
    }
  }
}

TEST(DurationNumber, IsNotInTheVendorsCommands) {
  Cdb cdb;
  cdb.fill(0xff);
  cdb[0] = 0x7f;
  for (const auto& [service, number] : {std::pair{0xf7, 7}, {0xf8, 0}, {0xf9, 0}, {0xff, 0}}) {
    cdb[8] = static_cast<std::uint8_t>(service);
    EXPECT_EQ(hs_duration_number(cdb.data()), number) << service;
  }
}

hs_duration_limit limit_of(std::uint16_t waiting, std::uint8_t waiting_policy, std::uint16_t whole,
                           std::uint8_t whole_policy, std::uint16_t working = 0,
                           std::uint8_t working_policy = kEarliest) {
  return {waiting, working, whole, HS_DURATION_1_US, waiting_policy, working_policy, whole_policy};
}

// A firmware that has a queue and limits, and nothing else.
class Durations : public testing::Test {
 protected:
  static constexpr std::uint32_t kDepth = 8;

  Durations() : tasks_(hs_task_queue_memory(kDepth)), facts_(kDepth, hs_facts_of_class(0)) {
    drive_->params.second = 1'000'000;
    firmware_.config.drive = &drive_->params;
    firmware_.next_limit = HS_NO_DEADLINE;
    scheduler_ = std::make_unique<Arena>(hs_scheduler_memory(&hs_fcfs, &drive_->params, kDepth));
    hs_task_queue_init(&firmware_.queue, static_cast<hs_task*>(tasks_.memory()), kDepth, &hs_fcfs,
                       &drive_->params, nullptr, scheduler_->memory());
    firmware_.queue.scheduler.facts = facts_.data();
  }

  hs_duration_limit& limit(std::uint32_t number, bool write = false) {
    return firmware_.unit.mode.durations.of[write ? 1 : 0][number - 1];
  }
  hs_duration_counters& counters(std::uint32_t number, bool write = false) {
    return firmware_.unit.durations[write ? 1 : 0][number - 1];
  }

  // A task with a limit arrives.
  std::uint32_t arrive(std::uint8_t number, hs_ticks at = kArrival, bool write = false) {
    const std::uint32_t entry = hs_task_queue_claim(&firmware_.queue);
    hs_task& task = firmware_.queue.tasks[entry];
    const std::uint8_t place = task.place;
    task = {};
    task.place = place;
    task.blocks = 1;
    task.arrival = at;
    task.write = write;
    task.tag = {static_cast<std::uint16_t>(entry)};
    facts_[entry] = hs_facts_of_class(0);
    facts_[entry].limit = number;
    if (number != 0) {
      hs_duration_arrival(&firmware_, entry);
    }
    hs_task_queue_add(&firmware_.queue, entry);
    return entry;
  }
  hs_sense start(std::uint32_t entry, hs_ticks now) {
    return hs_duration_start(&firmware_, entry, now);
  }

  const std::unique_ptr<TestDrive> drive_ = spared_drive();
  Arena tasks_;
  std::vector<hs_task_facts> facts_;
  std::unique_ptr<Arena> scheduler_;
  hs_firmware firmware_{};
};

void expect_sense(const hs_sense& sense, std::uint8_t key, std::uint8_t code,
                  std::uint8_t qualifier) {
  EXPECT_EQ(sense.key, key);
  EXPECT_EQ(sense.code, code);
  EXPECT_EQ(sense.qualifier, qualifier);
}

// Each pair of policies of both times: the times that order the task. A time that ends the task is
// strict, and a time that does not counts only beside none that does.
TEST_F(Durations, WhichTimesATaskHas) {
  const std::vector<std::uint8_t> of_waiting = {kEarliest, kUnavailable, kAbort};
  const std::vector<std::uint8_t> of_whole = {kEarliest, kNext, kWithout, kUnavailable, kAbort};
  const auto ends = [](std::uint8_t policy) { return policy == kUnavailable || policy == kAbort; };
  for (const std::uint8_t waiting : of_waiting) {
    for (const std::uint8_t whole : of_whole) {
      for (const std::uint16_t waiting_us : {std::uint16_t{0}, std::uint16_t{30}}) {
        for (const std::uint16_t whole_us : {std::uint16_t{0}, std::uint16_t{70}}) {
          limit(1) = limit_of(waiting_us, waiting, whole_us, whole, 9, kAbort);
          const std::uint32_t entry = arrive(1);
          const hs_task_facts& facts = facts_[entry];
          const bool start_strict = waiting_us != 0 && ends(waiting);
          const bool whole_strict = whole_us != 0 && ends(whole);
          SCOPED_TRACE(testing::Message() << int{waiting} << " " << waiting_us << ", " << int{whole}
                                          << " " << whole_us);
          EXPECT_EQ(facts.strict, start_strict || whole_strict);
          const bool no_start = waiting_us == 0 || (whole_strict && !start_strict);
          EXPECT_EQ(facts.start_by, no_start ? HS_NO_DEADLINE : kArrival + 30);
          const bool no_end = whole_us == 0 || (start_strict && whole == kEarliest);
          EXPECT_EQ(facts.deadline, no_end ? HS_NO_DEADLINE : kArrival + 70);
          EXPECT_EQ(facts.period, whole_us);
          EXPECT_EQ(facts.working, 9U);
          EXPECT_EQ(facts.waiting_policy, waiting);
          EXPECT_EQ(facts.working_policy, kAbort);
          EXPECT_EQ(facts.whole_policy, whole);
          hs_task_queue_abort(&firmware_.queue, entry);
        }
      }
    }
  }
}

TEST_F(Durations, EachLimitCountsItsCommands) {
  for (std::uint8_t number = 1; number <= 7; ++number) {
    for (const bool write : {false, true}) {
      for (int i = 0; i < number + (write ? 10 : 0); ++i) {
        hs_task_queue_abort(&firmware_.queue, arrive(number, kArrival, write));
      }
    }
  }
  for (std::uint8_t number = 1; number <= 7; ++number) {
    EXPECT_EQ(counters(number).commands, number);
    EXPECT_EQ(counters(number, true).commands, number + 10U);
  }
}

TEST_F(Durations, TheNextLimitIsTheEarliestTime) {
  limit(1) = limit_of(0, kEarliest, 500, kAbort);
  limit(2) = limit_of(300, kAbort, 400, kAbort);
  limit(3) = limit_of(900, kAbort, 0, kEarliest);
  EXPECT_FALSE(hs_duration_due(&firmware_, HS_NO_DEADLINE));
  arrive(1);
  EXPECT_EQ(firmware_.next_limit, kArrival + 500);
  arrive(2);
  EXPECT_EQ(firmware_.next_limit, kArrival + 300);
  arrive(3);
  EXPECT_EQ(firmware_.next_limit, kArrival + 300);
  EXPECT_FALSE(hs_duration_due(&firmware_, kArrival + 300));
  EXPECT_TRUE(hs_duration_due(&firmware_, kArrival + 301));
}

// A limit, the sense of a start a microsecond after the limit, and what the log counts then.
struct Late {
  hs_duration_limit limit;
  hs_ticks at;  // after the arrival, the last start in time
  std::uint8_t key, code, qualifier;
};

TEST_F(Durations, AStartAtALimitAndAfterIt) {
  const std::vector<Late> cases = {
      {limit_of(100, kAbort, 0, kEarliest), 100, 0x0b, 0x2e, 0x01},
      {limit_of(100, kUnavailable, 0, kEarliest), 100, 0x0f, 0x55, 0x0a},
      {limit_of(0, kEarliest, 100, kAbort), 100, 0x0b, 0x2e, 0x01},
      {limit_of(0, kEarliest, 100, kUnavailable), 100, 0x0f, 0x55, 0x0a},
      {limit_of(100, kEarliest, 0, kEarliest), 100, 0, 0, 0},
      {limit_of(0, kEarliest, 100, kEarliest), 100, 0, 0, 0},
      {limit_of(50, kUnavailable, 90, kAbort), 50, 0x0f, 0x55, 0x0a},
      {limit_of(90, kUnavailable, 50, kAbort), 50, 0x0b, 0x2e, 0x01},
  };
  for (const Late& one : cases) {
    for (const bool late : {false, true}) {
      for (const bool write : {false, true}) {
        SCOPED_TRACE(testing::Message() << &one - cases.data() << " " << late << write);
        limit(4, write) = one.limit;
        counters(4, write) = {};
        const std::uint32_t entry = arrive(4, kArrival, write);
        const hs_sense sense = start(entry, kArrival + one.at + (late ? 1 : 0));
        expect_sense(sense, late ? one.key : 0, late ? one.code : 0, late ? one.qualifier : 0);
        EXPECT_EQ(counters(4, write).waited, late ? 1U : 0U);
        EXPECT_EQ(counters(4, write).worked, 0U);
        EXPECT_EQ(counters(4, write).both, 0U);
        hs_task_queue_abort(&firmware_.queue, entry);
      }
    }
  }
}

// From its start on, `working` is a time and `start_by` is the start.
TEST_F(Durations, TheTimeOfTheWorkBeginsWithTheStart) {
  limit(1) = limit_of(100, kAbort, 200, kAbort, 40, kAbort);
  limit(2) = limit_of(100, kAbort, 200, kAbort);
  const std::uint32_t first = arrive(1);
  const std::uint32_t second = arrive(2);
  start(first, kArrival + 60);
  start(second, kArrival + 70);
  EXPECT_EQ(facts_[first].working, kArrival + 100);
  EXPECT_EQ(facts_[first].start_by, kArrival + 60);
  EXPECT_EQ(facts_[second].working, 0U);
  EXPECT_EQ(facts_[second].start_by, kArrival + 70);
}

// A limit, how late a command ends that began 60 after its arrival, the policy that counts, and
// whether the log counts the work as late. The arrival is at 0 here.
struct End {
  hs_duration_limit limit;
  hs_ticks at;
  std::uint8_t policy, qualifier;
  bool late;
};

TEST_F(Durations, AnEndAtALimitAndAfterIt) {
  limit(5) = limit_of(0, kEarliest, 150, kAbort, 80, kUnavailable);  // after limit 4
  const std::vector<End> cases = {
      {limit_of(0, kEarliest, 100, kAbort), 100, 0, 0, false},
      {limit_of(0, kEarliest, 100, kAbort), 101, kAbort, 1, true},
      {limit_of(0, kEarliest, 100, kUnavailable), 101, kUnavailable, 0, true},
      {limit_of(0, kEarliest, 100, kEarliest), 101, 0, 0, true},
      {limit_of(0, kEarliest, 0, kEarliest, 40, kAbort), 100, 0, 0, false},
      {limit_of(0, kEarliest, 0, kEarliest, 40, kAbort), 101, kAbort, 2, true},
      {limit_of(0, kEarliest, 0, kEarliest, 40, kUnavailable), 101, kUnavailable, 0, true},
      {limit_of(0, kEarliest, 0, kEarliest, 40, kEarliest), 101, 0, 0, true},
      {limit_of(0, kEarliest, 100, kUnavailable, 40, kAbort), 101, kAbort, 2, true},
      {limit_of(0, kEarliest, 100, kNext, 30, kAbort), 100, kAbort, 2, true},
      {limit_of(0, kEarliest, 100, kNext, 30, kAbort), 101, 0, 0, true},
      {limit_of(0, kEarliest, 100, kNext, 30, kAbort), 140, 0, 0, true},
      {limit_of(0, kEarliest, 100, kNext, 30, kAbort), 141, kUnavailable, 0, true},
      {limit_of(0, kEarliest, 100, kWithout, 30, kAbort), 101, 0, 0, true},
      {limit_of(0, kEarliest, 100, kWithout, 30, kAbort), 100, kAbort, 2, true},
  };
  RegisterScript registers;
  firmware_.hal = registers.hal();
  for (const End& one : cases) {
    SCOPED_TRACE(&one - cases.data());
    limit(4) = one.limit;
    counters(4) = {};
    firmware_.active.failed = false;
    const std::uint32_t entry = firmware_.active.task = arrive(4, 0);
    expect_sense(start(entry, 60), 0, 0, 0);
    hs_sense sense{};
    sense.key = one.policy == kUnavailable ? 0x0f : 0x0b;
    sense.code = one.policy == kUnavailable ? 0x55 : 0x2e;
    sense.qualifier = one.policy == kUnavailable ? 0x0a : one.qualifier;
    if (one.policy != 0) {
      registers.write(HS_PORT_SENSE, hs_sense_pack(&sense));
    }
    const std::uint8_t check =
        one.policy == kUnavailable ? HS_STATUS_GOOD : HS_STATUS_CHECK_CONDITION;
    EXPECT_EQ(hs_duration_status(&firmware_, one.at), one.policy == 0 ? HS_STATUS_GOOD : check);
    registers.verify();
    EXPECT_EQ(firmware_.active.failed, one.policy != 0);
    EXPECT_EQ(counters(4).worked, one.late ? 1U : 0U);
    EXPECT_EQ(counters(4).waited + counters(4).both, 0U);
    hs_task_queue_abort(&firmware_.queue, entry);
  }
}

// The limits 1 to 6 hand over to the next limit, 7 has no next limit.
TEST_F(Durations, EachLimitHandsOverToTheNext) {
  for (std::uint8_t number = 1; number <= 7; ++number) {
    limit(number) = limit_of(0, kEarliest, static_cast<std::uint16_t>(100 * number), kNext);
  }
  for (std::uint8_t first = 1; first <= 7; ++first) {
    for (std::uint32_t passed = first; passed <= 7; ++passed) {
      SCOPED_TRACE(testing::Message() << int{first} << ", " << passed);
      counters(first) = {};
      const std::uint32_t entry = arrive(first);
      expect_sense(start(entry, kArrival + 100 * passed), 0, 0, 0);
      EXPECT_EQ(facts_[entry].deadline, kArrival + 100 * passed);
      EXPECT_EQ(counters(first).waited, passed > first ? 1U : 0U);
      hs_task_queue_abort(&firmware_.queue, entry);
      const std::uint32_t later = arrive(first);
      expect_sense(start(later, kArrival + 100 * passed + 1), 0, 0, 0);
      EXPECT_EQ(facts_[later].deadline,
                passed == 7 ? HS_NO_DEADLINE : kArrival + 100 * (passed + 1));
      EXPECT_EQ(facts_[later].limit, first);  // the log counts by this number
      hs_task_queue_abort(&firmware_.queue, later);
    }
  }
}

TEST_F(Durations, ALimitMayEnd) {
  limit(1) = limit_of(0, kEarliest, 100, kWithout);
  const std::uint32_t entry = arrive(1);
  expect_sense(start(entry, kArrival + 101), 0, 0, 0);
  EXPECT_EQ(facts_[entry].deadline, HS_NO_DEADLINE);
  EXPECT_EQ(counters(1).waited, 1U);
}

// Served as early as possible: the limit becomes longer by its own length as often as it passes.
TEST_F(Durations, ALimitThatPassesBecomesLonger) {
  for (const auto& [now, deadline] : {std::pair{100U, 100U},
                                      {101U, 200U},
                                      {199U, 200U},
                                      {200U, 300U},
                                      {201U, 300U},
                                      {999U, 1'000U}}) {
    limit(1) = limit_of(0, kEarliest, 100, kEarliest);
    const std::uint32_t entry = arrive(1);
    expect_sense(start(entry, kArrival + now), 0, 0, 0);
    EXPECT_EQ(facts_[entry].deadline, kArrival + deadline) << now;
    hs_task_queue_abort(&firmware_.queue, entry);
  }
}

// Three tasks wait: the oldest of those that are over is taken, and the next time is noted.
TEST_F(Durations, TheOldestLateTaskIsTaken) {
  limit(1) = limit_of(0, kEarliest, 500, kAbort);
  limit(2) = limit_of(300, kAbort, 0, kEarliest);
  limit(3) = limit_of(0, kEarliest, 400, kUnavailable);
  const std::uint32_t first = arrive(1);
  const std::uint32_t second = arrive(2);
  arrive(0);
  const std::uint32_t third = arrive(3);
  EXPECT_EQ(hs_duration_late(&firmware_, kArrival + 300), HS_NO_TASK);
  EXPECT_EQ(firmware_.next_limit, kArrival + 300);
  EXPECT_EQ(hs_duration_late(&firmware_, kArrival + 301), second);
  EXPECT_FALSE(hs_task_queue_waits(&firmware_.queue, second));
  EXPECT_EQ(firmware_.next_limit, kArrival + 301);
  EXPECT_EQ(hs_duration_late(&firmware_, kArrival + 301), HS_NO_TASK);
  EXPECT_EQ(firmware_.next_limit, kArrival + 400);
  EXPECT_EQ(hs_duration_late(&firmware_, kArrival + 501), first);
  EXPECT_EQ(hs_duration_late(&firmware_, kArrival + 501), third);
  EXPECT_EQ(hs_duration_late(&firmware_, kArrival + 501), HS_NO_TASK);
  EXPECT_EQ(firmware_.next_limit, HS_NO_DEADLINE);
}

// The second task is older in the queue, because the entry of an ended task is used again.
TEST_F(Durations, TheOldestIsTheFirstThatCame) {
  limit(1) = limit_of(0, kEarliest, 100, kAbort);
  const std::uint32_t ended = arrive(0);
  const std::uint32_t older = arrive(1);
  hs_task_queue_abort(&firmware_.queue, ended);
  const std::uint32_t younger = arrive(1);
  ASSERT_LT(younger, older);
  EXPECT_EQ(hs_duration_late(&firmware_, kArrival + 101), older);
  EXPECT_EQ(hs_duration_late(&firmware_, kArrival + 101), younger);
}

TEST_F(Durations, AWaitingTaskGetsTheNextLimit) {
  limit(1) = limit_of(0, kEarliest, 100, kNext);
  limit(2) = limit_of(150, kAbort, 300, kEarliest);
  limit(3) = limit_of(0, kEarliest, 100, kEarliest);
  const std::uint32_t entry = arrive(1);
  const std::uint32_t other = arrive(3);
  EXPECT_EQ(hs_duration_late(&firmware_, kArrival + 101), HS_NO_TASK);
  EXPECT_EQ(facts_[entry].start_by, kArrival + 150);
  EXPECT_EQ(facts_[entry].deadline, HS_NO_DEADLINE);
  EXPECT_EQ(facts_[other].deadline, kArrival + 200);
  EXPECT_EQ(firmware_.next_limit, kArrival + 150);
  EXPECT_EQ(counters(1).waited, 1U);
  EXPECT_EQ(counters(2).waited, 0U);
  EXPECT_EQ(counters(3).waited, 1U);
  EXPECT_EQ(hs_duration_late(&firmware_, kArrival + 151), entry);
  expect_sense(start(entry, kArrival + 151), 0x0b, 0x2e, 0x01);
  EXPECT_EQ(counters(1).waited, 1U) << "a command counts once";
}

}  // namespace
}  // namespace headstack
