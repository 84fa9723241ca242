// headstack._core.Setup: a drive, and where and how its queue is scheduled.
#include "bindings/core/setup.h"

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <pybind11/stl.h>

#include "bindings/core/mimic.h"
#include "bindings/core/python_scheduler.h"
#include "model/config/tables/firmware_params.h"
#include "model/run/simulation.h"

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

namespace {

// Converts weights to percent of their sum, in Q16.16.
std::vector<std::uint32_t> shares_of(const std::vector<double>& weights) {
  if (weights.size() > HS_MOST_CLASSES) {
    throw ConfigError("weights", ": " + std::to_string(weights.size()) + " classes; at most " +
                                     std::to_string(HS_MOST_CLASSES));
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::uint32_t> shares;
  for (const double weight : weights) {
    const double share = 100.0 * weight / sum;
    if (!(weight > 0.0) || !(share >= 0.1)) {
      throw ConfigError("weights", ": class " + std::to_string(shares.size()) + " has " +
                                       std::to_string(weight) +
                                       "; a weight is above 0, and at least a thousandth of all");
    }
    shares.push_back(static_cast<std::uint32_t>(std::lround(share * 65536.0)));
  }
  return shares;
}

// Returns the schedulers of the setup that need an input (HS_NEEDS_*). Throws ConfigError if no
// scheduler needs it.
std::vector<SchedulerSpec*> in_need(Setup& setup, unsigned need, const std::string& without) {
  std::vector<SchedulerSpec*> found;
  if ((setup.scheduler.ops->needs & need) != 0) {
    found.push_back(&setup.scheduler);
  }
  if (setup.host && (setup.host->scheduler.ops->needs & need) != 0) {
    found.push_back(&setup.host->scheduler);
  }
  if (found.empty()) {
    const hs_scheduler_ops* ops = setup.host ? setup.host->scheduler.ops : setup.scheduler.ops;
    throw ConfigError("scheduler", std::string(" '") + ops->name + "' " + without + ", or use " +
                                       names_in_need(need));
  }
  return found;
}

void share(Setup& setup, const std::vector<double>& weights) {
  const std::vector<std::uint32_t> shares = shares_of(weights);
  for (SchedulerSpec* spec :
       in_need(setup, HS_NEEDS_WEIGHTS, "has no use for weights; leave them out")) {
    spec->weights = shares;
  }
}

// Gives the scheduler the table, summarised as the scheduler's parameter says.
void give_mimic(Setup& setup, const MimicTable& table) {
  for (SchedulerSpec* spec :
       in_need(setup, HS_NEEDS_MIMIC, "has no use for a mimic; leave it out")) {
    spec->mimic = table.summarised(static_cast<hs_mimic_summary>(spec->parameters[0]));
  }
}

// Writes the drive's work from `begin_ps` up to `end_ps`.
void write_timeline(Setup& setup, const std::string& file, std::int64_t begin_ps,
                    std::int64_t end_ps) {
  setup.timeline = {file, {begin_ps, end_ps}};
}

void write_waves(Setup& setup, const std::string& file, bool fst, const std::string& save_file,
                 const std::string& shown_file) {
  setup.waves = {file, fst ? WaveFormat::fst : WaveFormat::vcd, save_file, shown_file};
}

void limit_learning(Setup& setup, std::uint32_t distances) {
  for (SchedulerSpec* spec :
       in_need(setup, HS_NEEDS_LEARNER, "learns no distances; leave learnt_distances out")) {
    spec->learnt_distances = distances;
  }
}

}  // namespace

// Python's Drive checks the other options. Only options that depend on the scheduler are checked
// here.
void bind_setup(py::module_& m) {
  py::class_<Setup>(m, "Setup", py::is_final())
      .def(py::init([](const DriveConfig& drive, const AnyScheduler& scheduler) {
             return Setup{drive, spec_of(scheduler)};
           }),
           "drive"_a, "scheduler"_a)
      .def(
          "schedule_in_host",
          [](Setup& setup, const AnyScheduler& scheduler, std::uint32_t outstanding,
             std::uint32_t depth) {
            setup.host = HostQueue{spec_of(scheduler), outstanding, depth};
          },
          "scheduler"_a, "outstanding"_a, "depth"_a)
      .def("count_media_errors", [](Setup& setup) { setup.on_media_error = OnMediaError::count; })
      .def("share", &share, "weights"_a)
      .def("give_mimic", &give_mimic, "table"_a)
      .def("limit_learning", &limit_learning, "distances"_a)
      .def_readwrite("contents", &Setup::contents)
      .def("write_waves", &write_waves, "file"_a, "fst"_a, "save_file"_a, "shown_file"_a)
      .def("write_timeline", &write_timeline, "file"_a, "begin_ps"_a, "end_ps"_a)
      .def_readwrite("profile", &Setup::profile)
      .def_readwrite("gdb_port", &Setup::gdb_port);
}

}  // namespace headstack
