// headstack._core.Setup: a drive, and where and how its queue is scheduled.
#include "bindings/setup.h"

#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

#include "bindings/mimic.h"
#include "bindings/python_scheduler.h"
#include "model/config/tables/firmware_params.h"
#include "model/run/simulation.h"

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

namespace {

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
    const std::uint32_t blocks = DriveTables(drive).geometry().block_count;
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

}  // namespace

void bind_setup(py::module_& m) {
  py::class_<Setup>(m, "Setup", py::is_final())
      .def(py::init(&make_setup), "drive"_a, "scheduler"_a, "placement"_a, "host_outstanding"_a,
           "on_media_error"_a = "stop", "contents"_a = false, "waves"_a = "",
           "weights"_a = std::vector<double>{}, "mimic"_a = std::shared_ptr<MimicTable>(),
           "learnt_distances"_a = py::none());
}

}  // namespace headstack
