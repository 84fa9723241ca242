// The host's requests to a drive, from Python's columns and numbers.
#include "bindings/core/workloads.h"

#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings/core/simulation_lock.h"

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

namespace {

// Appends the rows of columns, which must have the same length.
void append(std::vector<ReplayWorkload::Request>& rows, const py::array_t<std::uint32_t>& lbn,
            const py::array_t<std::uint32_t>& blocks, const py::array_t<bool>& write,
            const py::array_t<std::int64_t>& wait_ps,
            const std::optional<py::array_t<std::int64_t>>& due_ps,
            const std::optional<py::array_t<std::uint16_t>>& class_id,
            const std::optional<py::array_t<std::uint8_t>>& limit,
            const std::optional<py::array_t<std::uint8_t>>& priority) {
  const auto size = lbn.size();
  const auto is_column = [size](const py::array& a) { return a.ndim() == 1 && a.size() == size; };
  if (!is_column(lbn) || !is_column(blocks) || !is_column(write) || !is_column(wait_ps) ||
      (due_ps && !is_column(*due_ps)) || (class_id && !is_column(*class_id)) ||
      (limit && !is_column(*limit)) || (priority && !is_column(*priority))) {
    throw ConfigError("replay: its columns must be of one length");
  }
  rows.reserve(rows.size() + static_cast<std::size_t>(size));
  for (py::ssize_t i = 0; i < size; ++i) {
    rows.push_back(
        {lbn.at(i), blocks.at(i), write.at(i), wait_ps.at(i), due_ps ? due_ps->at(i) : kNoDeadline,
         class_id ? class_id->at(i) : std::uint16_t{0}, limit ? limit->at(i) : std::uint8_t{0},
         priority ? priority->at(i) : std::uint8_t{0}});
  }
}

// lbn, blocks, write, wait_ps, due_ps, class_id, limit, priority.
using PyRows =
    std::tuple<py::array_t<std::uint32_t>, py::array_t<std::uint32_t>, py::array_t<bool>,
               py::array_t<std::int64_t>, std::optional<py::array_t<std::int64_t>>,
               std::optional<py::array_t<std::uint16_t>>, std::optional<py::array_t<std::uint8_t>>,
               std::optional<py::array_t<std::uint8_t>>>;

using PySource = std::function<py::object()>;

// Makes a source of rows from a Python function. None ends the rows. An exception of the function
// ends the run and is raised.
ReplayWorkload::Source source_of(PySource next) {
  return [next = std::move(next)](std::vector<ReplayWorkload::Request>& rows) {
    const InPython python;
    const py::object part = next();
    if (!part.is_none()) {
      std::apply([&rows](const auto&... columns) { append(rows, columns...); },
                 part.cast<PyRows>());
    }
  };
}

// A group: number of streams, blocks a second, ps buffered, and share of reads.
using PyGroup = std::tuple<std::uint32_t, double, std::int64_t, double>;

StreamsWorkload streams(const std::vector<PyGroup>& groups, std::uint64_t requests,
                        std::uint32_t track_blocks, std::uint32_t least_tracks,
                        std::uint32_t most_tracks, double first_per_s, bool open,
                        std::uint64_t seed, const CompiledWorkload* best_effort) {
  StreamsWorkload workload;
  for (const auto& [count, blocks_per_s, buffered_ps, read_fraction] : groups) {
    workload.groups.push_back({count, blocks_per_s, buffered_ps, read_fraction});
  }
  workload.requests = requests;
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
  } else {
    const auto& closed = std::get<ClosedWorkload>(best_effort->workload);
    workload.best_effort = {closed.what, 0.0, closed.outstanding};
  }
  return workload;
}

// A class: outstanding requests, mean and deviation of the size in blocks, and share of reads.
using PyClass = std::tuple<std::uint32_t, double, double, double>;

CompiledWorkload classes(const std::vector<PyClass>& classes, std::uint64_t requests,
                         std::uint64_t seed) {
  ClassesWorkload workload;
  for (const auto& [outstanding, mean_blocks, deviation_blocks, read_fraction] : classes) {
    workload.classes.push_back({outstanding, mean_blocks, deviation_blocks, read_fraction});
  }
  workload.requests = requests;
  workload.seed = seed;
  return {workload};
}

}  // namespace

void bind_workloads(py::module_& m) {
  const py::class_<CompiledWorkload> compiled(m, "Workload", py::is_final());
  m.def(
      "random_workload",
      [](double rate_per_s, std::uint64_t requests, std::uint32_t blocks, double read_fraction,
         std::uint64_t seed, std::uint32_t align) {
        return CompiledWorkload{
            OpenWorkload{{requests, blocks, read_fraction, seed, align}, rate_per_s}};
      },
      py::kw_only(), "rate_per_s"_a, "requests"_a, "blocks"_a, "read_fraction"_a, "seed"_a,
      "align"_a);
  m.def(
      "closed_workload",
      [](std::uint32_t outstanding, std::uint64_t requests, std::uint32_t blocks,
         double read_fraction, std::uint64_t seed, std::uint32_t align) {
        return CompiledWorkload{
            ClosedWorkload{{requests, blocks, read_fraction, seed, align}, outstanding}};
      },
      py::kw_only(), "outstanding"_a, "requests"_a, "blocks"_a, "read_fraction"_a, "seed"_a,
      "align"_a);
  m.def(
      "replay_workload",
      [](const py::array_t<std::uint32_t>& lbn, const py::array_t<std::uint32_t>& blocks,
         const py::array_t<bool>& write, const py::array_t<std::int64_t>& wait_ps, bool open,
         const std::optional<py::array_t<std::int64_t>>& due_ps,
         const std::optional<py::array_t<std::uint16_t>>& class_id,
         const std::optional<py::array_t<std::uint8_t>>& limit,
         const std::optional<py::array_t<std::uint8_t>>& priority, bool hold_repeats) {
        ReplayWorkload workload;
        workload.open = open;
        workload.hold_repeats = open && hold_repeats;
        append(workload.requests, lbn, blocks, write, wait_ps, due_ps, class_id, limit, priority);
        return CompiledWorkload{std::move(workload)};
      },
      py::kw_only(), "lbn"_a, "blocks"_a, "write"_a, "wait_ps"_a, "open"_a = false,
      "due_ps"_a = py::none(), "class_id"_a = py::none(), "limit"_a = py::none(),
      "priority"_a = py::none(), "hold_repeats"_a = false);
  m.def(
      "sourced_workload",
      [](std::uint64_t requests, PySource next, bool open, std::uint32_t outstanding,
         bool hold_repeats, std::uint32_t most_blocks, bool deadlines) {
        ReplayWorkload workload;
        workload.open = open;
        workload.outstanding = outstanding;
        workload.hold_repeats = hold_repeats;
        workload.more = source_of(std::move(next));
        workload.total = requests;
        workload.most_blocks = most_blocks;
        workload.deadlines = deadlines;
        return CompiledWorkload{std::move(workload)};
      },
      py::kw_only(), "requests"_a, "next"_a, "open"_a, "outstanding"_a, "hold_repeats"_a,
      "most_blocks"_a, "deadlines"_a);
  m.def(
      "streams_workload",
      [](const std::vector<PyGroup>& groups, std::uint64_t requests, std::uint32_t track_blocks,
         std::uint32_t least_tracks, std::uint32_t most_tracks, double first_per_s, bool open,
         std::uint64_t seed, const CompiledWorkload* best_effort) {
        return CompiledWorkload{streams(groups, requests, track_blocks, least_tracks, most_tracks,
                                        first_per_s, open, seed, best_effort)};
      },
      py::kw_only(), "groups"_a, "requests"_a, "track_blocks"_a, "least_tracks"_a, "most_tracks"_a,
      "first_per_s"_a, "open"_a, "seed"_a, "best_effort"_a = py::none());
  m.def("classes_workload", &classes, py::kw_only(), "classes"_a, "requests"_a, "seed"_a);
}

}  // namespace headstack
