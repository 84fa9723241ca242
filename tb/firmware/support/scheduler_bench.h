// A scheduler without a drive, with its table of tasks, and with its memory between guard bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/software_schedulers.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "schedulers/list.h"
#include "schedulers/parameters.h"
#include "schedulers/task_facts.h"
}

namespace headstack {

// A task, with the host's data about it.
struct BenchRequest : hs_task, hs_task_facts {};

class SchedulerBench {
 public:
  // The first parameters; the others have their defaults. `drive` must outlive the bench.
  SchedulerBench(const hs_scheduler_ops& ops, const TestDrive& drive, std::uint32_t capacity,
                 const std::vector<std::uint32_t>& first = {})
      : SchedulerBench(ops, drive.params, capacity, first) {}
  SchedulerBench(const hs_scheduler_ops& ops, const hs_drive_params& drive, std::uint32_t capacity,
                 const std::vector<std::uint32_t>& first = {})
      : tasks_(capacity),
        requests_(capacity),
        free_(capacity),
        arena_(hs_scheduler_memory(&ops, &drive, capacity)) {
    for (std::size_t i = 0; i < HS_MAX_SCHEDULER_PARAMETERS; ++i) {
      parameters_[i] = i < first.size() ? first[i] : ops.parameters[i].default_value;
    }
    begin(ops, drive);
  }

  // Prepares the scheduler anew in its memory, which keeps its contents. Tables stay.
  void begin_again() {
    const hs_scheduler_tables tables = scheduler_.tables;
    begin(*scheduler_.ops, *scheduler_.drive);
    scheduler_.tables = tables;
  }

  // A new task arrives; returns its entry.
  std::uint32_t add(std::uint32_t lbn, std::uint32_t blocks = 1, bool write = false,
                    hs_ticks arrival = 0, hs_ticks deadline = 0, std::uint16_t class_id = 0) {
    hs_task_facts facts = hs_facts_of_class(class_id);
    facts.deadline = deadline;
    return add(lbn, blocks, write, arrival, facts);
  }
  std::uint32_t add(std::uint32_t lbn, std::uint32_t blocks, bool write, hs_ticks arrival,
                    const hs_task_facts& facts) {
    const std::uint32_t entry = free_.back();
    free_.pop_back();
    hs_task& task = tasks_[entry];
    task = {};
    // A task that arrives has any values here.
    task.key = next_order_ % 3;
    task.left = task.right = task.parent = 0xa5a5'a5a5;
    task.lbn = {lbn};
    task.blocks = blocks;
    task.write = write;
    task.arrival = arrival;
    requests_[entry] = facts;
    task.order = next_order_++;
    waiting_.push_back(entry);
    hs_scheduler_arrival(&scheduler_, entry);
    return entry;
  }

  // Removes and returns the scheduler's choice. The next add() may use the entry again.
  std::uint32_t pick(const hs_drive_view& view) {
    const std::uint32_t entry = hs_scheduler_pick(&scheduler_, &view);
    if (entry != HS_NO_TASK) {
      forget(entry);
    }
    return entry;
  }

  // For tests that keep a picked task at the drive: the task no longer waits, and later its entry
  // is free.
  void picked(std::uint32_t entry) {
    waiting_.erase(std::find(waiting_.begin(), waiting_.end(), entry));
  }
  void give_back(std::uint32_t entry) { free_.push_back(entry); }

  void abort(std::uint32_t entry) {
    hs_scheduler_remove(&scheduler_, entry);
    forget(entry);
  }

  // Makes the task arrive again, as tasks do that are located again.
  void enter_again(std::uint32_t entry) {
    hs_scheduler_remove(&scheduler_, entry);
    hs_scheduler_arrival(&scheduler_, entry);
  }

  bool full() const { return free_.empty(); }
  const std::vector<std::uint32_t>& waiting() const { return waiting_; }  // oldest first
  const hs_task& task(std::uint32_t entry) const { return tasks_[entry]; }
  BenchRequest request(std::uint32_t entry) const { return {tasks_[entry], requests_[entry]}; }
  const hs_scheduler& scheduler() const { return scheduler_; }
  hs_scheduler& scheduler() { return scheduler_; }
  bool intact() const { return arena_.intact(); }

 private:
  void begin(const hs_scheduler_ops& ops, const hs_drive_params& drive) {
    free_.resize(tasks_.size());
    std::iota(free_.rbegin(), free_.rend(), 0U);
    waiting_.clear();
    next_order_ = 0;
    hs_scheduler_init(&scheduler_, &ops, &drive, tasks_.data(),
                      static_cast<std::uint32_t>(tasks_.size()), parameters_, arena_.memory());
    scheduler_.facts = requests_.data();
  }
  void forget(std::uint32_t entry) {
    picked(entry);
    give_back(entry);
  }

  std::vector<hs_task> tasks_;
  std::vector<hs_task_facts> requests_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> waiting_;
  std::uint64_t next_order_ = 0;
  std::uint32_t parameters_[HS_MAX_SCHEDULER_PARAMETERS]{};
  Arena arena_;
  hs_scheduler scheduler_{};
};

// Returns a random waiting task. Precondition: a task waits.
inline std::uint32_t any_of(Rng& rng, const SchedulerBench& bench) {
  return bench.waiting()[rng.below(static_cast<std::uint32_t>(bench.waiting().size()))];
}

// Returns the block after a random waiting request. A new request at this block continues the
// waiting request. 0: no request waits.
inline std::uint32_t end_of_any(Rng& rng, const SchedulerBench& bench, std::uint32_t blocks) {
  if (bench.waiting().empty()) {
    return 0;
  }
  const hs_task& task = bench.task(any_of(rng, bench));
  const std::uint32_t end = task.lbn.value + task.blocks;
  return end < blocks ? end : 0;
}

// The drive's state after it has served `task`, which met the medium at `media`.
inline hs_drive_view view_after(const TestDrive& drive, const hs_task& task, hs_ticks media) {
  const hs_zone* zone = hs_zone_of_lbn(&drive.geometry(), task.lbn);
  hs_drive_view view{};
  view.now = media + hs_sector_offset(zone, std::min(task.blocks, zone->sectors_per_track));
  view.free_at = view.now;
  view.track = task.track;
  view.last_first = task.lbn;
  view.last_end = {task.lbn.value + task.blocks};
  view.last_write = task.write;
  return view;
}

}  // namespace headstack
