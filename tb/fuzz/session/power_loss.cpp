#include "tb/fuzz/session/power_loss.h"

#include <string>

#include "tb/fuzz/input.h"
#include "tb/fuzz/session/sent.h"

namespace headstack::fuzz {
namespace {

constexpr int kMostTries = 300;
constexpr Picoseconds kSpinUp{5'000'000'000'000};  // 5 s

void start_unit(Session& session) {
  auto start = std::make_shared<HostCommand>();
  start->cdb[0] = 0x1b;
  start->cdb[4] = 1;
  session.submit(start);
}

std::shared_ptr<HostCommand> carry_out(Session& session, const CommandBlock& cdb,
                                       std::uint32_t bytes) {
  auto command = std::make_shared<HostCommand>();
  command->cdb = cdb;
  command->data.assign(bytes, kUntouched);
  session.submit(command);
  require(session.wait(*command), "a command after a loss of power has no end");
  return command;
}

}  // namespace

std::shared_ptr<HostCommand> repeat_after_power(Session& session, const CommandBlock& cdb,
                                                std::uint32_t bytes) {
  std::string senses;
  for (int i = 0; i < kMostTries; ++i) {
    std::shared_ptr<HostCommand> command = carry_out(session, cdb, bytes);
    const std::vector<std::uint8_t>& sense = command->sense;
    const std::uint8_t key = sense.empty() ? 0 : sense[2];
    if (command->status == HS_STATUS_GOOD || key == HS_SENSE_MEDIUM_ERROR) {
      return command;
    }
    senses += " " + std::to_string(key) + "/" + std::to_string(sense.empty() ? 0 : sense[12]);
    require(key == HS_SENSE_NOT_READY || key == HS_SENSE_UNIT_ATTENTION ||
                key == HS_SENSE_RECOVERED_ERROR,
            "after a loss of power, the sense is" + senses);
    if (key == HS_SENSE_NOT_READY && sense[13] == 2) {
      start_unit(session);
    }
    session.advance(key == HS_SENSE_NOT_READY ? kSpinUp : Picoseconds{1});
  }
  require(false, "the drive is not ready after a loss of power:" + senses);
  return nullptr;
}

}  // namespace headstack::fuzz
