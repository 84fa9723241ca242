// A session as the target of other programs: several hosts, task management, and time that stops at
// the next end.
#include "model/run/session.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/base/run_error.h"
#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

using namespace std::chrono_literals;
using Command = std::shared_ptr<HostCommand>;

constexpr std::uint32_t kBlock = 512;

class SessionTest : public testing::Test {
 protected:
  Command read(std::uint32_t lbn, std::uint8_t host = 7) {
    auto command = std::make_shared<HostCommand>();
    command->cdb = read_write_10(false, lbn, 1);
    command->data.assign(kBlock, 0);
    command->host = host;
    session.submit(command);
    return command;
  }
  Command manage(TaskFunction function, std::uint8_t host, Command task = nullptr) {
    auto command = std::make_shared<HostCommand>();
    command->function = function;
    command->host = host;
    command->task = std::move(task);
    session.submit(command);
    EXPECT_TRUE(session.wait(*command));
    EXPECT_EQ(command->status, 0) << "the response COMPLETE";
    return command;
  }
  static bool done(const Command& command) { return command->state == HostCommand::State::done; }
  static bool lost(const Command& command) { return command->state == HostCommand::State::lost; }

  Session session{hp_c2247(), parse_scheduler("fcfs"), false};
};

TEST_F(SessionTest, TimeStopsAtEachEnd) {
  const Command first = read(0);
  const Command second = read(1'000'000);
  ASSERT_TRUE(session.run_until(std::nullopt));
  EXPECT_TRUE(done(first));
  EXPECT_FALSE(done(second));
  EXPECT_EQ(session.now().count(), first->finished);
  ASSERT_TRUE(session.run_until(std::nullopt));
  EXPECT_EQ(session.now().count(), second->finished);
}

// Everything that a simulation makes belongs to its own kernel, by both of SystemC's variables.
TEST(SimulationContextTest, IsTheCurrentOneUntilItEnds) {
  sc_core::sc_simcontext* const outside = sc_core::sc_get_curr_simcontext();
  {
    SimulationContext context;
    sc_core::sc_simcontext* const inside = sc_core::sc_get_curr_simcontext();
    EXPECT_NE(inside, outside);
    EXPECT_EQ(sc_core::sc_curr_simcontext, inside);
    EXPECT_EQ(sc_core::sc_default_global_context, inside);
    context.leave();
    EXPECT_EQ(sc_core::sc_curr_simcontext, outside);
    EXPECT_EQ(sc_core::sc_default_global_context, outside);
    context.enter();
    EXPECT_EQ(sc_core::sc_curr_simcontext, inside);
    EXPECT_EQ(sc_core::sc_default_global_context, inside);
  }
  EXPECT_EQ(sc_core::sc_curr_simcontext, outside);
  EXPECT_EQ(sc_core::sc_default_global_context, outside);
}

TEST_F(SessionTest, TimeStopsAtItsEnd) {
  const Command command = read(1'000'000);
  EXPECT_FALSE(session.run_until(Picoseconds(1ms)));
  EXPECT_EQ(session.now(), Picoseconds(1ms));
  EXPECT_FALSE(done(command));
  EXPECT_TRUE(session.run_until(Picoseconds(1s)));
  EXPECT_LT(session.now(), Picoseconds(1s));
}

// The file has a place for each sector of the longest track, on each track: the C2247 has 2,051
// cylinders, 13 heads, and up to 96 sectors of 512 bytes. Its last block is in the last cylinder.
TEST(SessionContents, AFileOfTheWholeMedium) {
  const auto file = std::filesystem::path(testing::TempDir()) / "session_contents";
  std::filesystem::remove(file);
  {
    Session session{hp_c2247(), parse_scheduler("fcfs"), true};
    session.keep_in(file.string());
    auto command = std::make_shared<HostCommand>();
    const std::uint32_t last = hp_c2247_tables().geometry().block_count - 1;
    command->cdb = read_write_10(true, last, 1);
    command->write = true;
    command->data.assign(kBlock, 0x6b);
    command->host = 7;
    session.submit(command);
    EXPECT_TRUE(session.wait(*command));
    EXPECT_EQ(command->status, 0);
    session.settle();
  }
  EXPECT_EQ(std::filesystem::file_size(file), 2'051ULL * 13 * 96 * 512);
  const hs_geometry& geometry = hp_c2247_tables().geometry();
  const hs_pbn place = hs_lbn_to_pbn(&geometry, {geometry.block_count - 1});
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(
      ((std::uint64_t{place.cylinder.value} * 13 + place.head.value) * 96 + place.sector.value) *
      512));
  EXPECT_EQ(stream.get(), 0x6b);
  std::filesystem::remove(file);
}

// A drive without events is idle, and its time passes all the same.
TEST_F(SessionTest, TimePassesWithoutEvents) {
  session.settle();
  EXPECT_FALSE(session.run_until(Picoseconds(2s)));
  EXPECT_EQ(session.now(), Picoseconds(2s));
  EXPECT_FALSE(session.run_until(Picoseconds(1s))) << "this time has passed";
  EXPECT_EQ(session.now(), Picoseconds(2s));
}

// Without an end, time stops at the last event. It does not pass to the end of all time.
TEST_F(SessionTest, TimeStopsAtTheLastEvent) {
  const Command command = read(1'000'000);
  while (session.run_until(std::nullopt)) {
  }
  EXPECT_TRUE(done(command));
  EXPECT_FALSE(session.next_event());
  EXPECT_LT(session.now(), Picoseconds(1s));
  const Picoseconds last = session.now();
  EXPECT_FALSE(session.run_until(std::nullopt)) << "no event is left";
  EXPECT_EQ(session.now(), last);
  const Command next = read(0);
  EXPECT_TRUE(session.run_until(std::nullopt));
  EXPECT_TRUE(done(next));
}

// The read is chosen, and its orders are prepared, while the first write is active. An urgent write
// then brings the blocks into the buffer, so the read needs no orders. A later read has the same
// entry in the queue, and must not get the orders that nobody used.
TEST(SessionAhead, ATaskGetsItsOwnOrders) {
  Session session(with_value(hp_c2247(), "controller.choice", "\"ahead\""), parse_scheduler("fcfs"),
                  false);
  const auto send = [&session](bool write, std::uint32_t lbn, std::uint16_t blocks,
                               QueueAttribute attribute = QueueAttribute::simple) {
    auto command = std::make_shared<HostCommand>();
    command->cdb = read_write_10(write, lbn, blocks);
    command->write = write;
    command->data.assign(std::size_t{blocks} * kBlock, 0);
    command->attribute = attribute;
    session.submit(command);
    return command;
  };
  send(true, 200'000, 14);
  send(false, 5'990, 3);
  send(true, 5'990, 4, QueueAttribute::head_of_queue);
  session.settle();
  for (std::uint32_t lbn = 300'000; lbn < 300'600; lbn += 100) {
    const Command next = send(false, lbn, 1);
    ASSERT_TRUE(session.wait(*next)) << lbn;
    EXPECT_EQ(next->status, 0);
  }
}

TEST_F(SessionTest, NothingHappensBeforeTheNextEvent) {
  const Command command = read(1'000'000);
  int events = 0;
  while (const auto next = session.next_event()) {
    ASSERT_GE(*next, session.now());
    ASSERT_LT(++events, 1000);
    if (session.run_until(*next + Picoseconds(1))) {
      break;
    }
  }
  EXPECT_TRUE(done(command));
}

TEST_F(SessionTest, AFunctionEndsTheTasksThatItNames) {
  const Command active = read(0, 7);
  const Command waits = read(500'000, 7);
  const Command aborted = read(1'000'000, 7);
  const Command others = read(1'500'000, 3);
  manage(TaskFunction::abort_task, 7, aborted);
  EXPECT_TRUE(lost(aborted));
  EXPECT_FALSE(lost(waits));
  manage(TaskFunction::abort_task_set, 7);
  EXPECT_TRUE(lost(active) || done(active));
  EXPECT_TRUE(lost(waits));
  EXPECT_FALSE(lost(others)) << "the task of another host";
  EXPECT_TRUE(session.wait(*others));
  EXPECT_TRUE(done(others));
}

// The tag of an ended task may belong to another task.
TEST_F(SessionTest, AbortOfATaskThatIsOverEndsNoOther) {
  const Command over = read(0);
  ASSERT_TRUE(session.wait(*over));
  const Command next = read(1'000'000);
  manage(TaskFunction::abort_task, 7, over);
  EXPECT_TRUE(session.wait(*next));
  EXPECT_TRUE(done(next));
}

// SPC-4 5.14, SCSI-2 6.9: the first command of each initiator after a power-on reports 06/29.
class PowerOnTest : public testing::Test {
 protected:
  static constexpr std::uint8_t kCheckCondition = 2;

  static std::vector<int> first_statuses(const Changes& conditions, const char* told = "") {
    const DriveConfig told_or_not =
        with_values(hp_c2247(), Changes{{"power.unit_attention", told}});
    Session session(with_conditions(told_or_not, conditions), parse_scheduler("fcfs"), false);
    std::vector<int> found = statuses(session);
    session.cut_power();
    for (const int status : statuses(session)) {
      found.push_back(status);
    }
    return found;
  }

 private:
  // TEST UNIT READY of two hosts, twice each.
  static std::vector<int> statuses(Session& session) {
    std::vector<int> found;
    for (const std::uint8_t host : std::array<std::uint8_t, 4>{7, 7, 3, 3}) {
      const auto command = std::make_shared<HostCommand>();
      command->host = host;
      session.submit(command);
      EXPECT_TRUE(session.wait(*command));
      EXPECT_EQ(command->status == kCheckCondition,
                command->sense.size() > 12 && command->sense[12] == 0x29);
      found.push_back(command->status);
    }
    return found;
  }
};

TEST_F(PowerOnTest, EachHostIsToldOnce) {
  const std::vector<int> told{2, 0, 2, 0, 2, 0, 2, 0};
  EXPECT_EQ(first_statuses({{"power.start", "\"power-on\""}}), told);
  EXPECT_EQ(first_statuses({{"power.start", "\"power-on\""}}, "true"), told);
}

TEST_F(PowerOnTest, ASessionBeginsReady) {
  const std::vector<int> later{0, 0, 0, 0, 2, 0, 2, 0};
  EXPECT_EQ(first_statuses({}, "true"), later);
  EXPECT_EQ(first_statuses({{"power.start", "\"ready\""}}, "true"), later);
}

TEST_F(PowerOnTest, ADriveMayTellNone) {
  const std::vector<int> none(8, 0);
  EXPECT_EQ(first_statuses({}), none);
  EXPECT_EQ(first_statuses({{"power.start", "\"power-on\""}}, "false"), none);
}

TEST_F(SessionTest, AResetIsReportedToEachHost) {
  manage(TaskFunction::logical_unit_reset, 7);
  for (const std::uint8_t host : {std::uint8_t{7}, std::uint8_t{3}}) {
    const Command command = read(0, host);
    ASSERT_TRUE(session.wait(*command));
    ASSERT_EQ(command->status, 0x02);
    EXPECT_EQ(command->sense[2], 6) << "UNIT ATTENTION";
    EXPECT_EQ(command->sense[12], 0x29);
  }
}

// FCFS that keeps an error when it is told to.
struct FailingScheduler : ForeignScheduler {
  void check() override {
    if (failed) {
      throw RunError("the scheduler failed");
    }
  }
  bool failed = false;
};

// Every method in which the drive works throws the scheduler's error.
TEST(SessionErrors, OfTheSchedulerEndTheMethod) {
  using Method = void (*)(Session&, const HostCommand&);
  const Method methods[] = {
      [](Session& session, const HostCommand& command) { session.wait(command); },
      [](Session& session, const HostCommand&) { session.run_until(std::nullopt); },
      [](Session& session, const HostCommand&) { session.run_until(Picoseconds{1s}); },
      [](Session& session, const HostCommand&) { session.advance(1s); },
      [](Session& session, const HostCommand&) { session.settle(); },
      [](Session& session, const HostCommand&) { session.cut_power(); }};
  for (const bool failed : {false, true}) {
    for (std::size_t i = 0; i < std::size(methods); ++i) {
      SchedulerSpec scheduler = parse_scheduler("fcfs");
      const auto foreign = std::make_shared<FailingScheduler>();
      scheduler.foreign = foreign;
      Session session(hp_c2247(), scheduler, false);
      const auto command = std::make_shared<HostCommand>();
      command->cdb = read_write_10(false, 1000, 1);
      command->data.assign(kBlock, 0);
      session.submit(command);
      foreign->failed = failed;
      if (failed) {
        EXPECT_THROW(methods[i](session, *command), RunError) << i;
      } else {
        EXPECT_NO_THROW(methods[i](session, *command)) << i;
      }
    }
  }
}

// The sense belongs to its command. The command after it uses the same transaction, and has none.
TEST_F(SessionTest, ACommandWithoutSense) {
  const Command wrong = read(0xffff'fff0);
  ASSERT_TRUE(session.wait(*wrong));
  EXPECT_EQ(wrong->status, 0x02);
  EXPECT_EQ(wrong->sense.size(), 18U);
  const Command right = read(100);
  ASSERT_TRUE(session.wait(*right));
  EXPECT_EQ(right->status, 0x00);
  EXPECT_TRUE(right->sense.empty());
}

// The data of three commands, and their ends: a write of 16 blocks, a read whose read-ahead passes
// the blocks of the next write, and a read of both. Time passes in steps, or at once.
std::vector<std::pair<std::int64_t, std::vector<unsigned char>>> ends(Picoseconds step) {
  Session session(hp_c2247(), parse_scheduler("fcfs"), true);
  std::vector<std::pair<std::int64_t, std::vector<unsigned char>>> found;
  const auto carry_out = [&](bool write, std::uint32_t lbn, std::uint16_t blocks, int value) {
    auto command = std::make_shared<HostCommand>();
    command->cdb = read_write_10(write, lbn, blocks);
    command->write = write;
    command->data.assign(std::size_t{blocks} * kBlock, static_cast<unsigned char>(value));
    session.submit(command);
    while (step.count() != 0 && !session.run_until(session.now() + step)) {
    }
    EXPECT_TRUE(session.wait(*command));
    session.advance(4ms);
    found.emplace_back(command->finished, command->data);
  };
  carry_out(true, 1000, 16, 1);
  carry_out(false, 1000, 16, 0);
  carry_out(true, 1040, 16, 2);
  carry_out(false, 1008, 48, 0);
  return found;
}

TEST(SessionContents, DoNotDependOnTheStepsOfTime) {
  const auto at_once = ends(Picoseconds{0});
  EXPECT_EQ(ends(Picoseconds{100'000'000}), at_once);
  const std::vector<unsigned char>& last = at_once.back().second;
  EXPECT_EQ(last[0], 1);
  EXPECT_EQ(last[std::size_t{8} * kBlock], 0);
  EXPECT_EQ(last[std::size_t{32} * kBlock], 2);
}

}  // namespace
}  // namespace headstack
