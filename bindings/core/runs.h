// The part of headstack._core that bindings/core/runs.cpp adds.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_runs(pybind11::module_& m);

}  // namespace headstack
