#include "bindings/core/named_tuple.h"

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

py::object named_tuple(py::module_& m, const char* name, const char* description,
                       const std::vector<NamedField>& fields) {
  py::list names;
  for (const auto& [field, meaning] : fields) {
    names.append(field);
  }
  py::object made = py::module_::import("collections")
                        .attr("namedtuple")(name, names, "module"_a = m.attr("__name__"));
  made.attr("__doc__") = description;
  for (const auto& [field, meaning] : fields) {
    made.attr(field).attr("__doc__") = meaning;
  }
  m.attr(name) = made;
  return made;
}

}  // namespace headstack
