// The results of a run: its rows as NumPy columns, and its counts.
#include "bindings/core/results.h"

#include <memory>
#include <variant>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings/core/mimic.h"
#include "model/run/simulation.h"
#include "model/watch/columns.h"

namespace headstack {

namespace py = pybind11;

namespace {

// A view into the rows, which live as long as any of their columns.
template <typename Field>
py::array column(const std::shared_ptr<RunOutput>& output, Field RequestRecord::*field) {
  const auto& rows = output->requests;
  auto owner = py::capsule(new std::shared_ptr<RunOutput>(output), [](void* kept) {
    delete static_cast<std::shared_ptr<RunOutput>*>(kept);
  });
  const Field* first = rows.empty() ? nullptr : &(rows.front().*field);
  return py::array_t<Field>({rows.size()}, {sizeof(RequestRecord)}, first, owner);
}

py::dict columns(const std::shared_ptr<RunOutput>& output) {
  py::dict all;
  for (const Column& one : kColumns) {
    all[one.name] = std::visit([&](auto member) { return column(output, member); }, one.member);
  }
  return all;
}

py::dict units_and_meanings() {
  py::dict all;
  for (const Column& one : kColumns) {
    all[one.name] = py::make_tuple(one.unit, one.meaning);
  }
  return all;
}

}  // namespace

void bind_results(py::module_& m) {
  m.attr("COLUMNS") = units_and_meanings();
  py::class_<CoreOutput>(m, "CoreOutput", py::is_final())
      .def_readonly("cycle_ps", &CoreOutput::cycle_ps)
      .def_readonly("cycles", &CoreOutput::cycles)
      .def_readonly("decisions", &CoreOutput::decisions)
      .def_readonly("hidden_decisions", &CoreOutput::hidden)
      .def_readonly("compared_decisions", &CoreOutput::compared)
      .def_readonly("decision_cycles", &CoreOutput::decision_sum)
      .def_readonly("decision_cycles_p95", &CoreOutput::decision_p95)
      .def_readonly("decision_cycles_most", &CoreOutput::decision_most)
      .def_readonly("rom_bytes", &CoreOutput::rom_bytes)
      .def_readonly("parameter_bytes", &CoreOutput::parameter_bytes)
      .def_readonly("ram_bytes", &CoreOutput::ram_bytes)
      .def_readonly("stack_bytes", &CoreOutput::stack_bytes)
      .def_readonly("profile", &CoreOutput::profile);
  py::class_<RunOutput, std::shared_ptr<RunOutput>>(m, "RunOutput", py::is_final())
      .def_property_readonly("columns", &columns)
      .def_property_readonly("learnt", &learnt)
      .def_readonly("wall_s", &RunOutput::wall_s)
      .def_readonly("bus_held_ps", &RunOutput::bus_held_ps)
      .def_readonly("decisions", &RunOutput::decisions)
      .def_readonly("candidates_examined", &RunOutput::examined)
      .def_readonly("host_decisions", &RunOutput::host_decisions)
      .def_readonly("host_candidates_examined", &RunOutput::host_examined)
      .def_readonly("core", &RunOutput::core);
}

}  // namespace headstack
