#include "tb/fuzz/session/command_maker.h"

#include "tb/model/support/block_pattern.h"

namespace headstack::fuzz {
namespace {

constexpr std::uint32_t kMostBlocks = 1024;  // of a command of any bytes: a limit of a run's time
constexpr std::uint8_t kForced = 0x08;       // FUA

bool writes_blocks(const hs_command& decoded) {
  return decoded.action == HS_ACTION_WRITE || decoded.action == HS_ACTION_WRITE_VERIFY;
}

CommandBlock write_and_verify(std::uint32_t lbn, std::uint32_t blocks) {
  CommandBlock cdb = read_write_10(true, lbn, static_cast<std::uint16_t>(blocks));
  cdb[0] = 0x2e;
  cdb[1] = 0x02;
  return cdb;
}

}  // namespace

// The host, the queue attribute, and either a priority or another logical unit.
std::shared_ptr<HostCommand> CommandMaker::command() {
  auto made = std::make_shared<HostCommand>();
  const std::uint8_t nexus = input_.byte();
  made->host = static_cast<std::uint8_t>(7 - (nexus & 3));
  made->attribute = static_cast<QueueAttribute>(nexus >> 2 & 3);
  made->lun = nexus >= 0xf0 ? 1 : 0;
  made->priority = made->lun == 0 ? nexus >> 4 : 0;
  return made;
}

CommandBlock CommandMaker::block(const Sent& sent, bool write, bool forced) {
  const std::uint8_t options = drive_.interface.standard == HS_SPC_6 ? input_.byte() : 0;
  const auto limit = static_cast<std::uint16_t>(options & 7);
  const auto group = static_cast<std::uint8_t>(options >> 3 & 3);
  const std::uint8_t access = forced ? kForced : 0;
  CommandBlock cdb{};
  if ((options & 0x80) != 0) {
    cdb = read_write_deadline(write, sent.lbn, sent.blocks, group);
    set_deadline(cdb, std::int64_t{1'000'000'000} << limit);  // 1 ms to 128 ms
    cdb[10] = access;
    return cdb;
  }
  cdb = limit != 0 ? read_write_16(write, sent.lbn, sent.blocks, group, limit)
                   : read_write_10(write, sent.lbn, static_cast<std::uint16_t>(sent.blocks), group);
  cdb[1] |= access;
  return cdb;
}

Sent CommandMaker::transfer(bool write) {
  static constexpr std::uint32_t kPlaces[] = {1000, 1040, 5990, 200'000};
  Sent sent;
  sent.command = command();
  sent.kind = write ? Sent::Kind::write : Sent::Kind::read;
  sent.writes = write;
  const std::uint8_t place = input_.byte();
  const std::uint8_t options = input_.byte();
  sent.lbn = kPlaces[place & 3] + (place >> 2);
  sent.blocks = 1 + ((options & 0x80) != 0 ? input_.below(90) : options & 15U);
  HostCommand& command = *sent.command;
  const bool forced = (options & 0x10) != 0;
  const bool verified = write && (options & 0x40) != 0;
  command.cdb = verified ? write_and_verify(sent.lbn, sent.blocks) : block(sent, write, forced);
  command.write = write;
  command.data.assign(std::size_t{sent.blocks} * kBlockBytes, kUntouched);
  if (write) {
    contents_.write(sent, forced || verified, session_.now().count());
  }
  if ((options & 0x20) != 0) {  // the host breaks off
    command.data.resize(command.data.size() * input_.byte() / 256);
  }
  return sent;
}

Sent CommandMaker::synchronize() {
  Sent sent;
  sent.command = command();
  sent.kind = Sent::Kind::synchronize;
  sent.command->cdb[0] = 0x35;
  return sent;
}

std::optional<Sent> CommandMaker::any_command() {
  Sent sent;
  sent.command = command();
  HostCommand& command = *sent.command;
  for (std::uint8_t& byte : command.cdb) {
    byte = input_.byte();
  }
  const hs_command decoded = hs_command_decode(command.cdb.data(), command.lun, session_.blocks(),
                                               drive_.interface.standard);
  if (!hs_action_takes_list(decoded.action) && decoded.blocks > kMostBlocks) {
    return std::nullopt;
  }
  sent.writes = writes_blocks(decoded);
  contents_.note_effects(decoded);
  add_data(command, decoded);
  return sent;
}

void CommandMaker::add_data(HostCommand& command, const hs_command& decoded) {
  const std::uint8_t way = input_.byte();
  command.write = (way & 1) != 0;
  if ((way & 2) != 0) {
    command.data.assign(std::size_t{decoded.blocks} * session_.bytes_per_block(), kUntouched);
    return;
  }
  command.data.assign(input_.number(2) % 1200, kUntouched);
  for (std::size_t i = 0; command.write && i < command.data.size(); ++i) {
    command.data[i] = input_.byte();
  }
}

std::optional<Sent> CommandMaker::function(const std::vector<Sent>& before) {
  Sent sent;
  sent.command = command();
  sent.command->function = static_cast<TaskFunction>(1 + input_.below(5));
  if (sent.command->function == TaskFunction::abort_task) {
    if (before.empty()) {
      return std::nullopt;
    }
    const std::size_t back = input_.byte() % before.size();
    sent.command->task = before[before.size() - 1 - back].command;
    sent.command->host = sent.command->task->host;
  }
  return sent;
}

}  // namespace headstack::fuzz
