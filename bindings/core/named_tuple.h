// Named tuples of headstack._core: immutable rows that Python prints, compares and pickles itself.
#pragma once

#include <utility>
#include <vector>

#include <pybind11/pybind11.h>

namespace headstack {

// Name and meaning of a field.
using NamedField = std::pair<const char*, const char*>;

// Adds the class `name` to the module, and returns it.
pybind11::object named_tuple(pybind11::module_& m, const char* name, const char* description,
                             const std::vector<NamedField>& fields);

}  // namespace headstack
