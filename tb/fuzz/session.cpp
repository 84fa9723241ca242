// A whole drive with contents, in a session: the firmware on the model. The input is a sequence of
// operations: transfers, commands with any bytes and any data, task management, time, and losses of
// power.
//
// Every command ends with one status, or is lost. The data phases of a command touch no byte beyond
// those that they count. A block that is read has a version that the writes so far allow. Nothing
// throws.
#include "model/run/session.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/config/tables/firmware_params.h"
#include "tb/fuzz/input.h"
#include "tb/model/support/block_pattern.h"
#include "tb/model/support/data_oracle.h"

extern "C" {
#include <controller/command.h>
}

extern "C" int sc_main(int, char**) { return 1; }  // SystemC's library names this function

namespace headstack {
namespace {

using fuzz::require;

constexpr std::uint32_t kMostBlocks = 1024;  // of a command of any bytes: a limit of a run's time
constexpr std::size_t kMostOperations = 200;
constexpr std::uint8_t kUntouched = 0xee;
constexpr std::uint8_t kCheckCondition = HS_STATUS_CHECK_CONDITION;

using Values = std::vector<std::pair<const char*, const char*>>;

struct Kind {
  const char* file;
  const char* scheduler;
  Values values;
  bool defects = false;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"hp_c2247", "fcfs", {}},
      {"hp_c2247", "sptf", {{"bus.release_reads", "true"}, {"cache.segments", "2"}}},
      {"ibm_9lzx", "sstf", {}, true},
      {"hp_97560", "clook", {}},
      {"hp_c2247a", "sptf", {{"power.unit_attention", "true"}}},
      {"ibm_dnes_309170w",
       "sptf",
       {{"destage.start", "\"amount\""},
        {"destage.amount", "\"4 %\""},
        {"destage.order", "\"ascending\""}},
       true},
      {"hp_c2247",
       "fscan",
       {{"cache.write_back", "true"},
        {"destage.start", "\"idle\""},
        {"destage.idle_delay", "\"3 ms\""},
        {"destage.command_first", "true"}}},
      {"hp_c2247", "gstf", {{"cache.write_back", "true"}, {"destage.start", "\"need\""}}, true},
      {"hp_c2247", "fcfs", {{"controller.choice", "\"ahead\""}, {"queue.depth", "\"3 tasks\""}}},
      {"hp_c2247", "sptf", {{"interface.standard", "\"SPC-4\""}, {"queue.depth", "\"8 tasks\""}}},
  };
  return all;
}

DriveConfig make_config(const Kind& kind) {
  DriveConfig drive = load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives" /
                                 (std::string(kind.file) + ".toml"));
  for (const auto& [key, value] : kind.values) {
    drive = with_value(drive, key, value);
  }
  if (kind.defects) {  // where the transfers are
    const DriveTables tables(drive);
    for (const std::uint32_t lbn : {1003U, 1050U, 1051U}) {
      const hs_pbn place = hs_lbn_to_pbn(&tables.geometry(), {lbn});
      drive.conditions.defects.unreadable.push_back(
          {place.cylinder.value, place.head.value, place.sector.value, Picoseconds{0}});
    }
    drive.conditions.defects.soft_rate_ppm = 2000;
    drive.conditions.defects.soft_retries = 1;
  }
  return drive;
}

const DriveConfig& config_of(std::size_t kind) {
  static std::vector<std::optional<DriveConfig>> made(kinds().size());
  if (!made[kind].has_value()) {
    made[kind] = make_config(kinds()[kind]);
  }
  return *made[kind];
}

struct Sent {
  enum class Kind : std::uint8_t {
    read,
    write,
    synchronize,
    other
  };
  std::shared_ptr<HostCommand> command;
  Kind kind = Kind::other;
  std::uint32_t lbn = 0;
  std::uint32_t blocks = 0;
  std::size_t write_number = 0;
  bool through = false;
  bool noted = false;
};

class Hosts {
 public:
  Hosts(fuzz::Input& input, std::size_t kind)
      : input_(input),
        drive_(config_of(kind)),
        session_(drive_, parse_scheduler(kinds()[kind].scheduler), true) {}

  void run() {
    for (std::size_t i = 0; i < kMostOperations && !input_.done(); ++i) {
      operate();
    }
    settle();
  }

 private:
  std::int64_t now() const { return session_.now().count(); }

  void operate() {
    switch (input_.below(16)) {
      case 0:
      case 1:
        transfer(false);
        break;
      case 2:
      case 3:
        transfer(true);
        break;
      case 4:
        synchronize();
        break;
      case 5:
      case 6:
      case 7:
        any_command();
        break;
      case 8:
        manage();
        break;
      case 9:
        if (!sent_.empty()) {
          session_.wait(*sent_[input_.byte() % sent_.size()].command);
        }
        break;
      case 10:
        session_.run_until(session_.now() + duration());
        break;
      case 11:
        session_.run_until({});
        break;
      case 12:
        cut_power();
        break;
      case 13:
        settle();
        break;
      default:
        session_.advance(duration());
        break;
    }
  }

  // 0 to 255 units, each from 1 ns to 1 s.
  Picoseconds duration() {
    std::int64_t unit = 1'000;
    for (std::uint32_t n = input_.below(10); n > 0; --n) {
      unit *= 10;
    }
    return Picoseconds{unit * input_.byte()};
  }

  std::shared_ptr<HostCommand> command() {
    auto made = std::make_shared<HostCommand>();
    const std::uint8_t nexus = input_.byte();
    made->host = static_cast<std::uint8_t>(7 - (nexus & 3));
    made->attribute = static_cast<QueueAttribute>(nexus >> 2 & 3);
    made->lun = nexus >= 0xf0 ? 1 : 0;
    return made;
  }

  void submit(Sent sent) {
    session_.submit(sent.command);
    sent_.push_back(std::move(sent));
  }

  void transfer(bool write) {
    static constexpr std::uint32_t kPlaces[] = {1000, 1040, 5990, 200'000};
    Sent sent;
    sent.command = command();
    sent.kind = write ? Sent::Kind::write : Sent::Kind::read;
    const std::uint8_t place = input_.byte();
    const std::uint8_t options = input_.byte();
    sent.lbn = kPlaces[place & 3] + (place >> 2);
    sent.blocks = 1 + ((options & 0x80) != 0 ? input_.below(90) : options & 15U);
    const auto blocks = static_cast<std::uint16_t>(sent.blocks);
    HostCommand& command = *sent.command;
    command.cdb = read_write_10(write, sent.lbn, blocks);
    const bool fua = (options & 0x10) != 0;
    const bool verified = write && (options & 0x40) != 0;
    command.cdb[1] = static_cast<std::uint8_t>(fua ? 0x08 : 0);
    if (verified) {
      command.cdb[0] = 0x2e;
      command.cdb[1] = 0x02;
    }
    command.write = write;
    command.data.assign(std::size_t{sent.blocks} * kBlockBytes, kUntouched);
    if (write) {
      sent.through = fua || verified || (!drive_.cache.write_back && !mode_changes_);
      ++version_;
      for (std::uint32_t i = 0; i < sent.blocks; ++i) {
        fill_block(&command.data[std::size_t{i} * kBlockBytes], sent.lbn + i, version_);
      }
      sent.write_number = oracle_.submit(sent.lbn, sent.blocks, version_, now());
    }
    if ((options & 0x20) != 0) {  // the host breaks off
      command.data.resize(command.data.size() * input_.byte() / 256);
    }
    submit(std::move(sent));
  }

  void synchronize() {
    Sent sent;
    sent.command = command();
    sent.kind = Sent::Kind::synchronize;
    sent.command->cdb[0] = 0x35;
    submit(std::move(sent));
  }

  void any_command() {
    Sent sent;
    sent.command = command();
    HostCommand& command = *sent.command;
    for (std::uint8_t& byte : command.cdb) {
      byte = input_.byte();
    }
    const hs_command decoded = hs_command_decode(command.cdb.data(), command.lun, session_.blocks(),
                                                 drive_.interface.standard);
    if (!hs_action_takes_list(decoded.action) && decoded.blocks > kMostBlocks) {
      return;
    }
    note_effects(decoded);
    const std::uint8_t way = input_.byte();
    command.write = (way & 1) != 0;
    if ((way & 2) != 0) {
      command.data.assign(std::size_t{decoded.blocks} * session_.bytes_per_block(), kUntouched);
    } else {
      command.data.assign(input_.number(2) % 1200, kUntouched);
      for (std::size_t i = 0; command.write && i < command.data.size(); ++i) {
        command.data[i] = input_.byte();
      }
    }
    submit(std::move(sent));
  }

  // A command of any bytes changes data, or the rules for data, in a way that the oracle does not
  // follow.
  void note_effects(const hs_command& decoded) {
    switch (decoded.action) {
      case HS_ACTION_WRITE:
      case HS_ACTION_WRITE_VERIFY:
        unknown_.emplace_back(decoded.lbn.value, decoded.lbn.value + decoded.blocks);
        break;
      case HS_ACTION_FORMAT:
        unknown_.emplace_back(0, UINT32_MAX);
        break;
      case HS_ACTION_MODE_SELECT:
        mode_changes_ = true;
        mode_saved_ = mode_saved_ || (decoded.flags & HS_FLAG_SAVE) != 0;
        break;
      default:
        break;
    }
  }

  bool known(std::uint32_t lbn) const {
    for (const auto& [first, end] : unknown_) {
      if (lbn >= first && lbn < end) {
        return false;
      }
    }
    return true;
  }

  void manage() {
    Sent sent;
    sent.command = command();
    sent.command->function = static_cast<TaskFunction>(1 + input_.below(4));
    if (sent.command->function == TaskFunction::abort_task) {
      if (sent_.empty()) {
        return;
      }
      const std::size_t before = input_.byte() % sent_.size();
      sent.command->task = sent_[sent_.size() - 1 - before].command;
      sent.command->host = sent.command->task->host;
    }
    submit(std::move(sent));
  }

  void settle() {
    session_.settle();
    for (const Sent& sent : sent_) {
      require(sent.command->state != HostCommand::State::under_way, "a command has no end");
      check(*sent.command);
    }
    note_ends();
    check_reads();
    sent_.clear();
  }

  void check(const HostCommand& command) const {
    require(command.finished >= command.submitted, "a command ends before its start");
    require(command.moved_bytes <= command.data.size(), "more bytes than the host has");
    if (!command.write) {
      for (std::size_t i = command.moved_bytes; i < command.data.size(); ++i) {
        require(command.data[i] == kUntouched, "a byte beyond those that are counted");
      }
    }
    if (command.state == HostCommand::State::lost || command.function != TaskFunction::none) {
      return;
    }
    constexpr std::array<std::uint8_t, 5> kStatuses = {
        HS_STATUS_GOOD, kCheckCondition, HS_STATUS_BUSY, HS_STATUS_RESERVATION_CONFLICT,
        HS_STATUS_TASK_SET_FULL};
    bool found = false;
    for (const std::uint8_t status : kStatuses) {
      found = found || command.status == status;
    }
    require(found, "status " + std::to_string(command.status));
    require((command.status == kCheckCondition) == !command.sense.empty(),
            "a sense without CHECK CONDITION, or the reverse");
  }

  void note_ends() {
    for (Sent& sent : sent_) {
      if (sent.kind != Sent::Kind::write || std::exchange(sent.noted, true)) {
        continue;
      }
      DataOracle::Write& write = oracle_[sent.write_number];
      write.over = sent.command->finished;
      if (good(sent)) {
        write.finished = write.over;
        write.promised = sent.through ? write.over : DataOracle::kNever;
      }
    }
    for (const Sent& sent : sent_) {
      if (sent.kind == Sent::Kind::synchronize && good(sent)) {
        oracle_.synchronized(sent.command->submitted, sent.command->finished);
      }
    }
  }

  static bool good(const Sent& sent) {
    return sent.command->state == HostCommand::State::done &&
           sent.command->status == HS_STATUS_GOOD;
  }

  void check_reads() const {
    for (const Sent& sent : sent_) {
      const HostCommand& command = *sent.command;
      const bool transferred_bad = mode_changes_ && command.status == kCheckCondition;
      if (sent.kind != Sent::Kind::read || transferred_bad) {
        continue;
      }
      require(!good(sent) || command.moved_bytes == sent.blocks * kBlockBytes,
              "GOOD without all data");
      for (std::uint32_t i = 0; i < command.moved_bytes / kBlockBytes; ++i) {
        const std::uint32_t lbn = sent.lbn + i;
        const std::uint64_t version = version_of(&command.data[std::size_t{i} * kBlockBytes], lbn);
        require(!known(lbn) || oracle_.may_read(lbn, version, command.submitted, command.finished),
                "block " + std::to_string(lbn) + " is read as version " + std::to_string(version));
      }
    }
  }

  // Cuts the power, and then reads every block that was written. The drive had not accepted some of
  // the commands, and carries them out after the loss. The cache is therefore emptied before.
  void cut_power() {
    const std::int64_t at = now();
    session_.cut_power();
    session_.settle();
    note_ends();  // reads that were under way may have found what was lost
    for (const Sent& sent : sent_) {
      check(*sent.command);
    }
    sent_.clear();
    std::vector<std::uint32_t> written;
    for (const auto& [lbn, writes] : oracle_.blocks()) {
      written.push_back(lbn);
    }
    CommandBlock synchronize{};
    synchronize[0] = 0x35;
    after_power(synchronize, 0);
    for (const std::uint32_t lbn : written) {
      if (known(lbn)) {
        check_survivor(lbn, at);
      }
    }
    mode_changes_ = mode_saved_;
  }

  void check_survivor(std::uint32_t lbn, std::int64_t cut_at) {
    const std::shared_ptr<HostCommand> command =
        after_power(read_write_10(false, lbn, 1), kBlockBytes);
    if (command->status != HS_STATUS_GOOD) {
      unknown_.emplace_back(lbn, lbn + 1);  // a defect of the medium
      return;
    }
    const std::uint64_t version = version_of(command->data.data(), lbn);
    require(oracle_.may_survive(lbn, version, cut_at),
            "block " + std::to_string(lbn) + " survives as version " + std::to_string(version));
    oracle_.settle(lbn, version, now());
  }

  // Repeats the command until the drive has told of the power and its disk turns. The drive may
  // have carried out a STOP UNIT or a FORMAT UNIT after the loss.
  std::shared_ptr<HostCommand> after_power(const CommandBlock& cdb, std::uint32_t bytes) {
    constexpr int kMostTries = 300;
    constexpr std::int64_t kWait = 5'000'000'000'000;  // 5 s
    std::string senses;
    for (int i = 0; i < kMostTries; ++i) {
      auto command = std::make_shared<HostCommand>();
      command->cdb = cdb;
      command->data.assign(bytes, kUntouched);
      session_.submit(command);
      require(session_.wait(*command), "a command after a loss of power has no end");
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
        auto start = std::make_shared<HostCommand>();
        start->cdb[0] = 0x1b;
        start->cdb[4] = 1;
        session_.submit(start);
      }
      session_.advance(Picoseconds{key == HS_SENSE_NOT_READY ? kWait : 1});
    }
    require(false, "the drive is not ready after a loss of power:" + senses);
    return nullptr;
  }

  fuzz::Input& input_;
  const DriveConfig& drive_;
  Session session_;
  std::vector<Sent> sent_;
  DataOracle oracle_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> unknown_;  // blocks: first, end
  bool mode_changes_ = false;
  bool mode_saved_ = false;  // saved changes stay after a loss of power
  std::uint64_t version_ = 0;
};

}  // namespace
}  // namespace headstack

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headstack;
  fuzz::Input input(data, size);
  const std::size_t kind = input.byte() % kinds().size();
  Hosts(input, kind).run();
  return 0;
}
