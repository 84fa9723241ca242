// The part of headstack._core that bindings/core/results.cpp adds.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_results(pybind11::module_& m);

}  // namespace headstack
