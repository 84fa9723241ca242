// The tagged queue with its tasks and its scheduler's memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "controller/task_queue.h"
#include "schedulers/list.h"
#include "schedulers/parameters.h"
}

namespace headstack {

class QueueBench {
 public:
  // `drive` must outlive the bench.
  QueueBench(const hs_scheduler_ops& ops, const TestDrive& drive, std::uint32_t depth)
      : tasks_(hs_task_queue_memory(depth)),
        facts_(hs_scheduler_needs_facts(&ops) ? depth : 0, hs_facts_of_class(0)),
        memory_(hs_scheduler_memory(&ops, &drive.params, depth)) {
    std::memset(static_cast<void*>(&queue_), 0xa5, sizeof queue_);  // the queue sets each member
    hs_task_queue_init(&queue_, static_cast<hs_task*>(tasks_.memory()), depth, &ops, &drive.params,
                       nullptr, memory_.memory());
    if (!facts_.empty()) {
      queue_.scheduler.facts = facts_.data();
    }
  }

  // Returns the entry, or HS_NO_TASK. The task's slot is its block, which identifies the task for
  // tests.
  std::uint32_t add(hs_attribute attribute, std::uint32_t lbn, std::uint32_t blocks = 1) {
    hs_task task{};
    task.lbn = {lbn};
    task.blocks = blocks;
    task.attribute = static_cast<std::uint8_t>(attribute);
    return add(task, hs_facts_of_class(0));
  }

  // Adds a task of this address, attribute and arrival. The same results.
  std::uint32_t add(const hs_task& given, const hs_task_facts& facts) {
    const std::uint32_t entry = hs_task_queue_claim(&queue_);
    if (entry == HS_NO_TASK) {
      return entry;
    }
    hs_task& task = queue_.tasks[entry];
    task = given;
    task.slot = given.lbn.value;
    if (queue_.scheduler.facts != nullptr) {
      queue_.scheduler.facts[entry] = facts;
    }
    task.tag = {static_cast<std::uint16_t>(next_tag_++)};
    hs_task_queue_add(&queue_, entry);
    return entry;
  }

  std::uint32_t next(const hs_drive_view& view = {}) { return hs_task_queue_next(&queue_, &view); }
  void finish(std::uint32_t entry) { hs_task_queue_finish(&queue_, entry); }
  void relocate(std::uint32_t lbn) { hs_task_queue_relocate(&queue_, {lbn}); }
  void abort(std::uint32_t entry) { hs_task_queue_abort(&queue_, entry); }
  bool ready() const { return hs_task_queue_ready(&queue_); }
  const hs_task_queue& queue() const { return queue_; }
  hs_scheduler& scheduler() { return queue_.scheduler; }
  const hs_task& task(std::uint32_t entry) const { return queue_.tasks[entry]; }
  bool intact() const { return tasks_.intact() && memory_.intact(); }

 private:
  Arena tasks_;
  std::vector<hs_task_facts> facts_;
  Arena memory_;
  std::uint32_t next_tag_ = 0;
  hs_task_queue queue_{};
};

}  // namespace headstack
