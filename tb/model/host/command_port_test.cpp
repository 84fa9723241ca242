// The command port on a bus of the test: what a command carries, its tag, and its end.
#include "model/host/command_port.h"

#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/driver_rig.h"

namespace headstack {
namespace {

class CommandPortTest : public testing::Test {
 protected:
  static constexpr std::uint64_t kTarget = 5;

  CommandPortTest() : bus_("bus"), port_("port", kTarget) {
    port_.scsi.bind(bus_.scsi);
    port_.on_end = [this](const HostCommand& command) { ended_.push_back(&command); };
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  std::shared_ptr<HostCommand> command(std::size_t bytes = 0, bool write = false) {
    auto made = std::make_shared<HostCommand>();
    made->write = write;
    made->data.assign(bytes, 0xee);
    return made;
  }
  std::shared_ptr<HostCommand> submit(std::size_t bytes = 0, bool write = false) {
    auto made = command(bytes, write);
    port_.submit(made);
    return made;
  }
  ScsiTransaction& select() {
    ScsiTransaction& next = *bus_.sent.front();
    bus_.sent.pop_front();
    bus_.say(next, ScsiPhase::selection);
    return next;
  }

  SimulationContext context_;
  std::vector<const HostCommand*> ended_;
  TestBus bus_;
  CommandPort port_;
};

TEST_F(CommandPortTest, ACommandCarriesWhatTheHostSays) {
  auto made = command(100, true);
  made->host = 12;
  made->lun = 3;
  made->priority = 9;
  made->attribute = QueueAttribute::ordered;
  for (std::size_t i = 0; i < made->cdb.size(); ++i) {
    made->cdb[i] = static_cast<std::uint8_t>(i + 1);
  }
  bus_.wait_ps(700);
  port_.submit(made);
  const ScsiTransaction& sent = select();
  EXPECT_EQ(sent.initiator, 12);
  EXPECT_EQ(sent.lun, 3);
  EXPECT_EQ(sent.priority, 9);
  EXPECT_EQ(sent.attribute, QueueAttribute::ordered);
  EXPECT_EQ(sent.function, TaskFunction::none);
  EXPECT_EQ(sent.cdb, made->cdb);
  EXPECT_EQ(sent.get_address(), kTarget);
  EXPECT_EQ(sent.moved_bytes, 0U);
  EXPECT_EQ(made->submitted, 700);
  EXPECT_EQ(made->finished, -1);
  EXPECT_EQ(made->state, HostCommand::State::under_way);
}

TEST_F(CommandPortTest, ACommandMovesTheBytesOfItsData) {
  for (const auto& [bytes, write, wanted] : {std::tuple{0, false, tlm::TLM_IGNORE_COMMAND},
                                             {0, true, tlm::TLM_IGNORE_COMMAND},
                                             {1, false, tlm::TLM_READ_COMMAND},
                                             {512, true, tlm::TLM_WRITE_COMMAND}}) {
    const auto made = submit(static_cast<std::size_t>(bytes), write);
    ScsiTransaction& sent = select();
    EXPECT_EQ(sent.get_command(), wanted);
    EXPECT_EQ(sent.get_data_length(), static_cast<unsigned>(bytes));
    EXPECT_EQ(sent.get_streaming_width(), static_cast<unsigned>(bytes));
    EXPECT_EQ(sent.get_data_ptr(), bytes == 0 ? nullptr : made->data.data());
    EXPECT_EQ(sent.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
    bus_.say(sent, ScsiPhase::status);
  }
}

// Commands want the bus one at a time, in order of arrival.
TEST_F(CommandPortTest, OneCommandWantsTheBus) {
  for (std::uint8_t i = 0; i < 4; ++i) {
    auto made = command();
    made->cdb[0] = i;
    port_.submit(made);
    EXPECT_EQ(bus_.sent.size(), 1U);
  }
  for (std::uint8_t i = 0; i < 4; ++i) {
    ASSERT_EQ(bus_.sent.size(), 1U);
    EXPECT_EQ(select().cdb[0], i);
  }
  EXPECT_TRUE(bus_.sent.empty());
}

TEST_F(CommandPortTest, TheEndOfACommand) {
  const auto made = submit(64);
  const auto other = submit();
  ScsiTransaction& sent = select();
  select();
  EXPECT_EQ(port_.under_way(), 2U);
  bus_.say(sent, ScsiPhase::disconnect);
  bus_.say(sent, ScsiPhase::reselection);
  bus_.say(sent, ScsiPhase::data_in);
  EXPECT_TRUE(ended_.empty());
  bus_.wait_ps(1'234);
  sent.status = 0x02;
  sent.sense_bytes = 3;
  sent.sense = {0x70, 0x00, 0x05, 0x99};
  sent.moved_bytes = 32;
  bus_.say(sent, ScsiPhase::status);
  ASSERT_EQ(ended_.size(), 1U);
  EXPECT_EQ(ended_[0], made.get());
  EXPECT_EQ(made->state, HostCommand::State::done);
  EXPECT_EQ(made->status, 0x02);
  EXPECT_EQ(made->sense, (std::vector<std::uint8_t>{0x70, 0x00, 0x05}));
  EXPECT_EQ(made->moved_bytes, 32U);
  EXPECT_EQ(made->finished, 1'234);
  EXPECT_EQ(other->state, HostCommand::State::under_way);
  EXPECT_EQ(port_.under_way(), 1U);
  EXPECT_EQ(port_.most_under_way(), 2U);
}

TEST_F(CommandPortTest, ACommandMayBeLost) {
  const auto made = submit();
  ScsiTransaction& sent = select();
  bus_.say(sent, ScsiPhase::aborted);
  ASSERT_EQ(ended_.size(), 1U);
  EXPECT_EQ(made->state, HostCommand::State::lost);
  EXPECT_TRUE(made->sense.empty());
}

// A tag is free again after the end of its command, and the memory of the command is used again.
TEST_F(CommandPortTest, TagsAreUsedAgain) {
  submit();
  submit();
  ScsiTransaction& first = select();
  ScsiTransaction& second = select();
  EXPECT_EQ(first.tag, 0);
  EXPECT_EQ(second.tag, 1);
  first.sense_bytes = 18;
  first.moved_bytes = 99;
  bus_.say(first, ScsiPhase::status);
  submit();
  submit();
  ScsiTransaction& third = select();
  EXPECT_EQ(&third, &first);
  EXPECT_EQ(third.tag, 0);
  EXPECT_EQ(third.moved_bytes, 0U);
  EXPECT_EQ(select().tag, 2);
  EXPECT_EQ(port_.most_under_way(), 3U);
}

// A function has the tag of its task. A task that is over has no tag.
TEST_F(CommandPortTest, AFunctionNamesItsTask) {
  const auto over = submit();
  bus_.say(select(), ScsiPhase::status);
  const auto first = submit();
  const auto second = submit();
  ScsiTransaction& task = select();
  const std::uint16_t tag = select().tag;
  EXPECT_NE(task.tag, tag);
  for (const auto& [of, wanted] : {std::pair{second, tag}, {first, task.tag}}) {
    auto function = command();
    function->function = TaskFunction::abort_task;
    function->task = of;
    port_.submit(function);
    ScsiTransaction& sent = select();
    EXPECT_EQ(sent.function, TaskFunction::abort_task);
    EXPECT_EQ(sent.tag, wanted);
    bus_.say(sent, ScsiPhase::status);
  }
  auto function = command();
  function->function = TaskFunction::abort_task;
  function->task = over;
  port_.submit(function);
  EXPECT_EQ(select().tag, 2);  // its own
}

}  // namespace
}  // namespace headstack
