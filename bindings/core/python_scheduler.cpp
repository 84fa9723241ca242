// headstack._core.PythonScheduler and the arguments of its operations.
// bindings/lab/headstack/_core.pyi is their contract.
#include "bindings/core/python_scheduler.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include <pybind11/stl.h>
#include <systemc>

#include "bindings/core/simulation_lock.h"
#include "bindings/core/waiting_queue.h"
#include "model/run/simulation.h"

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

namespace {

hs_knowledge knowledge_of(const std::string& name) {
  for (int i = HS_KNOWS_NOTHING; i <= HS_KNOWS_CACHE; ++i) {
    const auto knowledge = static_cast<hs_knowledge>(i);
    if (name == name_of(knowledge)) {
      return knowledge;
    }
  }
  throw ConfigError("knows", " is '" + name + "'; 'none', 'lbn', 'map', 'position' or 'cache'");
}

// State of the drive when an operation runs: a copy, which the operation may keep.
struct DriveState {
  hs_drive_view view;
  std::shared_ptr<const SchedulerCall> call;
};

// A request that has been served.
struct ServedRequest {
  hs_task task;
};

// The drive's state during an operation.
struct DriveFacts {
  std::uint32_t blocks;
  std::uint32_t cylinders;
  std::uint32_t heads;
  std::uint32_t bytes_per_block;
  std::int64_t ticks_per_second;
  std::shared_ptr<const SchedulerCall> call;

  std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> locate(std::int64_t lbn) const {
    require_call(*call, HS_KNOWS_MAP, "locate");
    if (lbn < 0 || lbn >= blocks) {
      throw RunError("locate: there is no block " + std::to_string(lbn));
    }
    const hs_extent extent =
        hs_map_extent(&call->scheduler->drive->geometry, {static_cast<std::uint32_t>(lbn)}, 1);
    return {extent.first.cylinder.value, extent.first.head.value, extent.angle};
  }
};

}  // namespace

PythonScheduler::PythonScheduler(std::string name, const std::string& knows, std::uint32_t needs,
                                 Operations operations)
    : name_(std::move(name)),
      python_(std::move(operations)),
      call_(std::make_shared<SchedulerCall>()),
      queue_(std::make_shared<WaitingQueue>(call_)),
      py_queue_(py::cast(queue_)) {
  call_->knows = knowledge_of(knows);
  call_->needs = needs;
  hs_scheduler_ops& ops = table_.ops;
  ops.name = name_.c_str();
  ops.needs = needs;
  ops.summary = "written in Python";
  ops.paper = "";
  // Every task has its place and time. call_->knows limits what Python may see of them.
  ops.knowledge = std::max(call_->knows, HS_KNOWS_POSITION);
  ops.init = [](hs_scheduler* s) { of(s).init(*s); };
  ops.arrival = [](hs_scheduler* s, std::uint32_t task) { of(s).arrival(*s, task); };
  ops.pick = [](hs_scheduler* s, const hs_drive_view* view) { return of(s).pick(*s, *view); };
  ops.remove = [](hs_scheduler* s, std::uint32_t task) { of(s).remove(*s, task); };
  if (!python_.completion.is_none()) {
    ops.completion = [](hs_scheduler* s, std::uint32_t task, const hs_drive_view* view) {
      of(s).completion(*s, s->tasks[task], *view);
    };
  }
  table_.self = this;
}

PythonScheduler& PythonScheduler::of(const hs_scheduler* scheduler) {
  return *reinterpret_cast<const Table*>(scheduler->ops)->self;
}

void PythonScheduler::check() {
  if (failure_ == nullptr) {
    return;
  }
  if (told_) {
    throw RunError("the scheduler " + name_ + " has failed; start anew");
  }
  told_ = true;
  std::rethrow_exception(failure_);
}

// Keeps the exception that `call` raises. The exception ends the simulation.
template <typename Work>
void PythonScheduler::guarded(const hs_scheduler& scheduler, const hs_drive_view* view,
                              const Work& work) {
  if (failure_ != nullptr) {
    return;
  }
  {
    const InPython python;
    call_->scheduler = &scheduler;
    call_->view = view;
    try {
      work();
    } catch (...) {
      failure_ = std::current_exception();
    }
    call_->scheduler = nullptr;
    call_->view = nullptr;
  }
  if (failure_ != nullptr && sc_core::sc_get_status() == sc_core::SC_RUNNING) {
    headstack::Agenda::current().pause();
  }
}

void PythonScheduler::init(const hs_scheduler& s) {
  queue_->clear();
  call_->departures = hs_departures_make(s.drive);
  guarded(s, nullptr, [&] {
    if (!python_.init.is_none()) {
      const hs_geometry& g = s.drive->geometry;
      python_.init(DriveFacts{g.block_count, g.cylinders, g.heads, s.drive->bytes_per_block,
                              static_cast<std::int64_t>(s.drive->second), call_});
    }
  });
}

void PythonScheduler::arrival(const hs_scheduler& s, std::uint32_t task) {
  const std::size_t row = queue_->insert(s, task);
  if (!python_.arrival.is_none()) {
    guarded(s, nullptr, [&] { python_.arrival(py_queue_, row); });
  }
}

std::uint32_t PythonScheduler::pick(hs_scheduler& s, const hs_drive_view& view) {
  std::size_t row = 0;
  s.examined += queue_->size();
  guarded(s, &view, [&] { row = row_from(python_.pick(py_queue_, DriveState{view, call_})); });
  return queue_->entry(row);
}

void PythonScheduler::remove(const hs_scheduler& s, std::uint32_t task) {
  const std::size_t row = queue_->row_of(static_cast<std::int64_t>(s.tasks[task].order));
  if (!python_.remove.is_none()) {
    guarded(s, nullptr, [&] { python_.remove(py_queue_, row); });
  }
  queue_->remove(row);
}

void PythonScheduler::completion(const hs_scheduler& s, const hs_task& task,
                                 const hs_drive_view& view) {
  guarded(s, nullptr, [&] { python_.completion(ServedRequest{task}, DriveState{view, call_}); });
}

// The row that `pick` returned.
std::size_t PythonScheduler::row_from(const py::object& found) const {
  const std::string wanted =
      "; it returns the row of a waiting request, 0 to " + std::to_string(queue_->size() - 1);
  const bool is_bool = PyBool_Check(found.ptr()) != 0;
  if (is_bool || PyIndex_Check(found.ptr()) == 0) {
    throw RunError(name_ + ".pick returned " + std::string(py::repr(found)) + wanted);
  }
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(found.ptr()));
  // the object is an array that is not a single number
  if (!number && PyErr_ExceptionMatches(PyExc_TypeError) != 0) {
    PyErr_Clear();
    throw RunError(name_ + ".pick returned " + std::string(py::repr(found)) + wanted);
  }
  if (!number) {
    throw py::error_already_set();
  }
  int overflow = 0;
  const long long row = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || row < 0 || static_cast<std::size_t>(row) >= queue_->size()) {
    throw RunError(name_ + ".pick returned " + std::string(py::repr(number)) + wanted);
  }
  return static_cast<std::size_t>(row);
}

SchedulerSpec spec_of(const AnyScheduler& scheduler) {
  if (const auto* spec = std::get_if<SchedulerSpec>(&scheduler)) {
    return *spec;
  }
  const auto& python = std::get<std::shared_ptr<PythonScheduler>>(scheduler);
  SchedulerSpec spec;
  spec.ops = python->ops();
  spec.foreign = python;
  return spec;
}

namespace {

// Defines a property for a part of the view. The property raises an error if the scheduler's
// declared level is too low.
template <typename Of>
auto if_position(const char* what, const Of& of) {
  return [what, of](const DriveState& state) {
    require_knowledge(*state.call, HS_KNOWS_POSITION, what);
    return of(state.view);
  };
}

void bind_queue(py::module_& m) {
  using Column = WaitingQueue::Column;
  py::class_<WaitingQueue, std::shared_ptr<WaitingQueue>> queue(m, "WaitingQueue", py::is_final());
  const std::pair<const char*, Column> columns[] = {
      {"order", Column::order},       {"lbn", Column::lbn},
      {"blocks", Column::blocks},     {"arrival", Column::arrival},
      {"deadline", Column::deadline}, {"class_id", Column::class_id},
      {"cylinder", Column::cylinder}, {"head", Column::head},
      {"angle", Column::angle}};
  for (const auto& [name, column] : columns) {
    queue.def_property_readonly(
        name, [column = column](const WaitingQueue& q) { return q.column(column); });
  }
  queue.def_property_readonly("write", &WaitingQueue::writes)
      .def("__len__", &WaitingQueue::size)
      .def("row", &WaitingQueue::row_of, "order"_a)
      .def("cost", &WaitingQueue::cost, "rows"_a = py::none())
      .def("hit", &WaitingQueue::hit, "rows"_a = py::none());
}

void bind_drive(py::module_& m) {
  py::class_<DriveFacts>(m, "DriveFacts", py::is_final())
      .def_readonly("blocks", &DriveFacts::blocks)
      .def_readonly("cylinders", &DriveFacts::cylinders)
      .def_readonly("heads", &DriveFacts::heads)
      .def_readonly("bytes_per_block", &DriveFacts::bytes_per_block)
      .def_readonly("ticks_per_second", &DriveFacts::ticks_per_second)
      .def("locate", &DriveFacts::locate, "lbn"_a);
  py::class_<DriveState>(m, "DriveState", py::is_final())
      .def_property_readonly("now", [](const DriveState& s) { return s.view.now; })
      .def_property_readonly("last_first",
                             [](const DriveState& s) { return s.view.last_first.value; })
      .def_property_readonly("last_end", [](const DriveState& s) { return s.view.last_end.value; })
      .def_property_readonly("last_write", [](const DriveState& s) { return s.view.last_write; })
      .def_property_readonly(
          "free_at", if_position("free_at", [](const hs_drive_view& v) { return v.free_at; }))
      .def_property_readonly(
          "cylinder",
          if_position("cylinder", [](const hs_drive_view& v) { return v.track.cylinder.value; }))
      .def_property_readonly(
          "head", if_position("head", [](const hs_drive_view& v) { return v.track.head.value; }));
  py::class_<ServedRequest>(m, "ServedRequest", py::is_final())
      .def_property_readonly("order", [](const ServedRequest& r) { return r.task.order; })
      .def_property_readonly("lbn", [](const ServedRequest& r) { return r.task.lbn.value; })
      .def_property_readonly("blocks", [](const ServedRequest& r) { return r.task.blocks; })
      .def_property_readonly("write", [](const ServedRequest& r) { return r.task.write; })
      .def_property_readonly("arrival", [](const ServedRequest& r) { return r.task.arrival; });
}

}  // namespace

void bind_python_schedulers(py::module_& m) {
  bind_queue(m);
  bind_drive(m);
  py::class_<PythonScheduler, std::shared_ptr<PythonScheduler>>(m, "PythonScheduler",
                                                                py::is_final())
      .def(py::init([](std::string name, const std::string& knows, py::object init,
                       py::object arrival, py::object pick, py::object remove,
                       py::object completion, bool needs_deadlines, bool needs_classes) {
             std::uint32_t needs = 0;
             if (needs_deadlines) {
               needs |= HS_NEEDS_DEADLINES;
             }
             if (needs_classes) {
               needs |= HS_NEEDS_CLASSES;
             }
             return std::make_shared<PythonScheduler>(
                 std::move(name), knows, needs,
                 PythonScheduler::Operations{std::move(init), std::move(arrival), std::move(pick),
                                             std::move(remove), std::move(completion)});
           }),
           "name"_a, "knows"_a, py::kw_only(), "init"_a, "arrival"_a, "pick"_a, "remove"_a,
           "completion"_a, "needs_deadlines"_a = false, "needs_classes"_a = false);
}

}  // namespace headstack
