#include "bindings/core/scheduler_info.h"

#include <algorithm>
#include <string>
#include <vector>

#include <pybind11/stl.h>

#include "model/config/tables/firmware_params.h"

namespace py = pybind11;
using namespace py::literals;

namespace headstack {
namespace {

constexpr double kOne = 65536;  // numbers are in Q16.16

struct SchedulerInfo {
  const hs_scheduler_ops* ops;
};

std::vector<SchedulerInfo> schedulers() {
  std::vector<SchedulerInfo> all;
  for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
    all.push_back({*ops});
  }
  return all;
}

SchedulerInfo scheduler_of(const std::string& name) {
  for (const SchedulerInfo& scheduler : schedulers()) {
    if (scheduler.ops->name == name) {
      return scheduler;
    }
  }
  throw py::value_error("scheduler '" + name + "' is not in this version of headstack");
}

const char* knowledge_name(hs_knowledge knowledge) {
  constexpr const char* kNames[] = {"none", "lbn", "map", "position", "cache"};
  return kNames[knowledge];
}

// Returns the level of knowledge that the scheduler needs with the defaults of its parameters.
const char* knowledge_of(const SchedulerInfo& scheduler) {
  hs_knowledge knowledge = scheduler.ops->knowledge;
  for (const hs_parameter& parameter : scheduler.ops->parameters) {
    if (parameter.name != nullptr && parameter.choices != nullptr &&
        std::string(parameter.choices[parameter.default_value]) == "map") {
      knowledge = std::max(knowledge, HS_KNOWS_MAP);
    }
  }
  return knowledge_name(knowledge);
}

// Names the inputs that the scheduler needs in addition to the requests. A learner is not named,
// because the run itself provides it.
std::vector<std::string> needs_of(const hs_scheduler_ops& ops) {
  const std::uint32_t needs = ops.needs;
  std::vector<std::string> all;
  if ((needs & HS_NEEDS_DEADLINES) != 0) {
    all.emplace_back("deadlines");
  }
  if ((needs & HS_NEEDS_WEIGHTS) != 0) {
    all.emplace_back("weights");
  }
  if ((needs & HS_NEEDS_CLASSES) != 0) {
    all.emplace_back("classes");
  }
  if ((needs & HS_NEEDS_MIMIC) != 0) {
    all.emplace_back("mimic");
  }
  return all;
}

std::vector<std::string> placements_of(const SchedulerInfo& scheduler) {
  std::vector<std::string> all = {"drive"};
  if (!scheduler.ops->in_comparator) {
    all.emplace_back("host");
  }
  return all;
}

py::dict parameter_of(const hs_parameter& parameter) {
  py::dict found("name"_a = parameter.name);
  if (parameter.choices != nullptr) {
    std::vector<std::string> choices;
    for (const char* const* choice = parameter.choices; *choice != nullptr; ++choice) {
      choices.emplace_back(*choice);
    }
    found["default"] = choices.at(parameter.default_value);
    found["choices"] = choices;
  } else {
    found["default"] = parameter.default_value / kOne;
    found["minimum"] = parameter.minimum / kOne;
    found["maximum"] = parameter.maximum / kOne;
    found["whole"] = parameter.whole;
    found["unit"] = parameter.unit == nullptr ? "1" : parameter.unit;
  }
  return found;
}

py::list parameters_of(const SchedulerInfo& scheduler) {
  py::list all;
  for (const hs_parameter& parameter : scheduler.ops->parameters) {
    if (parameter.name != nullptr) {
      all.append(parameter_of(parameter));
    }
  }
  return all;
}

}  // namespace

void bind_schedulers(py::module_& m) {
  py::class_<SchedulerInfo>(m, "SchedulerInfo", py::is_final())
      .def(py::pickle([](const SchedulerInfo& s) { return std::string(s.ops->name); },
                      &scheduler_of))
      .def_property_readonly("name", [](const SchedulerInfo& s) { return s.ops->name; })
      .def_property_readonly(
          "signature",
          [](const SchedulerInfo& s) { return to_string(parse_scheduler(s.ops->name)); })
      .def_property_readonly("knowledge", &knowledge_of)
      .def_property_readonly("needs", [](const SchedulerInfo& s) { return needs_of(*s.ops); })
      .def_property_readonly("placements", &placements_of)
      .def_property_readonly("parameters", &parameters_of)
      .def_property_readonly("summary", [](const SchedulerInfo& s) { return s.ops->summary; })
      .def_property_readonly("paper", [](const SchedulerInfo& s) { return s.ops->paper; });
  m.def("schedulers", &schedulers);
  py::class_<SchedulerSpec>(m, "SchedulerSpec", py::is_final())
      .def(py::init(&parse_scheduler), "text"_a)
      .def(py::pickle(&to_string, &parse_scheduler))
      .def_property_readonly("text", &to_string)
      .def_property_readonly("needs", [](const SchedulerSpec& s) { return needs_of(*s.ops); });
}

}  // namespace headstack
