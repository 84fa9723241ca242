#include "bindings/waiting_queue.h"

#include <algorithm>
#include <string>

#include "model/run/simulation.h"

extern "C" {
#include <buffer/cache.h>
#include <schedulers/host_request.h>
}

namespace headstack {

namespace py = pybind11;

namespace {

constexpr std::size_t kFirstCapacity = 64;

// A read-only array on memory that `owner` keeps.
template <typename Value>
py::array view_of(const Value* first, std::size_t size, const std::shared_ptr<void>& owner) {
  const py::capsule keeper(new std::shared_ptr<void>(owner),
                           [](void* kept) { delete static_cast<std::shared_ptr<void>*>(kept); });
  py::array view(py::dtype::of<Value>(), {size}, {sizeof(Value)}, first, keeper);
  py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

// A request without a deadline has one later than any.
std::int64_t ticks_of_deadline(const hs_host_request& request) {
  return request.deadline < INT64_MAX ? static_cast<std::int64_t>(request.deadline) : INT64_MAX;
}

// In a drive nothing is known of a request but its task.
hs_host_request host_request(const hs_scheduler& scheduler, std::uint32_t entry) {
  return scheduler.host == nullptr ? hs_host_request{HS_NO_DEADLINE, 0, false, false}
                                   : scheduler.host[entry];
}

template <typename Values>
void move_up(Values& values, std::size_t row, std::size_t size) {
  std::copy(values.begin() + static_cast<std::ptrdiff_t>(row) + 1,
            values.begin() + static_cast<std::ptrdiff_t>(size),
            values.begin() + static_cast<std::ptrdiff_t>(row));
}

template <typename Values>
void move_down(Values& values, std::size_t row, std::size_t size) {
  std::copy_backward(values.begin() + static_cast<std::ptrdiff_t>(row),
                     values.begin() + static_cast<std::ptrdiff_t>(size),
                     values.begin() + static_cast<std::ptrdiff_t>(size) + 1);
}

}  // namespace

const char* name_of(hs_knowledge knowledge) {
  constexpr const char* kNames[] = {"none", "lbn", "map", "position", "cache"};
  return kNames[knowledge];
}

void require_knowledge(const SchedulerCall& call, hs_knowledge needed, const char* what) {
  if (call.knows < needed) {
    throw RunError(std::string(what) + ": the scheduler knows '" + name_of(call.knows) +
                   "' and needs '" + name_of(needed) + "' for it; say so in its class, knows = \"" +
                   name_of(needed) + "\"");
  }
}

void require_call(const SchedulerCall& call, hs_knowledge needed, const char* what) {
  require_knowledge(call, needed, what);
  if (call.scheduler == nullptr) {
    throw RunError(std::string(what) + " can be asked while an operation of the scheduler runs");
  }
}

WaitingQueue::Rows::Rows(std::size_t capacity) : write(capacity), entry(capacity) {
  for (auto& column : columns) {
    column.resize(capacity);
  }
}

WaitingQueue::WaitingQueue(std::shared_ptr<const SchedulerCall> call)
    : call_(std::move(call)), rows_(std::make_shared<Rows>(kFirstCapacity)) {}

std::size_t WaitingQueue::lower_bound(std::int64_t order) const {
  const auto& orders = rows_->of(Column::order);
  const auto end = orders.begin() + static_cast<std::ptrdiff_t>(size_);
  return static_cast<std::size_t>(std::lower_bound(orders.begin(), end, order) - orders.begin());
}

std::size_t WaitingQueue::row_of(std::int64_t order) const {
  const std::size_t row = lower_bound(order);
  if (row == size_ || rows_->of(Column::order)[row] != order) {
    throw RunError("no request of order " + std::to_string(order) + " waits");
  }
  return row;
}

// Move into new memory, since there may be views of the old.
void WaitingQueue::grow() {
  auto larger = std::make_shared<Rows>(2 * rows_->entry.size());
  for (std::size_t i = 0; i < kColumns; ++i) {
    std::copy(rows_->columns[i].begin(), rows_->columns[i].end(), larger->columns[i].begin());
  }
  std::copy(rows_->write.begin(), rows_->write.end(), larger->write.begin());
  std::copy(rows_->entry.begin(), rows_->entry.end(), larger->entry.begin());
  rows_ = std::move(larger);
}

std::size_t WaitingQueue::insert(const hs_scheduler& scheduler, std::uint32_t entry) {
  const hs_task& task = scheduler.tasks[entry];
  const hs_host_request request = host_request(scheduler, entry);
  if (size_ == rows_->entry.size()) {
    grow();
  }
  const auto number = static_cast<std::int64_t>(task.order);
  // The place is nearly always the last. One that a reallocation has moved comes back to its old
  // place.
  const bool newest = size_ == 0 || rows_->of(Column::order)[size_ - 1] < number;
  const std::size_t row = newest ? size_ : lower_bound(number);
  const std::array<std::int64_t, kColumns> values = {number,
                                                     task.lbn.value,
                                                     task.blocks,
                                                     static_cast<std::int64_t>(task.arrival),
                                                     ticks_of_deadline(request),
                                                     request.class_id,
                                                     task.track.cylinder.value,
                                                     task.track.head.value,
                                                     task.angle};
  for (std::size_t i = 0; i < kColumns; ++i) {
    move_down(rows_->columns[i], row, size_);
    rows_->columns[i][row] = values[i];
  }
  move_down(rows_->write, row, size_);
  rows_->write[row] = task.write ? 1 : 0;
  move_down(rows_->entry, row, size_);
  rows_->entry[row] = entry;
  ++size_;
  return row;
}

void WaitingQueue::remove(std::size_t row) {
  for (auto& column : rows_->columns) {
    move_up(column, row, size_);
  }
  move_up(rows_->write, row, size_);
  move_up(rows_->entry, row, size_);
  --size_;
}

py::array WaitingQueue::column(Column which) const {
  if (which == Column::deadline && (call_->needs & HS_NEEDS_DEADLINES) == 0) {
    throw RunError("deadline: the scheduler has to say in its class, needs_deadlines = True");
  }
  if (which == Column::class_id && (call_->needs & HS_NEEDS_CLASSES) == 0) {
    throw RunError("class_id: the scheduler has to say in its class, needs_classes = True");
  }
  if (which >= Column::cylinder) {
    const char* name = which == Column::cylinder ? "cylinder"
                       : which == Column::head   ? "head"
                                                 : "angle";
    require_knowledge(*call_, HS_KNOWS_MAP, name);
  }
  return view_of(rows_->of(which).data(), size_, rows_);
}

py::array WaitingQueue::writes() const {
  static_assert(sizeof(bool) == sizeof(std::uint8_t));
  return view_of(reinterpret_cast<const bool*>(rows_->write.data()), size_, rows_);
}

template <typename Value, typename Of>
py::array_t<Value> WaitingQueue::of_rows(const py::object& rows, const Of& of) const {
  const hs_task* tasks = call_->scheduler->tasks;
  if (rows.is_none()) {
    py::array_t<Value> found(static_cast<py::ssize_t>(size_));
    Value* out = found.mutable_data();
    for (std::size_t i = 0; i < size_; ++i) {
      out[i] = of(tasks[entry(i)]);
    }
    return found;
  }
  const auto wanted = py::array_t<std::int64_t, py::array::forcecast>::ensure(rows);
  if (!wanted || wanted.ndim() != 1) {
    PyErr_Clear();
    throw RunError("rows: a column of row numbers is wanted, or None for all");
  }
  py::array_t<Value> found(wanted.size());
  Value* out = found.mutable_data();
  for (py::ssize_t i = 0; i < wanted.size(); ++i) {
    const std::int64_t row = wanted.at(i);
    if (row < 0 || static_cast<std::size_t>(row) >= size_) {
      throw RunError("rows: there is no row " + std::to_string(row) + " in a queue of " +
                     std::to_string(size_));
    }
    out[i] = of(tasks[entry(static_cast<std::size_t>(row))]);
  }
  return found;
}

py::array_t<std::int64_t> WaitingQueue::cost(const py::object& rows) const {
  require_call(*call_, HS_KNOWS_POSITION, "cost");
  if (call_->view == nullptr) {
    throw RunError("cost can be asked in pick");
  }
  const hs_predictor predictor =
      hs_predictor_depart(call_->scheduler->drive, &call_->departures, call_->view);
  return of_rows<std::int64_t>(rows, [&](const hs_task& task) {
    return static_cast<std::int64_t>(hs_predict_cost(&predictor, &task));
  });
}

py::array_t<bool> WaitingQueue::hit(const py::object& rows) const {
  require_call(*call_, HS_KNOWS_CACHE, "hit");
  const hs_cache* cache = call_->scheduler->cache;
  return of_rows<bool>(rows, [&](const hs_task& task) {
    return cache != nullptr && !task.write &&
           hs_cache_look_up(cache, task.lbn, task.blocks) != HS_CACHE_MISS;
  });
}

}  // namespace headstack
