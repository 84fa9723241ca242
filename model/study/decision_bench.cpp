#include "model/study/decision_bench.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "model/base/random.h"
#include "model/boxes/comparator/body.h"
#include "model/boxes/drive_registers.h"
#include "model/host/mimic.h"

extern "C" {
#include <buffer/cache.h>
#include <hal/registers.h>
#include <schedulers/task_facts.h>
}

namespace headstack {

namespace {

constexpr std::uint32_t kMostTasks = 1U << 24;
constexpr std::uint32_t kBytes = 8192;
constexpr std::uint32_t kPlaces = 1U << 20;  // drawn before the measurement, then repeated
constexpr std::uint32_t kClasses = 2;
constexpr std::array<std::uint32_t, kClasses> kShares = {80U << 16, 20U << 16};
constexpr std::uint32_t kLearnt = 1U << 10;  // distances
constexpr std::uint32_t kPatience = 1000;    // revolutions that a request can wait

// A behavioural comparator, for the schedulers that need a comparator. The bench measures the
// firmware's part, and the behavioural search, which replaces the gates.
class BenchComparator final : public Registers {
 public:
  explicit BenchComparator(const DriveConfig& drive)
      : body_(make_behavioural_comparator(comparator_shape(drive.conditions.comparator))),
        registers_(*this) {}
  BenchComparator(const BenchComparator&) = delete;
  BenchComparator& operator=(const BenchComparator&) = delete;

  hs_hal* hal() { return &registers_; }

  bool read(std::uint32_t address, std::uint64_t& value) override {
    return body_->read(offset_of(address), value);
  }
  bool write(std::uint32_t address, std::uint64_t value) override {
    return body_->write(offset_of(address), value);
  }

 private:
  static std::uint32_t offset_of(std::uint32_t address) {
    return address - (HS_PAGE_COMPARATOR << HS_PAGE_BITS);
  }

  std::unique_ptr<ComparatorBody> body_;
  hs_hal registers_;
};

// Makes a mimic of the drive. A time is the seek curve, plus a part of a revolution that rises with
// the distance within a track.
std::shared_ptr<const hs_mimic> mimic_of(const hs_drive_params& params) {
  const hs_geometry& geometry = params.geometry;
  const std::uint32_t track = geometry.zones[0].sectors_per_track;
  const std::uint32_t cylinder = geometry.block_count / geometry.cylinders + 1;
  const auto kind = std::make_shared<MimicTable::Kind>();
  for (std::int64_t at = -std::int64_t{geometry.block_count}; at <= geometry.block_count;
       at += track / 4 + 1) {
    const auto blocks = static_cast<std::uint32_t>(std::abs(at));
    const hs_ticks seek =
        hs_ticks{params.mechanics.seek[std::min(blocks / cylinder, geometry.cylinders - 1)]}
        << HS_SEEK_SHIFT;
    const hs_ticks turn = HS_TICKS_PER_REVOLUTION / track * (blocks % track);
    kind->distance.push_back(static_cast<std::int32_t>(at));
    kind->ns.push_back(static_cast<std::uint32_t>((seek + turn) >> 10));
  }
  return MimicTable({kind, kind, kind, kind}, 1, geometry.block_count).summarised(HS_MIMIC_MEAN);
}

class DecisionBench {
 public:
  DecisionBench(const DriveConfig& drive, const SchedulerSpec& spec, std::uint32_t depth)
      : tables_(drive),
        comparator_(drive),
        params_(drive_params(drive, tables_)),
        tasks_(depth),
        requests_(depth),
        places_(kPlaces),
        mimic_(mimic_of(params_)),
        learner_(make_learner(kLearnt, params_.geometry.block_count)) {
    const std::size_t bytes = hs_scheduler_memory(spec.ops, &params_, depth);
    memory_.reset(new std::uint64_t[bytes / sizeof(std::uint64_t) + 1]);
    hs_scheduler_init(&scheduler_, spec.ops, &params_, tasks_.data(), depth, spec.parameters.data(),
                      memory_.get());
    hs_cache_init(&cache_, &params_.cache, &params_.geometry);
    scheduler_.cache = &cache_;
    scheduler_.hal = comparator_.hal();
    scheduler_.facts = requests_.data();
    scheduler_.tables = {kShares.data(), kClasses, mimic_.get(), learner_.get()};
    blocks_ = std::max(1U, kBytes / params_.bytes_per_block);
    Random random(1, 1);
    for (std::uint32_t& place : places_) {
      place = static_cast<std::uint32_t>(
          random.below(params_.geometry.block_count - std::uint64_t{blocks_}));
    }
    for (std::uint32_t i = 0; i < depth; ++i) {
      arrive(i);
      view_.now += HS_TICKS_PER_REVOLUTION / 4;
    }
  }

  void decide(std::uint64_t decisions) {
    for (std::uint64_t i = 0; i < decisions; ++i) {
      const std::uint32_t task = hs_scheduler_pick(&scheduler_, &view_);
      go_on_from(tasks_[task]);
      hs_scheduler_completion(&scheduler_, task, &view_);
      arrive(task);
    }
  }

  const hs_scheduler& scheduler() const { return scheduler_; }

 private:
  void arrive(std::uint32_t entry) {
    hs_task& task = tasks_[entry];
    const std::uint32_t place = places_[order_ % kPlaces];
    task.lbn.value = place;
    task.blocks = blocks_;
    task.write = place % 3 == 0;
    task.order = order_++;
    task.arrival = view_.now;
    requests_[entry].class_id = static_cast<std::uint16_t>(order_ % kClasses);
    requests_[entry].deadline = view_.now + place % kPatience * HS_TICKS_PER_REVOLUTION;
    hs_scheduler_arrival(&scheduler_, entry);
  }

  // Moves the drive's state to the end of a task, without overheads.
  void go_on_from(const hs_task& task) {
    if (scheduler_.knowledge >= HS_KNOWS_POSITION) {
      const hs_ticks move = hs_positioning(&params_.mechanics, view_.track, task.track, task.write);
      view_.now += move + hs_rotation_wait(view_.now + move, task.angle);
      view_.track = task.track;
    }
    if (task.write) {
      hs_cache_write(&cache_, task.lbn, task.blocks);
    } else if (hs_cache_look_up(&cache_, task.lbn, task.blocks) == HS_CACHE_MISS) {
      hs_cache_read_miss(&cache_, task.lbn, task.blocks, false);
    }
    view_.now += HS_TICKS_PER_REVOLUTION / 8;
    view_.free_at = view_.now;
    view_.last_first = task.lbn;
    view_.last_end.value = task.lbn.value + task.blocks;
    view_.last_write = task.write;
  }

  DriveTables tables_;
  BenchComparator comparator_;
  hs_drive_params params_;
  std::vector<hs_task> tasks_;
  std::vector<hs_task_facts> requests_;
  std::vector<std::uint32_t> places_;
  std::unique_ptr<std::uint64_t[]> memory_;
  std::shared_ptr<const hs_mimic> mimic_;
  std::shared_ptr<hs_mimic_learner> learner_;
  hs_scheduler scheduler_{};
  hs_cache cache_{};
  hs_drive_view view_{};
  std::uint32_t blocks_ = 1;
  std::uint64_t order_ = 0;
};

}  // namespace

DecisionCost decision_cost(const DriveConfig& drive, const SchedulerSpec& scheduler,
                           std::uint32_t depth, std::uint64_t decisions) {
  if (depth == 0 || depth > kMostTasks || decisions == 0) {
    throw ConfigError(fmt::format(
        "{} decisions on a queue of {}; give at least 1 decision, on a queue of 1 to {}", decisions,
        depth, kMostTasks));
  }
  if (scheduler.ops->in_comparator) {
    check_fits_comparator(drive);
  }
  DecisionBench bench(drive, scheduler, depth);
  bench.decide(std::max<std::uint64_t>(decisions / 4, depth));  // into a steady state
  const std::uint64_t made = bench.scheduler().decisions;
  const std::uint64_t examined = bench.scheduler().examined;
  // CPU time of this process, because other processes may use the machine too
  const std::clock_t start = std::clock();
  bench.decide(decisions);
  const double used_s = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  DecisionCost cost;
  cost.ns = used_s * 1e9 / static_cast<double>(decisions);
  cost.candidates = static_cast<double>(bench.scheduler().examined - examined) /
                    static_cast<double>(bench.scheduler().decisions - made);
  return cost;
}

}  // namespace headstack
