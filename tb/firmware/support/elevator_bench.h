// A scheduler with its table of tasks, as a host's device driver has it.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "schedulers/list.h"
#include "schedulers/parameters.h"
#include "schedulers/task_facts.h"
}

namespace headstack {

struct ElevatorRequest {
  std::uint32_t lbn = 0;
  bool write = false;
  std::uint8_t priority = 0;
  hs_ticks arrival = 0;
  std::uint16_t class_id = 0;
  std::uint32_t blocks = 1;
};

// An entry keeps its task until the completion.
class ElevatorBench {
 public:
  // `parameters`: whole numbers, in the scheduler's order. `drive` must outlive the bench.
  ElevatorBench(const hs_scheduler_ops& ops, const TestDrive& drive,
                const std::vector<std::uint32_t>& parameters, std::uint32_t capacity = 48)
      : tasks_(capacity),
        facts_(capacity),
        free_(capacity),
        arena_(hs_scheduler_memory(&ops, &drive.params, capacity)) {
    std::uint32_t values[HS_MAX_SCHEDULER_PARAMETERS] = {};
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      values[i] = parameters[i] * HS_ONE;
    }
    hs_scheduler_init(&scheduler_, &ops, &drive.params, tasks_.data(), capacity, values,
                      arena_.memory());
    scheduler_.facts = facts_.data();
    std::iota(free_.rbegin(), free_.rend(), 0U);
  }

  bool full() const { return free_.empty(); }
  std::uint32_t add(const ElevatorRequest& request) {
    const std::uint32_t entry = free_.back();
    free_.pop_back();
    tasks_[entry] = {};
    tasks_[entry].lbn = {request.lbn};
    tasks_[entry].blocks = request.blocks;
    tasks_[entry].write = request.write;
    tasks_[entry].arrival = request.arrival;
    tasks_[entry].order = order_++;
    facts_[entry] = hs_facts_of_class(request.class_id);
    if (request.priority != 0) {
      hs_facts_add_priority(&facts_[entry], request.priority, 0, HS_NO_DEADLINE);
    }
    hs_scheduler_arrival(&scheduler_, entry);
    return entry;
  }
  std::uint32_t take(hs_ticks now) {
    hs_drive_view view{};
    view.now = now;
    return hs_scheduler_pick(&scheduler_, &view);
  }
  void complete(std::uint32_t entry, hs_ticks now = 0) {
    hs_drive_view view{};
    view.now = now;
    hs_scheduler_completion(&scheduler_, entry, &view);
    free_.push_back(entry);
  }
  void abort(std::uint32_t entry) {
    hs_scheduler_remove(&scheduler_, entry);
    free_.push_back(entry);
  }
  bool is_write(std::uint32_t entry) const { return tasks_[entry].write; }
  std::uint32_t waiting() const { return scheduler_.waiting; }
  std::uint64_t decisions() const { return scheduler_.decisions; }
  bool intact() const { return arena_.intact(); }

 private:
  std::vector<hs_task> tasks_;
  std::vector<hs_task_facts> facts_;
  std::vector<std::uint32_t> free_;
  std::uint64_t order_ = 0;
  Arena arena_;
  hs_scheduler scheduler_{};
};

}  // namespace headstack
