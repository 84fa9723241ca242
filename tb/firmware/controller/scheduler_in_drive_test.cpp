// Every scheduler in the drive's tagged queue decides as it does in a host, for the same tasks and
// views.
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/queue_bench.h"
#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "controller/firmware.h"
#include "schedulers/mimic_learner.h"
}

namespace headstack {
namespace {

constexpr std::uint32_t kDepth = 24;
constexpr std::uint32_t kSteps = 3000;
constexpr std::array<std::uint32_t, 3> kPercent = {50 * HS_ONE, 30 * HS_ONE, 20 * HS_ONE};

// A table of times that rise with the distance, and a learner.
class Tables {
 public:
  explicit Tables(std::uint32_t blocks)
      : mimic_(std::make_unique<hs_mimic>()),
        learner_(std::make_unique<hs_mimic_learner>()),
        arena_(hs_mimic_learner_memory(kDistances)) {
    mimic_->layers = 1;
    for (hs_mimic_points& points : mimic_->points) {
      points = {kDistance.data(), kNs.data(), static_cast<std::uint32_t>(kDistance.size())};
    }
    hs_mimic_init(mimic_.get(), blocks);
    hs_mimic_learner_init(learner_.get(), kDistances, blocks, arena_.memory());
  }

  hs_scheduler_tables tables() {
    return {kPercent.data(), kPercent.size(), mimic_.get(), learner_.get()};
  }

 private:
  static constexpr std::uint32_t kDistances = 512;
  static constexpr std::array<std::int32_t, 4> kDistance = {-300, -1, 1, 300};
  static constexpr std::array<std::uint32_t, 4> kNs = {9'000'000, 4'000'000, 1'000'000, 7'000'000};

  std::unique_ptr<hs_mimic> mimic_;
  std::unique_ptr<hs_mimic_learner> learner_;
  Arena arena_;
};

// The same scheduler in a drive and in a host, given the same tasks.
class Pair {
 public:
  Pair(const hs_scheduler_ops& ops, const TestDrive& drive)
      : drive_(drive),
        in_drive_(ops, drive, kDepth),
        in_host_(ops, drive, kDepth),
        drive_tables_(drive.blocks()),
        host_tables_(drive.blocks()) {
    in_drive_.scheduler().tables = drive_tables_.tables();
    in_host_.scheduler().tables = host_tables_.tables();
  }

  bool empty() const { return entries_.empty(); }

  void arrive(Rng& rng) {
    if (in_host_.full()) {
      return;
    }
    hs_task task{};
    task.blocks = 1 + rng.below(4);
    task.lbn = {rng.below(drive_.blocks() - task.blocks)};
    task.write = rng.one_in(3);
    task.arrival = view_.now;
    hs_task_facts facts = hs_facts_of_class(0);
    facts.deadline = rng.one_in(8) ? HS_NO_DEADLINE : view_.now + rng.below(8) * kTurn;
    facts.class_id = static_cast<std::uint16_t>(rng.below(kPercent.size()));
    const std::uint32_t entry = in_drive_.add(task, facts);
    entries_[in_host_.add(task.lbn.value, task.blocks, task.write, task.arrival, facts.deadline,
                          facts.class_id)] = entry;
  }

  void abort(Rng& rng) {
    const std::uint32_t host = any_of(rng, in_host_);
    in_drive_.abort(entries_.at(host));
    in_host_.abort(host);
    entries_.erase(host);
  }

  // Both decide, and serve the task. The blocks take a revolution.
  void decide() {
    const std::uint32_t drive = in_drive_.next(view_);
    const std::uint32_t host = in_host_.pick(view_);
    ASSERT_EQ(drive, entries_.at(host));
    ASSERT_TRUE(hs_task_queue_picked(&in_drive_.queue(), drive));
    const hs_task task = in_host_.task(host);
    view_ = view_after(drive_, in_drive_.task(drive), view_.now + kTurn);
    hs_scheduler_completion(&in_drive_.scheduler(), drive, &view_);
    hs_scheduler_completion(&in_host_.scheduler(), host, &view_);
    in_drive_.finish(drive);
    entries_.erase(host);
    EXPECT_EQ(task.order, in_drive_.task(drive).order);
  }

  bool intact() const { return in_drive_.intact() && in_host_.intact(); }

 private:
  const TestDrive& drive_;
  QueueBench in_drive_;
  SchedulerBench in_host_;
  Tables drive_tables_;
  Tables host_tables_;
  std::map<std::uint32_t, std::uint32_t> entries_;  // the drive's entry, by the host's
  hs_drive_view view_{};
};

TEST(SchedulerInDrive, EachDecidesAsInAHost) {
  const auto drive = eighths_drive(20);
  drive->params.second = 90 * kTurn;
  drive->params.bytes_per_block = 512;
  for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
    if ((*ops)->in_comparator) {
      continue;  // a host has no comparator
    }
    SCOPED_TRACE((*ops)->name);
    Rng rng(1);
    Pair pair(**ops, *drive);
    for (std::uint32_t step = 0; step < kSteps && !HasFatalFailure(); ++step) {
      if (pair.empty() || rng.below(20) < 10) {
        pair.arrive(rng);
      } else if (rng.one_in(10)) {
        pair.abort(rng);
      } else {
        pair.decide();
      }
    }
    EXPECT_TRUE(pair.intact());
  }
}

// The bytes of the firmware's memory beside those of the scheduler, in whole words.
std::size_t memory_without_scheduler(const hs_scheduler_ops& ops, std::uint8_t standard) {
  const auto drive = eighths_drive(20);
  hs_firmware_config config{};
  config.drive = &drive->params;
  config.queue_depth = kDepth;
  config.scheduler = &ops;
  config.standard = standard;
  return hs_firmware_memory(&config) -
         (hs_scheduler_memory(&ops, &drive->params, kDepth) + 7) / 8 * 8;
}

// The facts take memory only where the scheduler uses them, or where commands have limits. A drive
// that shares has its weights twice (current and saved), 64 of 4 bytes. A drive with deadlines has
// 15 times of 4 bytes twice.
TEST(SchedulerInDrive, OnlyASchedulerThatUsesFactsHasMemoryForThem) {
  const std::size_t without = memory_without_scheduler(hs_sptf, HS_SPC_4);
  const std::size_t with = without + kDepth * sizeof(hs_task_facts);
  EXPECT_EQ(memory_without_scheduler(hs_smtf, HS_SPC_4), without);
  EXPECT_EQ(memory_without_scheduler(hs_edf, HS_SCSI_2), with + 120);
  EXPECT_EQ(memory_without_scheduler(hs_yfq, HS_SPC_4), with + 512);
  EXPECT_EQ(memory_without_scheduler(hs_sptf_limits, HS_SPC_6), with + 120);
  EXPECT_EQ(memory_without_scheduler(hs_smtf_online, HS_SPC_4), with);
  EXPECT_EQ(memory_without_scheduler(hs_sptf, HS_SPC_6), with);
}

}  // namespace
}  // namespace headstack
