// What bindings/core/results.cpp adds to headstack._core.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_results(pybind11::module_& m);

}  // namespace headstack
