// Runs, on one drive and on several, and the measurements of the machine and of a drive.
#include "bindings/core/runs.h"

#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "bindings/core/python_scheduler.h"
#include "bindings/core/simulation_lock.h"
#include "bindings/core/workloads.h"
#include "model/processor/kinds/core_kinds.h"
#include "model/processor/own_image.h"
#include "model/run/simulation.h"
#include "model/study/decision_bench.h"
#include "model/study/service_bound.h"

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

namespace {

bool in_python(const SchedulerSpec& scheduler) {
  return scheduler.foreign != nullptr && scheduler.file.empty();
}

// A scheduler in Python is called often. The run therefore keeps the GIL.
InSimulation::Gil gil_for(const Setup& setup) {
  const bool python =
      in_python(setup.scheduler) || (setup.host && in_python(setup.host->scheduler));
  return python ? InSimulation::Gil::kept : InSimulation::Gil::released;
}

using PyTaker = std::function<bool(std::shared_ptr<RunOutput>)>;

// Returns a taker that passes each part of the rows to Python. The rows are in a RunOutput whose
// other values are empty.
RowTaker outside_with_rows(const PyTaker& taker) {
  if (!taker) {
    return nullptr;
  }
  return [taker](std::vector<RequestRecord>&& rows) {
    const InPython python;
    const auto part = std::make_shared<RunOutput>();
    part->requests = std::move(rows);
    return taker(part);
  };
}

std::shared_ptr<RunOutput> run_alone(const Setup& setup, const CompiledWorkload& compiled,
                                     const Progress& progress, const PyTaker& rows) {
  const Progress told = outside(progress);
  const RowTaker taken = outside_with_rows(rows);
  return interruptible([&] {
    const InSimulation simulation(gil_for(setup));
    return std::make_shared<RunOutput>(run(setup, compiled.workload, told, taken));
  });
}

using PyDrive = std::tuple<Setup, std::uint8_t>;  // a drive and its id
using PyStream = std::tuple<std::size_t, std::uint8_t, const CompiledWorkload*>;  // drive, host

std::vector<std::shared_ptr<RunOutput>> run_together(const std::vector<PyDrive>& drives,
                                                     const std::vector<PyStream>& streams,
                                                     const Progress& progress) {
  BusSetup setup;
  auto gil = InSimulation::Gil::released;
  for (const auto& [drive, id] : drives) {
    setup.drives.push_back({drive, id});
    gil = gil_for(drive) == InSimulation::Gil::kept ? InSimulation::Gil::kept : gil;
  }
  for (const auto& [drive, host, compiled] : streams) {
    setup.streams.push_back({drive, host, compiled->workload});
  }
  const Progress told = outside(progress);
  return interruptible([&] {
    const InSimulation simulation(gil);
    std::vector<std::shared_ptr<RunOutput>> outputs;
    for (RunOutput& output : run_bus(setup, told)) {
      outputs.push_back(std::make_shared<RunOutput>(std::move(output)));
    }
    return outputs;
  });
}

}  // namespace

void bind_runs(py::module_& m) {
  m.def("run", &run_alone, "setup"_a, "workload"_a, "progress"_a = py::none(),
        "rows"_a = py::none());
  m.def("run_bus", &run_together, "drives"_a, "streams"_a, "progress"_a = py::none());
  m.def(
      "notifications_per_second",
      [](std::uint64_t count) {
        const InSimulation simulation(InSimulation::Gil::released);
        return notifications_per_second(count);
      },
      "count"_a);
  m.def(
      "decision_cost",
      [](const DriveConfig& drive, const SchedulerSpec& scheduler, std::uint32_t depth,
         std::uint64_t decisions) {
        const DecisionCost cost = decision_cost(drive, scheduler, depth, decisions);
        return py::make_tuple(cost.ns, cost.candidates);
      },
      "drive"_a, "scheduler"_a, py::kw_only(), "depth"_a, "decisions"_a);
  m.def("cores", [] {
    std::vector<std::string> names;
    for (const CoreKind kind : kCoreKinds) {
      if (has_core(kind) && has_own_image()) {
        names.emplace_back(name_of(kind));
      }
    }
    return names;
  });
  m.def(
      "service_bound",
      [](const DriveConfig& drive, bool write) {
        const ServiceBound bound = service_bound(drive, write);
        return py::make_tuple(bound.fixed_s, bound.per_block_s);
      },
      "drive"_a, py::kw_only(), "write"_a);
}

}  // namespace headstack
