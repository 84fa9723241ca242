#include "bindings/core/mimic.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

namespace {

template <typename Value>
std::vector<Value> values_of(const py::array_t<Value>& column) {
  return {column.data(), column.data() + column.size()};
}

using PyKind = std::tuple<py::array_t<std::int32_t, py::array::c_style>,
                          py::array_t<std::uint32_t, py::array::c_style>>;

std::shared_ptr<MimicTable> make_table(const std::vector<PyKind>& kinds, std::uint32_t samples,
                                       std::uint32_t block_count) {
  if (kinds.size() != HS_MIMIC_KINDS) {
    throw ConfigError("mimic", ": " + std::to_string(kinds.size()) +
                                   " kinds of requests; read or write after read or write are 4");
  }
  MimicTable::Kinds all;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto& [distance, ns] = kinds[i];
    for (std::size_t before = 0; before < i && all[i] == nullptr; ++before) {
      const auto& [same_distance, same_ns] = kinds[before];
      if (distance.is(same_distance) && ns.is(same_ns)) {
        all[i] = all[before];
      }
    }
    if (all[i] == nullptr) {
      all[i] = std::make_shared<const MimicTable::Kind>(
          MimicTable::Kind{values_of<std::int32_t>(distance), values_of<std::uint32_t>(ns)});
    }
  }
  return std::make_shared<MimicTable>(std::move(all), samples, block_count);
}

py::tuple learnt_of_kind(const hs_mimic_learner& learner, std::uint32_t kind) {
  std::vector<std::int32_t> distance;
  std::vector<std::uint32_t> count;
  std::vector<double> mean_ns;
  for (std::uint32_t page = 0; page < learner.order_size[kind]; ++page) {
    const hs_mimic_page& from = learner.pages[learner.order[kind][page]];
    for (std::uint32_t i = 0; i < from.size; ++i) {
      const hs_mimic_sample& sample = from.samples[i];
      distance.push_back(sample.distance);
      count.push_back(sample.count);
      mean_ns.push_back(static_cast<double>(sample.sum_ns) / sample.count);
    }
  }
  const auto array = [](const auto& values) {
    return py::array(static_cast<py::ssize_t>(values.size()), values.data());
  };
  return py::make_tuple(array(distance), array(count), array(mean_ns));
}

}  // namespace

py::object learnt(const RunOutput& output) {
  if (output.learnt == nullptr) {
    return py::none();
  }
  py::list kinds;
  for (std::uint32_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
    kinds.append(learnt_of_kind(*output.learnt, kind));
  }
  const std::size_t bytes = output.learnt->pages_used * sizeof(hs_mimic_page);
  return py::make_tuple(kinds, output.learnt->refused, bytes);
}

void bind_mimic(py::module_& m) {
  py::class_<MimicTable, std::shared_ptr<MimicTable>>(m, "MimicTable", py::is_final())
      .def(py::init(&make_table), "kinds"_a, "samples"_a, "block_count"_a);
}

}  // namespace headstack
