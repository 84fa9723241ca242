#include "tb/fuzz/session/nexuses.h"

#include "tb/fuzz/input.h"

namespace headstack::fuzz {
namespace {

constexpr std::uint8_t kRequestSense = 0x03;
constexpr std::uint8_t kInquiry = 0x12;
constexpr std::uint8_t kReportLuns = 0xa0;
constexpr std::uint8_t kDeferred = 0x71;  // response code, without the bit VALID

bool ends_nexus(const HostCommand& command) {
  return command.function == TaskFunction::nexus_loss &&
         command.state == HostCommand::State::done &&
         command.status == static_cast<std::uint8_t>(TaskResponse::complete);
}

bool is_deferred(std::uint8_t first_byte) { return (first_byte & 0x7fU) == kDeferred; }

// The command brings a deferred error, as its sense or as its reply.
bool tells_deferred(const HostCommand& command) {
  if (command.function != TaskFunction::none || command.state != HostCommand::State::done) {
    return false;
  }
  const bool asked = command.cdb[0] == kRequestSense && !command.write && command.moved_bytes > 0;
  return (!command.sense.empty() && is_deferred(command.sense[0])) ||
         (asked && is_deferred(command.data[0]));
}

}  // namespace

void Nexuses::take(const std::vector<Sent>& sent, bool power_lost) {
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const HostCommand& command = *sent[i].command;
    Nexus& nexus = nexuses_[command.host];
    if (ends_nexus(command)) {
      leave(sent, i);
      continue;
    }
    nexus.wrote = nexus.wrote || sent[i].writes;
    if (tells_deferred(command)) {
      check_deferred(sent, i);
    }
    if (nexus.untold && !power_lost) {
      check_attention(command);
    }
  }
  for (Nexus& nexus : nexuses_) {
    nexus.untold = nexus.untold && !power_lost;
  }
}

void Nexuses::leave(const std::vector<Sent>& sent, std::size_t loss) {
  const HostCommand& left = *sent[loss].command;
  for (std::size_t i = 0; i < loss; ++i) {
    const HostCommand& command = *sent[i].command;
    require(command.host != left.host || command.finished <= left.finished,
            "a command outlives its nexus");
  }
  nexuses_[left.host] = {false, true};
}

// The write may have come after the command, and have failed before the command's end.
void Nexuses::check_deferred(const std::vector<Sent>& sent, std::size_t number) const {
  const HostCommand& command = *sent[number].command;
  bool wrote = nexuses_[command.host].wrote;
  for (std::size_t i = number + 1; i < sent.size() && !wrote; ++i) {
    const HostCommand& later = *sent[i].command;
    wrote = later.host == command.host && sent[i].writes && later.submitted <= command.finished;
  }
  require(wrote, "a deferred error for host " + std::to_string(command.host) +
                     ", which has written nothing");
}

void Nexuses::check_attention(const HostCommand& command) {
  const std::uint8_t operation = command.cdb[0];
  if (command.function != TaskFunction::none || command.lun != 0 || operation == kInquiry ||
      operation == kReportLuns) {
    return;
  }
  nexuses_[command.host].untold = false;
  const bool told = command.sense.size() > 12 && command.sense[2] == HS_SENSE_UNIT_ATTENTION &&
                    command.sense[12] == HS_CODE_RESET;
  require(told || command.state == HostCommand::State::lost || operation == kRequestSense,
          "a new host is not told of the lost nexus");
}

}  // namespace headstack::fuzz
