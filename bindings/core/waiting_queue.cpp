#include "bindings/core/waiting_queue.h"

#include <algorithm>
#include <string>

#include "model/run/simulation.h"

extern "C" {
#include <buffer/cache.h>
#include <schedulers/task_facts.h>
}

namespace headstack {

namespace py = pybind11;

namespace {

constexpr std::size_t kFirstCapacity = 64;

// A read-only array on memory that `owner` keeps alive.
template <typename Value>
py::array view_of(const Value* first, std::size_t size, const std::shared_ptr<void>& owner) {
  const py::capsule keeper(new std::shared_ptr<void>(owner),
                           [](void* kept) { delete static_cast<std::shared_ptr<void>*>(kept); });
  py::array view(py::dtype::of<Value>(), {size}, {sizeof(Value)}, first, keeper);
  py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

// Returns the deadline in ticks. A request without a deadline has the latest value, INT64_MAX.
std::int64_t ticks_of_deadline(const hs_task_facts& request) {
  return request.deadline < INT64_MAX ? static_cast<std::int64_t>(request.deadline) : INT64_MAX;
}

// Returns the facts about a request. A scheduler that needs no facts gets the defaults.
hs_task_facts facts_of(const hs_scheduler& scheduler, std::uint32_t entry) {
  return scheduler.facts == nullptr ? hs_facts_of_class(0) : scheduler.facts[entry];
}

// Moves the values of rows [from, end) of a column by one row, towards row 0 or away from it.
template <typename Values>
void move_up(Values& values, std::size_t from, std::size_t end) {
  std::copy(values.begin() + static_cast<std::ptrdiff_t>(from),
            values.begin() + static_cast<std::ptrdiff_t>(end),
            values.begin() + static_cast<std::ptrdiff_t>(from) - 1);
}

template <typename Values>
void move_down(Values& values, std::size_t from, std::size_t end) {
  std::copy_backward(values.begin() + static_cast<std::ptrdiff_t>(from),
                     values.begin() + static_cast<std::ptrdiff_t>(end),
                     values.begin() + static_cast<std::ptrdiff_t>(end) + 1);
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
  const auto begin = orders.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto end = begin + static_cast<std::ptrdiff_t>(size_);
  return static_cast<std::size_t>(std::lower_bound(begin, end, order) - begin);
}

std::size_t WaitingQueue::row_of(std::int64_t order) const {
  const std::size_t row = lower_bound(order);
  if (row == size_ || rows_->of(Column::order)[first_ + row] != order) {
    throw RunError("no request of order " + std::to_string(order) + " waits");
  }
  return row;
}

// Moves the rows into new memory, because views of the old memory may exist. The new memory is
// twice as large as needed, so that moves are rare.
void WaitingQueue::make_room() {
  auto larger = std::make_shared<Rows>(2 * std::max(size_, kFirstCapacity / 2));
  rows_->for_each(*larger, [this](const auto& from, auto& to) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first_);
    std::copy(begin, begin + static_cast<std::ptrdiff_t>(size_), to.begin());
  });
  rows_ = std::move(larger);
  first_ = 0;
}

std::size_t WaitingQueue::insert(const hs_scheduler& scheduler, std::uint32_t entry) {
  const hs_task& task = scheduler.tasks[entry];
  const hs_task_facts request = facts_of(scheduler, entry);
  if (first_ + size_ == rows_->entry.size()) {
    make_room();
  }
  const auto number = static_cast<std::int64_t>(task.order);
  // A new request almost always becomes the last row. A request that a reallocation has moved
  // returns to its old row.
  const bool newest = size_ == 0 || rows_->of(Column::order)[first_ + size_ - 1] < number;
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
  const std::size_t at = first_ + row;
  rows_->for_each([this, at](auto& column) { move_down(column, at, first_ + size_); });
  for (std::size_t i = 0; i < kColumns; ++i) {
    rows_->columns[i][at] = values[i];
  }
  rows_->write[at] = task.write ? 1 : 0;
  rows_->entry[at] = entry;
  ++size_;
  return row;
}

// The rows on the shorter side move.
void WaitingQueue::remove(std::size_t row) {
  const std::size_t at = first_ + row;
  if (row < size_ / 2) {
    rows_->for_each([this, at](auto& column) { move_down(column, first_, at); });
    ++first_;
  } else {
    rows_->for_each([this, at](auto& column) { move_up(column, at + 1, first_ + size_); });
  }
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
  return view_of(rows_->of(which).data() + first_, size_, rows_);
}

py::array WaitingQueue::writes() const {
  static_assert(sizeof(bool) == sizeof(std::uint8_t));
  return view_of(reinterpret_cast<const bool*>(rows_->write.data()) + first_, size_, rows_);
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
