// The Python module headstack._core: bindings/headstack/_core.pyi is its contract.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings/mimic.h"
#include "bindings/python_scheduler.h"
#include "bindings/results.h"
#include "bindings/scheduler_info.h"
#include "bindings/session.h"
#include "bindings/simulation_lock.h"
#include "model/config/bus_timing.h"
#include "model/config/drive_config.h"
#include "model/config/tables/firmware_params.h"
#include "model/config/tables/resolve.h"
#include "model/run/simulation.h"
#include "model/study/decision_bench.h"
#include "model/study/service_bound.h"

namespace py = pybind11;
using namespace py::literals;

// libsystemc refers to it; an extension has no main of its own.
extern "C" __attribute__((visibility("default"))) int sc_main(int /*argc*/, char** /*argv*/) {
  return 0;
}

namespace headstack {
namespace {

constexpr std::uint32_t kDeepestQueue = 65536;

std::uint32_t blocks_of(const DriveConfig& drive) {
  return DriveTables(drive).geometry().block_count;
}

// Of the outermost zone.
std::uint32_t track_blocks_of(const DriveConfig& drive) {
  return DriveTables(drive).geometry().zones[0].sectors_per_track;
}

DriveConfig with_queue_depth(DriveConfig drive, std::int64_t depth) {
  if (depth < 1 || depth > kDeepestQueue) {
    throw ConfigError("queue depth: " + std::to_string(depth) + " tasks; from 1 to 65536");
  }
  drive.queue.depth = static_cast<std::uint32_t>(depth);
  return drive;
}

// In percent of all, Q16.16.
std::vector<std::uint32_t> shares_of(const std::vector<double>& weights) {
  if (weights.size() > HS_MOST_CLASSES) {
    throw ConfigError("weights: " + std::to_string(weights.size()) + " classes; at most " +
                      std::to_string(HS_MOST_CLASSES));
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::uint32_t> shares;
  for (const double weight : weights) {
    const double share = 100.0 * weight / sum;
    if (!(weight > 0.0) || !(share >= 0.1)) {
      throw ConfigError("weights: class " + std::to_string(shares.size()) + " has " +
                        std::to_string(weight) +
                        "; a weight is above 0, and at least a thousandth of all");
    }
    shares.push_back(static_cast<std::uint32_t>(std::lround(share * 65536.0)));
  }
  return shares;
}

// The table by the scheduler's own summary.
void give_mimic(SchedulerSpec& spec, const DriveConfig& drive,
                const std::shared_ptr<MimicTable>& table) {
  const bool reads = (spec.ops->needs & HS_NEEDS_MIMIC) != 0;
  if (!reads && table != nullptr) {
    throw ConfigError(std::string("scheduler '") + spec.ops->name +
                      "' has no use for a mimic; leave it out, or use smtf");
  }
  if (reads && table != nullptr) {
    const std::uint32_t blocks = blocks_of(drive);
    if (table->block_count() != blocks) {
      throw ConfigError("mimic: it was made on a drive of " + std::to_string(table->block_count()) +
                        " blocks, " + drive.name + " has " + std::to_string(blocks) +
                        "; probe this drive");
    }
    spec.mimic = table->summarised(static_cast<MimicSummary>(spec.parameters[0]));
  }
}

Setup make_setup(const DriveConfig& drive, const AnyScheduler& scheduler,
                 const std::string& placement, std::int64_t host_outstanding,
                 const std::string& on_media_error, bool contents, const std::string& waves,
                 const std::vector<double>& weights, const std::shared_ptr<MimicTable>& mimic,
                 std::optional<std::int64_t> learnt_distances) {
  if (on_media_error != "stop" && on_media_error != "count") {
    throw ConfigError("on_media_error '" + on_media_error + "' is not known; 'stop' or 'count'");
  }
  if (placement != "drive" && placement != "host") {
    throw ConfigError("placement '" + placement + "' is not known; 'drive' or 'host'");
  }
  if (host_outstanding < 1 || host_outstanding > drive.queue.depth) {
    throw ConfigError("host_outstanding: " + std::to_string(host_outstanding) +
                      " commands; from 1 to the drive's queue depth, " +
                      std::to_string(drive.queue.depth));
  }
  SchedulerSpec spec = spec_of(scheduler);
  spec.weights = shares_of(weights);
  give_mimic(spec, drive, mimic);
  constexpr std::int64_t kMostLearnt = 1 << 26;
  if (learnt_distances && (spec.ops->needs & HS_NEEDS_LEARNER) == 0) {
    throw ConfigError(std::string("scheduler '") + spec.ops->name +
                      "' learns no distances; leave learnt_distances out, or use smtf_online");
  }
  const std::int64_t learnt = learnt_distances.value_or(1 << 18);
  if (learnt < 1 || learnt > kMostLearnt) {
    throw ConfigError("learnt_distances: " + std::to_string(learnt) + "; from 1 to " +
                      std::to_string(kMostLearnt));
  }
  return {drive,
          std::move(spec),
          placement == "host" ? Placement::host : Placement::drive,
          static_cast<std::uint32_t>(host_outstanding),
          on_media_error == "count" ? OnMediaError::count : OnMediaError::stop,
          contents,
          waves,
          static_cast<std::uint32_t>(learnt)};
}

// --- runs ---------------------------------------------------------------------------------------

// A Workload that is a Python object; a bare variant would be one of its alternatives there.
struct CompiledWorkload {
  Workload workload;
};

// A scheduler in Python is called often, so it keeps the GIL.
InSimulation::Gil gil_for(const Setup& setup) {
  return setup.scheduler.foreign == nullptr ? InSimulation::Gil::released : InSimulation::Gil::kept;
}

std::shared_ptr<RunOutput> run_alone(const Setup& setup, const CompiledWorkload& compiled,
                                     const Progress& progress) {
  const Progress told = outside(progress);
  const InSimulation simulation(gil_for(setup));
  return std::make_shared<RunOutput>(run(setup, compiled.workload, told));
}

std::uint8_t scsi_id(std::int64_t id) {
  if (id < 0 || id > 15) {
    throw ConfigError("SCSI id: " + std::to_string(id) + "; from 0 to 15");
  }
  return static_cast<std::uint8_t>(id);
}

using PyDrive = std::tuple<Setup, std::int64_t>;                                  // and its id
using PyStream = std::tuple<std::size_t, std::int64_t, const CompiledWorkload*>;  // drive, host

std::vector<std::shared_ptr<RunOutput>> run_together(const std::vector<PyDrive>& drives,
                                                     const std::vector<PyStream>& streams,
                                                     const Progress& progress) {
  BusSetup setup;
  auto gil = InSimulation::Gil::released;
  for (const auto& [drive, id] : drives) {
    setup.drives.push_back({drive, scsi_id(id)});
    gil = gil_for(drive) == InSimulation::Gil::kept ? InSimulation::Gil::kept : gil;
  }
  for (const auto& [drive, host, compiled] : streams) {
    setup.streams.push_back({drive, scsi_id(host), compiled->workload});
  }
  const Progress told = outside(progress);
  const InSimulation simulation(gil);
  std::vector<std::shared_ptr<RunOutput>> outputs;
  for (RunOutput& output : run_bus(setup, told)) {
    outputs.push_back(std::make_shared<RunOutput>(std::move(output)));
  }
  return outputs;
}

std::uint64_t count(std::int64_t value, const char* name) {
  if (value < 1) {
    throw ConfigError(std::string(name) + ": " + std::to_string(value) + "; at least 1");
  }
  return static_cast<std::uint64_t>(value);
}

std::uint32_t count32(std::int64_t value, const char* name) {
  const std::uint64_t many = count(value, name);
  return many > UINT32_MAX ? UINT32_MAX : static_cast<std::uint32_t>(many);
}

RandomRequests random_requests(std::int64_t requests, std::int64_t blocks, double read_fraction,
                               std::uint64_t seed, std::int64_t align) {
  return {count(requests, "requests"), count32(blocks, "blocks"), read_fraction, seed,
          count32(align, "align")};
}

ReplayWorkload replay(const py::array_t<std::uint32_t>& lbn,
                      const py::array_t<std::uint32_t>& blocks, const py::array_t<bool>& write,
                      const py::array_t<std::int64_t>& wait_ps, bool open,
                      const std::optional<py::array_t<std::int64_t>>& due_ps,
                      const std::optional<py::array_t<std::uint16_t>>& class_id,
                      bool hold_repeats) {
  const auto size = lbn.size();
  const auto is_column = [size](const py::array& a) { return a.ndim() == 1 && a.size() == size; };
  if (!is_column(lbn) || !is_column(blocks) || !is_column(write) || !is_column(wait_ps) ||
      (due_ps && !is_column(*due_ps)) || (class_id && !is_column(*class_id))) {
    throw ConfigError("replay: its columns must be of one length");
  }
  ReplayWorkload workload;
  workload.open = open;
  workload.hold_repeats = open && hold_repeats;
  workload.requests.reserve(static_cast<std::size_t>(size));
  for (py::ssize_t i = 0; i < size; ++i) {
    workload.requests.push_back({lbn.at(i), blocks.at(i), write.at(i), wait_ps.at(i),
                                 due_ps ? due_ps->at(i) : kNoDeadline,
                                 class_id ? class_id->at(i) : std::uint16_t{0}});
  }
  return workload;
}

// A group is how many streams, blocks a second, ps buffered and the share of reads.
using PyGroup = std::tuple<std::uint32_t, double, std::int64_t, double>;

StreamsWorkload streams(const std::vector<PyGroup>& groups, std::int64_t requests,
                        std::uint32_t track_blocks, std::uint32_t least_tracks,
                        std::uint32_t most_tracks, double first_per_s, bool open,
                        std::uint64_t seed, const CompiledWorkload* best_effort) {
  if (groups.size() + 1 > HS_MOST_CLASSES) {
    throw ConfigError("streams: " + std::to_string(groups.size()) + " kinds; at most " +
                      std::to_string(HS_MOST_CLASSES - 1));
  }
  StreamsWorkload workload;
  for (const auto& [count, blocks_per_s, buffered_ps, read_fraction] : groups) {
    workload.groups.push_back({count, blocks_per_s, buffered_ps, read_fraction});
  }
  workload.requests = count(requests, "requests");
  workload.track_blocks = track_blocks;
  workload.least_tracks = least_tracks;
  workload.most_tracks = most_tracks;
  workload.first_per_s = first_per_s;
  workload.issue = open ? StreamIssue::open : StreamIssue::after;
  workload.seed = seed;
  if (best_effort == nullptr) {
    return workload;
  }
  if (const auto* random = std::get_if<OpenWorkload>(&best_effort->workload)) {
    workload.best_effort = {random->what, random->rate_per_s, 0};
  } else if (const auto* closed = std::get_if<ClosedWorkload>(&best_effort->workload)) {
    workload.best_effort = {closed->what, 0.0, closed->outstanding};
  } else {
    throw ConfigError("best_effort is a random or a closed workload");
  }
  return workload;
}

void bind_streams(py::module_& m) {
  m.def(
      "service_bound",
      [](const DriveConfig& drive, bool write) {
        const ServiceBound bound = service_bound(drive, write);
        return py::make_tuple(bound.fixed_s, bound.per_block_s);
      },
      "drive"_a, py::kw_only(), "write"_a);
  m.def(
      "streams_workload",
      [](const std::vector<PyGroup>& groups, std::int64_t requests, std::uint32_t track_blocks,
         std::uint32_t least_tracks, std::uint32_t most_tracks, double first_per_s, bool open,
         std::uint64_t seed, const CompiledWorkload* best_effort) {
        return CompiledWorkload{streams(groups, requests, track_blocks, least_tracks, most_tracks,
                                        first_per_s, open, seed, best_effort)};
      },
      py::kw_only(), "groups"_a, "requests"_a, "track_blocks"_a, "least_tracks"_a, "most_tracks"_a,
      "first_per_s"_a, "open"_a, "seed"_a, "best_effort"_a = py::none());
}

// How many outstanding, mean and deviation of the size in blocks, share of reads.
using PyClass = std::tuple<std::uint32_t, double, double, double>;

CompiledWorkload classes(const std::vector<PyClass>& classes, std::int64_t requests,
                         std::uint64_t seed) {
  ClassesWorkload workload;
  for (const auto& [outstanding, mean_blocks, deviation_blocks, read_fraction] : classes) {
    workload.classes.push_back({outstanding, mean_blocks, deviation_blocks, read_fraction});
  }
  workload.requests = count(requests, "requests");
  workload.seed = seed;
  return {workload};
}

void bind_drive_config(py::module_& m) {
  py::class_<DriveConfig>(m, "DriveConfig", py::is_final())
      .def_static(
          "load", [](const std::string& path) { return load_drive(path); }, "path"_a)
      .def_readonly("name", &DriveConfig::name)
      .def_readonly("description", &DriveConfig::description)
      .def_readonly("source", &DriveConfig::source)
      .def_property_readonly("blocks", &blocks_of)
      .def_property_readonly("bytes_per_block",
                             [](const DriveConfig& d) { return d.layout.bytes_per_sector; })
      .def_property_readonly("revolution_ps",
                             [](const DriveConfig& d) { return revolution_of(d.spindle).count(); })
      .def_property_readonly("queue_depth", [](const DriveConfig& d) { return d.queue.depth; })
      .def_property_readonly("track_blocks", &track_blocks_of)
      .def("with_queue_depth", &with_queue_depth, "depth"_a)
      .def(
          "negotiated",
          [](const DriveConfig& drive, std::uint32_t width_bits, std::int64_t transfer_period_ps) {
            return negotiated(drive, {width_bits, Picoseconds(transfer_period_ps)});
          },
          "width_bits"_a, "transfer_period_ps"_a)
      .def_readonly("fitted", &DriveConfig::fitted)
      .def("value", &value_of, "key"_a)
      .def("with_value", &with_value, "key"_a, "toml"_a)
      .def("to_toml", &to_toml);
}

void bind_runs(py::module_& m) {
  py::class_<Setup>(m, "Setup", py::is_final())
      .def(py::init(&make_setup), "drive"_a, "scheduler"_a, "placement"_a, "host_outstanding"_a,
           "on_media_error"_a = "stop", "contents"_a = false, "waves"_a = "",
           "weights"_a = std::vector<double>{}, "mimic"_a = std::shared_ptr<MimicTable>(),
           "learnt_distances"_a = py::none());
  const py::class_<CompiledWorkload> compiled(m, "Workload", py::is_final());
  m.def(
      "random_workload",
      [](double rate_per_s, std::int64_t requests, std::int64_t blocks, double read_fraction,
         std::uint64_t seed, std::int64_t align) {
        return CompiledWorkload{OpenWorkload{
            random_requests(requests, blocks, read_fraction, seed, align), rate_per_s}};
      },
      py::kw_only(), "rate_per_s"_a, "requests"_a, "blocks"_a, "read_fraction"_a, "seed"_a,
      "align"_a = 1);
  m.def(
      "closed_workload",
      [](std::int64_t outstanding, std::int64_t requests, std::int64_t blocks, double read_fraction,
         std::uint64_t seed, std::int64_t align) {
        return CompiledWorkload{
            ClosedWorkload{random_requests(requests, blocks, read_fraction, seed, align),
                           count32(outstanding, "outstanding")}};
      },
      py::kw_only(), "outstanding"_a, "requests"_a, "blocks"_a, "read_fraction"_a, "seed"_a,
      "align"_a = 1);
  m.def(
      "replay_workload",
      [](const py::array_t<std::uint32_t>& lbn, const py::array_t<std::uint32_t>& blocks,
         const py::array_t<bool>& write, const py::array_t<std::int64_t>& wait_ps, bool open,
         const std::optional<py::array_t<std::int64_t>>& due_ps,
         const std::optional<py::array_t<std::uint16_t>>& class_id, bool hold_repeats) {
        return CompiledWorkload{
            replay(lbn, blocks, write, wait_ps, open, due_ps, class_id, hold_repeats)};
      },
      py::kw_only(), "lbn"_a, "blocks"_a, "write"_a, "wait_ps"_a, "open"_a = false,
      "due_ps"_a = py::none(), "class_id"_a = py::none(), "hold_repeats"_a = false);
  bind_streams(m);
  m.def("classes_workload", &classes, py::kw_only(), "classes"_a, "requests"_a, "seed"_a);
  m.def("run", &run_alone, "setup"_a, "workload"_a, "progress"_a = py::none());
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
      [](const DriveConfig& drive, const std::string& scheduler, std::uint32_t depth,
         std::uint64_t decisions) {
        const DecisionCost cost =
            decision_cost(drive, parse_scheduler(scheduler), depth, decisions);
        return py::make_tuple(cost.ns, cost.candidates);
      },
      "drive"_a, "scheduler"_a, py::kw_only(), "depth"_a, "decisions"_a);
}

}  // namespace
}  // namespace headstack

PYBIND11_MODULE(_core, m) {
  m.doc() = "The compiled part of headstack.";
  m.attr("__version__") = HEADSTACK_VERSION;
  py::register_exception<headstack::ConfigError>(m, "ConfigError", PyExc_ValueError);
  py::register_exception<headstack::RunError>(m, "RunError", PyExc_RuntimeError);
  headstack::bind_drive_config(m);
  headstack::bind_schedulers(m);
  headstack::bind_python_schedulers(m);
  headstack::bind_mimic(m);
  headstack::bind_results(m);
  headstack::bind_runs(m);
  headstack::bind_session(m);
  headstack::hold_simulation_at_forks();
}
