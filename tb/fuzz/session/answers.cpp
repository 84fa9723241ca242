#include "tb/fuzz/session/answers.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "tb/fuzz/input.h"
#include "tb/fuzz/session/sent.h"

namespace headstack::fuzz {
namespace {

void check_bytes(const HostCommand& command) {
  require(command.moved_bytes <= command.data.size(), "more bytes than the host has");
  if (!command.write) {
    for (std::size_t i = command.moved_bytes; i < command.data.size(); ++i) {
      require(command.data[i] == kUntouched, "a byte beyond those that are counted");
    }
  }
}

// A command that has missed a duration limit may have a sense without CHECK CONDITION.
bool may_have_sense(const HostCommand& command) {
  return command.status == HS_STATUS_CHECK_CONDITION ||
         (command.status == HS_STATUS_GOOD && command.sense[2] == HS_SENSE_COMPLETED);
}

void check_status(const HostCommand& command) {
  constexpr std::uint8_t kStatuses[] = {HS_STATUS_GOOD, HS_STATUS_CHECK_CONDITION, HS_STATUS_BUSY,
                                        HS_STATUS_RESERVATION_CONFLICT, HS_STATUS_TASK_SET_FULL};
  require(
      std::find(std::begin(kStatuses), std::end(kStatuses), command.status) != std::end(kStatuses),
      "status " + std::to_string(command.status));
  require(
      command.sense.empty() ? command.status != HS_STATUS_CHECK_CONDITION : may_have_sense(command),
      "a sense without CHECK CONDITION, or the reverse");
}

}  // namespace

void check_answer(const HostCommand& command) {
  require(command.finished >= command.submitted, "a command ends before its start");
  check_bytes(command);
  if (command.state == HostCommand::State::done && command.function == TaskFunction::none) {
    check_status(command);
  }
}

}  // namespace headstack::fuzz
