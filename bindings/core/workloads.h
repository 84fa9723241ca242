// The part of headstack._core that bindings/core/workloads.cpp adds.
#pragma once

#include <pybind11/pybind11.h>

#include "model/run/simulation.h"

namespace headstack {

// A Workload as a Python object. A bare variant would become one of its alternatives in Python.
struct CompiledWorkload {
  Workload workload;
};

void bind_workloads(pybind11::module_& m);

}  // namespace headstack
