// The waiting requests as a scheduler written in Python sees them, with views on the columns. There
// is a column for each quantity, and a row for each request, the oldest first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

extern "C" {
#include <disk/predict.h>
#include <schedulers/scheduler.h>
}

namespace headstack {

// Data that the scheduler may use only while one of its operations runs.
struct SchedulerCall {
  const hs_scheduler* scheduler = nullptr;  // null: no operation runs
  const hs_drive_view* view = nullptr;      // null: the operation is not `pick`
  hs_departures departures{};               // the drive of the scheduler
  hs_knowledge knows = HS_KNOWS_NOTHING;    // level that the scheduler declares as `knows`
  std::uint32_t needs = 0;                  // HS_NEEDS_*, as declared
};

// Throws RunError unless the scheduler's declared level is high enough for `what`.
void require_knowledge(const SchedulerCall& call, hs_knowledge needed, const char* what);
// Checks the level likewise. Also throws RunError unless one of the scheduler's operations runs.
void require_call(const SchedulerCall& call, hs_knowledge needed, const char* what);

const char* name_of(hs_knowledge knowledge);

class WaitingQueue {
 public:
  enum class Column : std::uint8_t {
    order,
    lbn,
    blocks,
    arrival,
    deadline,
    class_id,
    cylinder,
    head,
    angle
  };
  static constexpr std::size_t kColumns = 9;

  explicit WaitingQueue(std::shared_ptr<const SchedulerCall> call);

  void clear() { first_ = size_ = 0; }
  // Adds a row for a task of the scheduler, and returns the row's index.
  std::size_t insert(const hs_scheduler& scheduler, std::uint32_t entry);
  void remove(std::size_t row);

  std::size_t size() const { return size_; }
  // The firmware's number of the task in a row.
  std::uint32_t entry(std::size_t row) const { return rows_->entry[first_ + row]; }
  // Throws RunError if no waiting request has this order.
  std::size_t row_of(std::int64_t order) const;

  // Throws RunError if the scheduler's declared level is too low for a column.
  // Read-only views of the present rows. The views keep the memory alive, and show later changes.
  pybind11::array column(Column which) const;
  pybind11::array writes() const;

  // `cost`: ticks until each request would meet the medium if it were started now. `hit`: whether
  // the buffer can answer the request. `rows` selects rows; None selects all. The caller owns the
  // arrays.
  pybind11::array_t<std::int64_t> cost(const pybind11::object& rows) const;
  pybind11::array_t<bool> hit(const pybind11::object& rows) const;

 private:
  struct Rows {
    explicit Rows(std::size_t capacity);
    const std::vector<std::int64_t>& of(Column which) const {
      return columns[static_cast<std::size_t>(which)];
    }
    std::array<std::vector<std::int64_t>, kColumns> columns;
    std::vector<std::uint8_t> write;
    std::vector<std::uint32_t> entry;

    template <typename Work>
    void for_each(const Work& work) {
      for (auto& column : columns) {
        work(column);
      }
      work(write);
      work(entry);
    }
    // Calls `work` with each member and the same member of `other`.
    template <typename Work>
    void for_each(Rows& other, const Work& work) {
      for (std::size_t i = 0; i < kColumns; ++i) {
        work(columns[i], other.columns[i]);
      }
      work(write, other.write);
      work(entry, other.entry);
    }
  };

  std::size_t lower_bound(std::int64_t order) const;
  void make_room();
  template <typename Value, typename Of>
  pybind11::array_t<Value> of_rows(const pybind11::object& rows, const Of& of) const;

  std::shared_ptr<const SchedulerCall> call_;
  std::shared_ptr<Rows> rows_;
  std::size_t first_ = 0;  // index of row 0
  std::size_t size_ = 0;
};

}  // namespace headstack
