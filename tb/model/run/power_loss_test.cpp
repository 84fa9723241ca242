// Random traffic with several tasks, and the power cut at random instants: what the drive has
// promised is on the medium, what it has not is some version that was written, and nothing is torn.
// Drives with physical sectors of several blocks write parts of them. The blocks beside a write
// keep their data.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/base/random.h"
#include "model/run/session.h"
#include "tb/model/support/block_pattern.h"
#include "tb/model/support/data_oracle.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/physical_sectors.h"

namespace headstack {
namespace {

constexpr std::uint32_t kBytes = kBlockBytes;
constexpr std::int64_t kMs = 1'000'000'000;

using CommandPtr = std::shared_ptr<HostCommand>;

struct Traffic {
  const char* name;
  const char* drive;
  const char* scheduler;
  std::vector<std::pair<const char*, const char*>> values;  // of the drive file
  std::uint32_t physical_sector = 1;                        // blocks
};

void PrintTo(const Traffic& traffic, std::ostream* out) { *out << traffic.name; }

DriveConfig drive_of(const Traffic& traffic) {
  DriveConfig drive = load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives" /
                                 (std::string(traffic.drive) + ".toml"));
  for (const auto& [key, value] : traffic.values) {
    drive = with_value(drive, key, value);
  }
  return traffic.physical_sector == 1 ? drive
                                      : with_physical_sectors(drive, traffic.physical_sector);
}

class PowerLoss : public testing::TestWithParam<Traffic> {
 protected:
  struct Sent {
    CommandPtr command;
    enum Kind {
      read,
      write,
      synchronize
    } kind;
    std::uint32_t lbn;
    std::uint32_t blocks;
    std::size_t write_number;
    bool through;
  };

  void start(std::uint64_t seed) {
    random_ = Random(seed, 77);
    session_ = std::make_unique<Session>(drive_of(GetParam()),
                                         parse_scheduler(GetParam().scheduler), true);
    write_back_ = drive_of(GetParam()).cache.write_back;
  }

  std::int64_t now() const { return session_->now().count(); }

  void send(Sent sent, bool fua) {
    auto command = std::make_shared<HostCommand>();
    command->cdb =
        read_write_10(sent.kind == Sent::write, sent.lbn, static_cast<std::uint16_t>(sent.blocks));
    command->cdb[1] = fua ? 0x08 : 0x00;
    command->write = sent.kind == Sent::write;
    command->data.assign(std::size_t{sent.blocks} * kBytes, 0xcc);
    if (sent.kind == Sent::write) {
      ++version_;
      for (std::uint32_t i = 0; i < sent.blocks; ++i) {
        fill_block(&command->data[std::size_t{i} * kBytes], sent.lbn + i, version_);
      }
      sent.write_number = oracle_.submit(sent.lbn, sent.blocks, version_, now());
      sent.through = fua || !write_back_;
    } else if (sent.kind == Sent::synchronize) {
      command->cdb[0] = 0x35;
      command->cdb[7] = command->cdb[8] = 0;
      command->data.clear();
    }
    sent.command = command;
    session_->submit(command);
    sent_.push_back(sent);
  }

  void send_any() {
    // A few places, so that requests meet; one of them across tracks.
    static constexpr std::uint32_t kPlaces[] = {1000, 1040, 5990, 200'000, 1'000'000};
    Sent sent{};
    const std::uint64_t kind = random_.below(20);
    sent.kind = kind == 0 ? Sent::synchronize : kind < 8 ? Sent::read : Sent::write;
    sent.lbn = sent.kind == Sent::synchronize
                   ? 0
                   : kPlaces[random_.below(5)] + static_cast<std::uint32_t>(random_.below(60));
    sent.blocks =
        sent.kind == Sent::synchronize
            ? 0
            : static_cast<std::uint32_t>(1 + random_.below(random_.below(8) == 0 ? 90 : 16));
    send(sent, random_.below(6) == 0);
  }

  // Takes the finished commands out, and checks the reads among them.
  void collect() {
    for (std::size_t i = 0; i < sent_.size();) {
      const HostCommand& c = *sent_[i].command;
      if (c.state == HostCommand::State::under_way) {
        ++i;
        continue;
      }
      if (c.state == HostCommand::State::done) {
        ASSERT_EQ(c.status, 0);
        finished(sent_[i]);
      }
      sent_.erase(sent_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void finished(const Sent& sent) {
    const HostCommand& c = *sent.command;
    if (sent.kind == Sent::write) {
      DataOracle::Write& write = oracle_[sent.write_number];
      write.over = c.finished;
      write.finished = c.finished;
      write.promised = sent.through ? c.finished : DataOracle::kNever;
    } else if (sent.kind == Sent::synchronize) {
      oracle_.synchronized(c.submitted, c.finished);
    } else {
      for (std::uint32_t i = 0; i < sent.blocks; ++i) {
        const std::uint64_t version = version_of(&c.data[std::size_t{i} * kBytes], sent.lbn + i);
        ASSERT_TRUE(oracle_.may_read(sent.lbn + i, version, c.submitted, c.finished))
            << "block " << sent.lbn + i << " read as version " << version << ", at " << now();
        ++reads_checked_;
      }
    }
  }

  // What the drive had not taken when the power failed, it takes now.
  void finish_late() {
    for (const Sent& sent : sent_) {
      ASSERT_TRUE(session_->wait(*sent.command));
      if (sent.kind == Sent::write) {  // a read may find, and a flush not, what was lost
        finished(sent);
      }
    }
    sent_.clear();
  }

  // The blocks that were written, and the others of their physical sectors.
  std::set<std::uint32_t> touched_blocks() const {
    std::set<std::uint32_t> all;
    const std::uint32_t physical = GetParam().physical_sector;
    for (const auto& [lbn, numbers] : oracle_.blocks()) {
      for (std::uint32_t i = 0; i < physical; ++i) {
        all.insert(lbn / physical * physical + i);
      }
    }
    return all;
  }

  std::uint64_t newest_version(std::uint32_t lbn) {
    const auto found = oracle_.blocks().find(lbn);
    std::uint64_t newest = 0;
    if (found != oracle_.blocks().end()) {
      for (const std::size_t number : found->second) {
        newest = std::max(newest, oracle_[number].version);
      }
    }
    return newest;
  }

  void check_medium() {
    const std::int64_t cut = now();
    for (const std::uint32_t lbn : touched_blocks()) {
      auto command = std::make_shared<HostCommand>();
      command->cdb = read_write_10(false, lbn, 1);
      command->data.assign(kBytes, 0xcc);
      session_->submit(command);
      ASSERT_TRUE(session_->wait(*command));
      ASSERT_EQ(command->status, 0);
      const std::uint64_t version = version_of(command->data.data(), lbn);
      ASSERT_NE(version, kTorn) << "block " << lbn;
      ASSERT_TRUE(oracle_.may_survive(lbn, version, cut))
          << "block " << lbn << " survives as version " << version << " at "
          << static_cast<double>(cut) / 1e9 << oracle_.story(lbn);
      old_blocks_ += version == newest_version(lbn) ? 0 : 1;
      ++blocks_checked_;
      oracle_.settle(lbn, version, now());
    }
  }

  void run(int cuts) {
    for (int cut = 0; cut < cuts; ++cut) {
      const std::uint64_t steps = 3 + random_.below(25);
      for (std::uint64_t step = 0; step < steps; ++step) {
        if (sent_.size() < 6) {
          send_any();
        }
        const std::int64_t most = random_.below(4) == 0 ? 80 * kMs : 6 * kMs;
        session_->advance(Picoseconds(
            1 + static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(most)))));
        collect();
        if (HasFatalFailure()) {
          return;
        }
      }
      session_->cut_power();
      collect();
      finish_late();
      check_medium();
      if (HasFatalFailure()) {
        return;
      }
    }
  }

  Random random_{1, 1};
  std::unique_ptr<Session> session_;
  DataOracle oracle_;
  std::vector<Sent> sent_;
  std::uint64_t version_ = 0;
  bool write_back_ = false;
  std::uint64_t reads_checked_ = 0;
  std::uint64_t blocks_checked_ = 0;
  std::uint64_t old_blocks_ = 0;
};

const std::vector<Traffic> kTraffic = {
    {"through", "hp_c2247", "fcfs", {}},
    {"through_sptf", "hp_c2247", "sptf", {}},
    {"at_once", "ibm_dnes_309170w", "fcfs", {}},
    {"at_once_sptf", "ibm_dnes_309170w", "sptf", {}},
    {"idle",
     "hp_c2247",
     "sptf",
     {{"cache.write_back", "true"},
      {"destage.start", "\"idle\""},
      {"destage.idle_delay", "\"3 ms\""},
      {"destage.command_first", "true"}}},
    {"idle_kept",
     "hp_c2247",
     "fcfs",
     {{"cache.write_back", "true"},
      {"destage.start", "\"idle\""},
      {"destage.order", "\"ascending\""}}},
    {"amount",
     "ibm_dnes_309170w",
     "sptf",
     {{"destage.start", "\"amount\""},
      {"destage.amount", "\"4 %\""},
      {"destage.order", "\"ascending\""}}},
    {"amount_command_first",
     "hp_c2247",
     "clook",
     {{"cache.write_back", "true"},
      {"destage.start", "\"amount\""},
      {"destage.amount", "\"30 %\""},
      {"destage.idle_delay", "\"20 ms\""},
      {"destage.command_first", "true"}}},
    {"need", "hp_c2247", "fcfs", {{"cache.write_back", "true"}, {"destage.start", "\"need\""}}},
    {"parts_through", "hp_c2247", "sptf", {}, 8},
    {"parts_at_once", "ibm_dnes_309170w", "sptf", {}, 8},
    {"parts_idle",
     "hp_c2247",
     "sptf",
     {{"cache.write_back", "true"},
      {"destage.start", "\"idle\""},
      {"destage.idle_delay", "\"3 ms\""},
      {"destage.command_first", "true"}},
     8},
    {"parts_amount",
     "ibm_dnes_309170w",
     "clook",
     {{"destage.start", "\"amount\""},
      {"destage.amount", "\"4 %\""},
      {"destage.order", "\"ascending\""},
      {"write.zero_latency", "true"}},
     8},
    {"parts_need",
     "hp_c2247",
     "fcfs",
     {{"cache.write_back", "true"}, {"destage.start", "\"need\""}},
     16},
};

std::string traffic_name(const testing::TestParamInfo<Traffic>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Drives, PowerLoss, testing::ValuesIn(kTraffic), traffic_name);

TEST_P(PowerLoss, KeepsWhatWasPromised) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    oracle_ = DataOracle();
    sent_.clear();
    start(seed);
    run(15);
    if (HasFatalFailure()) {
      return;
    }
  }
  // The test means something: reads were checked, and some blocks lost their newest version.
  EXPECT_GT(reads_checked_, 1000U);
  EXPECT_GT(blocks_checked_, 5000U);
  EXPECT_GT(old_blocks_, 50U);
}

}  // namespace
}  // namespace headstack
