// A whole drive with contents, in a session: the firmware on the model. The input is a sequence of
// operations: transfers, commands with any bytes and any data, task management, hosts that leave,
// time, and losses of power.
//
// Every command ends with one status, or is lost. The data phases of a command touch no byte beyond
// those that they count. A block that is read has a version that the writes so far allow. A host
// that has left leaves nothing to the next host of its number but a unit attention. Nothing throws.
#include "tb/fuzz/input.h"
#include "tb/fuzz/session/answers.h"
#include "tb/fuzz/session/command_maker.h"
#include "tb/fuzz/session/contents.h"
#include "tb/fuzz/session/drives.h"
#include "tb/fuzz/session/nexuses.h"
#include "tb/fuzz/session/power_loss.h"
#include "tb/model/support/block_pattern.h"

extern "C" int sc_main(int, char**) { return 1; }  // SystemC's library names this function

namespace headstack::fuzz {
namespace {

constexpr std::size_t kMostOperations = 200;

class Hosts {
 public:
  Hosts(Input& input, const AttackedDrive& drive)
      : input_(input),
        session_(drive.config, drive.scheduler, true),
        contents_(drive.config.cache.write_back),
        maker_(input, drive.config, session_, contents_) {}

  void run() {
    for (std::size_t i = 0; i < kMostOperations && !input_.done(); ++i) {
      operate();
    }
    settle();
  }

 private:
  void operate() {
    switch (input_.below(16)) {
      case 0:
      case 1:
        submit(maker_.transfer(false));
        break;
      case 2:
      case 3:
        submit(maker_.transfer(true));
        break;
      case 4:
        submit(maker_.synchronize());
        break;
      case 5:
      case 6:
      case 7:
        submit(maker_.any_command());
        break;
      case 8:
        submit(maker_.function(sent_));
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

  void submit(std::optional<Sent> sent) {
    if (sent.has_value()) {
      session_.submit(sent->command);
      sent_.push_back(std::move(*sent));
    }
  }

  void settle() {
    session_.settle();
    for (const Sent& sent : sent_) {
      require(sent.command->state != HostCommand::State::under_way, "a command has no end");
      check_answer(*sent.command);
    }
    nexuses_.take(sent_, false);
    contents_.note_ends(sent_);
    contents_.check_reads(sent_);
    sent_.clear();
  }

  // Cuts the power, and then reads every block that was written. The drive had not accepted some of
  // the commands, and carries them out after the loss. The cache is therefore emptied before.
  // Reads that were under way may have found what was lost.
  void cut_power() {
    const std::int64_t at = session_.now().count();
    session_.cut_power();
    session_.settle();
    contents_.note_ends(sent_);
    for (const Sent& sent : sent_) {
      check_answer(*sent.command);
    }
    nexuses_.take(sent_, true);
    sent_.clear();
    CommandBlock synchronize{};
    synchronize[0] = 0x35;
    repeat_after_power(session_, synchronize, 0);
    for (const std::uint32_t lbn : contents_.written()) {
      check_survivor(lbn, at);
    }
    contents_.lose_power();
  }

  void check_survivor(std::uint32_t lbn, std::int64_t cut_at) {
    const std::shared_ptr<HostCommand> command =
        repeat_after_power(session_, read_write_10(false, lbn, 1), kBlockBytes);
    if (command->status != HS_STATUS_GOOD) {
      contents_.forget(lbn);  // a defect of the medium
      return;
    }
    contents_.survives(lbn, version_of(command->data.data(), lbn), cut_at, session_.now().count());
  }

  Input& input_;
  Session session_;
  std::vector<Sent> sent_;
  Contents contents_;
  Nexuses nexuses_;
  CommandMaker maker_;
};

}  // namespace
}  // namespace headstack::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headstack::fuzz;
  Input input(data, size);
  Hosts(input, drive_of(input.byte() % drive_count())).run();
  return 0;
}
