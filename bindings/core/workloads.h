// What bindings/core/workloads.cpp adds to headstack._core.
#pragma once

#include <pybind11/pybind11.h>

#include "model/run/simulation.h"

namespace headstack {

// A Workload that is a Python object; a bare variant would be one of its alternatives there.
struct CompiledWorkload {
  Workload workload;
};

void bind_workloads(pybind11::module_& m);

}  // namespace headstack
